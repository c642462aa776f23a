//! Exit statuses of the command and of its parts, as listed by `sokoplan help exit-codes`, and failures.

use super::{interruption, message};
use crate::files::Unreadable;
use crate::run::{Answer, Stop};
use crate::solve::InternalError;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Exit status of the command or of a part of its work, in ascending order: of two statuses the greater one prevails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitStatus {
    /// All work was done.
    #[default]
    Done,
    /// All work was done, and the answer is no for some level.
    No,
    /// An error of usage, input or output.
    Failed,
    /// A signal ended the program.
    Interrupted,
    /// An error of this program itself.
    Internal,
}

impl ExitStatus {
    /// Returns the status of two parts together: the greater of both statuses.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.max(other)
    }

    /// Returns the exit code for the shell.
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::No => 1,
            Self::Failed => 2,
            Self::Interrupted => interruption::code(),
            Self::Internal => 70,
        }
    }
}

impl From<Answer> for ExitStatus {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Solved => Self::Done,
            Answer::InternalError => Self::Internal,
            _ => Self::No,
        }
    }
}

impl From<bool> for ExitStatus {
    fn from(yes: bool) -> Self {
        if yes { Self::Done } else { Self::No }
    }
}

impl FromIterator<Self> for ExitStatus {
    fn from_iter<I: IntoIterator<Item = Self>>(parts: I) -> Self {
        parts.into_iter().fold(Self::Done, Self::and)
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(exit: ExitStatus) -> Self {
        Self::from(exit.code())
    }
}

/// What helps if levels take more memory than is allowed.
pub(super) const FEWER: &str = "select fewer levels with --level or --title, or raise --memory";

/// Why a subcommand cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The reader of the output has closed it: no error, and no message.
    #[error("broken pipe")]
    BrokenPipe,
    /// An error of this program, which the user should report.
    #[error(transparent)]
    Internal(#[from] InternalError),
    /// A limit was met while levels were read.
    #[error("{0}: {FEWER}")]
    Reading(#[from] Stop),
    /// The reasons were printed, and no work is left: the subcommand ends with this status.
    #[error("no result")]
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
