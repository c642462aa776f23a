//! Realises a step of a plan by pushes in a position.
//!
//! Input: a position and a step. Output: at most [`Realiser::most_outcomes`] positions in which it is done, with the
//! pushes, or the reason why none was found. Only boxes in the step's own areas are moved, and only inside these areas;
//! all others count as walls. The search is best-first under a node cap.

use crate::abstraction::{Counts, Label};
use crate::deadlock::rules::Matching;
use crate::deadlock::{Detector, Known, RuleSet, View};
use crate::heuristic::MinCostMatching;
use crate::level::{Position, Square};
use crate::maze::{AreaId, Place};
use crate::planner::{PlanningContext, Refusal, Step, Why};
use crate::push::{Arena, BoxSet, NodeId, Push, Region, State};
use crate::run::{Meter, NodeKind, Stop};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// One way in which a step ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The pushes.
    pub pushes: Vec<Push>,
    /// The position after them.
    pub position: Position,
    /// Lower bound on the pushes still needed, by minimum matching.
    pub estimate: u32,
}

/// The result of trying a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It was done in these ways, the best first.
    Done(Vec<Outcome>),
    /// It could not be done.
    Refused(Refusal),
}

/// Carries out steps; holds working memory.
#[derive(Debug)]
pub struct Realiser<'g> {
    context: &'g PlanningContext<'g>,
    /// At most this number of push nodes for one step.
    pub node_cap: u64,
    /// At most this number of outcomes is kept of one step.
    pub most_outcomes: usize,
    region: Region,
    /// Push nodes of the most expensive realisation so far.
    pub max_realisation_nodes: u64,
    rules: Detector<'g>,
    matching: MinCostMatching,
    moved: MinCostMatching,
}

/// One search: what it may move, and its target.
struct Attempt<'s> {
    step: &'s Step,
    allowed: Vec<bool>,
    before: Counts,
    /// Pushes of a lone box from a square to the step's last area; 0 everywhere for a settle.
    way_to_go: Vec<u32>,
    arena: Arena,
    open: BinaryHeap<(Reverse<u32>, NodeId, u32)>,
    done: Vec<(u32, u32, NodeId)>,
    /// Boxes that may not be moved, and that were run into.
    in_the_way: BoxSet,
}

impl<'g> Realiser<'g> {
    /// The estimate if there are too few goals and no rule in use refuses that. Above every real estimate.
    const UNMATCHED: u32 = 1 << 20;

    /// With a node cap for one step and the deadlock rules to apply.
    pub fn new(context: &'g PlanningContext<'g>, node_cap: u64, rules: &RuleSet) -> Self {
        let squares = context.maze.board.len();
        Self {
            context,
            node_cap,
            most_outcomes: 8,
            region: Region::new(squares),
            max_realisation_nodes: 0,
            rules: Detector::new(rules, &Known::of(context.maze)),
            matching: MinCostMatching::default(),
            moved: MinCostMatching::default(),
        }
    }

    /// Searches for pushes that carry out a step.
    ///
    /// # Errors
    /// A limit of the meter. The node cap is not an error but a [`Verdict::Refused`].
    pub fn realise(&mut self, position: &Position, step: &Step, meter: &mut Meter) -> Result<Verdict, Stop> {
        let mut attempt = self.attempt(position, step);
        let before = meter.push_nodes();
        let searched = self.search(&mut attempt, position, meter);
        let nodes = meter.push_nodes() - before;
        self.max_realisation_nodes = self.max_realisation_nodes.max(nodes);
        searched.map(|is_all| {
            if attempt.done.is_empty() {
                let why = if is_all { Why::NoWay } else { Why::NodeCap };
                let mut in_the_way: Vec<Square> = attempt.in_the_way.iter().collect();
                let is_local = is_all && in_the_way.is_empty();
                let label = match why {
                    Why::NodeCap => Label::Unknown,
                    Why::NoWay if is_local => Label::Impossible,
                    Why::NoWay => Label::Context,
                };
                if in_the_way.is_empty() {
                    in_the_way.extend(position.boxes.iter().filter(|b| attempt.allowed[b.index()]));
                }
                Verdict::Refused(Refusal { step: step.clone(), why, nodes, in_the_way, is_local, label })
            } else {
                Verdict::Done(self.best(&mut attempt))
            }
        })
    }

