//! What was attempted, and what came of it.

use super::Proposal;
use crate::abstraction::Label;
use crate::push::Push;

/// A transfer that was realised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransferRecord {
    /// What was proposed.
    pub proposal: Proposal,
    /// Its pushes.
    pub pushes: Vec<Push>,
    /// How certain its outcome is.
    pub label: Label,
}

/// A realisation that was attempted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempted {
    /// The number of the position.
    pub position: usize,
    /// What was proposed.
    pub proposal: Proposal,
    /// The label.
    pub label: Label,
    /// Push nodes spent.
    pub nodes: u64,
    /// The positions that it led to.
    pub outcomes: usize,
}
