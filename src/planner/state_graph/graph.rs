//! The graph as data.

use crate::abstraction::{Counts, Label, OperatorKind, StateId};
use crate::maze::AreaId;
use crate::planner::{Abstraction, Seen};
use crate::run::Stop;

/// The abstract states that operators lead to from a position; see [`super::state_graph`].
#[derive(Clone, Debug)]
pub struct StateGraph {
    /// What states keep.
    pub space: Abstraction,
    /// In the order in which they were found; the first is the start.
    pub states: Vec<GraphState>,
    /// The operators of the states that were expanded, in order.
    pub operators: Vec<GraphOperator>,
    /// Number of states that were expanded: the first ones.
    pub expanded: usize,
    /// On the exact rungs the local states of each area.
    pub local_states: Vec<Vec<Seen>>,
    /// On the exact rungs the parts of each area that occur in states: the numbers of their local states.
    pub parts: Vec<Vec<Vec<StateId>>>,
    /// The limit that cut the graph.
    pub stop: Option<Stop>,
}

/// An abstract state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphState {
    /// The boxes of each area.
    pub counts: Counts,
    /// On the exact rungs the player's area.
    pub player: Option<AreaId>,
    /// On the exact rungs what each area may hold: a number in [`StateGraph::parts`].
    pub parts: Vec<usize>,
    /// On `exits` the borders that no box can cross yet, from and to.
    pub closed: Vec<(AreaId, AreaId)>,
    /// Whether the level may be solved in it; on the exact rungs, whether it holds a solved position.
    pub is_solved: bool,
}

/// An operator between two states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphOperator {
    /// The number of the state in which it is applied.
    pub from: usize,
    /// The number of the state that follows.
    pub to: usize,
    /// The crossing or silent step. On the coarse kinds one push that takes a lone box over the border.
    pub kind: OperatorKind,
    /// How certain its outcome is.
    pub label: Label,
    /// 1 where a box crosses a border, else 0.
    pub cost: u32,
    /// On the exact rungs, for each area that it touches, a local state before it and the one after it.
    pub witness: Vec<GraphWitness>,
}

/// What an operator does to one area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphWitness {
    /// The area.
    pub area: AreaId,
    /// The number of a local state of the state's part.
    pub before: StateId,
    /// The number of the local state right after the operator, in the part that follows.
    pub after: StateId,
}
