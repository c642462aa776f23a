//! Refusals, and the limits of a check. The limits need not be trusted, since a limit only refuses.

use std::cell::Cell;
use std::fmt;

/// Limits of a check. A number of steps converts to limits with no end by the callback.
#[derive(Clone, Copy)]
pub struct Limits<'l> {
    /// Maximum number of steps: cells flooded, statements examined, and prices compared.
    pub steps: u64,
    /// Callback that is called at intervals; the check ends if it returns false.
    pub goes_on: &'l dyn Fn() -> bool,
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits").field("steps", &self.steps).finish_non_exhaustive()
    }
}

impl Limits<'_> {
    /// Maximum number of steps for each proof of a file, and for a list of positions that is to be written: some minutes of work.
    pub const STEPS: u64 = 40_000_000_000;
}

impl From<u64> for Limits<'_> {
    fn from(steps: u64) -> Self {
        Self { steps, goes_on: &|| true }
    }
}

/// Which limit ended a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The check would take more steps than allowed.
    Steps,
    /// The callback stopped the check.
    Stopped,
}

pub(super) struct Left<'l> {
    steps: Cell<u64>,
    goes_on: &'l dyn Fn() -> bool,
}

impl<'l> Left<'l> {
    /// Number of steps between two calls of the callback: some milliseconds of work.
    const UNASKED: u64 = 1 << 18;

    pub(super) fn of(limits: Limits<'l>) -> Self {
        Self { steps: Cell::new(limits.steps), goes_on: limits.goes_on }
    }

    /// Subtracts `steps` from the steps left, and calls the callback at intervals.
    pub(super) fn spend(&self, steps: usize) -> Result<(), Refusal> {
        let before = self.steps.get();
        let after = before.checked_sub(steps as u64).ok_or_else(|| Limit::Steps.refusal())?;
        self.steps.set(after);
        let is_asked = before / Self::UNASKED != after / Self::UNASKED;
        if is_asked && !(self.goes_on)() { Err(Limit::Stopped.refusal()) } else { Ok(()) }
    }
}

impl Limit {
    fn refusal(self) -> Refusal {
        let what = match self {
            Self::Steps => "checking takes more steps than allowed",
            Self::Stopped => "checking takes more time or memory than allowed",
        };
        Refusal { limit: Some(self), ..Refusal::at(1, what) }
    }
}

/// Reason why a proof is refused: a fault with its place, or a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Line of the fault, from 1.
    pub line: usize,
    /// Column of the fault, from 1.
    pub column: usize,
    /// Limit that was reached; `None` if the proof is faulty.
    pub limit: Option<Limit>,
    /// Description of the fault, or of what was expected.
    pub what: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.what)
    }
}

impl std::error::Error for Refusal {}

impl Refusal {
    pub(super) fn at(line: usize, what: impl Into<String>) -> Self {
        Self { line, column: 1, limit: None, what: what.into() }
    }
}
