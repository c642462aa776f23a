//! Transfers as arrows over the room picture.
//!
//! Input: a view. Output: the picture of its rooms, each transfer an arrow numbered by its step. A realised plan is
//! drawn with the real ways of its boxes; without one the best plan is drawn, with ways that are only schematic.

use super::PlanView;
use crate::level::Square;
use crate::maze::{AreaId, RoomsBy};
use crate::planner::{AbstractPlan, Realised, Step};
use crate::render::picture::label;
use crate::render::picture::pieces::CELL;
use crate::render::rooms::{RoomsDump, svg_over};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use svg::node::element::{Circle, Definitions, Group, Marker, Path};

/// The colours of arrows, in turn: dark enough over soft floors.
const INKS: [&str; 6] = ["#b91c1c", "#1d4ed8", "#15803d", "#7e22ce", "#c2410c", "#0f766e"];

/// A point on the board, in pixels.
type Point = (f64, f64);

pub(super) fn svg(view: &PlanView<'_>, by: RoomsBy, dead: &[bool]) -> String {
    let dump = RoomsDump::new(view.level, by, view.areas, dead);
    let (steps, what) = match (view.report.steps(), view.explored.plans.first()) {
        (Some(realised), _) => (real_ways(view, realised), "Realised, step by step:"),
        (None, Some(best)) => (proposed_ways(view, best), "Best plan, not realised:"),
        (None, None) => (Vec::new(), "No abstract plan."),
    };
    let mut notes = vec![what.to_owned()];
    let mut over = Group::new().add(heads());
    for (index, (step, path)) in steps.iter().enumerate() {
        notes.push(format!("{}  {}", index + 1, view.step(step)));
        if path.len() > 1 {
            over = over.add(arrow(view, path, index));
        }
    }
    svg_over(&dump, Some(over), &notes)
}

/// For each step the way of the box that it takes from area to area.
fn real_ways(view: &PlanView<'_>, realised: &[Realised]) -> Vec<(Step, Vec<Square>)> {
    let mut boxes = view.level.start.boxes.clone();
    let mut ways = Vec::new();
    for step in realised {
        let mut trails: Vec<Vec<Square>> = boxes.iter().map(|&square| vec![square]).collect();
        for push in &step.pushes {
            let (Some(moved), Some(to)) =
                (boxes.iter().position(|&b| b == push.from), view.level.board.next(push.from, push.direction))
            else {
                continue;
            };
            boxes[moved] = to;
            trails[moved].push(to);
        }
        ways.push((step.step.clone(), trail_of(view, &step.step, trails)));
    }
    ways
}

/// The trail of the box that a transfer is about; empty for a settle.
fn trail_of(view: &PlanView<'_>, step: &Step, trails: Vec<Vec<Square>>) -> Vec<Square> {
    let Step::Transfer(route) = step else { return Vec::new() };
    let (first, last) = (route[0], route[route.len() - 1]);
    let goes = |trail: &&Vec<Square>| {
        view.areas.area_of(trail[0]) == first && view.areas.area_of(trail[trail.len() - 1]) == last
    };
    trails.iter().find(goes).cloned().unwrap_or_default()
}

/// For each step a way that a box might take: a plan on counts does not determine which box goes to which goal.
fn proposed_ways(view: &PlanView<'_>, plan: &AbstractPlan) -> Vec<(Step, Vec<Square>)> {
    let (mut left, mut reached) = (FxHashMap::default(), FxHashMap::default());
    let mut path = |step: &Step| {
        let Step::Transfer(route) = step else { return Vec::new() };
        let (first, last) = (route[0], route[route.len() - 1]);
        let from = pick(view, first, &view.level.start.boxes, left.entry(first).or_default());
        let to = pick(view, last, view.level.board.goals(), reached.entry(last).or_default());
        path(view, route, from, to)
    };
    plan.steps.iter().map(|step| (step.step.clone(), path(&step.step))).collect()
}

/// An arrow head for each ink.
fn heads() -> Definitions {
    let head = |(index, ink): (usize, &&str)| {
        Marker::new()
            .set("id", format!("head{index}"))
            .set("viewBox", "0 0 10 10")
            .set("refX", 7)
            .set("refY", 5)
            .set("markerWidth", 5)
            .set("markerHeight", 5)
            .set("orient", "auto-start-reverse")
            .add(Path::new().set("d", "M0,0L10,5L0,10z").set("fill", *ink))
    };
    INKS.iter().enumerate().map(head).fold(Definitions::new(), Definitions::add)
}

/// Along the squares of a way; each arrow slightly offset from the others.
fn arrow(view: &PlanView<'_>, path: &[Square], index: usize) -> Group {
    let ink = INKS[index % INKS.len()];
    let shift = f64::from(u32::try_from(index % 5).unwrap_or(0)) * 4.0 - 8.0;
    let points = corners(view, path);
    let points: Vec<Point> = points.into_iter().map(|(x, y)| (x + shift, y + shift)).collect();
    let data: Vec<String> = points.iter().map(|(x, y)| format!("{x:.0},{y:.0}")).collect();
    let line = Path::new()
        .set("d", format!("M{}", data.join("L")))
        .set("fill", "none")
        .set("stroke", ink)
        .set("stroke-width", 3)
        .set("stroke-opacity", "0.85")
        .set("stroke-linejoin", "round")
        .set("marker-end", format!("url(#head{})", index % INKS.len()));
    Group::new().add(line).add(number(points[0], index, ink))
}

/// The step's number on a disc, where its arrow begins.
fn number((x, y): Point, index: usize, ink: &str) -> Group {
    let disc = Circle::new().set("cx", 0).set("cy", 0).set("r", 8).set("fill", ink);
    let digits = label((0, 4), 10, "#ffffff", &(index + 1).to_string()).set("text-anchor", "middle");
    Group::new().set("transform", format!("translate({x:.0},{y:.0})")).add(disc).add(digits.set("font-weight", 700))
}

/// The next of `squares` that lies in the area, in turn; the middle of the area if there is none.
fn pick(view: &PlanView<'_>, area: AreaId, squares: &[Square], turn: &mut usize) -> Square {
    let here: Vec<Square> = squares.iter().copied().filter(|&s| view.areas.area_of(s) == area).collect();
    *turn += 1;
    match here.len() {
        0 => view.areas.area(area).squares[view.areas.area(area).squares.len() / 2],
        some => here[(*turn - 1) % some],
    }
}

/// A shortest way over squares of the route's areas, which are connected.
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

/// The middles of the squares where a path begins, turns and ends.
fn corners(view: &PlanView<'_>, path: &[Square]) -> Vec<Point> {
    let points: Vec<Point> = path.iter().map(|&s| middle(view, s)).collect();
    let turns = |at: usize| {
        let is_end = at == 0 || at + 1 == points.len();
        is_end || (points[at - 1].0 != points[at + 1].0 && points[at - 1].1 != points[at + 1].1)
    };
    (0..points.len()).filter(|&at| turns(at)).map(|at| points[at]).collect()
}

#[expect(clippy::cast_precision_loss, reason = "pictures are small")]
fn middle(view: &PlanView<'_>, square: Square) -> Point {
    let (row, column) = view.level.board.row_column(square);
    ((column as f64 + 0.5) * CELL as f64, (row as f64 + 0.5) * CELL as f64)
}
