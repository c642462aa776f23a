//! What tables are told from outside: which local states are lost, and which are good.
//!
//! The tables ask; a planner answers with deadlock tests, filling orders and distances. [`NoPruning`] knows nothing, and
//! leaves the abstraction exact.

use super::Counts;
use super::local::{Bits, LocalState};
use crate::maze::AreaId;
use crate::run::{Meter, Stop};
use std::fmt::Debug;

/// Advice on local states.
pub trait LocalPruning: Debug + Send {
    /// May the state be used? `arrived` is the square that a box has just come to.
    ///
    /// # Errors
    /// A limit of the meter.
    fn admits(&mut self, area: AreaId, state: LocalState, arrived: Option<u8>, meter: &mut Meter)
    -> Result<bool, Stop>;

    /// Was every refusal so far a proof that the state is lost?
    fn is_sound(&self) -> bool;

    /// How far the boxes of an area are from what is wanted of them; 0 is best.
    fn estimate(&mut self, area: AreaId, boxes: Bits) -> u32;

    /// How much farther boxes must go when there are so many in each area, since an area has only so many goals; `None`
    /// where some provably find none.
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
