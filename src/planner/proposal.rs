//! A step of a plan that is to be carried out.

use super::Step;
use crate::packing::PackingMove;

/// A step of an abstract plan, as it is proposed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The step.
    pub step: Step,
    /// Along a packing plan, the step of that which it carries out, with its number from 0.
    pub packs: Option<(usize, PackingMove)>,
}

impl From<Step> for Proposal {
    fn from(step: Step) -> Self {
        Self { step, packs: None }
    }
}
