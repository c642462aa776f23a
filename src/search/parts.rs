//! What a feature-space search is made of, and what it can do without.

use super::{Layout, Order};
use bitflags::bitflags;
use std::str::FromStr;

bitflags! {
    /// Parts that can be left out, to see what each is worth. No answer depends on them, only how soon it is found.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Parts: u16 {
        /// Pushes that freeze boxes off goals are refused.
        const FREEZE = 1;
        /// Pushes that close a diagonal of boxes and walls which can never be filled are refused.
        const DIAGONALS = 1 << 1;
        /// Positions where frozen boxes leave the others too few goals are lost.
        const FROZEN_WALLS = 1 << 2;
        /// Positions whose boxes cannot all have goals of their own are lost.
        const MATCHING = 1 << 3;
        /// Positions with a dead corral are lost.
        const CORRAL = 1 << 4;
        /// Positions whose boxes around the pushed one are lost, are lost.
        const CLUSTER = 1 << 5;
        /// What was proved lost once is known again.
        const LESSONS = 1 << 6;
        /// Where a corral must be worked on, only its boxes are pushed.
        const PI_CORRAL = 1 << 7;
        /// Goals are filled in an order that leaves the others open.
        const PACKING = 1 << 8;
        /// Ways between areas that boxes close are counted.
        const ROOMS = 1 << 9;
        /// The next transfer, a box on its route to its goal, is advised, with what stands in its way.
        const TRANSFER = 1 << 10;
        /// The jam is seen.
        const JAM = 1 << 11;
    }
}

impl Parts {
    /// The order of packing, unless packing is left out.
    pub const fn order(self, order: Order) -> Order {
        if self.contains(Self::PACKING) { order } else { Order::None }
    }

    /// The word of each part, as users write it.
    pub fn words() -> impl Iterator<Item = (String, Self)> {
        Self::all().iter_names().map(|(name, part)| (name.to_lowercase().replace('_', "-"), part))
    }
}

/// How a search of the feature space is set.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Which features make a cell.
    pub layout: Layout,
    /// What it is made of.
    pub parts: Parts,
}

impl Setting {
    /// With all its parts.
    pub const fn whole(layout: Layout) -> Self {
        Self { layout, parts: Parts::all() }
    }
}

impl FromStr for Parts {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let found = Self::words().find(|(known, _)| known == word);
        let words: Vec<String> = Self::words().map(|(word, _)| word).collect();
        found.map(|(_, part)| part).ok_or_else(|| format!("expected one of {}", words.join(", ")))
    }
}
