//! What an optimal search minimises, costs of paths, and the queue of positions of one cost.

use crate::push::NodeId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Add;

/// The number that an optimal search minimises, and the number that breaks ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, schemars::JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// Fewest pushes.
    Pushes,
    /// Fewest moves, pushes included.
    Moves,
    /// Fewest pushes; of equal solutions, fewest moves.
    PushesMoves,
    /// Fewest moves; of equal solutions, fewest pushes.
    MovesPushes,
}

impl Metric {
    /// Returns the unit of the number that counts first: pushes or moves.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Pushes | Self::PushesMoves => "pushes",
            Self::Moves | Self::MovesPushes => "moves",
        }
    }

    /// Returns the cost of a walk of `steps` steps and `pushes` pushes after it.
    pub(super) const fn cost(self, pushes: u32, steps: u32) -> Cost {
        match self {
            Self::Pushes => Cost::new(pushes, 0),
            Self::Moves => Cost::new(steps + pushes, 0),
            Self::PushesMoves => Cost::new(pushes, steps + pushes),
            Self::MovesPushes => Cost::new(steps + pushes, pushes),
        }
    }

    /// Returns a lower bound on the cost of a path with `pushes` pushes: each push is a move too.
    pub(super) const fn least(self, pushes: u32) -> Cost {
        match self {
            Self::Pushes | Self::Moves => Cost::new(pushes, 0),
            Self::PushesMoves | Self::MovesPushes => Cost::new(pushes, pushes),
        }
    }
}

crate::run::from_word!(pub Metric {
    Pushes = "pushes",
    Moves = "moves",
    PushesMoves = "pushes-moves",
    MovesPushes = "moves-pushes",
});

/// Cost of a path: the number that counts first, then the one that breaks ties. Each has 32 bits of one word, so that
/// costs are added and compared at once; no search has the memory for an overflow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost(u64);

impl Cost {
    pub(crate) const fn new(first: u32, second: u32) -> Self {
        Self((first as u64) << 32 | second as u64)
    }

    /// Returns this cost with 0 in place of the number that breaks ties.
    pub(crate) const fn floor(self) -> Self {
        Self(self.0 >> 32 << 32)
    }

    /// Returns the number that the metric counts first: pushes or moves.
    pub const fn first(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

impl Add for Cost {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

/// Positions by class and rank. Classes take turns, each with the least rank first, among equals the newest.
#[derive(Debug, Default)]
pub(super) struct ClassQueue(BTreeMap<(u16, u32), Vec<NodeId>>);

impl ClassQueue {
    pub(super) fn push(&mut self, (class, rank): (u16, u32), id: NodeId) {
        self.0.entry((class, rank)).or_default().push(id);
    }

    /// Drops the positions that are not open; returns the number of those that stay.
    pub(super) fn retain(&mut self, is_open: impl Fn(NodeId) -> bool) -> usize {
        self.0.retain(|_, ids| {
            ids.retain(|&id| is_open(id));
            ids.shrink_to_fit();
            !ids.is_empty()
        });
        self.0.values().map(Vec::len).sum()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes the next position that is open, and returns it with its rank; `turn` is the class of the position taken last.
    pub(super) fn pop(&mut self, turn: &mut u16, is_open: impl Fn(NodeId) -> bool) -> Option<(u32, NodeId)> {
        loop {
            // The class after the one that had the last turn, so that none waits while others go on.
            let later = self.0.range((*turn, u32::MAX)..).next();
            let (&(class, rank), _) = later.or_else(|| self.0.first_key_value())?;
            let ids = self.0.get_mut(&(class, rank))?;
            let taken = std::iter::from_fn(|| ids.pop()).find(|&id| is_open(id));
            if ids.is_empty() {
                self.0.remove(&(class, rank));
            }
            if let Some(id) = taken {
                *turn = class;
                return Some((rank, id));
            }
        }
    }
}
