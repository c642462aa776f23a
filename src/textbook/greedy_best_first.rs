//! Greedy best-first search: what waits is expanded by the estimate alone.
//!
//! A solution is taken as soon as one is seen, however long it is. Complete all the same: levels have finitely many
//! states, and each is kept.

use super::best_first::{BestFirst, Rank};
use super::{Estimate, Formulation, Setup};
use crate::run::{Meter, Stop};

pub(super) fn greedy_best_first<'a>(
    formulation: Formulation<'a>,
    estimate: Estimate<'a>,
    setup: &Setup,
    meter: &mut Meter,
) -> Result<BestFirst<'a>, Stop> {
    BestFirst::new(formulation, estimate, setup, Rank { made: 0, to_come: 1 }, meter)
}
