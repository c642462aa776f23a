//! Stored positions of a search for fewest pushes, with their costs and lower bounds on the pushes left: the matching,
//! from the dual values of the position before ([`BoxMatching`]), and the detours of pairs of boxes ([`Detours`]).

use crate::heuristic::Detours;
use crate::level::{Direction, Square};
use crate::maze::PushDistances;
use crate::push::{CellSet, GridArena, GridNode, NodeId, Push, Words};
use crate::run::{Meter, Stop};
use crate::search::engine::{BoxMatching, GridProblem};
use crate::search::optimal::cost::ClassQueue;
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) pushes: u32,
    /// Lower bound on the pushes left, by matching.
    pub(super) left: u32,
    /// Number of pushes proved to be needed beyond `left`.
    pub(super) extra: u16,
    /// Class by the numbers of boxes on goals and of regions that boxes cut off; orders positions of equal total.
    pub(super) class: u16,
    /// Number of packed boxes, or of steps made of a packing plan; orders positions of equal total.
    pub(super) packed: u16,
    pub(super) is_open: bool,
    /// Whether the detours of pairs of boxes are included in `extra`.
    pub(super) is_full: bool,
}

impl Mark {
    /// Returns the mark of the start, whose matching costs `left` pushes.
    pub(super) const fn start(left: u32) -> Self {
        Self { pushes: 0, left, extra: 0, class: 0, packed: 0, is_open: true, is_full: false }
    }

    /// Returns a lower bound on the pushes of all solutions through the position.
    pub(super) const fn total(&self) -> u32 {
        self.pushes + self.left + self.extra as u32
    }
}

#[derive(Clone, Debug)]
pub(super) struct Successor<W> {
    pub(super) boxes: CellSet<W>,
    pub(super) key: u32,
    pub(super) player: Square,
    /// Push that leads to the position; the first of a run of forced pushes.
    pub(super) push: Push,
    pub(super) mark: Mark,
}

#[derive(Debug)]
pub(super) struct Nodes<W> {
    pub(super) arena: GridArena<W>,
    pub(super) marks: Vec<Mark>,
    pub(super) open: Open,
}

impl<W> Default for Nodes<W> {
    fn default() -> Self {
        Self { arena: GridArena::default(), marks: Vec::new(), open: Open::default() }
    }
}

impl<W: Words> Nodes<W> {
    pub(super) fn open_start(&mut self, problem: &GridProblem<'_, W>, player: Square, left: u32) -> Result<(), Stop> {
        self.arena.reserve(1)?;
        let root = GridNode::root(problem.start.clone(), player);
        self.add(problem.key(&problem.start, player), root, Mark::start(left));
        Ok(())
    }

    /// Stores and opens a position, or opens a stored one with a better path. The arena must have room.
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

    pub(super) fn put_back(&mut self, id: NodeId, mark: Mark) {
        self.open.add(id, key(&mark));
        self.marks[id.index()] = mark;
    }

    pub(super) fn activate(&mut self, most: u32) {
        let Self { marks, open, .. } = self;
        open.activate(most, |id| Some(&marks[id.index()]).filter(|mark| mark.is_open).map(key));
    }

    pub(super) fn take(&mut self) -> Option<NodeId> {
        let Self { marks, open, .. } = self;
        open.pop(|id| marks[id.index()].is_open)
    }
}

fn key(mark: &Mark) -> Key {
    let Mark { left, extra, class, packed, .. } = *mark;
    Key { total: mark.total(), classes: [class, packed, 0], rank: left + u32::from(extra) }
}

/// Lower bounds on the pushes left; holds working memory and the last position that was matched.
#[derive(Debug)]
pub(super) struct Bounds<'a> {
    distances: &'a PushDistances,
    matching: BoxMatching,
    /// Squares of the boxes of the position that was matched last, ascending.
    boxes: Vec<Square>,
    detours: Option<Detours<'a>>,
}

