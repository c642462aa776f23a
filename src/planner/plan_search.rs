//! Best-first search over positions, led by abstract plans.
//!
//! In comes a start; out comes a chain of realised steps that ends with every goal filled. From each position the
//! STRIPS planner makes a plan; its first step is realised; the positions that come of it are new nodes, and the old
//! one waits for another turn, in which a refused step is planned around. Incomplete: a step is realised in a few ways
//! only, and under a node cap.

use super::nogoods::Nogoods;
use super::{AbstractTask, BorderWatch, Event, Ground, Outcome, Realiser, Step, Verdict};
use crate::abstraction::Label;
use crate::deadlock::RuleSet;
use crate::level::Position;
use crate::push::{BoxSet, Push, Region, State};
use crate::run::{Ended, Meter, Progress, Search, Status, Stop};
use crate::strips::{self, Options};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A step that was carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Realised {
    /// The step.
    pub step: Step,
    /// Its pushes.
    pub pushes: Vec<Push>,
    /// The position it was asked in, by number; on the exact rungs the number of its operator in the plan.
    pub position: usize,
    /// How sure its outcome was when it was planned.
    pub label: Label,
}

/// The realised steps of a solution, first to last.
pub type Solution = Vec<Realised>;

#[derive(Debug)]
struct Node {
    position: Position,
    came: Option<(usize, Realised)>,
    /// First steps that were realised, and are not proposed again in this turn.
    realised: Vec<Step>,
    /// First steps that were refused, for good: they would be again.
    refused: Vec<Step>,
    /// How often it was this node's turn.
    turns: u32,
    /// How many outcomes of a step are kept: the next power of [`PlanSearch::MORE`].
    effort: u32,
}

/// The search; see the module.
#[derive(Debug)]
pub struct PlanSearch<'g> {
    ground: &'g Ground<'g>,
    nodes: Vec<Node>,
    seen: FxHashSet<(BoxSet, u16)>,
    open: BinaryHeap<(Reverse<u64>, usize)>,
    start: Position,
    region: Region,
    /// Carries out the steps.
    pub realiser: Realiser<'g>,
    nogoods: Nogoods,
    /// What is known of borders beyond counts.
    pub watch: Option<BorderWatch>,
    /// What happened, in order.
    pub events: Vec<Event>,
    progress: Progress,
}

impl<'g> PlanSearch<'g> {
    /// How many outcomes of a step are kept at first, by how much that grows, and how often.
    const FIRST: usize = 8;
    const MORE: usize = 4;
    const MOST_EFFORT: u32 = 3;

    /// Nothing is planned yet. `node_cap` and `rules` are for one realisation.
    pub fn new(ground: &'g Ground<'g>, start: Position, node_cap: u64, rules: &RuleSet) -> Self {
        Self {
            ground,
            nodes: Vec::new(),
            seen: FxHashSet::default(),
            open: BinaryHeap::new(),
            start,
            region: Region::new(ground.maze.board.len()),
            realiser: Realiser::new(ground, node_cap, rules),
            nogoods: Nogoods::new(ground.maze.board.len()),
            watch: None,
            events: Vec::new(),
            progress: Progress::default(),
        }
    }

    /// Adds a position unless it is known; gives its number.
    fn add(
        &mut self,
        position: Position,
        came: Option<(usize, Realised)>,
        meter: &mut Meter,
    ) -> Result<Option<usize>, Stop> {
        let state = State::of(self.ground.maze.board, &position, &mut self.region);
        let bytes = position.boxes.len() * 4 + came.as_ref().map_or(0, |c| c.1.pushes.len() * 4) + 256;
        meter.claim(bytes as u64)?;
        if !self.seen.insert((state.boxes, state.player.0)) {
            meter.release(bytes as u64);
            return Ok(None);
        }
        self.nodes.push(Node { position, came, realised: Vec::new(), refused: Vec::new(), turns: 0, effort: 0 });
        Ok(Some(self.nodes.len() - 1))
    }

    /// Plans from a node around what was refused there.
    fn plan(&mut self, number: usize, meter: &mut Meter) -> Result<Option<Vec<Step>>, Stop> {
        let node = &self.nodes[number];
        let closed = match &mut self.watch {
            Some(watch) => watch.closed(self.ground, &node.position, meter)?,
            None => Vec::new(),
        };
        let nogoods = self.nogoods.refused(self.ground, &node.position);
        let shunned: Vec<Step> = node.realised.iter().chain(&node.refused).cloned().chain(nogoods).collect();
        let task = AbstractTask::new(self.ground, &node.position, &shunned, &closed);
        let steps = match strips::plan(&task.task, &Options::default(), meter) {
            Ended::Found(plan) => Some(task.steps(self.ground, &node.position, &plan)),
            Ended::Exhausted => None,
            Ended::Stopped(stop) => return Err(stop),
        };
        self.events.push(Event::Planned { position: number, plan: steps.clone() });
        Ok(steps)
    }

