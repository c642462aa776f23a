//! Store of the positions of a search on a grid, packed in one array, with a hash table to find them. Each position is
//! stored once and numbered in the order of insertion. Positions are compared in full, so equal keys are harmless.

use super::{CellSet, Words};
use crate::level::{Direction, Square};
use crate::push::{NodeId, Push};
use crate::run::{Random, Stop, count32, reserve, table};

/// A position, and the push that links it to its parent.
#[derive(Clone, Debug)]
pub(crate) struct GridNode<W> {
    pub(crate) boxes: CellSet<W>,
    parent: u32,
    /// Lowest square of the player's region.
    pub(crate) player: Square,
    pushed: Square,
    direction: Direction,
}

impl<W> GridNode<W> {
    /// Creates a position without a parent.
    pub(crate) const fn root(boxes: CellSet<W>, player: Square) -> Self {
        Self { boxes, parent: NO_PARENT, player, pushed: Square(0), direction: Direction::Up }
    }

    /// Creates a position that a push of `parent` leads to; a pull is given as the push that undoes the pull.
    pub(crate) const fn child(boxes: CellSet<W>, player: Square, parent: NodeId, push: Push) -> Self {
        Self { boxes, parent: parent.0, player, pushed: push.from, direction: push.direction }
    }

    /// Returns the parent, and the push between parent and position; `None` at a root.
    pub(crate) const fn parent(&self) -> Option<(NodeId, Push)> {
        if self.parent == NO_PARENT {
            return None;
        }
        Some((NodeId(self.parent), Push { from: self.pushed, direction: self.direction }))
    }
}

const NO_PARENT: u32 = u32::MAX;
const FREE: u64 = u64::MAX;

/// Positions of a search, numbered in the order of insertion.
#[derive(Debug)]
pub(crate) struct GridArena<W> {
    nodes: Vec<GridNode<W>>,
    /// Hash table: key and number of a position in each slot, by linear probing from the key; at most half full.
    slots: Vec<u64>,
}

impl<W> Default for GridArena<W> {
    fn default() -> Self {
        Self { nodes: Vec::new(), slots: Vec::new() }
    }
}

impl<W: Words> GridArena<W> {
    /// Makes room for `more` positions, before they are inserted; an error without numbers or memory left.
    pub(crate) fn reserve(&mut self, more: usize) -> Result<(), Stop> {
        let needed = self.nodes.len() + more;
        if needed >= NO_PARENT as usize {
            return Err(Stop::MemoryLimit);
        }
        reserve(&mut self.nodes, more)?;
        if needed * 2 > self.slots.len() {
            self.rehash((needed * 2).next_power_of_two().max(1 << 12))?;
        }
        Ok(())
    }

    /// Removes positions: `renamed` returns the new number of a position that stays, in the old order, and `None` for
    /// other positions; `key` returns the key of a position. Parents of positions that stay must stay too.
    pub(crate) fn retain(&mut self, renamed: impl Fn(NodeId) -> Option<NodeId>, key: impl Fn(&GridNode<W>) -> u32) {
        let mut old = 0..;
        self.nodes.retain_mut(|node| {
            let stays = old.next().is_some_and(|id| renamed(NodeId(id)).is_some());
            if stays && node.parent != NO_PARENT {
                node.parent = renamed(NodeId(node.parent)).map_or(NO_PARENT, |parent| parent.0);
            }
            stays
        });
        self.nodes.shrink_to_fit();
        self.refill(key);
    }

    fn refill(&mut self, key: impl Fn(&GridNode<W>) -> u32) {
        let size = (self.nodes.len() * 2).next_power_of_two().max(1 << 12);
        // Memory is short here, so the table is made smaller in place and filled again.
        self.slots.truncate(size);
        self.slots.shrink_to_fit();
        self.slots.fill(FREE);
        for (id, node) in (0..).zip(&self.nodes) {
            let key = key(node);
            if let Err(slot) = self.probe(key, &node.boxes, node.player) {
                self.slots[slot] = u64::from(key) << 32 | id;
            }
        }
    }

    fn rehash(&mut self, size: usize) -> Result<(), Stop> {
        let mut slots = table(FREE, size)?;
        for &entry in self.slots.iter().filter(|&&entry| entry != FREE) {
            // The key is in the slot, so that a larger table needs no look at the positions.
            let mut slot = (entry >> 32) as usize & (size - 1);
            while slots[slot] != FREE {
                slot = (slot + 1) & (size - 1);
            }
            slots[slot] = entry;
        }
        self.slots = slots;
        Ok(())
    }

