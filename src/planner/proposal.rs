//! A step of an abstract plan that has not been carried out yet.

use super::Step;
use crate::packing::PackingMove;

/// A step of an abstract plan that a search should carry out, and the packing step that it serves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Step of the abstract plan that should be carried out by pushes.
    pub step: Step,
    /// Packing step that the proposal carries out, with the index in the packing plan; `None` without a packing plan.
    pub packs: Option<(usize, PackingMove)>,
}

impl From<Step> for Proposal {
    fn from(step: Step) -> Self {
        Self { step, packs: None }
    }
}
