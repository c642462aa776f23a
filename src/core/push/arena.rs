//! Store of the states of a search, packed, each with its parent and push. States are inserted with a parent and a push
//! and are numbered, each state once. States are compared in full, so hash collisions are harmless.

use super::{BoxSet, Push, State};
use crate::level::{Direction, Square};
use crate::run::{Stop, reserve};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Number of a state in its store: states are numbered from 0 in the order of insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    pub(crate) const fn index(self) -> usize {
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
            parent.map_or((NO_PARENT, Square(0), 0), |(p, push)| (p.0, push.from, push.direction as u8));
        Self { player, pushed, direction, parent }
    }
}

const NO_PARENT: u32 = u32::MAX;

/// Packed states, numbered in the order of insertion, with a hash table to find them.
#[derive(Debug)]
pub(crate) struct Arena {
    words_each: usize,
    words: Vec<u64>,
    entries: Vec<Entry>,
    /// Numbers of the states, by hash.
    table: HashTable<u32>,
}

impl Arena {
    pub(crate) fn new(squares: usize) -> Self {
        Self { words_each: BoxSet::words_for(squares), words: Vec::new(), entries: Vec::new(), table: HashTable::new() }
    }

    /// Removes all states, and releases their memory.
    pub(crate) fn clear(&mut self) {
        (self.words, self.entries, self.table) = (Vec::new(), Vec::new(), HashTable::new());
    }

    /// Adds a state and returns its number; `None` if it is stored, an error without numbers or memory left.
    pub(crate) fn insert(&mut self, state: &State, parent: Option<(NodeId, Push)>) -> Result<Option<NodeId>, Stop> {
        if self.find(state).is_some() { Ok(None) } else { self.insert_new(state, parent).map(Some) }
    }

    /// Adds a state that is not stored, and returns its number; an error without numbers or memory left.
    pub(crate) fn insert_new(&mut self, state: &State, parent: Option<(NodeId, Push)>) -> Result<NodeId, Stop> {
        // Taken out, since the states are hashed again when the table grows.
        let mut table = std::mem::take(&mut self.table);
        let room = table.try_reserve(1, |&id| self.hash_of(id)).map_err(|_| Stop::MemoryLimit);
        let added = room.and_then(|()| self.add(state, parent));
        if let Ok(id) = added {
            table.insert_unique(self.hash_of(id.0), id.0, |&id| self.hash_of(id));
        }
        self.table = table;
        added
    }

    /// Adds a state even if it is stored, for searches without transposition detection.
    pub(crate) fn insert_copy(&mut self, state: &State, parent: Option<(NodeId, Push)>) -> Result<NodeId, Stop> {
        match self.insert(state, parent)? {
            Some(id) => Ok(id),
            None => self.add(state, parent),
        }
    }

    fn add(&mut self, state: &State, parent: Option<(NodeId, Push)>) -> Result<NodeId, Stop> {
        let id = u32::try_from(self.entries.len()).ok().filter(|&id| id != NO_PARENT).ok_or(Stop::MemoryLimit)?;
        reserve(&mut self.words, self.words_each)?;
        reserve(&mut self.entries, 1)?;
        self.words.extend_from_slice(state.boxes.words());
        self.entries.push(Entry::new(state.player, parent));
        Ok(NodeId(id))
    }

    pub(crate) fn reroute(&mut self, id: NodeId, parent: Option<(NodeId, Push)>) {
        let player = self.entries[id.index()].player;
        self.entries[id.index()] = Entry::new(player, parent);
    }

    pub(crate) fn find(&self, state: &State) -> Option<NodeId> {
        let found = self.table.find(hash(state.boxes.words(), state.player), |&id| self.holds(id as usize, state));
        found.copied().map(NodeId)
    }

    fn holds(&self, id: usize, state: &State) -> bool {
        self.entries[id].player == state.player && self.words_of(id) == state.boxes.words()
    }

    fn hash_of(&self, id: u32) -> u64 {
        hash(self.words_of(id as usize), self.entries[id as usize].player)
    }

    fn words_of(&self, id: usize) -> &[u64] {
        &self.words[id * self.words_each..][..self.words_each]
    }

    pub(crate) fn state(&self, id: NodeId) -> State {
        State { boxes: BoxSet::from_words(self.words_of(id.index())), player: self.entries[id.index()].player }
    }

    /// Returns the parent of a state, and the push from the parent to it; `None` at a root.
    pub(crate) fn parent(&self, id: NodeId) -> Option<(NodeId, Push)> {
        let entry = self.entries[id.index()];
        let push = Push { from: entry.pushed, direction: Direction::ALL[usize::from(entry.direction) % 4] };
        (entry.parent != NO_PARENT).then_some((NodeId(entry.parent), push))
    }

    /// Returns the pushes that lead from the root to a state, the first push first.
    pub(crate) fn path(&self, id: NodeId) -> Vec<Push> {
        let mut pushes: Vec<Push> =
            std::iter::successors(self.parent(id), |&(parent, _)| self.parent(parent)).map(|(_, push)| push).collect();
        pushes.reverse();
        pushes
    }

    pub(crate) const fn len(&self) -> usize {
        self.entries.len()
    }
}

fn hash(words: &[u64], player: Square) -> u64 {
    let mut hasher = FxHasher::default();
    // Hashed as one slice: word by word, the high bits of words have little effect, and boxes far apart on a large
    // board collide.
    words.hash(&mut hasher);
    hasher.write_u16(player.0);
    hasher.finish()
}
