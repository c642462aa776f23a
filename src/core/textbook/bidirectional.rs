//! Bidirectional search: pushes from the start, pulls from the solved board.
//!
//! ```text
//!   start ──push──> ──push──> = <──pull── <──pull── all boxes on goals, the player in any region
//! ```
//! Both sides in turn expand the node with the lowest estimate (the report on the reverse and backwards solver). When
//! one side reaches a state that the other side stores, the paths of both sides are joined. Complete: if one side is
//! exhausted before that, no solution exists. The solution need not be a shortest one.

use super::best_first::{BestFirst, Expanded};
use crate::push::{NodeId, Push};
use crate::run::{Meter, Progress, Search, Status, Stop};

/// Two greedy searches, by pushes and by pulls, until both have reached one state.
#[derive(Debug)]
pub(super) struct Bidirectional<'a> {
    /// Search by pushes, search by pulls.
    sides: [BestFirst<'a>; 2],
    /// Index of the side that has the next turn.
    turn: usize,
}

impl<'a> Bidirectional<'a> {
    /// Creates the search of two sides. Both must detect transpositions, or no common state is found.
    pub(super) const fn new(pushes: BestFirst<'a>, pulls: BestFirst<'a>) -> Self {
        Self { sides: [pushes, pulls], turn: 0 }
    }

    /// Returns the numbers of a common state on the sides of pushes and pulls: the first state among `ids` that the
    /// other side stores; `None` if it stores none of these states.
    fn meeting(&self, ids: &[NodeId]) -> Option<[NodeId; 2]> {
        let (own, other) = (self.turn, 1 - self.turn);
        ids.iter().find_map(|&id| {
            let met = self.sides[other].nodes.find(&self.sides[own].nodes.state(id))?;
            Some(if own == 0 { [id, met] } else { [met, id] })
        })
    }

    /// Returns the pushes of both paths to a common state, as one path from the start.
    fn joined(&self, [pushed, pulled]: [NodeId; 2]) -> Vec<Push> {
        let mut steps = self.sides[0].nodes.steps(pushed);
        steps.extend(self.sides[1].nodes.steps(pulled).into_iter().rev());
        self.sides[0].formulation.pushes(steps)
    }
}

impl Search for Bidirectional<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        let side = &mut self.sides[self.turn];
        match side.expand(meter)? {
            Expanded::Nothing => Ok(Status::Exhausted),
            Expanded::End(end) => {
                let formulation = &side.formulation;
                Ok(Status::Found(side.nodes.solution(end, formulation)))
            }
            Expanded::Into(ids) => {
                let meeting = self.meeting(&ids);
                self.turn = 1 - self.turn;
                Ok(meeting.map_or(Status::Running, |ends| Status::Found(self.joined(ends))))
            }
        }
    }

    fn is_complete(&self) -> bool {
        true
    }

    /// Returns the sums of the counts of both sides.
    fn progress(&self) -> Progress {
        let [one, other] = [self.sides[0].progress(), self.sides[1].progress()];
        Progress {
            expanded: one.expanded + other.expanded,
            generated: one.generated + other.generated,
            kept: one.kept + other.kept,
            pruned: one.pruned + other.pruned,
            best_estimate: [one.best_estimate, other.best_estimate].into_iter().flatten().min(),
            largest_branching: one.largest_branching.max(other.largest_branching),
            depth: one.depth + other.depth,
        }
    }
}
