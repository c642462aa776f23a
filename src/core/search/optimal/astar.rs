//! A* over pushes. The node with the least total is taken first: cost so far plus a lower bound on the cost left ([`Bound`]). So
//! the first solved node is an optimal solution, and until then the least total is a lower bound for all solutions. The bound need
//! not be consistent, so a node that is reached again at less cost is opened again. Lazy A*: the matching is computed, by one
//! augmentation, when a node is generated, the full bound when it is taken; if that is larger, the node goes back into the queue.
//!
//! The order among equal totals decides when a solution is found once the total is the optimal cost: cells by the number of packed
//! boxes take turns, each with its newest node of fewest pushes left, so that a cell of lost nodes delays no other. If moves count,
//! all pushes are tried, and the player's square is part of a state: pushes in another order may take a longer walk.

use super::cost::{ClassQueue, Cost, Metric};
use crate::deadlock::rules::{Corral, Matching};
use crate::deadlock::{Detector, Refusals, RuleInput, RuleSet, View};
use crate::heuristic::Bound;
use crate::level::{Board, Direction, Position, Square};
use crate::maze::Maze;
use crate::packing::PackingPlan;
use crate::push::{Arena, BoxSet, NodeId, Push, State, WalkDistances};
use crate::run::{Meter, NodeKind, Progress, Search, Status, Stop};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug)]
struct Mark {
    so_far: Cost,
    left: u32,
    /// Whether `left` is the full bound; else it is the bound of the matching alone.
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
    queue: Queue,
    walks: WalkDistances,
    bound: Bound<'a>,
    rules: Detector<'a>,
    packing: PackingProgress,
    successors: Vec<Successor>,
    progress: Progress,
    /// Lower bound on the cost of all solutions: the greatest total of a node taken so far.
    proven: Cost,
}

impl<'a> Optimal<'a> {
    /// Number of successors between two readings of the clock: with thousands of boxes a node takes long.
    const UNWATCHED: u64 = 64;

    /// Creates the search, with the start open.
    pub fn new(
        maze: &'a Maze<'a>,
        start: &Position,
        metric: Metric,
        bound: Bound<'a>,
        rules: &RuleSet,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let squares = maze.board.len();
        // Proofs of corrals are left out, since many nodes differ only in the player's square.
        let rules = rules.clone().without(Corral::ID);
        let rules = Detector::new(&rules, &RuleInput { pairs: bound.table(), ..RuleInput::of(maze) });
        let mut search = Self {
            maze,
            metric,
            arena: Arena::new(squares),
            marks: Vec::new(),
            queue: Queue::default(),
            walks: WalkDistances::new(squares),
            bound,
            rules,
            packing: PackingProgress::new(maze, start, meter)?,
            successors: Vec::new(),
            progress: Progress::default(),
            proven: Cost::default(),
        };
        let boxes = BoxSet::of(squares, start.boxes.iter().copied());
        if let Some(left) = search.bound.of(&boxes, start.player, meter)? {
            let state = State { boxes, player: start.player };
            search.proven = metric.least(left);
            search.add(&state, None, Mark { so_far: Cost::default(), left, is_full: true, packed: 0 })?;
        }
        Ok(search)
    }

    /// Returns a lower bound on all solutions, in the number that counts first; once exhausted, none exists.
    pub const fn lower_bound(&self) -> u32 {
        self.proven.first()
    }

    /// Returns how many pushes and positions each rule has refused.
    pub fn refused(&self) -> Refusals {
        self.rules.refused()
    }

    /// Returns the number of two-box states in the table of the bound; `None` without a table.
    pub fn pairs(&self) -> Option<usize> {
        self.bound.pairs()
    }

    fn add(&mut self, state: &State, parent: Option<(NodeId, Push)>, mark: Mark) -> Result<(), Stop> {
        if let Some(id) = self.arena.insert(state, parent)? {
            self.marks.push(mark);
            self.enqueue(id, mark);
        }
        Ok(())
    }

