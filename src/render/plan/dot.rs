//! The states of the best plans and the steps between them as a graph in DOT. Nodes are numbers of boxes by area; steps
//! of the solution are green, refused steps red and dashed, untried steps grey.

use super::PlanView;
use super::verdict::Fate;
use crate::abstraction::Counts;
use crate::run::safe;
use indexmap::{IndexMap, IndexSet};
use itertools::Itertools;
use rustc_hash::FxBuildHasher;

/// Edge of the graph: index of the node from which and of the node to which it leads, label, style.
type Edge = (usize, usize, String, &'static str);

pub(super) fn dot(view: &PlanView<'_>) -> String {
    let mut states: IndexSet<String, FxBuildHasher> = IndexSet::default();
    // Each edge with the numbers of its plans.
    let mut edges: IndexMap<Edge, Vec<usize>, FxBuildHasher> = IndexMap::default();
    for (number, plan) in view.explored.plans.iter().enumerate() {
        let verdict = view.verdict(number);
        for (index, step) in plan.steps.iter().enumerate() {
            let from = states.insert_full(state(view, &step.before)).0;
            let to = states.insert_full(state(view, plan.after(index))).0;
            let edge = (from, to, view.step(&step.step), style(verdict.fate(index)));
            edges.entry(edge).or_default().push(number + 1);
        }
    }
    let nodes = states.iter().enumerate().map(|(number, label)| format!("  s{number} [label=\"{label}\"];\n"));
    let lines = edges.iter().map(|((from, to, step, style), plans)| {
        format!("  s{from} -> s{to} [label=\"{step}\\nplan {}\" {style}];\n", plans.iter().unique().join(" "))
    });
    let title = safe(&view.level.title).replace(['"', '\\'], "'");
    format!(
        "digraph \"{title}\" {{\n  rankdir=LR;\n  node [shape=box style=rounded fontname=sans];\n  edge [fontname=sans];\n{}{}}}\n",
        nodes.collect::<String>(),
        lines.collect::<String>()
    )
}

/// Returns areas with boxes and the number of boxes in each: `A 2  B 1`.
fn state(view: &PlanView<'_>, counts: &Counts) -> String {
    let held = view.areas.areas().iter().map(|area| area.id).filter(|&area| counts.get(area) > 0);
    held.map(|area| format!("{} {}", view.name(area), counts.get(area))).join("  ")
}

const fn style(fate: Fate) -> &'static str {
    match fate {
        Fate::InSolution => "color=\"#15803d\" penwidth=2",
        Fate::Realised => "color=\"#1d4ed8\"",
        Fate::Refused => "color=\"#dc2626\" style=dashed",
        Fate::Untried => "color=\"#94a3b8\"",
    }
}
