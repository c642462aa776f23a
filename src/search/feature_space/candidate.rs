//! A macro push that a position offers, with what it leads to.

use super::Features;
use crate::level::Square;
use std::cmp::Reverse;

/// A macro push, as the position sees it in which it can be made.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Where its box stands.
    pub from: Square,
    /// Its number among the macro pushes of the box.
    pub number: u16,
    /// Where its box goes.
    pub to: Square,
    /// The features afterwards.
    pub features: Features,
    /// A lower bound on the pushes that are needed afterwards.
    pub estimate: u32,
}

impl Candidate {
    /// A key by which the candidate that is best for packing is the least.
    pub const fn packing_rank(&self) -> (u16, Reverse<u16>, u16, u16, u32) {
        let f = self.features;
        (f.stranded, Reverse(f.packed), f.regions, f.closed, self.estimate)
    }
}
