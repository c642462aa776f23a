//! Positions as PDDL problems, and plans of any planner as moves. Input: areas and a position. Output: a problem of a
//! domain in `domains/`, and for a plan of that problem the moves of the player. Only walks, and pushes that a plan
//! leaves open, are searched here; whether the plan and the solution are valid is checked elsewhere.

mod problem;
mod rooms;
mod squares;
mod tables;

use crate::level::Position;
use crate::maze::Areas;
use crate::planner::PlanningContext;
use crate::push::walk_and_push;
use crate::run::{Meter, Stop};
use problem::each;
pub use problem::{FollowError, LevelProblem, Model};

impl Model {
    /// Returns the problem of solving a level from a position; `local_states` limits each table of [`Model::Rooms`].
    pub fn export(
        self,
        context: &PlanningContext<'_>,
        start: &Position,
        local_states: usize,
        meter: &mut Meter,
    ) -> Result<LevelProblem, Stop> {
        match self {
            Self::Moves | Self::Pushes => squares::export(self, context, start, meter),
            Self::Rooms => rooms::export(context, start, local_states, meter),
        }
    }
}

/// Returns the moves, in LURD notation, of a plan that any planner found for an exported problem, not checked. `areas` are the
/// areas of the [`LevelProblem`], for [`Model::Rooms`].
pub fn follow(
    model: Model,
    context: &PlanningContext<'_>,
    areas: Option<&Areas>,
    start: &Position,
    steps: &[&str],
    meter: &mut Meter,
) -> Result<String, FollowError> {
    let board = context.maze.board;
    let pushes = match model {
        Model::Moves => return squares::follow_moves(board, start, steps),
        Model::Pushes => each(steps, |words| squares::read_push(board, words))?.concat(),
        Model::Rooms => rooms::follow(context, areas.unwrap_or(context.areas), start, steps, meter)?,
    };
    walk_and_push(board, start, &pushes).map(|(lurd, _)| lurd).ok_or(FollowError::NoWay)
}
