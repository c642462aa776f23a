//! Iterative deepening depth-first search: the bound is a depth.
//!
//! Complete, and the first solution has the fewest steps. See [`super::deepening`] for the saved frontier.

use super::deepening::Deepening;
use super::{Estimate, Formulation, Setup};

pub(super) fn iterative_deepening<'a>(
    formulation: Formulation<'a>,
    estimate: Estimate<'a>,
    setup: &Setup,
) -> Deepening<'a> {
    Deepening::new(formulation, estimate, setup)
}
