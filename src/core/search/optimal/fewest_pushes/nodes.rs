//! Stored positions of a search for fewest pushes, with their costs and lower bounds on the pushes left: the matching,
//! from the dual values of the position before ([`BoxMatching`]), and the detours of pairs of boxes ([`Detours`]). A position takes
//! some 40 bytes: its boxes are bits of the live squares alone, in half of the words of a grid or fewer.

use crate::heuristic::Detours;
use crate::level::{Direction, Square};
use crate::maze::PushDistances;
use crate::push::{Arena, BoxSet, CellSet, GridNode, NodeId, Push, State, Words};
use crate::run::{Meter, Stop, count32, reserve};
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
    /// The position as it is stored.
    pub(super) state: State,
    /// Push that leads to the position; the first of a run of forced pushes.
    pub(super) push: Push,
    pub(super) mark: Mark,
}

/// Numbers of the live squares. Positions are stored with these numbers in place of squares: no position that has a matching has a
/// box elsewhere.
#[derive(Debug)]
pub(super) struct LiveNumbers {
    of_cell: Vec<u16>,
    cells: Vec<u32>,
}

impl LiveNumbers {
    fn new<W: Words>(problem: &GridProblem<'_, W>) -> Self {
        let cells: Vec<u32> = problem.live.iter().map(count32).collect();
        let mut of_cell = vec![0; problem.grid.cells()];
        (0..).zip(&cells).for_each(|(number, &cell)| of_cell[cell as usize] = number);
        Self { of_cell, cells }
    }

    /// Returns a position as it is stored. `player` is the lowest square of the player's region.
    #[inline(always)]
    pub(super) fn state<W: Words>(&self, boxes: &CellSet<W>, player: Square) -> State {
        let boxes = boxes.iter().map(|cell| Square(self.of_cell[cell]));
        State { boxes: BoxSet::of(self.cells.len(), boxes), player }
    }
}

#[derive(Debug)]
pub(super) struct Nodes {
    pub(super) live: LiveNumbers,
    pub(super) arena: Arena,
    pub(super) marks: Vec<Mark>,
    pub(super) open: Open,
}

impl Nodes {
    pub(super) fn new<W: Words>(problem: &GridProblem<'_, W>) -> Self {
        let live = LiveNumbers::new(problem);
        Self { arena: Arena::new(live.cells.len()), live, marks: Vec::new(), open: Open::default() }
    }

    pub(super) fn clear(&mut self) {
        self.arena.clear();
        (self.marks, self.open) = (Vec::new(), Open::default());
    }

    pub(super) fn open_start<W: Words>(
        &mut self,
        problem: &GridProblem<'_, W>,
        player: Square,
        left: u32,
    ) -> Result<(), Stop> {
        let start = self.live.state(&problem.start, player);
        self.add(&start, None, Mark::start(left)).map(drop)
    }

    /// Returns a stored position on the grid.
    pub(super) fn node<W: Words>(&self, problem: &GridProblem<'_, W>, id: NodeId) -> GridNode<W> {
        let State { boxes, player } = self.arena.state(id);
        let mut cells = problem.grid.none();
        boxes.iter().for_each(|number| cells.insert(self.live.cells[number.index()] as usize));
        match self.arena.parent(id) {
            Some((parent, push)) => GridNode::child(cells, player, parent, push),
            None => GridNode::root(cells, player),
        }
    }

    /// Stores and opens a position, or opens a stored one with a better path.
    pub(super) fn add(&mut self, state: &State, parent: Option<(NodeId, Push)>, mark: Mark) -> Result<NodeId, Stop> {
        reserve(&mut self.marks, 1)?;
        let known = self.arena.find(state);
        let id = match known {
            Some(id) => {
                self.marks[id.index()] = mark;
                self.arena.reroute(id, parent);
                id
            }
            None => {
                self.marks.push(mark);
                self.arena.insert_new(state, parent)?
            }
        };
        self.open.add(id, key(&mark));
        Ok(id)
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
        open.drop_closed(|id| marks[id.index()].is_open);
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

    /// Returns the dual values of the goals in the matching.
    pub(super) fn goal_values(&self) -> &[i32] {
        self.matching.matching.column_values()
    }

    /// Returns how many pushes the pairs need in which the box with this index is not; see [`Detours::spent_by_others`].
    pub(super) fn spent_by_others(&self, row: usize) -> u32 {
        self.detours.as_ref().map_or(0, |detours| detours.spent_by_others(row))
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
    /// Number of active positions added since closed ones were dropped, and the greatest number in a queue that stayed then.
    added: usize,
    stayed: usize,
}

impl Open {
    /// Number of positions that are added before closed ones are dropped for the first time.
    const FEW: usize = 1 << 16;

    fn add(&mut self, id: NodeId, key: Key) {
        if key.total > self.most {
            self.waiting.entry(key.total).or_default().push(id);
            return;
        }
        self.added += 1;
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

    /// Drops closed positions once they may be half of all: what one queue took stays listed in the others.
    fn drop_closed(&mut self, is_open: impl Fn(NodeId) -> bool) {
        if self.added > self.stayed.max(Self::FEW) {
            self.stayed = self.active.iter_mut().map(|(queue, _)| queue.retain(&is_open)).max().unwrap_or(0);
            self.added = 0;
        }
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
