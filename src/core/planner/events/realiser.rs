//! Carries out steps of coarse plans by events and arrangements of the areas that the step names. A step fixes the
//! number of boxes of each area afterwards, but no squares. It is carried out by a search over operators of its own
//! areas, or also of rings of areas around them; all other boxes stay.

use super::EventSetting;
use super::domain::Events;
use super::operator::Operator;
use crate::abstraction::{Counts, Label};
use crate::feature_space::{Candidate, Domain, FeatureSpace, NodeId};
use crate::level::{Position, Square};
use crate::maze::AreaId;
use crate::planner::{PlanningContext, Refusal, Step, Why};
use crate::push::{BoxSet, Push, Region, State};
use crate::run::{Meter, Search, Status, Stop};
use crate::search::{Features, Perimeter, Pushes};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::rc::Rc;

/// A position in which a plan step is complete, and the way to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepOutcome {
    /// Position in which the step is complete.
    pub state: State,
    /// Features of the position in which the step is complete.
    pub features: Features,
    /// Pushes from the position in which the step began to that in which it is complete.
    pub pushes: Vec<Push>,
}

/// Carries out plan steps by push searches, which share closures and known lost positions.
#[derive(Debug)]
pub struct Realiser<'a> {
    context: &'a PlanningContext<'a>,
    events: Rc<RefCell<Events<'a>>>,
}

impl<'a> Realiser<'a> {
    /// Creates a realiser without a packing plan: features count every filled goal.
    pub fn new(context: &'a PlanningContext<'a>, setting: EventSetting, meter: &Meter) -> Result<Self, Stop> {
        let maze = context.maze;
        let EventSetting { setting, fallback, most, .. } = setting;
        let pushes = Pushes::new(maze, None, setting, Perimeter::new(maze.board.len()), meter)?;
        let events = Events::new(maze, context.areas, pushes, fallback, most);
        Ok(Self { context, events: Rc::new(RefCell::new(events)) })
    }

    /// Returns the features of a position, by which positions are compared.
    pub fn features(&self, position: &Position, meter: &Meter) -> Result<Features, Stop> {
        self.events.borrow_mut().pushes.features(position, meter)
    }

    /// Returns the number of positions and pushes refused by deadlock rules so far.
    pub fn refusals(&self) -> u64 {
        self.events.borrow().pushes.moves.pruned()
    }

    /// Begins the search for a step; only boxes of the step's areas and of `rings` rings of areas around these are
    /// moved. The search ends after `cap` push nodes, or `more` push nodes after the first outcome if that is earlier.
    pub fn begin(
        &self,
        (state, features): (&State, Features),
        step: &Step,
        rings: usize,
        (cap, more): (u64, u64),
        meter: &mut Meter,
    ) -> Result<StepSearch<'a>, Stop> {
        let scope = Scope::new(self.context, step.areas(), rings);
        let domain = Towards {
            context: self.context,
            events: Rc::clone(&self.events),
            step: step.clone(),
            before: state.boxes.clone(),
            scope: scope.clone(),
            was_bounded: false,
        };
        let space = FeatureSpace::new(domain, state.clone(), features, meter)?;
        Ok(StepSearch { space, step: step.clone(), scope, nodes: 0, end: cap, more, ended: None, outcomes: Vec::new() })
    }

    /// Returns at most eight outcomes of a step, best first, or its refusal, also after `cap` push nodes. Only boxes of
    /// the step's areas and of `rings` rings of areas around these are moved.
    pub fn realise(
        &self,
        position: &Position,
        step: &Step,
        rings: usize,
        cap: u64,
        meter: &mut Meter,
    ) -> Result<Result<Vec<StepOutcome>, Refusal>, Stop> {
        const MOST_OUTCOMES: usize = 8;
        const MORE: u64 = 256;
        let board = self.context.maze.board;
        let state = State::of(board, position, &mut Region::new(board.len()));
        let features = self.features(position, meter)?;
        let mut realisation = self.begin((&state, features), step, rings, (cap, MORE), meter)?;
        while !realisation.step(self, meter)? && realisation.outcomes.len() < 4 * MOST_OUTCOMES {
            meter.ready()?;
        }
        if realisation.outcomes.is_empty() {
            return Ok(Err(realisation.refused(self.context, &state.boxes)));
        }
        let mut outcomes = realisation.outcomes;
        outcomes.sort_by_key(|outcome| Reverse(outcome.features));
        outcomes.truncate(MOST_OUTCOMES);
        Ok(Ok(outcomes))
    }
}

#[derive(Clone, Debug)]
pub(super) struct Scope {
    areas: Vec<AreaId>,
    pub(super) inside: BoxSet,
}

impl Scope {
    /// Creates the scope of these areas and of `rings` rings of neighbouring areas around them.
    pub(super) fn new(context: &PlanningContext<'_>, of: &[AreaId], rings: usize) -> Self {
        let mut areas = of.to_vec();
        for _ in 0..rings {
            let ring: Vec<AreaId> = areas.iter().flat_map(|&area| context.areas.neighbours(area)).collect();
            let before = areas.len();
            areas.extend(ring);
            areas.sort_unstable();
            areas.dedup();
            if areas.len() == before {
                break;
            }
        }
        areas.sort_unstable();
        areas.dedup();
        let squares = areas.iter().flat_map(|&area| context.areas.area(area).squares.iter().copied());
        Self { inside: BoxSet::of(context.maze.board.len(), squares), areas }
    }

