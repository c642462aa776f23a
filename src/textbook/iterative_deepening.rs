//! Iterative deepening depth-first search: the bound is a depth. Complete, and the first solution has the fewest steps.
//! See [`super::deepening`] for the saved frontier.

use super::deepening::Deepening;
use super::{Estimate, Formulation, Setup};
use crate::run::{Meter, Stop};

pub(super) fn iterative_deepening<'a>(
    formulation: Formulation<'a>,
    estimate: Estimate<'a>,
    setup: &Setup,
    meter: &mut Meter,
) -> Result<Deepening<'a>, Stop> {
    Deepening::new(formulation, estimate, setup, meter)
}
