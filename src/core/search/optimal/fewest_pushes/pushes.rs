//! The successors of a position by pushes. If a corral may be worked on first, only pushes into it are made; if pushes of some boxes
//! suffice, only these ([`Stubborn`]); and forced pushes are made as one run ([`Runs`]): some shortest solution is kept by all three.
//! Lost positions are left out ([`Pruning`]).

use super::goal_room::GoalRoom;
use super::nodes::{Bounds, Mark, Nodes, Successor};
use super::runs::{Run, Runs};
use super::stubborn::{Stubborn, count};
use crate::deadlock::rules::Corral;
use crate::deadlock::{Refusals, RuleSet};
use crate::heuristic::Detours;
use crate::level::{Direction, Position, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, CellSet, GridNode, NodeId, Push, Words};
use crate::run::{Meter, Stop};
use crate::search::Prunings;
use crate::search::engine::{GridProblem, Others, Prune, rank};
use crate::search::optimal::astar::PackingProgress;

#[derive(Debug)]
pub(super) struct Input<'a, 'b> {
    pub(super) maze: &'a Maze<'a>,
    pub(super) start: &'b Position,
    pub(super) detours: Option<Detours<'a>>,
    pub(super) prunings: &'b Prunings,
    /// Whether the search is for positions near a solution, which fills a goal room in its own order.
    pub(super) is_near: bool,
}

#[derive(Debug)]
pub(super) struct Pushes<'a, W> {
    pub(super) bounds: Bounds<'a>,
    pub(super) pruning: Pruning<'a, W>,
    runs: Runs,
    progress: PackingProgress,
    stubborn: Stubborn<W>,
    /// Solutions with fewer pushes than this are searched; [`u32::MAX`] if all pushes must be tried.
    pub(super) upper: u32,
}

struct Parent<'p, W> {
    boxes: &'p CellSet<W>,
    region: CellSet<W>,
    /// Number of boxes in the goal room.
    filled: usize,
    mark: Mark,
}

impl<'a, W: Words> Pushes<'a, W> {
    pub(super) fn new(problem: &GridProblem<'a, W>, input: Input<'a, '_>, meter: &mut Meter) -> Result<Self, Stop> {
        let Input { maze, start, detours, prunings, is_near } = input;
        let room = if is_near { None } else { GoalRoom::new(maze, start, meter)? };
        // Near a solution few positions are searched, and a box that is lost takes many of them.
        let for_success = if is_near { 4 } else { 2 };
        let runs = Runs::new(maze, room);
        Ok(Self {
            bounds: Bounds::new(problem, detours),
            pruning: Pruning::new(problem, prunings, for_success),
            progress: PackingProgress::new(maze, start, meter)?,
            stubborn: Stubborn::new(maze, &problem.grid, &runs),
            runs,
            upper: u32::MAX,
        })
    }

    /// Returns all pushes of a path of runs, given by the first push of each.
    pub(super) fn unfold(&self, problem: &GridProblem<'_, W>, firsts: Vec<Push>) -> Vec<Push> {
        self.runs.unfold(problem.maze.board, firsts)
    }

    /// Returns the first and the last push of the run that leads to a position; `None` for the start.
    fn run_to(&self, problem: &GridProblem<'_, W>, node: &GridNode<W>) -> Option<(Push, Push)> {
        let (_, first) = node.parent()?;
        // The box that entered last is one of those inside.
        let filled = node.boxes.and(&self.stubborn.inside).len().saturating_sub(1);
        Some((first, self.runs.pushes(problem.maze.board, filled, first).last().unwrap_or(first)))
    }

    /// Computes the full bound of a position that was taken; returns whether it must be expanded. Otherwise it is lost,
    /// or put back (total above `most`, or less packed than assumed).
    pub(super) fn bound(
        &mut self,
        problem: &GridProblem<'_, W>,
        nodes: &mut Nodes,
        id: NodeId,
        most: u32,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let node = &nodes.node(problem, id);
        if self.bounds.matched(problem, &node.boxes, node.player, meter)?.is_none() {
            nodes.marks[id.index()].is_open = false;
            return Ok(false);
        }
        // Pair detours are dear, so a position gets them when it is taken for the first time.
        if !nodes.marks[id.index()].is_full {
            if self.raise(problem, nodes, (id, node), most) {
                return Ok(false);
            }
        } else if self.upper < u32::MAX {
            // What pairs have spent is asked of the position that is matched now.
            self.bounds.detours(node.player);
        }
        let pushed =
            self.run_to(problem, node).and_then(|(_, last)| problem.maze.board.next(last.from, last.direction));
        let is_lost = self.pruning.is_lost(problem, node, pushed, meter)?;
        nodes.marks[id.index()].is_open = !is_lost;
        Ok(!is_lost)
    }

