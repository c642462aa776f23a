//! The graph of abstract states as data.

use crate::abstraction::{Counts, Label, OperatorKind, StateId};
use crate::maze::AreaId;
use crate::planner::{Abstraction, Seen};
use crate::run::Stop;

/// All abstract states to which operators lead from a position, and these operators; see [`super::state_graph`].
#[derive(Clone, Debug)]
pub struct StateGraph {
    /// Kind of abstraction, which says what a state knows of a position.
    pub space: Abstraction,
    /// States in the order in which they were found; the first is the start.
    pub states: Vec<GraphState>,
    /// Operators of the expanded states, in the order of expansion.
    pub operators: Vec<GraphOperator>,
    /// Number of states that were expanded: the first ones of [`Self::states`].
    pub expanded: usize,
    /// On the rungs `classes` and `sets`: for each area, the list of its local states; else empty.
    pub local_states: Vec<Vec<Seen>>,
    /// On the rungs `classes` and `sets`: for each area, a list of sets of local states, each set a list of indices
    /// into the area's list in [`Self::local_states`]; else empty.
    pub parts: Vec<Vec<Vec<StateId>>>,
    /// Limit that ended the exploration early; `None` if the graph is complete.
    pub stop: Option<Stop>,
}

/// An abstract state: what is known of the positions in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphState {
    /// Number of boxes in each area in the state.
    pub counts: Counts,
    /// Area with the player; `None` except on the rungs `classes` and `sets`.
    pub player: Option<AreaId>,
    /// For each area, the set of local states that it may be in, as an index into the area's list in
    /// [`StateGraph::parts`]; empty except on the rungs `classes` and `sets`.
    pub parts: Vec<usize>,
    /// Borders (from, to) that no box can cross yet; empty except on the rung `exits`.
    pub closed: Vec<(AreaId, AreaId)>,
    /// Whether the level may be solved in the state; on `classes` and `sets`, whether a solved position is in it.
    pub is_solved: bool,
}

/// An operator that leads from one abstract state to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphOperator {
    /// Index of the state in which the operator is applied.
    pub from: usize,
    /// Index of the state that follows.
    pub to: usize,
    /// What the operator does: crossing, or pushes inside an area; on coarse rungs, a push of a lone box over a border.
    pub kind: OperatorKind,
    /// Label of the operator: how certain its outcome is.
    pub label: Label,
    /// Cost of the operator: 1 if a box crosses a border, else 0.
    pub cost: u32,
    /// On the rungs `classes` and `sets`, an example for each area that the operator changes; else empty.
    pub witness: Vec<GraphWitness>,
}

/// An example of what an operator changes in one area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphWitness {
    /// Area that the operator changes.
    pub area: AreaId,
    /// Local state of the area before the operator, as an index into the area's list in [`StateGraph::local_states`].
    pub before: StateId,
    /// Local state of the area right after the operator, as an index into the area's list in
    /// [`StateGraph::local_states`].
    pub after: StateId,
}
