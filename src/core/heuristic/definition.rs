//! The trait of heuristics, with their properties, the problems that they estimate, and sets of heuristics.

use super::{Targets, TwoBoxPatternDatabase};
use crate::level::{Position, Square};
use crate::maze::Maze;
use crate::push::State;
use crate::run::{Meter, Stop};
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

/// Unit of an estimate of the distance from a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Number of pushes left, or of pulls left in searches by pulls.
    Pushes,
    /// Number of moves of the player left, pushes included.
    Moves,
    /// No unit: the estimates only order states.
    Rank,
}

/// Properties and guarantees of a heuristic.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Word of the heuristic on the command line, unique in a set of heuristics.
    pub word: &'static str,
    /// Description of the estimate: one sentence without a full stop.
    pub sentence: &'static str,
    /// Publication that describes the heuristic.
    pub source: &'static str,
    /// Unit of the estimate.
    pub unit: Unit,
    /// Whether no estimate exceeds the cost, in `unit`, of a cheapest solution, and only lost states have no estimate.
    pub is_admissible: bool,
    /// Whether the heuristic is admissible, and one step is proved to lower the estimate by at most one.
    pub is_consistent: bool,
    /// Whether the heuristic has an instance for searches by pulls.
    pub serves_pulls: bool,
}

impl About {
    /// True if the estimate is a lower bound on the number of steps left, counted in the unit `counted`. A lower bound on pushes is
    /// also a lower bound on moves, since every push is a move.
    pub fn is_lower_bound_on(&self, counted: Unit) -> bool {
        self.is_admissible && (self.unit == counted || self.unit == Unit::Pushes && counted == Unit::Moves)
    }
}

/// Level and direction of search for which a heuristic creates its instance.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// Level before the first push, with its push distances.
    pub maze: &'a Maze<'a>,
    /// Position to solve.
    pub start: &'a Position,
    /// Whether estimates are numbers of pulls to the start, instead of pushes to the goals.
    pub by_pulls: bool,
    /// Exact number of pushes of every two boxes; `None` if not computed.
    pub pairs: Option<&'a TwoBoxPatternDatabase>,
}

impl<'a> Problem<'a> {
    /// Creates the problem of a search by pushes from a start, without tables.
    pub const fn new(maze: &'a Maze<'a>, start: &'a Position) -> Self {
        Self { maze, start, by_pulls: false, pairs: None }
    }

    /// Returns the squares that the boxes must reach: the goals; by pulls the squares of the boxes at the start.
    pub fn targets(&self) -> &'a [Square] {
        if self.by_pulls { &self.start.boxes } else { self.maze.board.goals() }
    }
}

/// Measure of the distance of a lone box to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxDistance {
    /// Manhattan distance: number of rows plus number of columns between box and target, walls ignored.
    Manhattan,
    /// Number of pushes, or of pulls in searches by pulls, with the player on the best side of the box.
    Pushes,
}

impl BoxDistance {
    /// Returns the table of the distance from every square to every target of a problem, two bytes an entry.
    pub fn table(self, problem: &Problem<'_>, meter: &mut Meter) -> Result<Targets, Stop> {
        let board = problem.maze.board;
        match self {
            Self::Manhattan => Targets::manhattan(board, problem.targets(), meter),
            Self::Pushes if problem.by_pulls => Targets::by_pulls(board, problem.start, meter),
            Self::Pushes => Targets::by_pushes(problem.maze, meter),
        }
    }
}

/// Heuristic: creates for each level an instance that estimates the distance of positions from a solution.
///
/// Built in are [`super::estimates::BuiltIn`]; others join a [`super::HeuristicSet`] or [`crate::textbook::Setup`].
///
/// ```
/// use sokoplan_core::heuristic::{About, HeuristicInstance, Problem, Unit};
/// use sokoplan_core::level::Board;
/// use sokoplan_core::push::State;
/// use sokoplan_core::run::{Meter, Stop};
/// use sokoplan_core::{Heuristic, HeuristicSet};
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
/// assert!(HeuristicSet::all().with(Unsolved).named("unsolved").is_some());
/// ```
pub trait Heuristic: Debug + Send + Sync {
    /// Returns the properties of the heuristic.
    fn about(&self) -> &'static About;

    /// Creates the instance for one level. `problem.by_pulls` is true only if [`About::serves_pulls`] is true.
    fn instance<'a>(&self, problem: &Problem<'a>, meter: &mut Meter) -> Result<Box<dyn HeuristicInstance + 'a>, Stop>;
}

impl PartialEq for dyn Heuristic {
    /// Heuristics are equal if their words are.
    fn eq(&self, other: &Self) -> bool {
        self.about().word == other.about().word
    }
}

impl Eq for dyn Heuristic {}

/// Instance of a heuristic for one level, with its tables.
pub trait HeuristicInstance: Debug + Send {
    /// Returns the estimate in the unit of the heuristic, by the state alone; `None` if the state is proved lost.
    fn estimate(&mut self, state: &State, meter: &Meter) -> Result<Option<u32>, Stop>;
}

/// List of heuristics, each with another word on the command line.
///
/// ```
/// use sokoplan_core::HeuristicSet;
/// for heuristic in HeuristicSet::all().iter() {
///     println!("{}: {}", heuristic.about().word, heuristic.about().sentence);
/// }
/// assert!(HeuristicSet::all().named("matching-pushes").is_some_and(|found| found.about().is_admissible));
/// ```
#[derive(Clone, Default)]
pub struct HeuristicSet(Vec<Arc<dyn Heuristic>>);

impl HeuristicSet {
    /// Returns the empty set.
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// Returns the set with one more heuristic, which replaces a heuristic with an equal word.
    #[must_use]
    pub fn with(mut self, heuristic: impl Heuristic + 'static) -> Self {
        let word = heuristic.about().word;
        match self.0.iter_mut().find(|known| known.about().word == word) {
            Some(known) => *known = Arc::new(heuristic),
            None => self.0.push(Arc::new(heuristic)),
        }
        self
    }

    /// Returns the set without the heuristic with this word.
    #[must_use]
    pub fn without(mut self, word: &str) -> Self {
        self.0.retain(|heuristic| heuristic.about().word != word);
        self
    }

    /// Returns the heuristic with this word; `None` if it is not in the set.
    pub fn named(&self, word: &str) -> Option<&Arc<dyn Heuristic>> {
        self.iter().find(|heuristic| heuristic.about().word == word)
    }

    /// Returns the heuristics in the order of the set.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn Heuristic>> {
        self.0.iter()
    }

    /// Returns the words of the heuristics in the order of the set.
    pub fn words(&self) -> Vec<&'static str> {
        self.iter().map(|heuristic| heuristic.about().word).collect()
    }
}

impl Debug for HeuristicSet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.words()).finish()
    }
}
