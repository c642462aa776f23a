//! Best-first search over positions, guided by abstract plans.
//!
//! Input: a start. Output: a chain of realised steps that ends with every goal filled. From each position the STRIPS
//! planner makes a plan; its first step is realised; the resulting positions are new nodes, and the old one waits for
//! another turn, in which the plan avoids refused steps. Incomplete: a step is realised in few ways only, and under a
//! node cap.

use super::nogoods::Nogoods;
use super::{AbstractTask, BorderWatch, Outcome, Realiser, Verdict};
use crate::abstraction::Label;
use crate::deadlock::RuleSet;
use crate::level::Position;
use crate::planner::{PlanOrigin, PlanningContext, Realised, Solution, Step, TraceEvent};
use crate::push::{BoxSet, Push, Region, State};
use crate::run::{Ended, Held, Meter, Progress, Search, Status, Stop};
use crate::strips::{self, Options};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

#[derive(Debug)]
struct Node {
    position: Position,
    parent: Option<(usize, Realised)>,
    /// First steps that were realised; they are not proposed again at this effort.
    realised: Vec<Step>,
    /// First steps that were refused; they are never proposed again.
    refused: Vec<Step>,
    /// Number of turns this node had.
    turns: u32,
    /// The exponent of [`PlanSearch::MORE`] in the number of outcomes kept of a step.
    effort: u32,
}

/// The turn of a position, from its plan on.
#[derive(Debug)]
struct Turn {
    position: usize,
    /// The plan; its first step is to be realised.
    steps: Vec<Step>,
    /// What is still to be tried for the first step: the whole transfer, or its first hop alone.
    tries: VecDeque<Step>,
    /// Push nodes spent on the tries so far.
    nodes: u64,
    /// The step realised, with its outcomes, once there is one.
    realised: Option<(Step, Vec<Outcome>)>,
}

/// The search over positions.
#[derive(Debug)]
pub struct PlanSearch<'g> {
    context: &'g PlanningContext<'g>,
    nodes: Vec<Node>,
    seen: FxHashSet<(BoxSet, u16)>,
    open: BinaryHeap<(Reverse<u64>, usize)>,
    /// The turn that a limit interrupted; it is resumed.
    turn: Option<Turn>,
    held: Held,
    region: Region,
    /// Carries out the steps.
    pub realiser: Realiser<'g>,
    nogoods: Nogoods,
    /// Closed borders, on rungs above `counts`.
    pub watch: Option<BorderWatch>,
    /// The events, in order.
    pub events: Vec<TraceEvent>,
    progress: Progress,
}

impl<'g> PlanSearch<'g> {
    /// Outcomes kept of a step at first, the factor by which that grows, and how often it grows. Not tuned: more
    /// outcomes find more solutions and take more nodes a step.
    const FIRST: usize = 8;
    const MORE: usize = 4;
    const MOST_EFFORT: u32 = 3;

    /// With the start as its only node. `node_cap` (push nodes) and `rules` apply to each realisation.
    ///
    /// # Errors
    /// The memory limit.
    pub fn new(
        context: &'g PlanningContext<'g>,
        start: Position,
        node_cap: u64,
        rules: &RuleSet,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let mut search = Self {
            context,
            nodes: Vec::new(),
            seen: FxHashSet::default(),
            open: BinaryHeap::new(),
            turn: None,
            held: Held::default(),
            region: Region::new(context.maze.board.len()),
            realiser: Realiser::new(context, node_cap, rules),
            nogoods: Nogoods::new(context.maze.board.len()),
            watch: None,
            events: Vec::new(),
            progress: Progress::default(),
        };
        search.held.grow(bytes(&start, &[]), meter)?;
        if let Some(root) = search.add(start, None) {
            search.enqueue(root, 0);
        }
        Ok(search)
    }

