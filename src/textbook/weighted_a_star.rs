//! Weighted A* (Pohl 1970): the estimate has a greater weight than the steps made. Complete. With an admissible
//! estimate the first solution has at most the fewest steps times the weight.

use super::best_first::{BestFirst, Rank};
use super::{Estimate, Formulation, Setup, Weight};
use crate::run::{Meter, Stop};

pub(super) fn weighted_a_star<'a>(
    formulation: Formulation<'a>,
    estimate: Estimate<'a>,
    setup: &Setup,
    meter: &mut Meter,
) -> Result<BestFirst<'a>, Stop> {
    let rank = Rank { cost: Weight::TENTHS.into(), estimate: setup.weight.tenths().into() };
    BestFirst::new(formulation, estimate, setup, rank, meter)
}
