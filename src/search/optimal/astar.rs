//! A* over pushes.
//!
//! The node of least total cost is taken: what it took so far and a bound on what is left. The bound never passes what
//! is really left, so the first solved node that is taken is a shortest solution, and until then the least total is a
//! bound for all solutions. Bounds may fall by more than a push costs from parent to child, so a node that is reached
//! again by a shorter way is opened again.
//!
//! Bounds come in two steps: a cheap one when a node is made, and the full one when it is taken, since most nodes never
//! are. Where the full one is larger the node goes back into the queue.

use super::children::Children;
use super::queue::Queue;
use super::runs::Run;
use super::{Bound, Cost, Metric};
use crate::deadlock::rules::Matching;
use crate::deadlock::{Detector, Known, Refused, RuleSet, View};
use crate::level::Position;
use crate::maze::Maze;
use crate::push::{Arena, BoxSet, NodeId, Push, State};
use crate::run::{Kind, Ledger, Meter, Progress, Search, Status, Stop};
use crate::search::{Order, Stages};

/// What is known of a node beside its state.
#[derive(Clone, Copy, Debug)]
struct Mark {
    /// What it took to come here.
    so_far: Cost,
    /// A bound on the pushes left.
    left: u32,
    /// Is that the full bound?
    is_full: bool,
    /// How far packing has come, in boxes or steps: breaks ties.
    packed: u16,
}

/// The search; see the module.
#[derive(Debug)]
pub struct Optimal<'a> {
    maze: &'a Maze<'a>,
    start: &'a Position,
    metric: Metric,
    arena: Arena,
    marks: Vec<Mark>,
    ledger: Ledger,
    queue: Queue,
    children: Children<'a>,
    bound: Bound<'a>,
    rules: Detector<'a>,
    stages: Option<Stages>,
    /// How often these were asked.
    asked: u64,
    runs: Vec<Run>,
    progress: Progress,
    /// The least total of all nodes that wait: no solution costs less.
    proven: Cost,
    /// A limit that was met in the middle of a step: some successors are lost.
    broken: Option<Stop>,
}

impl<'a> Optimal<'a> {
    /// So many nodes are asked how far packing has come,
    const FIRST_ASKED: u64 = 1_000;
    /// and then one in so many.
    const ASKED: u64 = 16;

    /// Nothing is searched yet.
    pub fn new(maze: &'a Maze<'a>, start: &'a Position, metric: Metric, bound: Bound<'a>, rules: &RuleSet) -> Self {
        let squares = maze.board.len();
        let rules = Detector::new(rules, &Known { pairs: bound.table(), ..Known::of(maze) });
        Self {
            maze,
            start,
            metric,
            arena: Arena::new(squares),
            marks: Vec::new(),
            ledger: Ledger::default(),
            queue: Queue::default(),
            children: Children::new(maze, metric),
            bound,
            rules,
            stages: None,
            asked: 0,
            runs: Vec::new(),
            progress: Progress::default(),
            proven: Cost::default(),
            broken: None,
        }
    }

    /// No solution has less of what the metric counts first. Where the search ran dry there is none at all.
    pub const fn lower_bound(&self) -> u32 {
        self.proven.first()
    }

    /// What each rule refused so far.
    pub fn refused(&self) -> Refused {
        self.rules.refused()
    }

    /// How many places of two boxes were solved before; `None` where there is no table of them.
    pub fn pairs(&self) -> Option<usize> {
        self.bound.pairs()
    }

    fn add(&mut self, state: &State, came: Option<(NodeId, Push)>, mark: Mark, meter: &mut Meter) -> Result<(), Stop> {
        self.ledger.vec(&mut self.marks, 1, meter)?;
        if let Some(id) = self.arena.insert(state, came, meter)? {
            self.marks.push(mark);
            self.enqueue(id, meter)?;
        }
        Ok(())
    }

    fn enqueue(&mut self, id: NodeId, meter: &mut Meter) -> Result<(), Stop> {
        let Mark { so_far, left, packed, .. } = self.marks[id.index()];
        self.progress.best_estimate = Some(self.progress.best_estimate.map_or(left, |best| best.min(left)));
        self.queue.push(so_far + self.metric.least(left), (packed, left), id, meter)
    }

