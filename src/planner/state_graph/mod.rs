//! The graph of abstract states: all that operators lead to from a position, on one kind of abstraction. Output: states
//! and the operators between them, with label, cost and witness, breadth first, as far as the limits allow. Only pushes
//! onto dead squares are left out. On `classes` and `sets` the graph is the quotient of the graph of positions: each
//! operator is made in some position of its state, and each position that pushes lead to lies in a state. On the coarse
//! kinds each push of a box over a border has its operator, but an operator is a proposal and need not be possible.

mod coarse;
mod exact;
mod explore;
mod graph;
mod live_squares;

pub use explore::state_graph;
pub use graph::{GraphOperator, GraphState, GraphWitness, StateGraph};
