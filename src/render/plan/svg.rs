//! The transfers of the first plan as arrows over the picture of the rooms: a transfer that was carried out along the way of its
//! box, any other dashed along a way through its areas.

use super::PlanView;
use crate::level::Square;
use crate::maze::RoomsBy;
use crate::planner::Step;
use crate::render::picture::arrows::{Way, arrows};
use crate::render::rooms::{RoomsDump, svg_over};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::collections::hash_map::Entry;

pub(super) fn svg(view: &PlanView<'_>, by: RoomsBy, dead: &[bool]) -> String {
    let dump = RoomsDump::new(view.level, by, &view.areas, dead);
    let (transfers, steps) = (view.transfers(0), view.solution_steps(0));
    let way = |(index, step): (usize, &Step)| {
        let Some(made) = view.made(0).iter().find(|made| made.proposal == Some(index)) else {
            return Way { squares: schematic(view, step), is_transfer: false };
        };
        let own = steps[made.steps.clone()].iter().filter(|step| step.number == made.number);
        let mut squares: Vec<Square> = own.flat_map(|step| step.way.iter().copied()).collect();
        squares.dedup();
        Way { squares, is_transfer: true }
    };
    let ways: Vec<Way> = transfers.iter().enumerate().map(way).collect();
    let line = |(index, step): (usize, &Step)| {
        let not = if ways[index].is_transfer { "" } else { ", not carried out" };
        format!("{}  {}{not}", index + 1, view.words(step, view.fills(0, index)))
    };
    let heading = view.fidelity(0).map_or_else(|| "No plan of transfers.".to_owned(), |fidelity| fidelity.words());
    let notes: Vec<String> = std::iter::once(heading).chain(transfers.iter().enumerate().map(line)).collect();
    svg_over(&dump, Some(arrows(&view.level.board, &ways)), &notes)
}

/// Returns a shortest way of squares from the beginning to the end of a transfer over the areas of its route.
fn schematic(view: &PlanView<'_>, step: &Step) -> Vec<Square> {
    let Some((from, to)) = step.ends() else { return Vec::new() };
    let board = &view.level.board;
    let mut before: FxHashMap<Square, Square> = FxHashMap::default();
    let mut queue = VecDeque::from([to]);
    while let Some(at) = queue.pop_front() {
        for neighbour in board.neighbours(at).filter(|&s| s != to && step.route.contains(&view.areas.area_of(s))) {
            if let Entry::Vacant(entry) = before.entry(neighbour) {
                entry.insert(at);
                queue.push_back(neighbour);
            }
        }
    }
    std::iter::successors(Some(from), |at| before.get(at).copied()).collect()
}
