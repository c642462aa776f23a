//! The positions of one side, with what they cost.

use super::ground::Ground;
use super::open::{Key, Open, QUEUES};
use crate::level::Square;
use crate::push::{CellSet, GridArena, GridNode, NodeId, Push, Words};
use crate::run::{Held, Meter, Stop};

/// The data of a position beside its boxes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// The pushes made from the root of this side.
    pub(super) made: u32,
    /// A bound on those left to the root of the other side, by matching.
    pub(super) left: u32,
    /// A bound on those made, by matching.
    pub(super) behind: u32,
    /// Further pushes left that are proved.
    pub(super) extra: u16,
    /// The classes of the position, for the order among equals: boxes on goals and regions, and boxes packed.
    pub(super) classes: [u16; QUEUES],
    pub(super) is_open: bool,
    /// Whether nothing more can be proved of the pushes left.
    pub(super) is_full: bool,
}

impl Mark {
    /// Of a root.
    pub(super) const fn root(left: u32) -> Self {
        Self { made: 0, left, behind: 0, extra: 0, classes: [0; QUEUES], is_open: true, is_full: false }
    }

    /// A lower bound on all solutions through the position.
    pub(super) const fn total(&self) -> u32 {
        self.made + self.left + self.extra as u32
    }

    /// Its share of the bound of a pair, see [`super`].
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
    /// The push between it and its parent; the first of a run.
    pub(super) push: Push,
    pub(super) mark: Mark,
}

/// What comes first among the positions of a class.
#[derive(Clone, Copy, Debug)]
enum By {
    /// Fewest pushes left.
    Left,
    /// The least share.
    Share,
}

/// The side.
#[derive(Debug)]
pub(super) struct Side<W> {
    pub(super) arena: GridArena<W>,
    pub(super) marks: Vec<Mark>,
    pub(super) open: Open,
    by: By,
    held: Held,
}

impl<W: Words> Side<W> {
    /// From the start: it looks for a solution of the cost that is not disproved yet, so that fewest pushes left come
    /// first.
    pub(super) fn forward(words: usize) -> Self {
        Self::new(words, By::Left)
    }

    /// From the goals: it raises the least share, which closes positions of the other side.
    pub(super) fn backward(words: usize) -> Self {
        Self::new(words, By::Share)
    }

    fn new(words: usize, by: By) -> Self {
        Self { arena: GridArena::new(words), marks: Vec::new(), open: Open::default(), by, held: Held::default() }
    }

    /// Opens a position without a parent; the player is on the first cell of his region.
    pub(super) fn open_root(
        &mut self,
        ground: &Ground<'_, W>,
        boxes: &CellSet<W>,
        player: usize,
        mark: Mark,
        meter: &Meter,
    ) -> Result<(), Stop> {
        self.reserve(&[mark], meter)?;
        let key = ground.keys.of(boxes) ^ ground.keys.player(player);
        self.add(key, GridNode::root(boxes.clone(), ground.grid.square(player)), mark);
        Ok(())
    }

    /// Makes room for positions with such marks.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`]; nothing is changed that a further call could notice.
    pub(super) fn reserve(&mut self, marks: &[Mark], meter: &Meter) -> Result<(), Stop> {
        self.arena.reserve(marks.len(), meter)?;
        self.held.vec(&mut self.marks, marks.len(), meter)?;
        marks.iter().try_for_each(|mark| self.open.reserve(key(self.by, mark), marks.len(), meter))
    }

    /// Adds a position, or a better way to one that is held, for which there is room.
    pub(super) fn add(&mut self, hash: u32, node: GridNode<W>, mark: Mark) -> Option<NodeId> {
        let id = match self.arena.find(hash, &node.boxes, node.player) {
            Some(id) => {
                self.marks[id.index()] = mark;
                if let Some((parent, push)) = node.parent() {
                    self.arena.relink(id, parent, push);
                }
                id
            }
            None => {
                let id = self.arena.insert(hash, node)?;
                self.marks.push(mark);
                id
            }
        };
        self.open.add(id, key(self.by, &mark));
        Some(id)
    }

    /// Lists a position again, with another mark.
    pub(super) fn put_back(&mut self, id: NodeId, mark: Mark, meter: &Meter) -> Result<(), Stop> {
        let key = key(self.by, &mark);
        self.open.reserve(key, 1, meter)?;
        self.open.add(id, key);
        self.marks[id.index()] = mark;
        Ok(())
    }

    /// Makes positions of at most this total active.
    pub(super) fn activate(&mut self, most: u32, meter: &Meter) -> Result<(), Stop> {
        let Self { marks, open, by, .. } = self;
        open.activate(most, |id| Some(marks[id.index()]).filter(|mark| mark.is_open).map(|mark| key(*by, &mark)), meter)
    }

    /// Takes the first active position that can be on a solution of cost `most`, if `least` is the least share of the
    /// other side. Others are put off.
    pub(super) fn take(&mut self, most: u32, least: u32, meter: &Meter) -> Result<Option<NodeId>, Stop> {
        loop {
            self.open.reserve_deferred(meter)?;
            let Some(id) = self.open.pop() else { return Ok(None) };
            let mark = self.marks[id.index()];
            if !mark.is_open {
                continue;
            }
            if mark.total() <= most && mark.share() + least <= 2 * most {
                return Ok(Some(id));
            }
            self.open.defer(id);
        }
    }
}

fn key(by: By, mark: &Mark) -> Key {
    let rank = match by {
        By::Left => mark.left + u32::from(mark.extra),
        By::Share => mark.share(),
    };
    Key { total: mark.total(), share: mark.share(), classes: mark.classes, rank }
}