    /// Adds a position, whose bytes are already claimed. Returns its number, or `None` if it was known.
    fn add(&mut self, position: Position, parent: Option<(usize, Realised)>) -> Option<usize> {
        let state = State::of(self.context.maze.board, &position, &mut self.region);
        if !self.seen.insert((state.boxes, state.player.0)) {
            self.held.shrink(bytes(&position, parent.as_ref().map_or(&[], |(_, realised)| &realised.pushes)));
            return None;
        }
        self.nodes.push(Node { position, parent, realised: Vec::new(), refused: Vec::new(), turns: 0, effort: 0 });
        Some(self.nodes.len() - 1)
    }

    /// Plans from a node without the first steps that were refused there.
    fn plan(&mut self, number: usize, meter: &mut Meter) -> Result<Option<Vec<Step>>, Stop> {
        let node = &self.nodes[number];
        let closed = match &mut self.watch {
            Some(watch) => watch.closed_borders(self.context, &node.position, meter)?,
            None => Vec::new(),
        };
        let nogoods = self.nogoods.refused(self.context, &node.position);
        let excluded: Vec<Step> = node.realised.iter().chain(&node.refused).cloned().chain(nogoods).collect();
        let task = AbstractTask::new(self.context, &node.position, &excluded, &closed, meter)?;
        let steps = match strips::plan(&task.task, &Options::default(), meter) {
            Ended::Found(plan) => Some(task.steps(self.context, &node.position, &plan)),
            Ended::Exhausted => None,
            Ended::Stopped(stop) => return Err(stop),
        };
        self.events.push(TraceEvent::Planned { position: number, plan: steps.clone(), origin: PlanOrigin::Made });
        Ok(steps)
    }

    /// Realises the first step that can be.
    fn realise(&mut self, turn: &mut Turn, meter: &mut Meter) -> Result<(), Stop> {
        let number = turn.position;
        self.realiser.most_outcomes = Self::FIRST * Self::MORE.pow(self.nodes[number].effort);
        while let Some(step) = turn.tries.front() {
            let (before, position) = (meter.push_nodes(), &self.nodes[number].position);
            let verdict = self.realiser.realise(position, step, meter)?;
            if let Verdict::Refused(refusal) = &verdict {
                self.nogoods.learn(self.context, position, refusal, meter)?;
            }
            turn.nodes += meter.push_nodes() - before;
            match verdict {
                Verdict::Done(outcomes) => {
                    self.watch.iter_mut().for_each(|watch| watch.realised(self.context, position, step));
                    turn.realised = turn.tries.pop_front().map(|step| (step, outcomes));
                    return Ok(());
                }
                Verdict::Refused(refusal) => self.events.push(TraceEvent::Refused { position: number, refusal }),
            }
            turn.tries.pop_front();
        }
        if let Some(watch) = &mut self.watch {
            let position = &self.nodes[number].position;
            let split = watch.refused(self.context, (number, position), &turn.steps[0], meter)?;
            self.events.extend(split.map(TraceEvent::Refined));
        }
        Ok(())
    }

    /// Excludes the operator that the step began with from the next plans of this node.
    fn exclude(&mut self, number: usize, step: &Step, was_realised: bool) {
        let hop = step.first_hop().unwrap_or_else(|| step.clone());
        let node = &mut self.nodes[number];
        if was_realised { &mut node.realised } else { &mut node.refused }.push(hop);
    }

    /// Called when every first step has had its turn: those that were realised get another one with more outcomes each,
    /// until [`PlanSearch::MOST_EFFORT`].
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

    /// Queues a node. Nodes with few steps left come first; each turn they had moves them back.
    fn enqueue(&mut self, number: usize, steps_left: usize) {
        let turns = u64::from(self.nodes[number].turns);
        self.open.push((Reverse(steps_left as u64 * 2 + turns * turns), number));
    }

