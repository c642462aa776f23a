//! The positions of the upper level.

use super::{Proposal, TransferRecord};
use crate::push::State;
use crate::search::Features;

/// A position that realised transfers lead to.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) state: State,
    pub(super) features: Features,
    /// The best features on the path.
    pub(super) best: Features,
    pub(super) cell: usize,
    /// The weights of the moves on the path, added up.
    pub(super) weight: u32,
    pub(super) parent: Option<(usize, TransferRecord)>,
    /// The proposals that are still to be tried, the next one last; `None` before they are made.
    pub(super) proposals: Option<Vec<Proposal>>,
    /// Number of proposals tried.
    pub(super) tries: u32,
    /// Number of takeovers from here.
    pub(super) takeovers: u32,
}
