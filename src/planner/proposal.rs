//! A proposed step of a plan.

use super::Step;
use crate::packing::PackingMove;

/// A proposed step of an abstract plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The step.
    pub step: Step,
    /// The step of the packing plan that it carries out, with its number from 0; `None` without a packing plan.
    pub packs: Option<(usize, PackingMove)>,
}

impl From<Step> for Proposal {
    fn from(step: Step) -> Self {
        Self { step, packs: None }
    }
}
