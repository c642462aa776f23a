//! Breadth-first exploration of abstract states of any kind.

use super::coarse::Coarse;
use super::exact::ExactStates;
use super::graph::{GraphOperator, GraphState, GraphWitness, StateGraph};
use crate::abstraction::{Label, OperatorKind, Rung};
use crate::level::Position;
use crate::planner::{Abstraction, PlanningContext};
use crate::run::{Held, Meter, NodeKind, Stop};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::hash::Hash;

/// An operator of the graph whose two states have no numbers yet.
pub(super) struct Step {
    pub(super) kind: OperatorKind,
    pub(super) label: Label,
    pub(super) cost: u32,
    pub(super) witness: Vec<GraphWitness>,
}

/// A kind of abstract states, and how operators lead from state to state.
pub(super) trait States {
    type State: Clone + Eq + Hash;

    /// Returns the state of the start; `None` if the start is lost.
    fn start(&mut self, meter: &mut Meter) -> Result<Option<Self::State>, Stop>;

    /// Returns each operator that can be applied in a state, with the state that follows.
    fn successors(&mut self, state: &Self::State, meter: &mut Meter) -> Result<Vec<(Step, Self::State)>, Stop>;

    /// Returns a state in the form of the graph.
    fn described(&mut self, state: &Self::State) -> GraphState;

    /// Returns the estimated bytes of a state, as kept here and written out.
    fn bytes(&self) -> usize;
}

/// Estimated bytes of an operator, as kept here and written out.
const OPERATOR: usize = 600;

/// The states and operators found so far.
struct Found<T> {
    states: IndexSet<T, FxBuildHasher>,
    operators: Vec<GraphOperator>,
    expanded: usize,
    held: Held,
}

/// Returns the graph of abstract states from a position, as far as the limits allow; each expanded state is a plan
/// node. `None` for transfers, which have no states. On exact rungs the areas must be small enough for local states.
///
/// ```
/// use sokoplan::{Areas, Level};
/// use sokoplan::abstraction::Rung;
/// use sokoplan::maze::Maze;
/// use sokoplan::planner::{PlanningContext, state_graph};
/// use sokoplan::run::Meter;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = "###########\n#   ###   #\n# $@    . #\n#   ###   #\n###########";
/// let level = Level::from_xsb("two rooms and a tunnel", text)?;
/// let areas = Areas::of(&level.board);
/// let maze = Maze::new(&level.board, &mut Meter::unlimited())?;
/// let context = PlanningContext::new(&maze, &areas);
/// let graph = state_graph(Rung::Counts, &context, &level.start, &mut Meter::unlimited()).ok_or("no states")?;
/// assert_eq!(graph.states.len(), 3); // the box is in a room, in the tunnel, or in the other room
/// # Ok(())
/// # }
/// ```
pub fn state_graph(
    space: impl Into<Abstraction>,
    context: &PlanningContext<'_>,
    start: &Position,
    meter: &mut Meter,
) -> Option<StateGraph> {
    let space = space.into();
    Some(match space {
        Abstraction::Transfers => return None,
        Abstraction::Rung(rung) if rung.is_exact() => {
            let mut states = ExactStates::new(rung, context, start);
            let mut graph = graph(space, &mut states, meter);
            states.record(&mut graph);
            graph
        }
        Abstraction::Rung(rung) => graph(space, &mut Coarse::new(rung, context, start), meter),
        Abstraction::Parts => graph(space, &mut Coarse::new(Rung::Counts, context, start), meter),
    })
}

fn graph<S: States>(space: Abstraction, states: &mut S, meter: &mut Meter) -> StateGraph {
    let mut found = Found { states: IndexSet::default(), operators: Vec::new(), expanded: 0, held: Held::default() };
    let stop = found.explore(states, meter).err();
    StateGraph {
        space,
        states: found.states.iter().map(|state| states.described(state)).collect(),
        operators: found.operators,
        expanded: found.expanded,
        local_states: Vec::new(),
        parts: Vec::new(),
        stop,
    }
}

impl<T: Clone + Eq + Hash> Found<T> {
    fn explore(&mut self, states: &mut impl States<State = T>, meter: &mut Meter) -> Result<(), Stop> {
        self.held.grow(states.bytes(), meter)?;
        self.states.extend(states.start(meter)?);
        while let Some(state) = self.states.get_index(self.expanded).cloned() {
            meter.tick(NodeKind::Plan)?;
            let successors = states.successors(&state, meter)?;
            let new = successors.iter().filter(|(_, next)| !self.states.contains(next)).count();
            self.held.grow(new * states.bytes() + successors.len() * OPERATOR, meter)?;
            for (Step { kind, label, cost, witness }, next) in successors {
                let to = self.states.insert_full(next).0;
                self.operators.push(GraphOperator { from: self.expanded, to, kind, label, cost, witness });
            }
            self.expanded += 1;
        }
        Ok(())
    }
}