    /// Adds the outcomes of a step, whose bytes are already claimed. Returns the numbers of the new nodes.
    fn add_outcomes(&mut self, turn: &Turn, step: &Step, outcomes: Vec<Outcome>) -> Vec<usize> {
        let (number, steps_left, nodes) = (turn.position, turn.steps.len() - 1, turn.nodes);
        let mut added = Vec::new();
        for outcome in outcomes {
            self.progress.generated += 1;
            let realised = Realised {
                step: step.clone(),
                pushes: outcome.pushes,
                position: number,
                label: Label::Context,
                extent: None,
                target: None,
                plan_nodes: Some(u64::from(self.nodes[number].turns) + 1),
                push_nodes: nodes,
            };
            if let Some(child) = self.add(outcome.position, Some((number, realised))) {
                self.enqueue(child, steps_left);
                added.push(child);
            }
        }
        added
    }

    /// Begins the turn of a position with a plan that avoids what was refused; if there is none, the realised steps are
    /// tried again for more outcomes.
    fn begin(&mut self, number: usize, meter: &mut Meter) -> Result<Option<Turn>, Stop> {
        let steps = self.plan(number, meter)?.filter(|steps| !steps.is_empty());
        self.open.pop();
        let Some(steps) = steps else {
            self.try_harder(number);
            return Ok(None);
        };
        self.progress.estimated(u32::try_from(steps.len()).unwrap_or(u32::MAX));
        let tries = std::iter::once(steps[0].clone()).chain(steps[0].first_hop()).collect();
        Ok(Some(Turn { position: number, steps, tries, nodes: 0, realised: None }))
    }

    /// Runs a turn to its end.
    fn finish(&mut self, turn: &mut Turn, meter: &mut Meter) -> Result<(), Stop> {
        // 1. Realise the first step of the plan; claim memory for its outcomes.
        if turn.realised.is_none() {
            self.realise(turn, meter)?;
        }
        let outcomes = turn.realised.iter().flat_map(|(_, outcomes)| outcomes);
        self.held.grow(outcomes.map(|outcome| bytes(&outcome.position, &outcome.pushes)).sum(), meter)?;
        // 2. Queue the outcomes.
        let (number, left) = (turn.position, turn.steps.len());
        self.progress.expanded += 1;
        self.exclude(number, &turn.steps[0], turn.realised.is_some());
        if let Some((step, outcomes)) = turn.realised.take() {
            let outcomes = self.add_outcomes(turn, &step, outcomes);
            let (label, nodes) = (Label::Context, turn.nodes);
            self.events.push(TraceEvent::Realised { position: number, step, label, outcomes, nodes });
        }
        // 3. Queue the position again, for another first step.
        self.nodes[number].turns += 1;
        self.enqueue(number, left);
        Ok(())
    }

    fn solution(&self, number: usize) -> Solution {
        let mut steps = Vec::new();
        let mut at = number;
        while let Some((parent, realised)) = &self.nodes[at].parent {
            steps.push(realised.clone());
            at = *parent;
        }
        steps.reverse();
        steps
    }
}

/// Bytes of a position that was reached by these pushes.
const fn bytes(position: &Position, pushes: &[Push]) -> usize {
    position.boxes.len() * 4 + size_of_val(pushes) + 256
}

impl Search for PlanSearch<'_> {
    type Solution = Solution;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        // 1. The interrupted turn, or that of the first position in the queue.
        let turn = match self.turn.take() {
            Some(turn) => Some(turn),
            None => {
                let Some(&(_, number)) = self.open.peek() else { return Ok(Status::Exhausted) };
                if self.nodes[number].position.is_solved(self.context.maze.board) {
                    return Ok(Status::Found(self.solution(number)));
                }
                self.begin(number, meter)?
            }
        };
        // 2. Keep it if a limit interrupts it.
        let Some(mut turn) = turn else { return Ok(Status::Running) };
        let finished = self.finish(&mut turn, meter);
        if finished.is_err() {
            self.turn = Some(turn);
        }
        finished.map(|()| Status::Running)
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.nodes.len() as u64, ..self.progress }
    }
}
