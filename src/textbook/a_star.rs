//! A* (Hart, Nilsson and Raphael 1968): nodes are expanded by steps made plus steps estimated. Complete. With an
//! admissible estimate the first solution that is expanded has the fewest steps.

use super::best_first::{BestFirst, Rank};
use super::{Estimate, Formulation, Setup};
use crate::run::{Meter, Stop};

pub(super) fn a_star<'a>(
    formulation: Formulation<'a>,
    estimate: Estimate<'a>,
    setup: &Setup,
    meter: &mut Meter,
) -> Result<BestFirst<'a>, Stop> {
    BestFirst::new(formulation, estimate, setup, Rank { cost: 1, estimate: 1 }, meter)
}
