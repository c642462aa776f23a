//! The positions of the upper level.

use super::TransferRecord;
use super::agenda::Agenda;
use crate::abstraction::Label;
use crate::push::State;
use crate::search::Features;

/// A position that realised steps lead to.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) state: State,
    pub(super) features: Features,
    /// The best features on the path.
    pub(super) best: Features,
    pub(super) cell: usize,
    /// The weights of the steps on the path, added up: 0 for the first that was tried in a position, 1 for others.
    pub(super) weight: u32,
    pub(super) parent: Option<(usize, TransferRecord)>,
    /// `None` before its first turn.
    pub(super) agenda: Option<Agenda>,
    /// The number of proposals tried.
    pub(super) tries: u32,
    /// The label of the last realisation that left open what is possible; `None` if there was none.
    pub(super) open: Option<Label>,
    /// Whether nothing is left to propose.
    pub(super) is_spent: bool,
}