    fn enqueue(&mut self, id: NodeId, mark: Mark) {
        let Mark { so_far, left, packed, .. } = mark;
        self.queue.push(so_far + self.metric.least(left), (packed, left), id);
        self.progress.estimated(left);
    }

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
            let last = self.arena.parent(id).map(|(_, push)| (push, push));
            let before = (mark.packed, self.progress.expanded);
            let packed = self.packing.of(self.maze, last, before, || state.boxes.clone());
            let known = Mark { left: left.max(full), is_full: true, packed, ..mark };
            self.marks[id.index()] = known;
            // Its place in the queue was too good: others may come first now.
            if full > left || packed < mark.packed {
                self.enqueue(id, known);
                return Ok(Status::Running);
            }
        }
        let pushed = self.arena.parent(id).and_then(|(_, push)| self.maze.board.next(push.from, push.direction));
        let view = View { pushed, is_matched: Some(true), ..View::of(&state) };
        if self.rules.is_lost(&view, meter)? {
            return Ok(Status::Running);
        }
        self.expand(id, state, meter)?;
        Ok(Status::Running)
    }

    fn expand(&mut self, id: NodeId, state: State, meter: &Meter) -> Result<(), Stop> {
        let mut successors = std::mem::take(&mut self.successors);
        write_moves(self.maze.board, &state, &mut self.walks, &mut successors);
        let Mark { so_far, left, .. } = self.marks[id.index()];
        let mut after = state;
        self.progress.expanded += 1;
        for &successor in &successors {
            if self.rules.refuses_push(successor.to, successor.push.direction) {
                continue;
            }
            self.progress.generated += 1;
            if self.progress.generated.is_multiple_of(Self::UNWATCHED) {
                meter.check_time()?;
            }
            after.boxes.shift(successor.push.from, successor.to);
            after.player = successor.push.from;
            let so_far = so_far + self.metric.cost(1, successor.steps);
            self.make(id, &after, successor, so_far, left.saturating_sub(1))?;
            after.boxes.shift(successor.to, successor.push.from);
        }
        self.successors = successors;
        Ok(())
    }

    fn make(
        &mut self,
        parent: NodeId,
        after: &State,
        successor: Successor,
        so_far: Cost,
        least: u32,
    ) -> Result<(), Stop> {
        let Successor { push, to, .. } = successor;
        if let Some(known) = self.arena.find(after) {
            if so_far < self.marks[known.index()].so_far {
                let mark = Mark { so_far, ..self.marks[known.index()] };
                self.enqueue(known, mark);
                self.marks[known.index()] = mark;
                self.arena.reroute(known, Some((parent, push)));
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
        self.add(after, Some((parent, push)), mark)
    }
}

impl Search for Optimal<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        let Some((total, left, id)) = self.queue.pop() else { return Ok(Status::Exhausted) };
        // All cheaper totals are gone from the queue, and no successor has a lower one.
        self.proven = self.proven.max(total);
        meter.count(NodeKind::Push);
        self.visit(total, left, id, meter)
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.arena.len() as u64, pruned: self.rules.total(), ..self.progress }
    }
}

/// Packing progress, which only breaks ties; with many goals it takes long, so it is computed for some positions only.
#[derive(Debug)]
pub(super) struct PackingProgress {
    plan: Option<PackingPlan>,
    asked: u64,
}

impl PackingProgress {
    const FIRST_ASKED: u64 = 1_000;
    /// Interval, in positions, at which the progress is computed after the first positions.
    const ASKED: u64 = 16;

    pub(super) fn new(maze: &Maze<'_>, start: &Position, meter: &Meter) -> Result<Self, Stop> {
        Ok(Self { plan: PackingPlan::by_starts(maze, start, meter)?, asked: 0 })
    }

    /// Returns the number of packed boxes, or of plan steps made, of a position after `positions` others: that `before`,
    /// unless the run to the position, from its first to its last push, can have changed it and a count is due.
    pub(super) fn of(
        &mut self,
        maze: &Maze<'_>,
        run: Option<(Push, Push)>,
        (before, positions): (u16, u64),
        boxes: impl FnOnce() -> BoxSet,
    ) -> u16 {
        let is_new = |from: Square, to: Square| match &self.plan {
            Some(plan) => plan.may_change(from, to),
            None => maze.board.is_goal(from) || maze.board.is_goal(to),
        };
        let may_change = run.is_none_or(|(first, last)| {
            maze.board.next(last.from, last.direction).is_none_or(|to| is_new(first.from, to))
        });
        if !may_change || self.asked > Self::FIRST_ASKED + positions / Self::ASKED {
            return before;
        }
        self.asked += 1;
        let boxes = boxes();
        let on_goals = || boxes.iter().filter(|&b| maze.board.is_goal(b)).count();
        let packed = self.plan.as_ref().map_or_else(on_goals, |plan| plan.done(&boxes));
        u16::try_from(packed).unwrap_or(u16::MAX)
    }
}

/// Open nodes by total cost, and for each cost by the number of packed boxes and the lower bound on the pushes left.
#[derive(Debug, Default)]
struct Queue {
    totals: BTreeMap<Cost, ClassQueue>,
    turn: u16,
}

impl Queue {
    fn push(&mut self, total: Cost, bucket: (u16, u32), id: NodeId) {
        self.totals.entry(total).or_default().push(bucket, id);
    }

    /// Takes the next node: its total cost, the bound on its pushes left, and its number; `None` if the list is empty.
    fn pop(&mut self) -> Option<(Cost, u32, NodeId)> {
        let mut first = self.totals.first_entry()?;
        let total = *first.key();
        let (left, id) = first.get_mut().pop(&mut self.turn, |_| true)?;
        if first.get().is_empty() {
            first.remove();
        }
        Some((total, left, id))
    }
}

#[derive(Clone, Copy, Debug)]
struct Successor {
    push: Push,
    to: Square,
    steps: u32,
}

/// Replaces the content of `into` by all pushes that are possible in a state. `walks` is working memory.
fn write_moves(board: &Board, state: &State, walks: &mut WalkDistances, into: &mut Vec<Successor>) {
    walks.measure(board, state.player, |square| state.boxes.has(square));
    into.clear();
    let pushes = state.boxes.iter().flat_map(|from| Direction::ALL.map(|direction| Push { from, direction }));
    into.extend(pushes.filter_map(|push| {
        let behind = board.next(push.from, push.direction.opposite())?;
        let to = board.next(push.from, push.direction).filter(|&to| !state.boxes.has(to))?;
        Some(Successor { push, to, steps: walks.to(behind)? })
    }));
}