impl<'a> Bounds<'a> {
    pub(super) fn new<W: Words>(problem: &GridProblem<'a, W>, detours: Option<Detours<'a>>) -> Self {
        Self {
            distances: &problem.maze.distances,
            matching: BoxMatching::new(problem.grid.cells()),
            boxes: Vec::new(),
            detours,
        }
    }

    /// Returns the cost of the minimum-cost matching of boxes to goals, in pushes of lone boxes; `None` if none exists.
    pub(super) fn matched<W: Words>(
        &mut self,
        problem: &GridProblem<'_, W>,
        boxes: &CellSet<W>,
        player: Square,
        meter: &Meter,
    ) -> Result<Option<u32>, Stop> {
        self.boxes.clear();
        self.boxes.extend(boxes.iter().map(|cell| problem.grid.square(cell)));
        let place = |cell| problem.maze.place(problem.grid.square(cell), player);
        self.matching.solve(self.distances, boxes, place, meter)
    }

    /// Returns the number of pushes that pairs of boxes need in the matched position beyond the cost of the matching.
    pub(super) fn detours(&mut self, player: Square) -> u32 {
        let Self { detours, boxes, matching, distances } = self;
        detours.as_mut().map_or(0, |detours| detours.of(boxes, player, &matching.matching, *distances))
    }

    /// Returns the cost of the matching after a run of the box on `from` to `to`; `None` if none exists then.
    #[inline(always)]
    pub(super) fn moved<W: Words>(
        &mut self,
        problem: &GridProblem<'_, W>,
        (from, to): (usize, usize),
        direction: Direction,
        pushes: u32,
    ) -> Option<u32> {
        let place = problem.maze.place_pushed(problem.grid.square(to), direction);
        self.matching.moved(self.distances, from, place, pushes)
    }
}

const QUEUES: usize = 3;

/// Indices of the queues in the order of their turns.
const TURNS: [usize; 4] = [0, 2, 1, 2];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    total: u32,
    classes: [u16; QUEUES],
    rank: u32,
}

/// Open list. Positions whose total is at most the cost that is being disproved are active, the others wait. Active positions are
/// in three queues, which take turns: by class (boxes on goals and regions that boxes cut off), by packed boxes, and by rank alone.
/// A position that was closed or improved since may still be listed: it is skipped.
#[derive(Debug, Default)]
pub(super) struct Open {
    /// Each queue, and the class of the position that was taken from it last.
    active: [(ClassQueue, u16); QUEUES],
    waiting: BTreeMap<u32, Vec<NodeId>>,
    /// Greatest total of active positions.
    most: u32,
    /// Index in [`TURNS`] of the queue of the next position.
    turn: usize,
}

impl Open {
    fn add(&mut self, id: NodeId, key: Key) {
        if key.total > self.most {
            self.waiting.entry(key.total).or_default().push(id);
            return;
        }
        for ((queue, _), class) in self.active.iter_mut().zip(key.classes) {
            queue.push((class, key.rank), id);
        }
    }

    /// Makes waiting positions with a total of at most `most` active; `key` is `None` for closed positions.
    fn activate(&mut self, most: u32, key: impl Fn(NodeId) -> Option<Key>) {
        self.most = most;
        while let Some(first) = self.waiting.first_entry().filter(|first| *first.key() <= most) {
            for id in first.remove().into_iter().rev() {
                if let Some(key) = key(id) {
                    self.add(id, Key { total: key.total.min(most), ..key });
                }
            }
        }
    }

    /// Returns the least total of the waiting positions; `None` if none waits.
    pub(super) fn next_total(&self) -> Option<u32> {
        self.waiting.first_key_value().map(|(&total, _)| total)
    }

    /// Takes the next active position that is open, from the queue whose turn it is, or from the next that has one.
    fn pop(&mut self, is_open: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        for _ in TURNS {
            let (queue, last) = &mut self.active[TURNS[self.turn]];
            self.turn = (self.turn + 1) % TURNS.len();
            if let Some((_, id)) = queue.pop(last, &is_open) {
                return Some(id);
            }
        }
        None
    }
}