    /// Raises the bound by pair detours, and counts packed boxes; returns whether the position was put back.
    fn raise(
        &mut self,
        problem: &GridProblem<'_, W>,
        nodes: &mut Nodes,
        (id, node): (NodeId, &GridNode<W>),
        most: u32,
    ) -> bool {
        let mut mark = nodes.marks[id.index()];
        let more = self.bounds.detours(node.player);
        mark.extra = mark.extra.max(u16::try_from(more).unwrap_or(u16::MAX));
        mark.is_full = true;
        let (run, before) = (self.run_to(problem, node), (mark.packed, nodes.marks.len() as u64));
        let squares = node.boxes.iter().map(|cell| problem.grid.square(cell));
        let boxes = || BoxSet::of(problem.maze.board.len(), squares);
        let packed = self.progress.of(problem.maze, run, before, boxes);
        let goes_back = mark.total() > most || packed < mark.packed;
        mark.packed = packed;
        if goes_back {
            nodes.put_back(id, mark);
        }
        nodes.marks[id.index()] = mark;
        goes_back
    }

    /// Writes to `successors` the successors that are neither refused nor stored at no more cost; returns the number
    /// generated. The last call of [`Pushes::bound`] must have been for this position.
    pub(super) fn expand(
        &mut self,
        problem: &GridProblem<'_, W>,
        nodes: &Nodes,
        id: NodeId,
        successors: &mut Vec<Successor<W>>,
        meter: &Meter,
    ) -> Result<usize, Stop> {
        successors.clear();
        let (grid, node) = (&problem.grid, &nodes.node(problem, id));
        let region = grid.region(grid.cell(node.player), &node.boxes);
        let mark = nodes.marks[id.index()];
        let mut pushable =
            self.pruning.prune.pushable(problem, &node.boxes, &region).map(|from| from.minus(&self.stubborn.inside));
        if self.upper < u32::MAX && count(&pushable) > 1 {
            // What a corral leaves out counts as well: the set may be another one.
            let all = self.pruning.prune.all_pushable(problem, &node.boxes, &region);
            let spare = (self.upper - 1).saturating_sub(mark.pushes + mark.left);
            let fewer = self.stubborn.suffice(problem, &node.boxes, &region, &all, &self.bounds, spare);
            pushable = fewer.filter(|fewer| count(fewer) < count(&pushable)).unwrap_or(pushable);
        }
        let generated = count(&pushable);
        let filled = node.boxes.and(&self.stubborn.inside).len();
        let parent = Parent { boxes: &node.boxes, region, filled, mark };
        for direction in Direction::ALL {
            for from in pushable[direction.index()].iter() {
                if W::IS_WIDE {
                    meter.check_time()?;
                }
                let push = Push { from: grid.square(from), direction };
                successors.extend(self.successor(problem, nodes, &parent, push));
            }
        }
        Ok(generated)
    }

