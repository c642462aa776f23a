//! A* over pushes.
//!
//! The node with the least total is taken first: cost so far plus a lower bound on the cost left ([`Bound`]). So the
//! first solved node that is taken is an optimal solution, and until then the least total is a lower bound for all
//! solutions. The bound need not be consistent, so a node that is reached again at less cost is opened again.
//!
//! The bound is computed in two steps, since most nodes are never taken (lazy A*): the matching, by one augmentation,
//! when a node is generated, and the full bound when it is taken. If the full bound is larger, the node goes back into
//! the queue.

use super::queue::Queue;
use super::successors::{self, Successor};
use super::{Cost, Metric};
use crate::deadlock::rules::{Corral, Matching};
use crate::deadlock::{Detector, Known, Refused, RuleSet, View};
use crate::heuristic::Bound;
use crate::level::{Position, Square};
use crate::maze::Maze;
use crate::packing::{Order, PackingGuide};
use crate::push::{Arena, BoxSet, NodeId, Push, State, WalkDistances};
use crate::run::{Held, Meter, NodeKind, Progress, Search, Status, Stop};

/// Data of a node besides its state.
#[derive(Clone, Copy, Debug)]
struct Mark {
    /// Cost of the best path to the node.
    so_far: Cost,
    /// Lower bound on the pushes left.
    left: u32,
    /// Whether `left` is the full bound, not that of the matching alone.
    is_full: bool,
    /// Number of packed boxes, or of steps made of a packing plan, to break ties; possibly the number of an ancestor.
    packed: u16,
}

/// A* search for a solution of least cost in a metric; see the module.
#[derive(Debug)]
pub struct Optimal<'a> {
    maze: &'a Maze<'a>,
    metric: Metric,
    arena: Arena,
    marks: Vec<Mark>,
    held: Held,
    queue: Queue,
    walks: WalkDistances,
    bound: Bound<'a>,
    rules: Detector<'a>,
    guide: PackingGuide,
    /// Number of nodes for which the number of packed boxes was computed.
    asked: u64,
    successors: Vec<Successor>,
    progress: Progress,
    /// Lower bound on the cost of all solutions: the greatest total of a node taken so far.
    proven: Cost,
    /// Total, bound and number of the node taken last, to be visited again after a limit; `None` once visited.
    busy: Option<(Cost, u32, NodeId)>,
}

impl<'a> Optimal<'a> {
    /// Number of first nodes for which the packed boxes are counted: the count only breaks ties, and is slow with many
    /// goals.
    const FIRST_ASKED: u64 = 1_000;
    /// Interval, in nodes, at which the packed boxes are counted after the first nodes.
    const ASKED: u64 = 16;

