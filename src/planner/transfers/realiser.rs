//! Realises one step in one position.

use super::realisation::label;
use super::{Extent, Proposal};
use crate::level::Position;
use crate::planner::{PlanningContext, Refusal, Step};
use crate::push::{Push, Region, State};
use crate::run::{Meter, Search, Status, Stop};
use crate::search::{Features, Setting, Subgoals};
use std::cmp::Reverse;

/// One way in which a step ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The pushes.
    pub pushes: Vec<Push>,
    /// The position after them.
    pub position: Position,
    /// Its features.
    pub features: Features,
}

/// The result of trying a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It was done in these ways, the best first.
    Done(Vec<Outcome>),
    /// It could not be done.
    Refused(Refusal),
}

/// Carries out steps. Only boxes of a step's own areas are moved, and only inside these; all others count as walls.
#[derive(Debug)]
pub struct Realiser<'a> {
    context: &'a PlanningContext<'a>,
    subgoals: Subgoals<'a>,
    /// At most this number of push nodes for one step.
    node_cap: u64,
}

impl<'a> Realiser<'a> {
    /// At most this number of outcomes is kept of one step. Not tuned.
    const MOST_OUTCOMES: usize = 8;
    /// After the first outcome others get this number of push nodes. Not tuned.
    const MORE: u64 = 256;

    /// With a cap on the push nodes of one step.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(context: &'a PlanningContext<'a>, node_cap: u64, meter: &Meter) -> Result<Self, Stop> {
        let subgoals = Subgoals::new(context.maze, context.areas, None, Setting::default(), meter)?;
        Ok(Self { context, subgoals, node_cap })
    }

    /// Searches for pushes that carry out a step.
    ///
    /// # Errors
    /// A limit of the meter. The node cap is not an error but a [`Verdict::Refused`].
    pub fn realise(&self, position: &Position, step: &Step, meter: &mut Meter) -> Result<Verdict, Stop> {
        let board = self.context.maze.board;
        let start = State::of(board, position, &mut Region::new(board.len()));
        let proposal = Proposal::of(step, Extent::Rings(0), self.node_cap);
        let inside = proposal.scope(self.context.areas, board.len()).map(|scope| scope.inside);
        let features = self.subgoals.features(position, meter)?;
        let mut search = self.subgoals.begin(&start, features, proposal.subgoal, inside, meter)?;
        let (mut outcomes, before, mut cap) = (Vec::new(), meter.push_nodes(), self.node_cap);
        let is_dry = loop {
            let nodes = meter.push_nodes() - before;
            if nodes >= cap || outcomes.len() >= 4 * Self::MOST_OUTCOMES {
                break false;
            }
            match search.step(meter)? {
                Status::Running => {}
                Status::Exhausted => break true,
                Status::Found(reached) if self.subgoals.is_lost(&reached.state, meter)? => {}
                Status::Found(reached) => {
                    cap = cap.min(nodes + Self::MORE);
                    let (pushes, position) = (reached.pushes, reached.state.position());
                    outcomes.push(Outcome { pushes, position, features: reached.features });
                }
            }
        };
        if outcomes.is_empty() {
            let (label, nodes) = (label(0, is_dry, &search), meter.push_nodes() - before);
            return Ok(Verdict::Refused(proposal.refused(self.context, &start.boxes, label, nodes)));
        }
        outcomes.sort_by_key(|outcome| Reverse(outcome.features));
        outcomes.truncate(Self::MOST_OUTCOMES);
        Ok(Verdict::Done(outcomes))
    }
}
