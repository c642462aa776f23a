//! States on `classes` and `sets`: what each area may hold, and in which area the player is.

use super::explore::{States, Step};
use super::graph::{GraphState, GraphWitness, StateGraph};
use super::live_squares::LiveSquares;
use crate::abstraction::{
    AbstractState, BorderEvent, ClosureBudget, Exact, Operator, OperatorKind, PartId, Rung, StateId, Table, each,
};
use crate::level::Position;
use crate::maze::{AreaId, Areas};
use crate::planner::{PlanningContext, Seen};
use crate::run::{Held, Meter, Stop};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// An area, what it holds before (as the number of a set of local states), an event, and what it holds after.
type Change = (AreaId, PartId, BorderEvent, PartId);

pub(super) struct ExactStates<'a> {
    exact: Exact<'a>,
    areas: &'a Areas,
    start: &'a Position,
    /// For each area the sets of local states that occur in abstract states.
    met: Vec<IndexSet<PartId, FxBuildHasher>>,
    /// For each change that occurs, an example: the local states before and after; `None` if none was found.
    witnesses: FxHashMap<Change, Option<(StateId, StateId)>>,
    held: Held,
}

impl<'a> ExactStates<'a> {
    pub(super) fn new(rung: Rung, context: &PlanningContext<'a>, start: &'a Position) -> Self {
        let (board, areas) = (context.maze.board, context.areas);
        let pruning = Box::new(LiveSquares::new(context.maze, areas));
        Self {
            exact: Exact::new(board, areas, ClosureBudget { rung, most_members: None }, pruning),
            areas,
            start,
            met: vec![IndexSet::default(); areas.len()],
            witnesses: FxHashMap::default(),
            held: Held::default(),
        }
    }

    /// Moves local states, and the sets of them that occur, into the graph.
    pub(super) fn record(self, graph: &mut StateGraph) {
        let seen = |table: &Table, id: usize| {
            let state = table.state(u32::try_from(id).unwrap_or(u32::MAX));
            Seen {
                boxes: each(state.boxes).map(|number| table.local.square(number)).collect(),
                player: (!state.is_suspended()).then(|| table.local.square(state.player)),
            }
        };
        let tables = &self.exact.tables;
        graph.local_states = tables.iter().map(|table| (0..table.len()).map(|id| seen(table, id)).collect()).collect();
        let parts = self.met.iter().zip(tables);
        graph.parts =
            parts.map(|(met, table)| met.iter().map(|&part| table.members(part).to_vec()).collect()).collect();
    }

    /// Returns, for each area that an operator changes, a local state before and the one after.
    fn witness(
        &mut self,
        state: &AbstractState,
        operator: &Operator,
        next: &AbstractState,
        meter: &mut Meter,
    ) -> Result<Vec<GraphWitness>, Stop> {
        let mut found = Vec::new();
        for &(area, event) in &operator.events {
            let key = (area, state.part(area), event, next.part(area));
            let pair = match self.witnesses.get(&key) {
                Some(&known) => known,
                None => {
                    let pairs = self.exact.at_once(area, key.1, event, meter)?;
                    let members = self.exact.tables[area.index()].members(key.3);
                    let pair = pairs.into_iter().find(|(_, after)| members.binary_search(after).is_ok());
                    self.held.grow(64, meter)?;
                    self.witnesses.insert(key, pair);
                    pair
                }
            };
            found.extend(pair.map(|(before, after)| GraphWitness { area, before, after }));
        }
        Ok(found)
    }

    fn cost(&self, kind: OperatorKind) -> u32 {
        let crosses = |from, to| self.areas.area_of(from) != self.areas.area_of(to);
        u32::from(matches!(kind, OperatorKind::Push(push) if crosses(push.from, push.to)))
    }
}

impl States for ExactStates<'_> {
    type State = AbstractState;

    fn start(&mut self, meter: &mut Meter) -> Result<Option<AbstractState>, Stop> {
        self.exact.start(self.start, meter)
    }

    fn successors(&mut self, state: &AbstractState, meter: &mut Meter) -> Result<Vec<(Step, AbstractState)>, Stop> {
        let mut found = Vec::new();
        for (operator, next) in self.exact.successors(state, meter)? {
            let witness = self.witness(state, &operator, &next, meter)?;
            let Operator { kind, label, .. } = operator;
            found.push((Step { kind, label, cost: self.cost(kind), witness }, next));
        }
        Ok(found)
    }

    fn described(&mut self, state: &AbstractState) -> GraphState {
        let met = self.met.iter_mut().zip(&state.parts);
        GraphState {
            counts: self.exact.counts(state),
            player: Some(state.active),
            parts: met.map(|(met, &part)| met.insert_full(part).0).collect(),
            closed: Vec::new(),
            is_solved: self.exact.is_solved(state),
        }
    }

    fn bytes(&self) -> usize {
        500 + 32 * self.areas.len()
    }
}
