//! The graph of abstract states in DOT: the start has a double line, solved states are green.

use super::{GraphView, word};
use crate::abstraction::{Label, OperatorKind};
use crate::planner::{GraphOperator, GraphState};
use crate::run::safe;

pub(super) fn dot(view: &GraphView<'_>) -> String {
    let title = safe(&view.level.title).replace(['"', '\\'], "'");
    let cut = view.graph.stop.map_or_else(String::new, |stop| format!("  label=\"cut: {stop}\";\n"));
    let states: String =
        view.graph.states.iter().enumerate().map(|(number, state)| node(view, number, state)).collect();
    let operators: String = view.graph.operators.iter().map(|operator| edge(view, operator)).collect();
    format!(
        "digraph \"{title}\" {{\n  rankdir=LR;\n{cut}  node [shape=box style=rounded fontname=sans];\n  edge [fontname=sans];\n{states}{operators}}}\n"
    )
}

fn node(view: &GraphView<'_>, number: usize, state: &GraphState) -> String {
    let start = if number == 0 { " peripheries=2" } else { "" };
    let solved = if state.is_solved { " color=\"#15803d\" penwidth=2" } else { "" };
    format!("  s{number} [label=\"{}\"{start}{solved}];\n", view.words(state))
}

fn edge(view: &GraphView<'_>, operator: &GraphOperator) -> String {
    let GraphOperator { from, to, label, .. } = operator;
    let areas = view.touched(operator);
    let words = match operator.kind {
        // The square of the box; the player stands where the box stood before.
        OperatorKind::Push(_) => format!("{} > {}", areas[1], areas[2]),
        _ => format!("{} {}", word(operator), areas.join(" > ")),
    };
    let style = match label {
        Label::Choice => " color=\"#1d4ed8\"",
        Label::Unknown | Label::Context => " color=\"#94a3b8\"",
        Label::Deterministic | Label::Impossible => "",
    };
    format!("  s{from} -> s{to} [label=\"{words}\"{style}];\n")
}
