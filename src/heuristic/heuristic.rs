//! What a heuristic is: a factory of estimates for one level, and what it promises of them.

use super::TwoBoxPatternDatabase;
use crate::level::{Position, Square};
use crate::maze::Maze;
use crate::push::State;
use crate::run::{Meter, Stop};
use std::fmt::Debug;

/// What an estimate counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Pushes that are still to be made, or pulls in searches by pulls.
    Pushes,
    /// Moves of the player that are still to be made, pushes included.
    Moves,
    /// Nothing: the numbers only order states.
    Rank,
}

/// The properties of a heuristic.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The word that users write, and the identity: no two heuristics of a set share it.
    pub word: &'static str,
    /// What is estimated, in one sentence without a full stop.
    pub sentence: &'static str,
    /// Where it was described.
    pub source: &'static str,
    /// What the estimate counts.
    pub unit: Unit,
    /// Whether no estimate is more than what the cheapest solution takes, in its unit, and every state that it calls lost
    /// is.
    pub is_admissible: bool,
    /// Whether it is admissible, and it is proved that one step lowers the estimate by one at most.
    pub is_consistent: bool,
    /// Whether it has an instance for searches by pulls.
    pub serves_pulls: bool,
}

impl About {
    /// Returns whether the estimate is a lower bound on the steps that a search counts. A lower bound on pushes is one
    /// on moves too, since every push is a move.
    pub fn is_lower_bound_on(&self, counted: Unit) -> bool {
        self.is_admissible && (self.unit == counted || self.unit == Unit::Pushes && counted == Unit::Moves)
    }
}

/// The level that a heuristic makes its tables for.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// The level before the first push.
    pub maze: &'a Maze<'a>,
    /// The position that is to be solved.
    pub start: &'a Position,
    /// Whether states are estimated by what separates them from the start, by pulls, and not from the goals.
    pub by_pulls: bool,
    /// The exact pushes of every two boxes, where they were computed.
    pub pairs: Option<&'a TwoBoxPatternDatabase>,
}

impl<'a> Problem<'a> {
    /// Forwards from a start, without tables.
    pub const fn new(maze: &'a Maze<'a>, start: &'a Position) -> Self {
        Self { maze, start, by_pulls: false, pairs: None }
    }

    /// The squares that the boxes are to come to: the goals; by pulls the squares of the boxes at the start.
    pub fn targets(&self) -> &'a [Square] {
        if self.by_pulls { &self.start.boxes } else { self.maze.board.goals() }
    }
}

/// An estimate of what separates a position from a solution.
///
/// A heuristic is a file in `heuristic/estimates/` and a line in its list; one from outside the crate is added to a
/// [`super::HeuristicSet`], or given to a [`crate::textbook::Setup`].
///
/// ```
/// use sokoplan::heuristic::{About, HeuristicInstance, Problem, Unit};
/// use sokoplan::level::Board;
/// use sokoplan::push::State;
/// use sokoplan::run::{Meter, Stop};
/// use sokoplan::textbook::{Setup, Strategy};
/// use sokoplan::{Heuristic, HeuristicSet, Level};
/// use sokoplan::solve::{Options, solve};
/// use std::sync::Arc;
///
/// /// 1 until the position is solved.
/// #[derive(Debug)]
/// struct Unsolved;
///
/// impl Heuristic for Unsolved {
///     fn about(&self) -> &'static About {
///         &About {
///             word: "unsolved",
///             sentence: "1 while a box is off goal",
///             source: "folklore",
///             unit: Unit::Pushes,
///             is_admissible: true,
///             is_consistent: true,
///             serves_pulls: false,
///         }
///     }
///
///     fn instance<'a>(
///         &self,
///         problem: &Problem<'a>,
///         _: &mut Meter,
///     ) -> Result<Box<dyn HeuristicInstance + 'a>, Stop> {
///         Ok(Box::new(Instance(problem.maze.board)))
///     }
/// }
///
/// #[derive(Debug)]
/// struct Instance<'a>(&'a Board);
///
/// impl HeuristicInstance for Instance<'_> {
///     fn estimate(&mut self, state: &State, _: &Meter) -> Result<Option<u32>, Stop> {
///         Ok(Some(u32::from(!state.is_solved(self.0))))
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// assert!(HeuristicSet::all().with(Unsolved).named("unsolved").is_some());
/// let level = Level::from_xsb("", "#######\n#@ $ .#\n#######")?;
/// let setup = Setup { heuristic: Some(Arc::new(Unsolved)), ..Setup::new(Strategy::AStar) };
/// assert!(setup.is_optimal());
/// let report = solve(&level, &Options::default().with_textbook(Some(setup)), &mut Meter::unlimited());
/// assert_eq!(report.solution().map(|solution| solution.metrics.pushes), Some(2));
/// # Ok(())
/// # }
/// ```
pub trait Heuristic: Debug + Send + Sync {
    /// Its properties.
    fn about(&self) -> &'static About;

    /// Makes the tables for one level. With `problem.by_pulls` it is asked only where [`About::serves_pulls`] is set.
    ///
    /// # Errors
    /// A limit of the meter.
    fn instance<'a>(&self, problem: &Problem<'a>, meter: &mut Meter) -> Result<Box<dyn HeuristicInstance + 'a>, Stop>;
}

impl PartialEq for dyn Heuristic {
    /// The same word.
    fn eq(&self, other: &Self) -> bool {
        self.about().word == other.about().word
    }
}

impl Eq for dyn Heuristic {}

/// A heuristic at work on one level.
pub trait HeuristicInstance: Debug + Send {
    /// Returns the estimate of a state, in the unit of the heuristic; `None` where no solution is left. The same state
    /// has the same estimate whenever it is asked for.
    ///
    /// # Errors
    /// A limit of the meter.
    fn estimate(&mut self, state: &State, meter: &Meter) -> Result<Option<u32>, Stop>;
}
