//! The transfers of the first plan between areas as a graph in DOT: carried out solid, the other proposals dashed, added ones grey.

use super::PlanView;
use crate::maze::Area;
use crate::planner::Step;
use crate::render::counted;
use crate::run::safe;
use std::fmt::Write;

pub(super) fn dot(view: &PlanView<'_>) -> String {
    let title = safe(&view.level.title).replace(['"', '\\'], "'");
    let mut text = format!(
        "digraph \"{title}\" {{\n  rankdir=LR; size=\"16,10\";\n  node [shape=box style=rounded fontname=sans];\n  edge [fontname=sans];\n"
    );
    let transfers = view.transfers(0);
    let made = view.made(0);
    let added = || made.iter().filter(|made| made.proposal.is_none());
    let is_used = |area: &&Area| {
        let touches = |step: &Step| step.route.first() == Some(&area.id) || step.route.last() == Some(&area.id);
        transfers.iter().any(touches) || added().any(|made| touches(&made.step))
    };
    for area in view.areas.areas().iter().filter(is_used) {
        let here =
            |squares: &[crate::level::Square]| squares.iter().filter(|&&s| view.areas.area_of(s) == area.id).count();
        let counts = [(here(&view.level.start.boxes), "box"), (here(view.level.board.goals()), "goal")];
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let counts: String = counts.map(|&(count, noun)| format!("\\n{}", counted(count, noun))).collect();
        let name = view.name(area.id);
        _ = writeln!(text, "  \"{name}\" [label=\"{name}{counts}\"];");
    }
    for (index, step) in transfers.iter().enumerate() {
        let is_made = made.iter().any(|made| made.proposal == Some(index));
        let style = if is_made { "color=\"#15803d\" penwidth=2" } else { "color=\"#dc2626\" style=dashed" };
        text += &edge(view, step, view.fills(0, index), &(index + 1).to_string(), style);
    }
    for made in added() {
        text += &edge(view, &made.step, made.fills, "added", "color=\"#94a3b8\"");
    }
    text + "}\n"
}

fn edge(view: &PlanView<'_>, step: &Step, fills: bool, number: &str, style: &str) -> String {
    let [Some(&from), Some(&to)] = [step.route.first(), step.route.last()] else { return String::new() };
    let end = step.ends().map_or_else(String::new, |(_, to)| view.place(to));
    let deed = if fills { "fills" } else { "parks at" };
    format!("  \"{}\" -> \"{}\" [label=\"{number}  {deed} {end}\" {style}];\n", view.name(from), view.name(to))
}
