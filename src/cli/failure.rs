//! What stops a subcommand.

use crate::solve::InternalError;
use std::io;
use std::path::Path;

/// Why a subcommand cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Whoever reads our output has had enough. No error, and nothing is said.
    #[error("broken pipe")]
    BrokenPipe,
    /// A fault of this program, which its user should report.
    #[error(transparent)]
    Internal(#[from] InternalError),
    /// Anything else, in words for the user.
    #[error("{0}")]
    Said(String),
}

impl Failure {
    /// In words.
    pub fn say(words: impl Into<String>) -> Self {
        Self::Said(words.into())
    }

    /// With the file that it happened to.
    pub fn io(path: &Path, error: &io::Error) -> Self {
        Self::Said(format!("{}: {error}", path.display()))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::BrokenPipe } else { Self::Said(error.to_string()) }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}
