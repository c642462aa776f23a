//! Store of the states of a search, packed, each with its parent and push. States are inserted with a parent and a push
//! and are numbered, each state once. States are compared in full, so hash collisions are harmless.

use super::{BoxSet, Push, State};
use crate::level::{Direction, Square};
use crate::run::{Stop, reserve, table};
use std::hash::{Hash, Hasher};

/// Number of a state in an [`Arena`]: states are numbered from 0 in the order of insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// Returns the number as an index into tables over nodes.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    player: Square,
    pushed: Square,
    direction: u8,
    parent: u32,
}

impl Entry {
    fn new(player: Square, parent: Option<(NodeId, Push)>) -> Self {
        let (parent, pushed, direction) =
            parent.map_or((NOBODY, Square(0), 0), |(p, push)| (p.0, push.from, push.direction as u8));
        Self { player, pushed, direction, parent }
    }
}

const NOBODY: u32 = u32::MAX;

/// Packed states, numbered in the order of insertion, with a hash table to find them.
#[derive(Debug)]
pub struct Arena {
    words_each: usize,
    words: Vec<u64>,
    entries: Vec<Entry>,
    /// Hash table of the numbers of states, by open addressing with linear probing; never more than two thirds full.
    table: Vec<u32>,
}

impl Arena {
    /// Creates an empty arena, for a board of `squares` squares.
    pub fn new(squares: usize) -> Self {
        Self { words_each: BoxSet::words_for(squares), words: Vec::new(), entries: Vec::new(), table: Vec::new() }
    }

    /// Removes all states, and releases their memory.
    pub fn clear(&mut self) {
        (self.words, self.entries, self.table) = (Vec::new(), Vec::new(), Vec::new());
    }

    /// Adds a state and returns its number; `None` if it is stored, an error if there are more states than
    /// numbers, or no memory for them.
    pub fn insert(&mut self, state: &State, parent: Option<(NodeId, Push)>) -> Result<Option<NodeId>, Stop> {
        self.fit_table()?;
        let slot = self.slot_of(state);
        if self.table[slot] != NOBODY {
            return Ok(None);
        }
        let id = self.add(state, parent)?;
        self.table[slot] = id.0;
        Ok(Some(id))
    }

    /// Adds a state even if it is stored, for searches without transposition detection.
    pub fn insert_copy(&mut self, state: &State, parent: Option<(NodeId, Push)>) -> Result<NodeId, Stop> {
        match self.insert(state, parent)? {
            Some(id) => Ok(id),
            None => self.add(state, parent),
        }
    }

    fn add(&mut self, state: &State, parent: Option<(NodeId, Push)>) -> Result<NodeId, Stop> {
        let id = u32::try_from(self.entries.len()).ok().filter(|&id| id != NOBODY).ok_or(Stop::MemoryLimit)?;
        reserve(&mut self.words, self.words_each)?;
        reserve(&mut self.entries, 1)?;
        self.words.extend_from_slice(state.boxes.words());
        self.entries.push(Entry::new(state.player, parent));
        Ok(NodeId(id))
    }

    /// Replaces the parent and the push of a state.
    pub fn reroute(&mut self, id: NodeId, parent: Option<(NodeId, Push)>) {
        let player = self.entries[id.index()].player;
        self.entries[id.index()] = Entry::new(player, parent);
    }

    /// Returns the number of a state; `None` if it is not stored.
    pub fn find(&self, state: &State) -> Option<NodeId> {
        if self.table.is_empty() {
            return None;
        }
        Some(self.table[self.slot_of(state)]).filter(|&id| id != NOBODY).map(NodeId)
    }

    fn slot_of(&self, state: &State) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = hash(state.boxes.words(), state.player) & mask;
        while self.table[slot] != NOBODY && !self.holds(self.table[slot] as usize, state) {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn holds(&self, id: usize, state: &State) -> bool {
        self.entries[id].player == state.player && self.words_of(id) == state.boxes.words()
    }

    fn words_of(&self, id: usize) -> &[u64] {
        &self.words[id * self.words_each..][..self.words_each]
    }

    fn fit_table(&mut self) -> Result<(), Stop> {
        let needed = self.entries.len() + 1;
        if needed * 3 <= self.table.len() * 2 {
            return Ok(());
        }
        let size = (needed * 3).div_ceil(2).next_power_of_two().max(1024);
        let mut table = table(NOBODY, size)?;
        for (id, entry) in (0u32..).zip(&self.entries) {
            let mut slot = hash(self.words_of(id as usize), entry.player) & (size - 1);
            while table[slot] != NOBODY {
                slot = (slot + 1) & (size - 1);
            }
            table[slot] = id;
        }
        self.table = table;
        Ok(())
    }

    /// Returns the state with this number.
    pub fn state(&self, id: NodeId) -> State {
        State { boxes: BoxSet::from_words(self.words_of(id.index())), player: self.entries[id.index()].player }
    }

    /// Returns the parent of a state, and the push from the parent to it; `None` at a root.
    pub fn parent(&self, id: NodeId) -> Option<(NodeId, Push)> {
        let entry = self.entries[id.index()];
        let push = Push { from: entry.pushed, direction: Direction::ALL[usize::from(entry.direction) % 4] };
        (entry.parent != NOBODY).then_some((NodeId(entry.parent), push))
    }

    /// Returns the pushes that lead from the root to a state, the first push first.
    pub fn path(&self, id: NodeId) -> Vec<Push> {
        let mut pushes: Vec<Push> =
            std::iter::successors(self.parent(id), |&(parent, _)| self.parent(parent)).map(|(_, push)| push).collect();
        pushes.reverse();
        pushes
    }

    /// Returns the number of stored states.
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if no state is stored.
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the table is far smaller than the hash")]
fn hash(words: &[u64], player: Square) -> usize {
    let mut hasher = rustc_hash::FxHasher::default();
    // Hashed as one slice: word by word, the high bits of words have little effect, and boxes far apart on a large
    // board collide.
    words.hash(&mut hasher);
    hasher.write_u16(player.0);
    hasher.finish() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn boxes_far_apart_on_a_large_board_are_spread_over_the_table() {
        let slot = |place: usize| {
            let mut words = [0; 512];
            words[place] = 1 << 63;
            hash(&words, Square(0)) % 4096
        };
        let slots: HashSet<usize> = (0..512).map(slot).collect();
        assert!(slots.len() > 400, "{}", slots.len());
    }
}