    pub(super) fn has(&self, area: AreaId) -> bool {
        self.areas.binary_search(&area).is_ok()
    }
}

/// The push search for carrying out one step of a plan.
#[derive(Debug)]
pub struct StepSearch<'a> {
    space: FeatureSpace<Towards<'a>>,
    step: Step,
    scope: Scope,
    nodes: u64,
    /// Number of push nodes at which the search ends; each outcome lowers it to at most `nodes` plus `more`.
    end: u64,
    more: u64,
    ended: Option<Label>,
    outcomes: Vec<StepOutcome>,
}

impl StepSearch<'_> {
    /// Makes one step of the search. Returns whether the search has ended.
    pub fn step(&mut self, realiser: &Realiser<'_>, meter: &mut Meter) -> Result<bool, Stop> {
        if self.ended.is_some() {
            return Ok(true);
        }
        let before = self.space.generated();
        let status = self.space.step(meter)?;
        self.nodes += self.space.generated() - before;
        match status {
            Status::Running => {}
            Status::Exhausted => self.ended = Some(self.label_at_end()),
            Status::Found(node) => {
                if let Some(outcome) = self.outcome(node)
                    && !realiser.events.borrow_mut().pushes.moves.is_lost(&outcome.state, None, meter)?
                {
                    self.end = self.end.min(self.nodes + self.more);
                    self.outcomes.push(outcome);
                }
            }
        }
        if self.ended.is_none() && self.nodes >= self.end {
            self.ended = Some(Label::Unknown);
        }
        Ok(self.ended.is_some())
    }

    /// Returns how certain the outcome of the step is; [`Label::Unknown`] before the search has ended.
    pub fn label(&self) -> Label {
        self.ended.unwrap_or(Label::Unknown)
    }

    /// Returns the number of push nodes spent on the step so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the outcomes of the step found so far, in the order of discovery.
    pub fn outcomes(&self) -> &[StepOutcome] {
        &self.outcomes
    }

    /// Returns the refusal of a step without outcomes. `boxes` are all boxes of the position in which it was tried.
    pub fn refused(&self, context: &PlanningContext<'_>, boxes: &BoxSet) -> Refusal {
        let board = context.maze.board;
        let inside = &self.scope.inside;
        let beside = |b: &Square| !inside.has(*b) && board.neighbours(*b).any(|s| inside.has(s));
        let label = self.label();
        Refusal {
            step: self.step.clone(),
            why: if label == Label::Unknown { Why::NodeCap } else { Why::NoWay },
            nodes: self.nodes,
            in_the_way: boxes.iter().filter(beside).collect(),
            is_local: label == Label::Impossible,
            label,
        }
    }

    fn label_at_end(&self) -> Label {
        match self.outcomes.len() {
            0 if self.space.domain.was_bounded => Label::Context,
            0 => Label::Impossible,
            1 => Label::Deterministic,
            _ => Label::Choice,
        }
    }

    fn outcome(&self, node: NodeId) -> Option<StepOutcome> {
        let (state, features) = (self.space.state(node)?.clone(), self.space.score(node)?);
        let mut events = self.space.domain.events.borrow_mut();
        let pushes = self.space.path(node).into_iter().flat_map(|(_, state, operator)| {
            let (silent, last) = events.pushes_of(&state, operator);
            silent.into_iter().chain(last)
        });
        Some(StepOutcome { pushes: pushes.collect(), state, features })
    }
}

#[derive(Debug)]
struct Towards<'a> {
    context: &'a PlanningContext<'a>,
    events: Rc<RefCell<Events<'a>>>,
    step: Step,
    before: BoxSet,
    scope: Scope,
    was_bounded: bool,
}

impl Towards<'_> {
    fn is_done(&self, boxes: &BoxSet) -> bool {
        let (board, areas) = (self.context.maze.board, self.context.areas);
        let counts = |boxes: &BoxSet| Counts::of(areas, boxes.iter());
        match &self.step {
            Step::Transfer(route) => {
                let (from, to, old) = (route[0], route[route.len() - 1], counts(&self.before));
                old.get(from) > 0 && old.moved(from, to) == counts(boxes)
            }
            Step::Settle(area) => {
                *boxes != self.before && boxes.iter().filter(|&b| areas.area_of(b) == *area).all(|b| board.is_goal(b))
            }
            Step::Arrange(_) => *boxes != self.before && counts(boxes) == counts(&self.before),
            Step::Takeover => false,
        }
    }
}

impl Domain for Towards<'_> {
    type State = State;
    type Move = Operator;
    type Score = Features;

    fn after(&mut self, state: &State, by: Operator) -> Option<State> {
        self.events.borrow_mut().after(state, by)
    }

    fn is_goal(&mut self, state: &State, _: Features) -> bool {
        self.is_done(&state.boxes) || state.is_solved(self.context.maze.board)
    }

    fn expand(
        &mut self,
        state: &State,
        by: Option<Operator>,
        score: Features,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Candidate<Operator, Features>>>, Stop> {
        let mut events = self.events.borrow_mut();
        let (candidates, was_bounded) = events.within(&self.scope, |events| events.expand(state, by, score, meter));
        self.was_bounded |= was_bounded;
        candidates
    }
}
