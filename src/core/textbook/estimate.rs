//! Estimates of the states of a formulation, by the heuristic of its setup. Estimates are defined in
//! [`crate::heuristic`]; here an instance is created for a formulation, and limits are checked.

use super::{Child, Formulation, Setup};
use crate::heuristic::estimates::Zero;
use crate::heuristic::{Heuristic, HeuristicInstance, Problem};
use crate::push::State;
use crate::run::{Meter, Stop};

/// The instance of a heuristic for one formulation of one level.
#[derive(Debug)]
pub struct Estimate<'a>(Box<dyn HeuristicInstance + 'a>);

impl<'a> Estimate<'a> {
    /// Creates the instance with its tables. By pulls, a heuristic that cannot estimate pulls is replaced by 0.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(formulation: &Formulation<'a>, setup: &Setup, meter: &mut Meter) -> Result<Self, Stop> {
        let Formulation { maze, start, by_pulls, .. } = *formulation;
        let heuristic = setup.working_heuristic();
        let problem = Problem { by_pulls, ..Problem::new(maze, start) };
        let is_served = !by_pulls || heuristic.about().serves_pulls;
        let instance = if is_served { heuristic.instance(&problem, meter) } else { Zero.instance(&problem, meter) };
        instance.map(Self)
    }

    /// Returns the estimated number of steps left from a state; `None` if the state is proved lost.
    ///
    /// # Errors
    /// A limit of the meter; with thousands of boxes an estimate takes long.
    pub fn of(&mut self, state: &State, meter: &Meter) -> Result<Option<u32>, Stop> {
        meter.check()?;
        self.0.estimate(state, meter)
    }

    /// Returns each child with its estimate; `None` in place of the estimate if the child is proved lost.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn of_all(&mut self, children: Vec<Child>, meter: &Meter) -> Result<Vec<(Child, Option<u32>)>, Stop> {
        children.into_iter().map(|child| self.of(&child.state, meter).map(|estimate| (child, estimate))).collect()
    }
}
