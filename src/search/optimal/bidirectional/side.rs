//! The positions of one side, with what they cost.

use super::open::{Key, Open};
use crate::level::Square;
use crate::push::{CellSet, GridArena, GridNode, NodeId, Push, Words};
use crate::run::{Held, Meter, Stop};

/// The data of a position beside its boxes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// The pushes made to reach it.
    pub(super) made: u32,
    /// A bound on those left, by matching.
    pub(super) left: u32,
    /// A bound on those made, by matching.
    pub(super) behind: u32,
    /// Further pushes left that are proved.
    pub(super) extra: u16,
    pub(super) cell: u16,
    pub(super) is_open: bool,
    /// Whether `extra` is the full bound.
    pub(super) is_full: bool,
}

impl Mark {
    pub(super) const fn total(&self) -> u32 {
        self.made + self.left + self.extra as u32
    }

    pub(super) const fn share(&self) -> u32 {
        (2 * self.made + self.left).saturating_sub(self.behind)
    }
}

/// A successor that is to be added.
#[derive(Clone, Debug)]
pub(super) struct Child<W> {
    pub(super) boxes: CellSet<W>,
    pub(super) key: u32,
    pub(super) player: Square,
    pub(super) push: Push,
    pub(super) mark: Mark,
}

/// The side.
#[derive(Debug)]
pub(super) struct Side<W> {
    pub(super) arena: GridArena<W>,
    pub(super) marks: Vec<Mark>,
    pub(super) open: Open,
    /// Whether ranks are the pushes left, and not the share.
    by_left: bool,
    held: Held,
}

impl<W: Words> Side<W> {
    pub(super) fn new(words: usize, by_left: bool) -> Self {
        Self {
            arena: GridArena::new(words),
            marks: Vec::new(),
            open: Open::default(),
            by_left,
            held: Held::default(),
        }
    }

    pub(super) fn key(&self, mark: &Mark) -> Key {
        let rank = if self.by_left { mark.left + u32::from(mark.extra) } else { mark.share() };
        Key { total: mark.total(), share: mark.share(), cell: if self.by_left { mark.cell } else { 0 }, rank }
    }

    /// Makes room for `more` positions with such marks.
    pub(super) fn reserve(&mut self, marks: &[Mark], meter: &Meter) -> Result<(), Stop> {
        self.arena.reserve(marks.len(), meter)?;
        self.held.vec(&mut self.marks, marks.len(), meter)?;
        marks.iter().try_for_each(|mark| self.open.reserve(self.key(mark), marks.len(), meter))
    }

    /// Adds a position, or a better way to one that is held. There must be room.
    pub(super) fn add(&mut self, key: u32, node: GridNode<W>, mark: Mark) -> Option<NodeId> {
        let id = match self.arena.find(key, &node.boxes, node.player) {
            Some(id) => {
                self.marks[id.index()] = mark;
                if let Some((parent, push)) = node.parent() {
                    self.arena.relink(id, parent, push);
                }
                id
            }
            None => {
                let id = self.arena.insert(key, node)?;
                self.marks.push(mark);
                id
            }
        };
        self.open.add(id, self.key(&self.marks[id.index()]));
        Some(id)
    }

    /// Makes positions of at most this total active.
    pub(super) fn activate(&mut self, most: u32, meter: &Meter) -> Result<(), Stop> {
        let Self { marks, open, by_left, .. } = self;
        let key = |id: NodeId| {
            let mark = marks[id.index()];
            let rank = if *by_left { mark.left + u32::from(mark.extra) } else { mark.share() };
            let cell = if *by_left { mark.cell } else { 0 };
            mark.is_open.then_some(Key { total: mark.total(), share: mark.share(), cell, rank })
        };
        open.activate(most, key, meter)
    }
}

impl<W: Words> Side<W> {
    /// Puts a position off until more is proved. It is closed until then only by its place in the list.
    pub(super) fn defer(&mut self, id: NodeId, meter: &Meter) -> Result<(), Stop> {
        self.open.defer(id, meter)
    }
}
