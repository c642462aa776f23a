//! Pruning of local states by data of the whole level: verdicts on lost states, and estimates.
//!
//! [`super::Exact`] calls [`LocalPruning`]; a planner implements it with deadlock tests, packing orders and distances.
//! [`NoPruning`] prunes nothing and leaves the abstraction exact.

use super::Counts;
use super::local::{Bits, LocalState};
use crate::maze::AreaId;
use crate::run::{Meter, Stop};
use std::fmt::Debug;

/// Verdicts and estimates on local states.
pub trait LocalPruning: Debug + Send {
    /// Returns whether the state may be used. `arrived` is the square that a box was just pushed to.
    ///
    /// # Errors
    /// A limit of the meter.
    fn admits(&mut self, area: AreaId, state: LocalState, arrived: Option<u8>, meter: &mut Meter)
    -> Result<bool, Stop>;

    /// Returns whether every refusal so far was a proof that the state is lost.
    fn is_sound(&self) -> bool;

    /// Returns an estimate of the pushes that the boxes of an area still need; 0 is best.
    fn estimate(&mut self, area: AreaId, boxes: Bits) -> u32;

    /// Returns the additional pushes that these counts cost, because goals of an area are limited; `None` where some
    /// boxes provably find no goal.
    fn detour(&self, counts: &Counts) -> Option<u32>;
}

/// Admits everything and prefers nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPruning;

impl LocalPruning for NoPruning {
    fn admits(&mut self, _: AreaId, _: LocalState, _: Option<u8>, _: &mut Meter) -> Result<bool, Stop> {
        Ok(true)
    }

    fn is_sound(&self) -> bool {
        true
    }

    fn estimate(&mut self, _: AreaId, _: Bits) -> u32 {
        0
    }

    fn detour(&self, _: &Counts) -> Option<u32> {
        Some(0)
    }
}
