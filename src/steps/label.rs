//! How certain it is what an area looks like after a box has left it.
//!
//! ```text
//!   #######        A box of room A leaves it by the border to tunnel b. Either of the two can go. What is left in A
//!   #$ A  ######   differs, and no pushes in A lead from the one to the other, since a box at the wall stays at it: two
//!   #  $  b    #   outcomes, a choice. With both boxes in the middle of the room there would be one.
//!   #     ######
//!   #######
//! ```
//! A *silent push* moves a box of the area to another of its squares; the boxes outside stay, and the player walks
//! wherever they let him. The *closure* of a position is all that silent pushes lead to. A *crossing* is a push, in any
//! position of the closure, of a box of the area over the border. Its *outcome* is the position right after it, with the box
//! that has left taken off the board: the other boxes, and where the player is. An outcome to which another one leads by
//! silent pushes does not count: whoever has the other can have it too. One outcome left is
//! `deterministic`, several are a `choice`; a closure cut by the budget is `unknown`. Where there is none, although the box went,
//! it went by a dead square: `context`. Whether an outcome is lost, dead squares apart, is left to the searches.

use super::{RoomEvent, SolutionStep, StepKind};
use crate::abstraction::Label;
use crate::level::Position;
use crate::maze::{AreaId, Areas, Maze};
use crate::push::{Push, Region, State};
use crate::run::{Held, Meter, Stop};
use indexmap::IndexSet;
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxBuildHasher;

/// At most this number of positions in one closure. Measured along the best known solutions of XSokoban: 93 % of the events
/// have their outcomes proved with it, the median takes 2.
const POSITIONS: usize = 2_000;
/// At most this number of positions times squares in all closures of a solution, which keeps it below a second. Not tuned.
const WORK: usize = 40_000_000;

/// Fills in the events of transfers: what each area that a box leaves can look like afterwards.
///
/// # Errors
/// A limit of the meter; the steps before have their events then.
pub fn label_events(
    maze: &Maze<'_>,
    areas: &Areas,
    start: &Position,
    steps: &mut [SolutionStep],
    meter: &Meter,
) -> Result<(), Stop> {
    let board = maze.board;
    let mut region = Region::new(board.len());
    let mut state = State::of(board, start, &mut region);
    let mut work = WORK;
    for step in steps {
        // The position in which the area that the box is in was entered, or the step begins.
        let mut entered = state.clone();
        for &push in &step.pushes {
            let after = state.after(board, push, &mut region);
            let to = board.next(push.from, push.direction).unwrap_or(push.from);
            let (from, to) = (areas.area_of(push.from), areas.area_of(to));
            if from != to && step.kind == StepKind::Transfer {
                let most = POSITIONS.min(work / board.len());
                let closure = Closure::explored((maze, areas), (from, to), &entered, most, &mut region, meter)?;
                work = work.saturating_sub(closure.states.len() * board.len());
                step.events.push(closure.event(from, to));
                entered = after.clone();
            }
            state = after;
        }
    }
    Ok(())
}

/// The positions that silent pushes and one crossing lead to.
struct Closure {
    states: IndexSet<State, FxBuildHasher>,
    graph: DiGraph<(), ()>,
    /// For each position whether it is right after a crossing.
    is_outcome: Vec<bool>,
    is_complete: bool,
}

impl Closure {
    /// Explores at most `most` positions.
    fn explored(
        (maze, areas): (&Maze<'_>, &Areas),
        (from, to): (AreaId, AreaId),
        start: &State,
        most: usize,
        region: &mut Region,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let board = maze.board;
        let held_in = |state: &State| state.boxes.iter().filter(|&at| areas.area_of(at) == from).count();
        let at_start = held_in(start);
        let mut held = Held::default();
        let mut closure = Self {
            states: IndexSet::from_iter([start.clone()]),
            graph: DiGraph::new(),
            is_outcome: vec![false],
            is_complete: true,
        };
        closure.graph.add_node(());
        let mut next = 0;
        while let Some(state) = closure.states.get_index(next).cloned() {
            meter.check()?;
            if closure.states.len() > most {
                closure.is_complete = false;
                break;
            }
            let has_crossed = held_in(&state) < at_start;
            region.flood(board, state.player, |s| state.boxes.has(s));
            let pushes: Vec<(Push, bool)> = state
                .pushes(board, region)
                .filter_map(|push| {
                    let target = board.next(push.from, push.direction)?;
                    let [of, into] = [push.from, target].map(|square| areas.area_of(square));
                    let crosses = of == from && into == to && !has_crossed;
                    let is_silent = of == from && into == from && !maze.distances.is_dead(target);
                    (crosses || is_silent).then_some((push, crosses))
                })
                .collect();
            for (push, crosses) in pushes {
                let after = if crosses {
                    let mut boxes = state.boxes.clone();
                    boxes.remove(push.from);
                    State::with(board, boxes, push.from, region)
                } else {
                    state.after(board, push, region)
                };
                let (id, is_new) = closure.states.insert_full(after);
                if is_new {
                    held.grow(2 * (size_of::<State>() + start.boxes.bytes() + 64), meter)?;
                    closure.graph.add_node(());
                    closure.is_outcome.push(false);
                }
                closure.is_outcome[id] |= crosses;
                closure.graph.add_edge(NodeIndex::new(next), NodeIndex::new(id), ());
            }
            next += 1;
        }
        Ok(closure)
    }

    fn event(&self, from: AreaId, to: AreaId) -> RoomEvent {
        let outcomes = first_classes(&self.graph, &self.is_outcome);
        let label = match outcomes {
            _ if !self.is_complete => Label::Unknown,
            0 => Label::Context,
            1 => Label::Deterministic,
            _ => Label::Choice,
        };
        RoomEvent { from, to, label, outcomes }
    }
}

/// The number of strongly connected components with an outcome to which no other such component leads.
fn first_classes(graph: &DiGraph<(), ()>, is_outcome: &[bool]) -> usize {
    let mut is_behind = vec![false; graph.node_count()];
    let mut first = 0;
    // Tarjan's algorithm gives a component after those that it leads to.
    for component in tarjan_scc(graph).into_iter().rev() {
        let follows = component.iter().any(|node| is_behind[node.index()]);
        let has_outcome = component.iter().any(|node| is_outcome[node.index()]);
        first += usize::from(has_outcome && !follows);
        if follows || has_outcome {
            let next = component.iter().flat_map(|&node| graph.neighbors(node));
            next.for_each(|node| is_behind[node.index()] = true);
        }
    }
    first
}
