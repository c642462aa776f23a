//! The trait of heuristics, which create estimators for one level.

use super::{About, Problem};
use crate::push::State;
use crate::run::{Meter, Stop};
use std::fmt::Debug;

/// Heuristic: creates for each level an instance that estimates the distance of positions from a solution.
///
/// A built-in heuristic is a file in `heuristic/estimates/` and a line in its list; other heuristics are added to a
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
    /// Returns the properties of the heuristic.
    fn about(&self) -> &'static About;

    /// Creates the instance for one level. `problem.by_pulls` is true only if [`About::serves_pulls`] is true.
    ///
    /// # Errors
    /// A limit of the meter.
    fn instance<'a>(&self, problem: &Problem<'a>, meter: &mut Meter) -> Result<Box<dyn HeuristicInstance + 'a>, Stop>;
}

impl PartialEq for dyn Heuristic {
    /// Returns whether the words of the heuristics are equal.
    fn eq(&self, other: &Self) -> bool {
        self.about().word == other.about().word
    }
}

impl Eq for dyn Heuristic {}

/// Instance of a heuristic for one level, with its tables.
pub trait HeuristicInstance: Debug + Send {
    /// Returns the estimate of a state, in the unit of the heuristic; `None` if the state is proved lost. The estimate
    /// depends on the state alone.
    ///
    /// # Errors
    /// A limit of the meter.
    fn estimate(&mut self, state: &State, meter: &Meter) -> Result<Option<u32>, Stop>;
}
