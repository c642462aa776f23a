//! Limits while a text is read.
//!
//! Every loop over the contents of a text takes a step for each item, and claims the bytes that it copies. So limits
//! hold for texts of any length, and the steps of a text can be counted.

use crate::run::{Held, Meter, Stop};
use std::cell::{Cell, RefCell};

/// Number of steps between two checks of the meter: trades the delay of the time limit against time.
const PATIENCE: u32 = 16;

/// Estimated bytes of memory for one byte of text: its words and lists, and then the parsed data.
const READ_BYTES: usize = 20;

/// Checks a meter at intervals of steps, and holds the claim on memory for what is read.
#[derive(Debug)]
pub(super) struct Pace<'m> {
    pub(super) meter: &'m Meter,
    held: RefCell<Held>,
    steps: Cell<u32>,
}

impl<'m> Pace<'m> {
    /// Creates the pace of a text, and claims the bytes for reading it.
    pub(super) fn new(text: &str, meter: &'m Meter) -> Result<Self, Stop> {
        let pace = Self { meter, held: RefCell::default(), steps: Cell::new(0) };
        meter.check()?;
        pace.claim(READ_BYTES.saturating_mul(text.len()))?;
        Ok(pace)
    }

    pub(super) fn step(&self) -> Result<(), Stop> {
        self.steps.set(self.steps.get().wrapping_add(1));
        if self.steps.get().is_multiple_of(PATIENCE) { self.meter.check() } else { Ok(()) }
    }

    pub(super) fn claim(&self, bytes: usize) -> Result<(), Stop> {
        self.held.borrow_mut().grow(bytes, self.meter)
    }

    pub(super) fn into_held(self) -> Held {
        self.held.into_inner()
    }
}
