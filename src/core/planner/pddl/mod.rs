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
use crate::strips::pddl::{Domain, ReadError};
pub use problem::LevelProblem;
use std::fmt;

/// A PDDL domain for levels: one of the files in `domains/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Model {
    /// Single steps and pushes of the player, square by square.
    Moves,
    /// Pushes alone; the player is in a region of squares.
    Pushes,
    /// Each area is a finite table of the sets of local states that it can hold.
    Rooms,
}

impl Model {
    /// Maximum number of local states in the table of one area of [`Model::Rooms`]; see `FIGURES.md`, `LOCAL_STATES`.
    pub const LOCAL_STATES: usize = 5_000;

    pub(super) const fn domain_name(self) -> &'static str {
        match self {
            Self::Rooms => "sokoban-rooms",
            Self::Moves | Self::Pushes => self.word(),
        }
    }

    /// Returns the text of the domain file, comments included.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Moves => include_str!("../../../../domains/sokoban-moves.pddl"),
            Self::Pushes => include_str!("../../../../domains/sokoban-pushes.pddl"),
            Self::Rooms => include_str!("../../../../domains/rooms.pddl"),
        }
    }

    /// Returns the domain, parsed from its file, without an error: a test reads all of them.
    pub fn domain(self) -> Result<Domain, ReadError> {
        Domain::parse(self.text())
    }

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

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

crate::run::from_word!(pub Model { Moves = "sokoban-moves", Pushes = "sokoban-pushes", Rooms = "rooms" });

/// Why a plan cannot be turned into moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FollowError {
    /// A step is not in the domain, or has names of another level.
    #[error("step {number}, `({step})`, is not a step of this domain and level")]
    Unknown {
        /// Number of the step in the plan, from 1.
        number: usize,
        /// Step as written in the plan.
        step: String,
    },
    /// The steps are valid, but their pushes cannot be made in this order.
    #[error("the pushes of the plan cannot be made in this order")]
    NoWay,
    /// A limit of the meter was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Returns the moves, in LURD notation, of a plan that any planner found for an exported problem, not checked. `areas` are the
/// areas of the [`LevelProblem`], for [`Model::Rooms`].
pub fn follow(
    model: Model,
    (context, areas): (&PlanningContext<'_>, Option<&Areas>),
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

/// Reads every step with `read`, which returns `None` for a step that is not of the domain.
pub(super) fn each<T>(steps: &[&str], read: impl Fn(&[&str]) -> Option<T>) -> Result<Vec<T>, FollowError> {
    let unknown = |index: usize, step: &str| FollowError::Unknown { number: index + 1, step: step.to_owned() };
    let read_one = |(index, step): (usize, &&str)| {
        read(&step.split_whitespace().collect::<Vec<_>>()).ok_or_else(|| unknown(index, step))
    };
    steps.iter().enumerate().map(read_one).collect()
}
