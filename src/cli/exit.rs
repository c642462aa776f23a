//! How the command ends.
//!
//! What became of the parts comes in; one exit code goes out. The table in [`TABLE`] is the only one: help and README
//! repeat it.

use crate::run::Answer;
use std::process::ExitCode;

/// The exit codes, as help shows them.
pub const TABLE: &str = "\
Exit codes:
  0    all that was asked for was done
  1    done, but the answer is no for some level
  2    usage, input or I/O
  70   a fault of sokoplan itself: please report it
  130  interrupted";

/// How the command, or a part of it, ended. Later ones go before earlier ones when they meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// All that was asked for was done.
    #[default]
    Done,
    /// Done, but the answer is no for some level.
    No,
    /// Usage, input or I/O.
    Failed,
    /// The user asked to stop.
    Interrupted,
    /// A fault of this program.
    Internal,
}

impl Exit {
    /// The exit of two parts together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.max(other)
    }

    /// The number that the shell sees.
    pub const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::No => 1,
            Self::Failed => 2,
            Self::Interrupted => 130,
            Self::Internal => 70,
        }
    }
}

impl From<Answer> for Exit {
    /// What an answer about a level comes to.
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Solved => Self::Done,
            Answer::InternalError => Self::Internal,
            _ => Self::No,
        }
    }
}

impl From<bool> for Exit {
    /// Yes or no.
    fn from(yes: bool) -> Self {
        if yes { Self::Done } else { Self::No }
    }
}

impl FromIterator<Self> for Exit {
    fn from_iter<I: IntoIterator<Item = Self>>(parts: I) -> Self {
        parts.into_iter().fold(Self::Done, Self::and)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_of_ours_goes_before_interrupted_before_failed_before_no_before_done() {
        let all = [Exit::Done, Exit::No, Exit::Failed, Exit::Interrupted, Exit::Internal];
        assert_eq!(
            (0..5).map(|n| all[..=n].iter().copied().collect::<Exit>().code()).collect::<Vec<_>>(),
            [0, 1, 2, 130, 70]
        );
        assert_eq!([].into_iter().collect::<Exit>(), Exit::Done);
    }
}