    /// Creates the search, with the start open.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(
        maze: &'a Maze<'a>,
        start: &Position,
        metric: Metric,
        bound: Bound<'a>,
        rules: &RuleSet,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let squares = maze.board.len();
        // Proofs of corrals are left out, since many nodes differ only in the player's square. Not measured.
        let rules = rules.clone().without(Corral::ID);
        let rules = Detector::new(&rules, &Known { pairs: bound.table(), ..Known::of(maze) });
        let mut search = Self {
            maze,
            metric,
            arena: Arena::new(squares),
            marks: Vec::new(),
            held: Held::default(),
            queue: Queue::default(),
            walks: WalkDistances::new(squares),
            bound,
            rules,
            guide: PackingGuide::new(maze, start, Order::Any, meter)?,
            asked: 0,
            successors: Vec::new(),
            progress: Progress::default(),
            proven: Cost::default(),
            busy: None,
        };
        let boxes = BoxSet::of(squares, start.boxes.iter().copied());
        if let Some(left) = search.bound.of(&boxes, start.player, meter)? {
            let state = State { boxes, player: start.player };
            search.proven = metric.least(left);
            search.add(&state, None, Mark { so_far: Cost::default(), left, is_full: true, packed: 0 }, meter)?;
        }
        Ok(search)
    }

    /// Returns a lower bound on the cost of all solutions, in the number that the metric counts first. Once the search
    /// is exhausted, no solution exists.
    pub const fn lower_bound(&self) -> u32 {
        self.proven.first()
    }

    /// Returns how many pushes and positions each rule has refused.
    pub fn refused(&self) -> Refused {
        self.rules.refused()
    }

    /// Returns the number of two-box states in the table of the bound; `None` without a table.
    pub fn pairs(&self) -> Option<usize> {
        self.bound.pairs()
    }

    /// Stores and queues a new state. After an error it is not stored.
    fn add(
        &mut self,
        state: &State,
        parent: Option<(NodeId, Push)>,
        mark: Mark,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.held.vec(&mut self.marks, 1, meter)?;
        self.arena.reserve(1, meter)?;
        let next = u32::try_from(self.arena.len()).map_err(|_| Stop::MemoryLimit)?;
        self.enqueue(NodeId(next), mark, meter)?;
        self.arena.insert(state, parent, meter)?;
        self.marks.push(mark);
        Ok(())
    }

    /// Queues a node with its cost and bound.
    fn enqueue(&mut self, id: NodeId, mark: Mark, meter: &mut Meter) -> Result<(), Stop> {
        let Mark { so_far, left, packed, .. } = mark;
        self.queue.push(so_far + self.metric.least(left), (packed, left), id, meter)?;
        self.progress.best_estimate = Some(self.progress.best_estimate.map_or(left, |best| best.min(left)));
        Ok(())
    }

    /// Visits a node that was taken: it is the solution, put back, dropped, or expanded. After an error it can be
    /// visited again.
    fn visit(&mut self, total: Cost, left: u32, id: NodeId, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        let mark = self.marks[id.index()];
        // 1. If it was reached at less cost since, or has a better bound, it is in the queue again.
        if mark.left != left || mark.so_far + self.metric.least(left) != total {
            return Ok(Status::Running);
        }
        let state = self.arena.state(id);
        if left == 0 && state.is_solved(self.maze.board) {
            return Ok(Status::Found(self.arena.path(id)));
        }
        // 2. The full bound.
        let Some(full) = self.bound.of(&state.boxes, state.player, meter)? else { return Ok(Status::Running) };
        if !mark.is_full {
            let asked = self.asked;
            let packed = self.packed(id, &state, meter)?;
            let known = Mark { left: left.max(full), is_full: true, packed, ..mark };
            let goes_back = full > left || packed < mark.packed;
            if goes_back && let Err(stop) = self.enqueue(id, known, meter) {
                self.asked = asked;
                return Err(stop);
            }
            self.marks[id.index()] = known;
            if goes_back {
                return Ok(Status::Running);
            }
        }
        let pushed = self.arena.parent(id).and_then(|(_, push)| self.end(push));
        let view = View { pushed, is_matched: Some(true), ..View::of(&state) };
        if self.rules.is_lost(&view, meter)? {
            return Ok(Status::Running);
        }
        self.expand(id, state, meter)?;
        Ok(Status::Running)
    }

    /// Returns the number of packed boxes or plan steps for a node. It is computed only if the last push can have
    /// changed it, and for some nodes: with many goals it takes longer than the rest of a node, and an old value only
    /// affects ties.
    fn packed(&mut self, id: NodeId, state: &State, meter: &Meter) -> Result<u16, Stop> {
        let before = self.marks[id.index()].packed;
        let guide = &mut self.guide;
        let may_change = self.arena.parent(id).is_none_or(|(_, push)| {
            self.maze.board.next(push.from, push.direction).is_none_or(|to| guide.may_change(push.from, to))
        });
        if !may_change || self.asked > Self::FIRST_ASKED + self.progress.expanded / Self::ASKED {
            return Ok(before);
        }
        let packed = guide.progress(self.maze, &state.boxes, meter)?.done;
        self.asked += 1;
        Ok(u16::try_from(packed).unwrap_or(u16::MAX))
    }

    fn expand(&mut self, id: NodeId, state: State, meter: &mut Meter) -> Result<(), Stop> {
        let mut all = std::mem::take(&mut self.successors);
        successors::write(self.maze.board, &state, &mut self.walks, &mut all);
        self.rules.mark();
        let made = self.make_all(id, state, &all, meter);
        match made {
            Ok(generated) => {
                self.progress.expanded += 1;
                self.progress.generated += generated;
            }
            Err(_) => self.rules.undo(),
        }
        self.successors = all;
        made.map(|_| ())
    }

    /// Adds all successors of a node that are not refused; returns the number generated.
    fn make_all(&mut self, id: NodeId, state: State, successors: &[Successor], meter: &mut Meter) -> Result<u64, Stop> {
        let Mark { so_far, left, .. } = self.marks[id.index()];
        let mut generated = 0;
        let mut after = state;
        for &successor in successors {
            if self.rules.refuses_push(successor.to, successor.push.direction) {
                continue;
            }
            generated += 1;
            after.boxes.shift(successor.push.from, successor.to);
            after.player = successor.push.from;
            let so_far = so_far + self.metric.cost(1, successor.steps);
            let made = self.make(id, &after, successor, so_far, left.saturating_sub(1), meter);
            after.boxes.shift(successor.to, successor.push.from);
            made?;
        }
        Ok(generated)
    }

    /// Adds one successor, the state `after`, unless it is refused or stored at no more cost.
    fn make(
        &mut self,
        parent: NodeId,
        after: &State,
        successor: Successor,
        so_far: Cost,
        least: u32,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let Successor { push, to, .. } = successor;
        if let Some(known) = self.arena.find(after) {
            if so_far < self.marks[known.index()].so_far {
                let mark = Mark { so_far, ..self.marks[known.index()] };
                self.enqueue(known, mark, meter)?;
                self.marks[known.index()] = mark;
                self.arena.came_shorter(known, parent, push);
            }
            return Ok(());
        }
        let view = View { boxes: &after.boxes, player: after.player, pushed: Some(to), is_matched: None };
        if self.rules.refuses_child(&view) {
            return Ok(());
        }
        let Some(left) = self.bound.after(push.from, self.maze.place_pushed(to, push.direction), 1) else {
            // A state without a matching has no bound, so it is refused even if the rule is left out.
            self.rules.refuse(Matching::ID);
            return Ok(());
        };
        // One push lowers the bound by at most one: the parent's bound minus one holds for the successor (pathmax).
        let packed = self.marks[parent.index()].packed;
        let mark = Mark { so_far, left: left.max(least), is_full: false, packed };
        self.add(after, Some((parent, push)), mark, meter)
    }

    /// Returns the square of the box after a push; `None` beyond the edge of the board.
    fn end(&self, push: Push) -> Option<Square> {
        self.maze.board.next(push.from, push.direction)
    }
}

impl Search for Optimal<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        let (total, left, id) = match self.busy {
            Some(busy) => busy,
            None => {
                let Some(total) = self.queue.least() else { return Ok(Status::Exhausted) };
                self.proven = self.proven.max(total);
                meter.tick(NodeKind::Push)?;
                let Some((left, id)) = self.queue.pop() else { return Ok(Status::Exhausted) };
                *self.busy.insert((total, left, id))
            }
        };
        let visited = self.visit(total, left, id, meter)?;
        self.busy = None;
        Ok(visited)
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.arena.len() as u64, pruned: self.rules.total(), ..self.progress }
    }
}