    fn attempt<'s>(&self, position: &Position, step: &'s Step) -> Attempt<'s> {
        let (board, areas) = (self.context.maze.board, self.context.areas);
        let allowed: Vec<bool> = board.squares().map(|s| step.areas().contains(&areas.area_of(s))).collect();
        let way_to_go = match step {
            Step::Transfer(route) => self.way_to(route[route.len() - 1], &allowed),
            Step::Settle(_) | Step::Arrange(_) | Step::Takeover => vec![0; board.len()],
        };
        Attempt {
            step,
            way_to_go,
            allowed,
            before: Counts::of(areas, position.boxes.iter().copied()),
            arena: Arena::new(board.len()),
            open: BinaryHeap::new(),
            done: Vec::new(),
            in_the_way: BoxSet::of(board.len(), []),
        }
    }

    /// Push distances of a lone box to the last area, by pulls back from each of its squares. Linear in the squares.
    fn way_to(&self, last: AreaId, allowed: &[bool]) -> Vec<u32> {
        let board = self.context.maze.board;
        let mut pushes = vec![u32::MAX; board.len()];
        let mut queue: VecDeque<Square> = self.context.areas.area(last).squares.iter().copied().collect();
        for s in &queue {
            pushes[s.index()] = 0;
        }
        while let Some(t) = queue.pop_front() {
            for direction in crate::level::Direction::ALL {
                let Some(b) = board.next(t, direction).filter(|b| board.next(*b, direction).is_some()) else {
                    continue;
                };
                if allowed[b.index()] && pushes[b.index()] == u32::MAX {
                    pushes[b.index()] = pushes[t.index()] + 1;
                    queue.push_back(b);
                }
            }
        }
        pushes
    }

    /// Best-first search. Returns whether the space was exhausted; otherwise the cap was met or enough outcomes were
    /// found.
    fn search(&mut self, attempt: &mut Attempt<'_>, position: &Position, meter: &mut Meter) -> Result<bool, Stop> {
        let start = State::of(self.context.maze.board, position, &mut self.region);
        let Some(root) = attempt.arena.insert(&start, None, meter)? else { return Ok(true) };
        attempt.open.push((Reverse(0), root, 0));
        let mut left = self.node_cap;
        while let Some((_, id, pushes)) = attempt.open.pop() {
            if left == 0 {
                return Ok(false);
            }
            left -= 1;
            meter.tick(NodeKind::Push)?;
            let had_none = attempt.done.is_empty();
            self.expand(attempt, id, pushes, meter)?;
            if attempt.done.len() >= 4 * self.most_outcomes {
                return Ok(false);
            }
            if had_none && !attempt.done.is_empty() {
                // After the first outcome, others get a smaller budget. Not tuned.
                left = left.min(32 * self.most_outcomes as u64);
            }
        }
        Ok(true)
    }

    fn expand(&mut self, attempt: &mut Attempt<'_>, id: NodeId, pushes: u32, meter: &mut Meter) -> Result<(), Stop> {
        let maze = self.context.maze;
        let state = attempt.arena.state(id);
        let boxes: Vec<Square> = state.boxes.iter().collect();
        let places: Vec<Place> = boxes.iter().map(|&b| maze.place(b, state.player)).collect();
        let is_matched = self.matching.solve(&maze.distances, &places, meter)?.is_some();
        let pushed = attempt.arena.parent(id).and_then(|(_, push)| maze.board.next(push.from, push.direction));
        if !is_matched && self.rules.has(Matching::ID)
            || self.rules.is_lost(&View { pushed, is_matched: Some(is_matched), ..View::of(&state) }, meter)?
        {
            return Ok(());
        }
        self.region.flood(maze.board, state.player, |s| state.boxes.has(s));
        let possible: Vec<Push> = state.pushes(maze.board, &self.region).collect();
        self.run_into(attempt, &boxes);
        for push in possible {
            let Some(to) = maze.board.next(push.from, push.direction) else { continue };
            if !attempt.allowed[push.from.index()]
                || !attempt.allowed[to.index()]
                || self.rules.refuses_push(to, push.direction)
            {
                continue;
            }
            meter.check()?;
            let child = state.after(maze.board, push, &mut self.region);
            let view = View { pushed: Some(to), ..View::of(&child) };
            if self.rules.refuses_child(&view) || attempt.arena.find(&child).is_some() {
                continue;
            }
            let row = boxes.binary_search(&push.from).unwrap_or(0);
            let place = maze.place_pushed(to, push.direction);
            let moved = is_matched.then_some(&mut self.moved);
            let estimate = moved.and_then(|moved| self.matching.with_moved(&maze.distances, row, place, moved));
            if estimate.is_none() && self.rules.refuse(Matching::ID) {
                continue;
            }
            let estimate = estimate.unwrap_or(Self::UNMATCHED);
            let Some(number) = attempt.arena.insert(&child, Some((id, push)), meter)? else { continue };
            let pushes = pushes + 1;
            if self.is_done(attempt, &child) {
                attempt.done.push((estimate, pushes, number));
            }
            let to_go = self.nearest(attempt, &child);
            let priority = pushes + 2 * estimate.saturating_add(to_go);
            attempt.open.push((Reverse(priority), number, pushes));
        }
        Ok(())
    }

    /// Pushes of the nearest box of the first area to the last one.
    fn nearest(&self, attempt: &Attempt<'_>, state: &State) -> u32 {
        let Step::Transfer(route) = attempt.step else { return 0 };
        let on_route = |b: &Square| {
            let area = self.context.areas.area_of(*b);
            area != route[route.len() - 1] && attempt.allowed[b.index()]
        };
        let boxes = state.boxes.iter().filter(on_route).map(|b| attempt.way_to_go[b.index()]);
        boxes.min().unwrap_or(0).min(1 << 16)
    }

    fn is_done(&self, attempt: &Attempt<'_>, state: &State) -> bool {
        match attempt.step {
            Step::Settle(area) | Step::Arrange(area) => {
                let here = |b: &Square| self.context.areas.area_of(*b) == *area;
                state.boxes.iter().filter(here).all(|b| self.context.maze.board.is_goal(b))
            }
            Step::Transfer(route) => {
                let wanted = attempt.before.moved(route[0], route[route.len() - 1]);
                let now = Counts::of(self.context.areas, state.boxes.iter());
                route.iter().all(|&a| now.get(a) == wanted.get(a))
            }
            // Plans on counts have no such step.
            Step::Takeover => false,
        }
    }

    /// The outcomes with the fewest pushes in all, made and estimated.
    fn best(&self, attempt: &mut Attempt<'_>) -> Vec<Outcome> {
        attempt.done.sort_by_key(|&(estimate, pushes, id)| (estimate * 2 + pushes, id));
        let best = attempt.done.iter().take(self.most_outcomes);
        best.map(|&(estimate, _, id)| Outcome {
            pushes: attempt.arena.path(id),
            position: attempt.arena.state(id).position(),
            estimate,
        })
        .collect()
    }

    /// Records the fixed boxes beside the player's region, and those beside boxes that can be moved from there.
    fn run_into(&self, attempt: &mut Attempt<'_>, boxes: &[Square]) {
        let board = self.context.maze.board;
        let is_reached = |b: Square| board.neighbours(b).any(|s| self.region.has(s));
        for &b in boxes.iter().filter(|b| !attempt.allowed[b.index()]) {
            let is_pushed_at =
                |s: Square| attempt.allowed[s.index()] && boxes.binary_search(&s).is_ok() && is_reached(s);
            if is_reached(b) || board.neighbours(b).any(is_pushed_at) {
                attempt.in_the_way.insert(b);
            }
        }
    }
}