    /// The node that was taken: solved, put back, dropped, or expanded.
    fn visit(&mut self, total: Cost, left: u32, id: NodeId, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        let mark = self.marks[id.index()];
        // 1. Reached by a shorter way since, or bounded better: it is in the queue once more.
        if mark.left != left || mark.so_far + self.metric.least(left) != total {
            return Ok(Status::Running);
        }
        let state = self.arena.state(id);
        if left == 0 && state.is_solved(self.maze.board) {
            return Ok(Status::Found(self.children.unfold(self.arena.path(id))));
        }
        // 2. The full bound.
        let Some(full) = self.bound.of(&state.boxes, state.player, meter)? else { return Ok(Status::Running) };
        if !mark.is_full {
            let packed = self.packed(id, &state);
            self.marks[id.index()] = Mark { left: left.max(full), is_full: true, packed, ..mark };
            if full > left || packed < mark.packed {
                self.enqueue(id, meter)?;
                return Ok(Status::Running);
            }
        }
        let pushed = self.arena.came(id).map(|(_, push)| self.children.end(push));
        let view = View { pushed, is_matched: Some(true), ..View::of(&state) };
        if self.rules.is_lost(&view, meter)? {
            return Ok(Status::Running);
        }
        self.expand(id, state, meter)?;
        Ok(Status::Running)
    }

    /// How far packing has come. It is only asked where the last push can have changed it, and of one in so many nodes:
    /// with many goals it costs more than all the rest, and a wrong answer only spoils the order among equals.
    fn packed(&mut self, id: NodeId, state: &State) -> u16 {
        let before = self.marks[id.index()].packed;
        let Some(stages) = &mut self.stages else { return before };
        let may_change =
            self.arena.came(id).is_none_or(|(_, push)| stages.may_change(push.from, self.children.end(push)));
        if !may_change || self.asked > Self::FIRST_ASKED + self.progress.expanded / Self::ASKED {
            return before;
        }
        self.asked += 1;
        u16::try_from(stages.stage(self.maze, &state.boxes).done).unwrap_or(u16::MAX)
    }

    fn expand(&mut self, id: NodeId, state: State, meter: &mut Meter) -> Result<(), Stop> {
        self.progress.expanded += 1;
        let Mark { so_far, left, .. } = self.marks[id.index()];
        let mut runs = std::mem::take(&mut self.runs);
        self.children.pushes(&state, &mut runs);
        let mut child = state;
        let parent = child.player;
        for &run in &runs {
            if self.rules.refuses_push(run.to, run.push.way) {
                continue;
            }
            child.boxes.shift(run.push.from, run.to);
            let so_far = so_far + self.metric.cost(run.pushes, run.steps);
            let made = self.make(id, &mut child, run, so_far, left.saturating_sub(run.pushes), meter);
            child.boxes.shift(run.to, run.push.from);
            child.player = parent;
            made?;
        }
        self.runs = runs;
        Ok(())
    }

    /// One child; the boxes are those after the push.
    fn make(
        &mut self,
        parent: NodeId,
        child: &mut State,
        run: Run,
        so_far: Cost,
        least: u32,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.progress.generated += 1;
        let Run { push, to, .. } = run;
        child.player = self.children.player_after(&child.boxes, run);
        if let Some(known) = self.arena.find(child) {
            if so_far < self.marks[known.index()].so_far {
                self.marks[known.index()].so_far = so_far;
                self.arena.came_shorter(known, parent, push);
                self.enqueue(known, meter)?;
            }
            return Ok(());
        }
        let behind = self.maze.board.next(to, push.way.opposite()).unwrap_or(push.from);
        let view = View { boxes: &child.boxes, player: behind, pushed: Some(to), is_matched: None };
        if self.rules.refuses_child(&view) {
            return Ok(());
        }
        let Some(left) = self.bound.after(push.from, self.maze.place_pushed(to, push.way), run.pushes) else {
            // Without goals for all boxes there is no bound: refused, whether the rule is among those or not.
            self.rules.refuse(Matching::ID);
            return Ok(());
        };
        // What is left falls by at most one with each push, so the parent's bound speaks for the child too.
        let packed = self.marks[parent.index()].packed;
        let mark = Mark { so_far, left: left.max(least), is_full: false, packed };
        self.add(child, Some((parent, push)), mark, meter)
    }
}

impl Search for Optimal<'_> {
    type Solution = Vec<Push>;

    fn initialise(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let boxes = BoxSet::of(self.maze.board.len(), self.start.boxes.iter().copied());
        let Some(left) = self.bound.of(&boxes, self.start.player, meter)? else { return Ok(()) };
        let state = self.children.state(boxes, self.start.player);
        self.proven = self.metric.least(left);
        self.stages = Some(Stages::new(self.maze, self.start, Order::Any, meter)?);
        self.add(&state, None, Mark { so_far: Cost::default(), left, is_full: true, packed: 0 }, meter)
    }

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        if let Some(stop) = self.broken {
            return Err(stop);
        }
        let Some(total) = self.queue.least() else { return Ok(Status::Exhausted) };
        self.proven = self.proven.max(total);
        meter.tick(Kind::Push)?;
        let Some((left, id)) = self.queue.pop() else { return Ok(Status::Exhausted) };
        let visited = self.visit(total, left, id, meter);
        self.broken = visited.as_ref().err().copied();
        visited
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.arena.len() as u64, pruned: self.rules.total(), ..self.progress }
    }
}
