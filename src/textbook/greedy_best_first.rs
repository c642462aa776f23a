//! Greedy best-first search: nodes are expanded in the order of the estimate. The first solution that is generated is
//! taken, whatever its length. Complete, since levels have finitely many states and each is stored.

use super::best_first::{BestFirst, Rank};
use super::{Estimate, Formulation, Setup};
use crate::run::{Meter, Stop};

pub(super) fn greedy_best_first<'a>(
    formulation: Formulation<'a>,
    estimate: Estimate<'a>,
    setup: &Setup,
    meter: &mut Meter,
) -> Result<BestFirst<'a>, Stop> {
    BestFirst::new(formulation, estimate, setup, Rank { cost: 0, estimate: 1 }, meter)
}
