//! IDA* (Korf 1985): the bound is on steps made plus steps estimated, and grows to the least value above it. Complete.
//! With an admissible estimate the first solution has the fewest steps. See [`super::deepening`] for the saved
//! frontier.

use super::deepening::Deepening;
use super::{Estimate, Formulation, Setup};
use crate::run::{Meter, Stop};

pub(super) fn ida_star<'a>(
    formulation: Formulation<'a>,
    estimate: Estimate<'a>,
    setup: &Setup,
    meter: &mut Meter,
) -> Result<Deepening<'a>, Stop> {
    Deepening::new(formulation, estimate, setup, meter)
}