    /// Reads the first slot of each of these keys, so that the processor waits for memory once, not at each look-up.
    #[inline(always)]
    pub(crate) fn touch(&self, keys: impl Iterator<Item = u32>) {
        let mask = self.slots.len().wrapping_sub(1);
        let slots = keys.filter_map(|key| self.slots.get(key as usize & mask));
        std::hint::black_box(slots.fold(0, |all, slot| all ^ slot));
    }

    #[inline(always)]
    pub(crate) fn find(&self, key: u32, boxes: &CellSet<W>, player: Square) -> Option<NodeId> {
        if self.slots.is_empty() {
            return None;
        }
        self.probe(key, boxes, player).ok()
    }

    #[inline(always)]
    fn probe(&self, key: u32, boxes: &CellSet<W>, player: Square) -> Result<NodeId, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = key as usize & mask;
        loop {
            let entry = self.slots[slot];
            if entry == FREE {
                return Err(slot);
            }
            #[expect(clippy::cast_possible_truncation, reason = "the lower half is the number")]
            let (tag, id) = ((entry >> 32) as u32, entry as u32);
            // Most others differ in the key, which saves reading their boxes.
            if tag == key {
                let node = &self.nodes[id as usize];
                if node.player == player && node.boxes == *boxes {
                    return Ok(NodeId(id));
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Adds a position for which the table has room, and returns its number; `None` if it is stored already.
    #[inline(always)]
    pub(crate) fn insert(&mut self, key: u32, node: GridNode<W>) -> Option<NodeId> {
        let slot = self.probe(key, &node.boxes, node.player).err()?;
        let id = u32::try_from(self.nodes.len()).ok()?;
        self.slots[slot] = u64::from(key) << 32 | u64::from(id);
        self.nodes.push(node);
        Some(NodeId(id))
    }

    #[inline(always)]
    pub(crate) fn node(&self, id: NodeId) -> &GridNode<W> {
        &self.nodes[id.index()]
    }

    /// Returns the numbers of the positions without a parent that were inserted before any position with a parent.
    pub(crate) fn roots(&self) -> impl Iterator<Item = NodeId> + use<W> {
        let count = self.nodes.iter().take_while(|node| node.parent().is_none()).count();
        (0..count32(count)).map(NodeId)
    }

    /// Returns the pushes on the path from a position to its root; the push that led to the position comes first.
    pub(crate) fn pushes_to_root(&self, id: NodeId) -> Vec<Push> {
        let links = std::iter::successors(self.node(id).parent(), |&(parent, _)| self.node(parent).parent());
        links.map(|(_, push)| push).collect()
    }

    pub(crate) const fn len(&self) -> usize {
        self.nodes.len()
    }
}

/// For each cell, a random number for a box and one for the player: hash keys of positions are updated push by push (Zobrist, "A new
/// hashing method with application for game playing", 1970).
#[derive(Debug)]
pub(crate) struct Keys {
    boxes: Vec<u32>,
    players: Vec<u32>,
}

impl Keys {
    /// Creates the numbers, which depend on the number of cells alone.
    pub(crate) fn new(cells: usize) -> Self {
        // The same numbers in each run, so that runs repeat.
        let mut random = Random::new(0);
        let mut word = || (0..2).fold(0, |word, _| word << 16 | u32::try_from(random.below(1 << 16)).unwrap_or(0));
        Self { boxes: (0..cells).map(|_| word()).collect(), players: (0..cells).map(|_| word()).collect() }
    }

    /// Returns the contribution of all boxes to the key of a position.
    #[inline(always)]
    pub(crate) fn of<W: Words>(&self, boxes: &CellSet<W>) -> u32 {
        boxes.iter().fold(0, |key, cell| key ^ self.boxes[cell])
    }

    /// Returns the change of a key by a move of a box, to be applied with exclusive or.
    #[inline(always)]
    pub(crate) fn moved(&self, from: usize, to: usize) -> u32 {
        self.boxes[from] ^ self.boxes[to]
    }

    /// Returns the contribution of the player's cell to the key of a position.
    #[inline(always)]
    pub(crate) fn player(&self, cell: usize) -> u32 {
        self.players[cell]
    }
}
