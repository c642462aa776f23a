//! The packing plan by a feature-space search from the end: all goals are full, and boxes are pulled off and taken out.
//!
//! ```text
//!   #############     The goals are g, the boxes start on the bases b, which are the sink: pushes lead from each to the
//!   #gg#     bb #     other. A box that is pulled from a goal to one of them is taken out, and the base with it. If none
//!   #gg      bb #     can be, one is pulled elsewhere. Played forwards, a box that is taken out comes from the sink to
//!   #  #        #     its goal, and one that is pulled elsewhere is parked there until its turn.
//!   #############
//! ```
//! Input: a maze with a start. Output: a [`PackingPlan`], parking included. It is advice, and proves nothing: boxes
//! outside the plan are ignored, and so is where the player stands at the start. After Festival (Shoham and Schaeffer,
//! "The FESS Algorithm", IEEE CoG 2020).

mod domain;
mod measure;
mod pulls;
mod removals;
mod score;
mod sink;
mod state;
mod stuck;

use super::{PackingMove, PackingPlan};
use crate::feature_space::FeatureSpace;
use crate::level::Position;
use crate::maze::Maze;
use crate::push::BoxSet;
use crate::run::{Ended, Meter, Stop, drive};
use domain::Unpacking;
use state::Step;

/// At most this number of positions is kept. XSokoban's levels take 15 to 45 in most cases; those that take more than a
/// thousand find no plan soon.
const BUDGET: u64 = 6_000;

/// At most this number of squares of positions: the work of a position grows with its squares and boxes. Not tuned.
const WORK: usize = 30_000_000;

/// A plan, if one is found within the budget. Counts push nodes.
///
/// # Errors
/// A limit of the meter.
pub(super) fn backward_plan(maze: &Maze<'_>, start: &Position, meter: &mut Meter) -> Result<Option<PackingPlan>, Stop> {
    let board = maze.board;
    if start.boxes.len() != board.goals().len() {
        return Ok(None);
    }
    let affordable = WORK / (board.len() * start.boxes.len().max(1));
    let search = |meter: &mut Meter| -> Result<Option<PackingPlan>, Stop> {
        let mut domain = Unpacking::new(maze, start, meter)?;
        let (root, score) = domain.root();
        let mut search = FeatureSpace::new(domain, root, score, meter)?;
        match drive(&mut search, meter) {
            Ended::Found(last) => Ok(Some(plan(&mut search, last))),
            Ended::Exhausted => Ok(None),
            Ended::Stopped(stop) => Err(stop),
        }
    };
    let result = meter.within(Some(BUDGET.min(affordable as u64)), None, search);
    match result {
        // The budget of this search is spent, and not that of the whole.
        Err(Stop::NodeLimit) => meter.exhausted().map(|()| None),
        result => result,
    }
}

/// The trace of the search, turned around.
fn plan(search: &mut FeatureSpace<Unpacking<'_>>, last: u32) -> PackingPlan {
    let rest = search.state(last).map(|state| state.boxes.clone());
    let path: Vec<_> = search.path(last).into_iter().map(|(state, step)| (state.clone(), step)).collect();
    let mut steps = Vec::new();
    let mut sources = Vec::new();
    for (state, step) in path.iter().rev() {
        match *step {
            Step::Enter { .. } => {}
            Step::Pull(pull) => steps.push(PackingMove { from: Some(pull.to), to: pull.from }),
            Step::Remove(pull) => {
                steps.push(PackingMove { from: None, to: pull.from });
                sources.push(search.domain_mut().sink(state));
            }
        }
    }
    let squares = search.domain().squares();
    PackingPlan::new(squares, rest.unwrap_or_else(|| BoxSet::empty(squares)), steps, sources)
}