    /// Returns the successor by a push and its forced pushes; `None` if it is refused, or stored at no more cost.
    #[inline(always)]
    fn successor(
        &mut self,
        problem: &GridProblem<'_, W>,
        nodes: &Nodes,
        parent: &Parent<'_, W>,
        push: Push,
    ) -> Option<Successor<W>> {
        let (grid, board) = (&problem.grid, problem.maze.board);
        let is_box = |square| parent.boxes.has(grid.cell(square));
        let Run { last, pushes: run, enters } = self.runs.run(board, is_box, parent.filled, push)?;
        let (to, direction) = (board.next(last.from, last.direction)?, last.direction);
        let (from, to) = (grid.cell(push.from), grid.cell(to));
        // Only live squares have a number; without the rule of dead squares, and at the end of a run, a box may come to others.
        if !problem.live.has(to) {
            self.pruning.counts.unmatched += 1;
            return None;
        }
        let boxes = self.pruning.prune.after(problem, parent.boxes, (from, to), direction)?;
        let behind = grid.step(to, direction.opposite());
        let region = if enters {
            grid.region(behind, &boxes)
        } else {
            let way = std::iter::successors(Some(from), |&cell| Some(grid.step(cell, direction)));
            let passed = way.take(run as usize);
            // The player has followed the box over these squares.
            let mut walked = parent.region.clone();
            passed.clone().for_each(|cell| walked.insert(cell));
            grid.region_after(&walked, passed, to, behind, &boxes)
        };
        let state = nodes.live.state(&boxes, grid.square(region.first()?));
        let pushes = parent.mark.pushes + run;
        let mark = if let Some(known) = nodes.arena.find(&state) {
            let known = nodes.marks[known.index()];
            (pushes < known.pushes).then_some(Mark { pushes, is_open: true, ..known })?
        } else {
            let Some(left) = self.bounds.moved(problem, (from, to), direction, run) else {
                self.pruning.counts.unmatched += 1;
                return None;
            };
            // No solution through the parent is shorter than its total (pathmax).
            let extra = parent.mark.total().saturating_sub(pushes + left);
            let extra = u16::try_from(extra).unwrap_or(u16::MAX);
            let class = rank(problem, &boxes, &region, &problem.goals, 0).class();
            let class = u16::try_from(class).unwrap_or(u16::MAX);
            Mark { pushes, extra, class, packed: parent.mark.packed, ..Mark::start(left) }
        };
        Some(Successor { boxes, state, push, mark })
    }
}

/// Numbers of successors without a matching, of positions counted for proofs of corrals, of proofs made, and of
/// successes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RefusalCounts {
    pub(super) unmatched: u64,
    taken: u64,
    asked: u64,
    succeeded: u64,
    /// Number of further proofs of corrals for each success; see `FIGURES.md`, `RefusalCounts`.
    for_success: u64,
}

impl RefusalCounts {
    /// Number of first positions for which proofs of corrals are made.
    const FIRST_ASKED: u64 = 1_000;
    // Seldom, but never no more: a level may come to positions with corrals late.
    /// Interval, in positions, at which proofs are made after the first ones.
    const ASKED: u64 = 64;
    /// Counts a position, and calls `prove` if a proof of its corrals is due; true if `prove` succeeded.
    fn take(&mut self, prove: impl FnOnce() -> Result<bool, Stop>) -> Result<bool, Stop> {
        let due = Self::FIRST_ASKED + self.taken / Self::ASKED + self.succeeded * self.for_success;
        self.taken += 1;
        if self.asked >= due {
            return Ok(false);
        }
        self.asked += 1;
        let has_succeeded = prove()?;
        self.succeeded += u64::from(has_succeeded);
        Ok(has_succeeded)
    }
}

#[derive(Debug)]
pub(super) struct Pruning<'a, W> {
    pub(super) prune: Prune<'a, W>,
    corral: Others<'a>,
    pub(super) counts: RefusalCounts,
}

impl<'a, W: Words> Pruning<'a, W> {
    pub(super) fn new(problem: &GridProblem<'a, W>, prunings: &Prunings, for_success: u64) -> Self {
        // Proofs of corrals are asked apart from the other rules, and only as long as they pay.
        let corral = prunings.rules.named(Corral::ID.name()).cloned();
        let corral = corral.into_iter().fold(RuleSet::none(), RuleSet::with_shared);
        Self {
            prune: Prune::new(problem, &Prunings { rules: prunings.rules.clone().without(Corral::ID), ..*prunings }),
            corral: Others::new(&corral, problem.maze),
            counts: RefusalCounts { for_success, ..RefusalCounts::default() },
        }
    }

    /// True if a position that was taken is proved lost. `pushed` is the square of the box of the last push.
    pub(super) fn is_lost(
        &mut self,
        problem: &GridProblem<'_, W>,
        node: &GridNode<W>,
        pushed: Option<Square>,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        Ok(self.prune.others.is_lost(problem, node, pushed, meter)?
            || self.counts.take(|| self.corral.is_lost(problem, node, pushed, meter))?)
    }

    pub(super) fn refused(&self) -> Refusals {
        Refusals::of(self.prune.refused(0, self.counts.unmatched).by_rule().chain(self.corral.refused().by_rule()))
    }
}