    /// Realises the first step that can be: the whole transfer, or only its first hop.
    fn realise(
        &mut self,
        number: usize,
        first: &Step,
        meter: &mut Meter,
    ) -> Result<Option<(Step, Vec<Outcome>)>, Stop> {
        self.realiser.most_outcomes = Self::FIRST * Self::MORE.pow(self.nodes[number].effort);
        let tries: Vec<Step> = std::iter::once(first.clone()).chain(first.first_hop()).collect();
        for step in tries {
            let position = self.nodes[number].position.clone();
            match self.realiser.realise(&position, &step, meter)? {
                Verdict::Done(outcomes) => {
                    self.watch.iter_mut().for_each(|watch| watch.realised(self.ground, &position, &step));
                    return Ok(Some((step, outcomes)));
                }
                Verdict::Refused(refusal) => {
                    self.nogoods.learn(self.ground, &position, &refusal, meter)?;
                    self.events.push(Event::Refused { position: number, refusal });
                }
            }
        }
        if let Some(watch) = &mut self.watch {
            let split = watch.refused(self.ground, (number, &self.nodes[number].position), first, meter)?;
            self.events.extend(split.map(Event::Refined));
        }
        Ok(None)
    }

    /// What may not be proposed a second time: the operator that the step began with.
    fn shun(&mut self, number: usize, step: &Step, was_realised: bool) {
        let hop = step.first_hop().unwrap_or_else(|| step.clone());
        let node = &mut self.nodes[number];
        if was_realised { &mut node.realised } else { &mut node.refused }.push(hop);
    }

    /// Every first step has had its turn: those that were realised get another, with more outcomes each; at last the
    /// node is given up.
    fn try_harder(&mut self, number: usize) {
        let node = &mut self.nodes[number];
        let had_some = !node.realised.is_empty();
        node.realised.clear();
        node.effort += 1;
        node.turns += 1;
        if had_some && node.effort < Self::MOST_EFFORT {
            self.enqueue(number, 0);
        }
    }

    /// Nodes with little left to do come first, and less with each turn they have had.
    fn enqueue(&mut self, number: usize, steps_left: usize) {
        let turns = u64::from(self.nodes[number].turns);
        self.open.push((Reverse(steps_left as u64 * 2 + turns * turns), number));
    }

    fn add_outcomes(
        &mut self,
        number: usize,
        step: &Step,
        outcomes: Vec<Outcome>,
        steps_left: usize,
        meter: &mut Meter,
    ) -> Result<Vec<usize>, Stop> {
        let mut added = Vec::new();
        for outcome in outcomes {
            self.progress.generated += 1;
            let realised =
                Realised { step: step.clone(), pushes: outcome.pushes, position: number, label: Label::Context };
            if let Some(child) = self.add(outcome.position, Some((number, realised)), meter)? {
                self.enqueue(child, steps_left);
                added.push(child);
            }
        }
        Ok(added)
    }

    /// The turn of a position.
    fn turn(&mut self, number: usize, meter: &mut Meter) -> Result<(), Stop> {
        // 1. A plan around what was refused; where there is none, all is tried again, for more outcomes.
        let Some(steps) = self.plan(number, meter)?.filter(|steps| !steps.is_empty()) else {
            self.try_harder(number);
            return Ok(());
        };
        let first = &steps[0];
        let left = u32::try_from(steps.len()).unwrap_or(u32::MAX);
        self.progress.best_estimate = Some(self.progress.best_estimate.map_or(left, |best| best.min(left)));
        // 2. Its first step, in the real position.
        let before = meter.push_nodes();
        let realised = self.realise(number, first, meter)?;
        self.progress.expanded += 1;
        self.shun(number, first, realised.is_some());
        if let Some((step, outcomes)) = realised {
            let nodes = meter.push_nodes() - before;
            let outcomes = self.add_outcomes(number, &step, outcomes, steps.len() - 1, meter)?;
            self.events.push(Event::Realised { position: number, step, outcomes, nodes });
        }
        // 3. The position waits for another turn, with another first step.
        self.nodes[number].turns += 1;
        self.enqueue(number, steps.len());
        Ok(())
    }

    fn solution(&self, number: usize) -> Solution {
        let mut steps = Vec::new();
        let mut at = number;
        while let Some((parent, realised)) = &self.nodes[at].came {
            steps.push(realised.clone());
            at = *parent;
        }
        steps.reverse();
        steps
    }
}

impl Search for PlanSearch<'_> {
    type Solution = Solution;

    fn initialise(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        if let Some(root) = self.add(self.start.clone(), None, meter)? {
            self.enqueue(root, 0);
        }
        Ok(())
    }

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        // The position with the least left to do. A limit may end its turn: then it waits for it again.
        let Some(next) = self.open.pop() else { return Ok(Status::Exhausted) };
        if self.nodes[next.1].position.is_solved(self.ground.maze.board) {
            return Ok(Status::Found(self.solution(next.1)));
        }
        let turn = self.turn(next.1, meter);
        if turn.is_err() {
            self.open.push(next);
        }
        turn.map(|()| Status::Running)
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.nodes.len() as u64, ..self.progress }
    }
}
