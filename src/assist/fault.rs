//! Errors of the assistant.

use crate::run::Stop;
use crate::solve::InternalError;

/// Why the assistant has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// A limit was met, or the user asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// This program has a fault.
    #[error(transparent)]
    Internal(#[from] InternalError),
}
