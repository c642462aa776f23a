//! The graph of abstract states in GraphML, with the keys of the JSON row. Lists are written as JSON texts.

use super::json::{contents, witness};
use super::{GraphView, word};
use crate::planner::{GraphOperator, GraphState};
use crate::run::safe;
use quick_xml::escape::escape;
use serde::Serialize;
use std::fmt::{Display, Write};

/// Keys of GraphML, each with the element that has it (graph, node or edge), its name and its type.
const KEYS: [(&str, &str, &str); 20] = [
    ("graph", "title", "string"),
    ("graph", "abstraction", "string"),
    ("graph", "areas", "string"),
    ("graph", "contents", "string"),
    ("graph", "expanded", "int"),
    ("graph", "is_whole", "boolean"),
    ("graph", "stop", "string"),
    ("node", "label", "string"),
    ("node", "counts", "string"),
    ("node", "player", "string"),
    ("node", "parts", "string"),
    ("node", "closed", "string"),
    ("node", "is_start", "boolean"),
    ("node", "is_solved", "boolean"),
    ("edge", "operator", "string"),
    ("edge", "areas", "string"),
    ("edge", "squares", "string"),
    ("edge", "label", "string"),
    ("edge", "cost", "int"),
    ("edge", "witness", "string"),
];

pub(super) fn graphml(view: &GraphView<'_>) -> String {
    let graph = view.graph;
    let mut text =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
            .to_owned();
    for (of, name, kind) in KEYS {
        let _ = writeln!(text, "  <key id=\"{of}-{name}\" for=\"{of}\" attr.name=\"{name}\" attr.type=\"{kind}\"/>");
    }
    text += "  <graph edgedefault=\"directed\">\n";
    data(&mut text, "graph", "title", safe(&view.level.title));
    data(&mut text, "graph", "abstraction", graph.space.word());
    data(&mut text, "graph", "areas", json(&view.names));
    if !graph.parts.is_empty() {
        data(&mut text, "graph", "contents", json(&contents(view)));
    }
    data(&mut text, "graph", "expanded", graph.expanded);
    data(&mut text, "graph", "is_whole", graph.stop.is_none());
    if let Some(stop) = graph.stop {
        data(&mut text, "graph", "stop", stop);
    }
    graph.states.iter().enumerate().for_each(|(number, state)| node(&mut text, view, number, state));
    graph.operators.iter().enumerate().for_each(|(number, operator)| edge(&mut text, view, number, operator));
    text + "  </graph>\n</graphml>\n"
}

fn node(text: &mut String, view: &GraphView<'_>, number: usize, state: &GraphState) {
    let _ = writeln!(text, "    <node id=\"s{number}\">");
    let counts: Vec<u16> = view.areas.areas().iter().map(|area| state.counts.get(area.id)).collect();
    data(text, "node", "label", view.words(state));
    data(text, "node", "counts", json(&counts));
    if let Some(area) = state.player {
        data(text, "node", "player", view.name(area));
        data(text, "node", "parts", json(&state.parts));
    }
    if !state.closed.is_empty() {
        let closed: Vec<_> = state.closed.iter().map(|&(from, to)| [view.name(from), view.name(to)]).collect();
        data(text, "node", "closed", json(&closed));
    }
    data(text, "node", "is_start", number == 0);
    data(text, "node", "is_solved", state.is_solved);
    *text += "    </node>\n";
}

fn edge(text: &mut String, view: &GraphView<'_>, number: usize, operator: &GraphOperator) {
    let GraphOperator { from, to, label, cost, .. } = operator;
    let _ = writeln!(text, "    <edge id=\"o{number}\" source=\"s{from}\" target=\"s{to}\">");
    data(text, "edge", "operator", word(operator));
    data(text, "edge", "areas", json(&view.touched(operator)));
    data(text, "edge", "squares", json(&view.places(&GraphView::squares(operator))));
    data(text, "edge", "label", label.word());
    data(text, "edge", "cost", cost);
    if !operator.witness.is_empty() {
        data(text, "edge", "witness", json(&witness(view, operator)));
    }
    *text += "    </edge>\n";
}

fn data(text: &mut String, of: &str, name: &str, value: impl Display) {
    let _ = writeln!(text, "      <data key=\"{of}-{name}\">{}</data>", escape(value.to_string()));
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
