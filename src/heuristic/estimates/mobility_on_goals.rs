//! Sum of the estimates of [`super::Mobility`] and [`super::OnGoals`].

use super::misplaced::MisplacedBoxes;
use super::mobility::BoxMobility;
use super::on_goals::BoxesOnTargets;
use crate::heuristic::{About, Heuristic, HeuristicInstance, Problem, Unit};
use crate::push::State;
use crate::run::{Meter, Stop};

/// Heuristic: share of immobile sides of boxes plus share of boxes off goal.
#[derive(Clone, Copy, Debug)]
pub struct MobilityOnGoals;

impl Heuristic for MobilityOnGoals {
    fn about(&self) -> &'static About {
        &About {
            word: "mobility-on-goals",
            sentence: "the sum of mobility and on-goals, from 0 to 198",
            source: "the report on the reverse and backwards solver",
            unit: Unit::Rank,
            is_admissible: false,
            is_consistent: false,
            serves_pulls: true,
        }
    }

    fn instance<'a>(&self, problem: &Problem<'a>, _: &mut Meter) -> Result<Box<dyn HeuristicInstance + 'a>, Stop> {
        let on_targets = BoxesOnTargets(MisplacedBoxes::new(problem));
        Ok(Box::new(Instance { mobility: BoxMobility::new(problem), on_targets }))
    }
}

#[derive(Debug)]
struct Instance<'a> {
    mobility: BoxMobility<'a>,
    on_targets: BoxesOnTargets,
}

impl HeuristicInstance for Instance<'_> {
    fn estimate(&mut self, state: &State, _: &Meter) -> Result<Option<u32>, Stop> {
        Ok(Some(self.mobility.immobile_share(state) + self.on_targets.off_share(state)))
    }
}
