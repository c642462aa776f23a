//! Transfers as arrows over the picture of the rooms: those of the solution along the real ways of their boxes, without
//! a solution those of the best plan along schematic ways.

use super::PlanView;
use crate::level::Square;
use crate::maze::{AreaId, RoomsBy};
use crate::planner::{AbstractPlan, PlannedStep, Step};
use crate::render::picture::arrows::{Way, arrows};
use crate::render::rooms::{RoomsDump, svg_over};
use crate::render::{area_names, step_words};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::collections::hash_map::Entry;

pub(super) fn svg(view: &PlanView<'_>, by: RoomsBy, dead: &[bool]) -> String {
    if let Some(steps) = view.steps() {
        return steps.svg(by, dead);
    }
    let dump = RoomsDump::new(view.level, by, view.areas, dead);
    let Some(best) = view.explored.plans.first() else {
        return svg_over(&dump, None, &["No abstract plan.".to_owned()]);
    };
    let names = area_names(view.areas);
    let line = |(step, number): (&PlannedStep, usize)| format!("{number}  {}", step_words(&step.step, &names));
    let notes = ["Best plan, not realised:".to_owned()].into_iter();
    let notes: Vec<String> = notes.chain(best.steps.iter().zip(1..).map(line)).collect();
    svg_over(&dump, Some(arrows(&view.level.board, &proposed_ways(view, best))), &notes)
}

/// Returns for each step of a plan a way that a box might take: the plan does not say which box goes to which goal.
fn proposed_ways(view: &PlanView<'_>, plan: &AbstractPlan) -> Vec<Way> {
    let (mut left, mut reached) = (FxHashMap::default(), FxHashMap::default());
    let mut path = |step: &Step| -> Vec<Square> {
        let Step::Transfer(route) = step else { return Vec::new() };
        let (first, last) = (route[0], route[route.len() - 1]);
        let from = pick(view, first, &view.level.start.boxes, left.entry(first).or_default());
        let to = pick(view, last, view.level.board.goals(), reached.entry(last).or_default());
        path(view, route, from, to)
    };
    let way = |step: &Step| Way { squares: path(step), is_transfer: true };
    plan.steps.iter().map(|step| &step.step).map(way).collect()
}

/// Returns the next of those `squares` that lie in the area, in turn; the middle square of the area if none does.
fn pick(view: &PlanView<'_>, area: AreaId, squares: &[Square], turn: &mut usize) -> Square {
    let here: Vec<Square> = squares.iter().copied().filter(|&s| view.areas.area_of(s) == area).collect();
    *turn += 1;
    match here.len() {
        0 => view.areas.area(area).squares[view.areas.area(area).squares.len() / 2],
        some => here[(*turn - 1) % some],
    }
}

/// Returns a shortest way between two squares over the areas of a route, which are connected.
fn path(view: &PlanView<'_>, route: &[AreaId], from: Square, to: Square) -> Vec<Square> {
    let board = &view.level.board;
    let mut before: FxHashMap<Square, Square> = FxHashMap::default();
    let mut queue = VecDeque::from([to]);
    while let Some(at) = queue.pop_front() {
        for neighbour in board.neighbours(at).filter(|&s| s != to && route.contains(&view.areas.area_of(s))) {
            if let Entry::Vacant(entry) = before.entry(neighbour) {
                entry.insert(at);
                queue.push_back(neighbour);
            }
        }
    }
    std::iter::successors(Some(from), |at| before.get(at).copied()).collect()
}
