//! Failures: errors that end a subcommand.

use super::{ExitStatus, message};
use crate::files::Unreadable;
use crate::render::PngError;
use crate::run::Stop;
use crate::solve::InternalError;
use std::io;
use std::path::Path;

/// Why a subcommand cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The reader of the output has closed it, which is not an error; nothing is printed.
    #[error("broken pipe")]
    BrokenPipe,
    /// An error of this program, which the user should report.
    #[error(transparent)]
    Internal(#[from] InternalError),
    /// The reasons were printed, and no work is left: the subcommand ends with this status.
    #[error("nothing to do")]
    Told(ExitStatus),
    /// Any other reason, as a message for the user.
    #[error("{0}")]
    Message(String),
}

impl Failure {
    /// Returns a failure with a message.
    pub fn message(words: impl Into<String>) -> Self {
        Self::Message(words.into())
    }

    /// Returns a failure for a limit that was met, or for a signal, whose exit code differs.
    pub(super) fn stopped(stop: Stop) -> Self {
        if stop == Stop::Interrupted {
            message::note(&stop);
            return Self::Told(ExitStatus::Interrupted);
        }
        Self::message(stop.to_string())
    }

    /// Returns a failure with a message that names a file and the error that the operating system reported for it.
    pub fn io(path: &Path, error: &io::Error) -> Self {
        Self::Message(format!("{}: {error}", path.display()))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::BrokenPipe } else { Self::Message(error.to_string()) }
    }
}

impl From<PngError> for Failure {
    fn from(error: PngError) -> Self {
        Self::message(error.to_string())
    }
}

impl From<Unreadable> for Failure {
    fn from(error: Unreadable) -> Self {
        match error {
            Unreadable::Stopped(_, Stop::Interrupted) => Self::stopped(Stop::Interrupted),
            Unreadable::Stopped(_, Stop::MemoryLimit) => Self::message(format!("{error}: give more --memory")),
            other => Self::message(other.to_string()),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}
