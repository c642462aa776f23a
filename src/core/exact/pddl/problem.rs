//! The domains, a PDDL problem of a level, under construction and done, and the names in it: areas are named by number,
//! squares by row and column. Names are in lower case, begin with a letter and are unique.

use crate::level::{Board, Direction, Square};
use crate::maze::{AreaId, Areas};
use crate::run::Stop;
use crate::strips::pddl::{Atom, Domain, Literal, Problem, ReadError, TypedName};
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

    /// Returns the domain as [`Model::text`], without functions and costs: each action costs one.
    pub fn text_without_costs(self) -> String {
        let costs = [" (increase (total-cost) 0)", " (increase (total-cost) 1)", " :action-costs"];
        let functions = "  (:functions\n    (total-cost) - number\n  )\n";
        let text = self.text().replace(functions, "");
        costs.into_iter().fold(text, |text, cost| text.replace(cost, ""))
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

/// A PDDL problem made from a level, and the solutions of the level that it excludes.
#[derive(Clone, Debug)]
pub struct LevelProblem {
    /// PDDL problem, for any planner.
    pub problem: Problem,
    /// Solutions of the level that the problem excludes, beyond the exclusions of its domain, one item a line. If the list is
    /// empty, the problem has a plan exactly when the level has a solution; else the problem has the name `level-restricted`.
    pub missing: Vec<String>,
    /// Areas of the tables of [`Model::Rooms`], which may be smaller than the given areas; `None` for other models.
    pub areas: Option<Areas>,
}

#[derive(Debug)]
pub(super) struct Draft {
    problem: Problem,
}

impl Draft {
    pub(super) fn new(model: Model) -> Self {
        let total = (Atom { name: "total-cost".to_owned(), arguments: Vec::new() }, 0);
        let problem = Problem {
            name: "level".to_owned(),
            domain: model.domain_name().to_owned(),
            values: vec![total],
            minimises_cost: true,
            ..Problem::default()
        };
        Self { problem }
    }

    pub(super) fn object(&mut self, name: impl Into<String>, kind: &str) {
        self.problem.objects.push(TypedName::new(name, kind));
    }

    pub(super) fn fact<const N: usize>(&mut self, name: &str, arguments: [&str; N]) {
        self.problem.init.push(Atom::new(name, arguments));
    }

    pub(super) fn goal<const N: usize>(&mut self, name: &str, arguments: [&str; N]) {
        self.problem.goal.push(Literal { positive: true, atom: Atom::new(name, arguments) });
    }

    pub(super) fn finish(mut self, missing: Vec<String>, areas: Option<Areas>) -> LevelProblem {
        if !missing.is_empty() {
            self.problem.name.push_str("-restricted");
        }
        LevelProblem { problem: self.problem, missing, areas }
    }
}

pub(super) fn area_name(area: AreaId) -> String {
    format!("a{}", area.0)
}

/// Returns the name of a square, e.g. `s3-5`: row and column, from 0.
pub(super) fn square_name(board: &Board, square: Square) -> String {
    format!("s{}", place_name(board, square))
}

/// Returns row and column of a square, from 0, e.g. `3-5`.
pub(super) fn place_name(board: &Board, square: Square) -> String {
    let (row, column) = board.row_column(square);
    format!("{row}-{column}")
}

/// Returns the square with a name like `s3-5`; `None` if the board has no such square.
pub(super) fn read_square(board: &Board, name: &str) -> Option<Square> {
    let (row, column) = name.strip_prefix('s')?.split_once('-')?;
    board.square(row.parse().ok()?, column.parse().ok()?)
}

pub(super) const fn direction_name(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "up",
        Direction::Left => "left",
        Direction::Down => "down",
        Direction::Right => "right",
    }
}

/// Reads every step with `read`, which returns `None` for a step that is not of the domain.
pub(super) fn each<T>(steps: &[&str], read: impl Fn(&[&str]) -> Option<T>) -> Result<Vec<T>, FollowError> {
    let unknown = |index: usize, step: &str| FollowError::Unknown { number: index + 1, step: step.to_owned() };
    let read_one = |(index, step): (usize, &&str)| {
        read(&step.split_whitespace().collect::<Vec<_>>()).ok_or_else(|| unknown(index, step))
    };
    steps.iter().enumerate().map(read_one).collect()
}
