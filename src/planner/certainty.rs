//! Proves how certain the outcome of a realised step is, once a solution is found.
//!
//! ```text
//!   #######        The step takes a box of room A through tunnel b. Either of the two can go. What is left in A differs,
//!   #$ A  ######   and no pushes in A and b lead from the one to the other, since a box at the wall stays at it: two
//!   #  $  b    #   outcomes, a choice. With both boxes in the middle of the room there would be one.
//!   #     ######
//!   #######
//! ```
//! Input: a level, its areas, and the steps of a solution with their pushes. Output: their labels. The areas of a step are
//! those that its pushes touch. An outcome is a position in which each of them holds as many boxes as after the step, and
//! every goal that the step has filled is full. Boxes elsewhere stay where they are, and so do boxes on goals that the step
//! does not move. Outcomes that pushes in these areas join, there and back, are one; one that another leads to does not
//! count. Whether an outcome is lost for other reasons than dead squares is left to the searches.

use super::{Realised, Solution};
use crate::abstraction::{Counts, Label};
use crate::level::{Position, Square};
use crate::maze::{Areas, Maze};
use crate::push::{BoxSet, Push, Region, State};
use crate::run::{Held, Meter, Stop};
use indexmap::IndexSet;
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxBuildHasher;

/// At most this number of positions for a step. Measured on 1,848 steps of XSokoban: 25 % of them have their labels proved
/// with 2,000, 32 % with 20,000 in four times the time.
const POSITIONS: usize = 2_000;
/// At most this number of positions times squares for all steps, which keeps it below a second. Not tuned.
const WORK: usize = 20_000_000;

/// Replaces the labels of steps by those that can be proved; the others stay.
///
/// # Errors
/// A limit of the meter; the labels of the steps before are proved then.
pub fn prove_labels(
    maze: &Maze<'_>,
    areas: &Areas,
    start: &Position,
    steps: &mut Solution,
    meter: &Meter,
) -> Result<(), Stop> {
    let board = maze.board;
    let most = POSITIONS.min(WORK / (board.len() * steps.len()).max(1));
    let mut region = Region::new(board.len());
    let mut state = State::of(board, start, &mut region);
    for step in steps {
        let after = step.pushes.iter().fold(state.clone(), |state, &push| state.after(board, push, &mut region));
        let transfer = Transfer::new(maze, areas, step, &state, &after);
        step.label = match transfer.outcomes(&state, most, &mut region, meter)? {
            Some(1) => Label::Deterministic,
            Some(_) => Label::Choice,
            None => step.label,
        };
        state = after;
    }
    Ok(())
}

/// What a step is held to.
struct Transfer<'a> {
    maze: &'a Maze<'a>,
    areas: &'a Areas,
    /// The squares of its areas.
    inside: BoxSet,
    /// Boxes on goals that stay.
    stay: BoxSet,
    /// The goals in its areas that are full afterwards.
    full: BoxSet,
    /// The boxes of each area afterwards.
    counts: Counts,
}

impl<'a> Transfer<'a> {
    fn new(maze: &'a Maze<'a>, areas: &'a Areas, step: &Realised, before: &State, after: &State) -> Self {
        let board = maze.board;
        let ends = |push: &Push| [Some(push.from), board.next(push.from, push.direction)].into_iter().flatten();
        let moved = BoxSet::of(board.len(), step.pushes.iter().map(|push| push.from));
        let mut touched: Vec<_> = step.pushes.iter().flat_map(ends).map(|s| areas.area_of(s)).collect();
        touched.sort_unstable();
        touched.dedup();
        let inside = BoxSet::of(board.len(), touched.iter().flat_map(|&area| areas.area(area).squares.iter().copied()));
        let on_goals =
            |boxes: &BoxSet| -> Vec<Square> { boxes.iter().filter(|&b| board.is_goal(b) && inside.has(b)).collect() };
        let stay = on_goals(&before.boxes).into_iter().filter(|&b| !moved.has(b) && after.boxes.has(b));
        let (stay, full) = (BoxSet::of(board.len(), stay), BoxSet::of(board.len(), on_goals(&after.boxes)));
        let counts = Counts::of(areas, after.boxes.iter());
        Self { maze, areas, inside, stay, full, counts }
    }

    /// The number of outcomes; `None` if there are more positions than `most`.
    fn outcomes(&self, start: &State, most: usize, region: &mut Region, meter: &Meter) -> Result<Option<usize>, Stop> {
        let mut held = Held::default();
        held.grow(2 * most * (size_of::<State>() + start.boxes.bytes() + 64), meter)?;
        let mut states: IndexSet<State, FxBuildHasher> = IndexSet::from_iter([start.clone()]);
        let mut graph: DiGraph<(), ()> = DiGraph::new();
        graph.add_node(());
        let mut next = 0;
        while let Some(state) = states.get_index(next).cloned() {
            meter.check()?;
            for push in self.pushes(&state, region) {
                let (id, is_new) = states.insert_full(state.after(self.maze.board, push, region));
                if is_new {
                    graph.add_node(());
                }
                graph.add_edge(NodeIndex::new(next), NodeIndex::new(id), ());
            }
            if states.len() > most {
                return Ok(None);
            }
            next += 1;
        }
        let is_outcome: Vec<bool> = states.iter().map(|state| self.is_outcome(state)).collect();
        Ok(Some(first_classes(&graph, &is_outcome)))
    }

    /// The pushes in the areas, those to dead squares apart.
    fn pushes(&self, state: &State, region: &mut Region) -> Vec<Push> {
        let Maze { board, distances, .. } = self.maze;
        region.flood(board, state.player, |s| state.boxes.has(s));
        let is_free = |push: &Push| {
            let to = board.next(push.from, push.direction);
            self.inside.has(push.from)
                && !self.stay.has(push.from)
                && to.is_some_and(|to| self.inside.has(to) && !distances.is_dead(to))
        };
        state.pushes(board, region).filter(is_free).collect()
    }

    fn is_outcome(&self, state: &State) -> bool {
        self.full.is_subset(&state.boxes) && Counts::of(self.areas, state.boxes.iter()) == self.counts
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
