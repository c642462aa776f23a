//! The generated positions, with their costs.

use super::open::{Key, Open};
use crate::level::Square;
use crate::push::{CellSet, GridArena, GridNode, NodeId, Push, Words};
use crate::run::{Held, Meter, Stop};
use crate::search::engine::problem::GridProblem;

/// The data of a position besides its boxes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// The pushes from the start.
    pub(super) pushes: u32,
    /// A lower bound on the pushes left, by matching.
    pub(super) left: u32,
    /// The further pushes that are proved to be left.
    pub(super) extra: u16,
    /// The class by boxes on goals and regions that boxes cut off, for the order among equals.
    pub(super) class: u16,
    /// The boxes that are packed, or the steps made of a packing plan, for the order among equals.
    pub(super) packed: u16,
    pub(super) is_open: bool,
    /// Whether the bound on the pushes left is the full one.
    pub(super) is_full: bool,
}

impl Mark {
    /// Returns the mark of the start.
    pub(super) const fn start(left: u32) -> Self {
        Self { pushes: 0, left, extra: 0, class: 0, packed: 0, is_open: true, is_full: false }
    }

    /// Returns a lower bound on all solutions through the position.
    pub(super) const fn total(&self) -> u32 {
        self.pushes + self.left + self.extra as u32
    }
}

/// A successor that is to be added.
#[derive(Clone, Debug)]
pub(super) struct Successor<W> {
    pub(super) boxes: CellSet<W>,
    pub(super) key: u32,
    pub(super) player: Square,
    /// The push that leads to it; the first of a run.
    pub(super) push: Push,
    pub(super) mark: Mark,
}

/// The positions.
#[derive(Debug)]
pub(super) struct Nodes<W> {
    pub(super) arena: GridArena<W>,
    pub(super) marks: Vec<Mark>,
    pub(super) open: Open,
    held: Held,
}

impl<W: Words> Nodes<W> {
    pub(super) fn new(words: usize) -> Self {
        Self { arena: GridArena::new(words), marks: Vec::new(), open: Open::default(), held: Held::default() }
    }

    /// Opens the start; the player is on the first cell of the region.
    pub(super) fn open_start(
        &mut self,
        problem: &GridProblem<'_, W>,
        player: usize,
        left: u32,
        meter: &Meter,
    ) -> Result<(), Stop> {
        let mark = Mark::start(left);
        self.reserve(&[mark], meter)?;
        let player = problem.grid.square(player);
        self.add(problem.key(&problem.start, player), GridNode::root(problem.start.clone(), player), mark);
        Ok(())
    }

    /// Makes room for positions with these marks.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`]; a further call is possible.
    pub(super) fn reserve(&mut self, marks: &[Mark], meter: &Meter) -> Result<(), Stop> {
        self.arena.reserve(marks.len(), meter)?;
        self.held.vec(&mut self.marks, marks.len(), meter)?;
        marks.iter().try_for_each(|mark| self.open.reserve(key(mark), marks.len(), meter))
    }

    /// Adds a position, or a better path to a stored one, for which there is room.
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
        self.open.add(id, key(&mark));
        Some(id)
    }

    /// Opens a position again, with another mark.
    pub(super) fn put_back(&mut self, id: NodeId, mark: Mark, meter: &Meter) -> Result<(), Stop> {
        let key = key(&mark);
        self.open.reserve(key, 1, meter)?;
        self.open.add(id, key);
        self.marks[id.index()] = mark;
        Ok(())
    }

    /// Makes positions of at most this total active.
    pub(super) fn activate(&mut self, most: u32, meter: &Meter) -> Result<(), Stop> {
        let Self { marks, open, .. } = self;
        open.activate(most, |id| Some(&marks[id.index()]).filter(|mark| mark.is_open).map(key), meter)
    }

    /// Takes an active position.
    pub(super) fn take(&mut self) -> Option<NodeId> {
        let Self { marks, open, .. } = self;
        open.pop(|id| marks[id.index()].is_open)
    }
}

fn key(mark: &Mark) -> Key {
    let Mark { left, extra, class, packed, .. } = *mark;
    Key { total: mark.total(), classes: [class, packed, 0], rank: left + u32::from(extra) }
}
