//! Limits while a text is read.
//!
//! Every loop over what a text says takes a step for each thing, and claims what it copies. So limits hold however long
//! the text is, and the steps that a text takes can be counted.

use crate::run::{Held, Meter, Stop};
use std::cell::{Cell, RefCell};

/// The steps between two questions to the meter: more delay the time limit, fewer cost time.
const PATIENCE: u32 = 16;

/// The bytes of a byte of text, while it is a tree of words and then as what it says: an estimate from its parts.
const READ_BYTES: usize = 20;

/// Asks a meter, and holds bytes.
#[derive(Debug)]
pub(super) struct Pace<'m> {
    pub(super) meter: &'m Meter,
    held: RefCell<Held>,
    steps: Cell<u32>,
}

impl<'m> Pace<'m> {
    /// Starts with the bytes that a text takes.
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
