//! Pruning of local states by what is known of the whole level: which are lost, and how many pushes others still need.
//!
//! [`super::Exact`] uses [`LocalPruning`], which planners implement by deadlock tests, packing orders and distances.
//! [`NoPruning`] leaves the abstraction exact.

use super::Counts;
use super::local::{Bits, LocalState};
use crate::maze::AreaId;
use crate::run::{Meter, Stop};
use std::fmt::Debug;

/// Decides which local states of an area are kept, and which come first.
pub trait LocalPruning: Debug + Send {
    /// Returns whether a local state is kept. `arrived` is the square to which a box was just pushed, if one was.
    ///
    /// # Errors
    /// A limit of the meter.
    fn admits(&mut self, area: AreaId, state: LocalState, arrived: Option<u8>, meter: &mut Meter)
    -> Result<bool, Stop>;

    /// Returns whether every state refused so far is proved lost.
    fn is_sound(&self) -> bool;

    /// Returns the estimated number of pushes that the boxes of an area still need; 0 is best.
    fn estimate(&mut self, area: AreaId, boxes: Bits) -> u32;

    /// Returns how many pushes box counts cost beyond the estimates, because areas have few goals; `None` if some boxes
    /// provably find no goal.
    fn detour(&self, counts: &Counts) -> Option<u32>;
}

/// Pruning that keeps every local state and prefers none.
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
