//! The graph of abstract states: a line of text, a JSON row, GraphML and DOT, with states and operators numbered alike
//! in all forms. Squares are row and column from 0.

mod dot;
mod graphml;
mod json;

pub use json::GraphRow;

use super::counted;
use super::rooms::area_names;
use crate::abstraction::{Label, OperatorKind};
use crate::level::{Level, Square};
use crate::maze::{AreaId, Areas};
use crate::planner::{GraphOperator, GraphState, StateGraph};
use itertools::Itertools;

/// Graph of abstract states with its level and areas, as text, JSON, GraphML or DOT.
#[derive(Debug)]
pub struct GraphView<'a> {
    level: &'a Level,
    areas: &'a Areas,
    graph: &'a StateGraph,
    names: Vec<String>,
}

impl<'a> GraphView<'a> {
    /// Creates a view of the graph of a level; `areas` are those on which the graph was made.
    pub fn new(level: &'a Level, areas: &'a Areas, graph: &'a StateGraph) -> Self {
        Self { level, areas, graph, names: area_names(areas) }
    }

    /// Returns one line: the numbers of states and operators, operators by label, and whether the graph is complete.
    pub fn text(&self) -> String {
        let StateGraph { space, states, operators, expanded, stop, .. } = self.graph;
        let solved = states.iter().filter(|state| state.is_solved).count();
        let labels = operators.iter().counts_by(|operator| operator.label);
        let labels = Label::ALL.iter().filter_map(|label| Some(format!("{} {}", labels.get(label)?, label.word())));
        let labels = if operators.is_empty() { String::new() } else { format!(" ({})", labels.format(", ")) };
        let whole = stop.map_or_else(
            || "the whole graph".to_owned(),
            |stop| format!("cut: {stop}; {} expanded", counted(*expanded, "state")),
        );
        let sizes = [counted(states.len(), "state"), format!("{solved} of them solved")].join(", ");
        let operators = counted(operators.len(), "operator");
        format!("{space}: {sizes}; {operators}{labels}; {whole}\n")
    }

    /// Returns the graph in DOT, the language of Graphviz.
    pub fn dot(&self) -> String {
        dot::dot(self)
    }

    /// Returns the graph in GraphML, for networkx, yEd, Gephi and igraph.
    pub fn graphml(&self) -> String {
        graphml::graphml(self)
    }

    /// Returns the graph as a row of JSON Lines, without type, schema, file and level number.
    pub fn row(&self) -> GraphRow {
        json::row(self)
    }

    fn name(&self, area: AreaId) -> &str {
        &self.names[area.index()]
    }

    fn places(&self, squares: &[Square]) -> Vec<(usize, usize)> {
        squares.iter().map(|&square| self.level.board.row_column(square)).collect()
    }

    /// Returns a state as `A 2 (A4)  b 1 (b0)  player a`: the areas that hold boxes, with part numbers on the exact
    /// rungs.
    fn words(&self, state: &GraphState) -> String {
        let held = self.areas.areas().iter().map(|area| area.id).filter(|&area| state.counts.get(area) > 0);
        let part = |area: AreaId| state.parts.get(area.index());
        let held = held.map(|area| {
            let (name, count) = (self.name(area), state.counts.get(area));
            part(area).map_or_else(|| format!("{name} {count}"), |part| format!("{name} {count} ({name}{part})"))
        });
        let closed = state.closed.iter().map(|&(from, to)| format!("{} | {}", self.name(from), self.name(to)));
        let player = state.player.map(|area| format!("player {}", self.name(area)));
        held.chain(closed).chain(player).join("  ")
    }

    /// Returns the squares of an operator: none for a slide, both ends of a walk, or player, box and target of a push.
    fn squares(operator: &GraphOperator) -> Vec<Square> {
        match operator.kind {
            OperatorKind::SilentStep(_) => Vec::new(),
            OperatorKind::Walk(walk) => vec![walk.from, walk.to],
            OperatorKind::Push(push) => vec![push.player, push.from, push.to],
        }
    }

    /// Returns the names of the areas of the operator's squares; for a slide, which has no squares, of its area.
    fn touched(&self, operator: &GraphOperator) -> Vec<&str> {
        if let OperatorKind::SilentStep(area) = operator.kind {
            return vec![self.name(area)];
        }
        Self::squares(operator).into_iter().map(|square| self.name(self.areas.area_of(square))).collect()
    }
}

/// Returns the kind of an operator: `slide`, `walk` or `push`.
const fn word(operator: &GraphOperator) -> &'static str {
    match operator.kind {
        OperatorKind::SilentStep(_) => "slide",
        OperatorKind::Walk(_) => "walk",
        OperatorKind::Push(_) => "push",
    }
}
