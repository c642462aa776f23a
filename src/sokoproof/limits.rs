//! The limits of a check. This code need not be trusted, since a limit only refuses.

use super::Refusal;
use std::cell::Cell;
use std::fmt;

/// Limits of a check. A number of steps converts to limits with 2 GiB and no end by the callback.
#[derive(Clone, Copy)]
pub struct Limits<'l> {
    /// Maximum number of steps: cells flooded, statements examined, and prices compared.
    pub steps: u64,
    /// Maximum number of bytes of statements and listed positions.
    pub bytes: u64,
    /// Callback that is called at intervals; the check ends if it returns false.
    pub goes_on: &'l dyn Fn() -> bool,
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits").field("steps", &self.steps).field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

impl From<u64> for Limits<'_> {
    fn from(steps: u64) -> Self {
        Self { steps, bytes: 2 << 30, goes_on: &|| true }
    }
}

/// Which limit ended a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The check would take more steps than allowed.
    Steps,
    /// The check would hold more bytes than allowed.
    Bytes,
    /// The callback stopped the check.
    Stopped,
}

/// Steps and bytes that the limits still allow.
pub(super) struct Left<'l> {
    steps: Cell<u64>,
    bytes: Cell<u64>,
    goes_on: &'l dyn Fn() -> bool,
}

impl<'l> Left<'l> {
    /// Estimated bytes of a line of the text while its statements are read.
    const LINE: usize = 128;
    /// Number of steps between two calls of the callback: some milliseconds of work.
    const UNASKED: u64 = 1 << 18;

    /// Creates the counters with these limits, minus the bytes for the lines of a text.
    pub(super) fn of(limits: Limits<'l>, text: &str) -> Result<Self, Refusal> {
        let Limits { steps, bytes, goes_on } = limits;
        let left = Self { steps: Cell::new(steps), bytes: Cell::new(bytes), goes_on };
        left.hold(Self::LINE.saturating_mul(text.lines().count())).map(|()| left)
    }

    /// Subtracts `steps` from the steps left, and calls the callback at intervals.
    pub(super) fn spend(&self, steps: usize) -> Result<(), Refusal> {
        let before = self.steps.get();
        let after = before.checked_sub(steps as u64).ok_or_else(|| Limit::Steps.refusal())?;
        self.steps.set(after);
        let is_asked = before / Self::UNASKED != after / Self::UNASKED;
        if is_asked && !(self.goes_on)() { Err(Limit::Stopped.refusal()) } else { Ok(()) }
    }

    /// Subtracts `bytes` from the bytes left, before memory is allocated.
    pub(super) fn hold(&self, bytes: usize) -> Result<(), Refusal> {
        self.bytes.set(self.bytes.get().checked_sub(bytes as u64).ok_or_else(|| Limit::Bytes.refusal())?);
        Ok(())
    }

    /// Subtracts steps and bytes; see [`Self::spend`] and [`Self::hold`].
    pub(super) fn take(&self, steps: usize, bytes: usize) -> Result<(), Refusal> {
        self.spend(steps)?;
        self.hold(bytes)
    }

    /// Adds released bytes to the bytes left.
    pub(super) fn give(&self, bytes: usize) {
        self.bytes.set(self.bytes.get().saturating_add(bytes as u64));
    }
}

impl Limit {
    fn refusal(self) -> Refusal {
        let what = match self {
            Self::Steps => "checking takes more steps than allowed",
            Self::Bytes => "checking takes more memory than allowed",
            Self::Stopped => "checking takes more time than allowed",
        };
        Refusal { limit: Some(self), ..Refusal::at(1, what) }
    }
}
