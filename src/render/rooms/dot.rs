//! The graph of areas in DOT, each area placed where it lies on the board, for `dot -Tsvg`.

use super::{RoomsDump, passage, shape};
use crate::maze::{Area, Opening};
use crate::render::counted;
use crate::render::picture::soft;
use crate::run::safe;
use std::fmt::Write;

/// Width and height of a board square in the layout, in inches: `neato` reads positions in inches.
const PITCH: f64 = 0.6;

pub(super) fn dot(dump: &RoomsDump<'_>) -> String {
    let mut text = format!("graph {} {{\n", quoted(&dump.level.title));
    text += "  layout=neato; notranslate=true; overlap=true; size=\"16,10\";\n";
    text += "  node [fontname=\"sans-serif\", fontsize=9, margin=0.04, style=filled, color=\"#475569\"];\n";
    text += "  edge [color=\"#475569\"];\n";
    dump.areas.areas().iter().for_each(|a| text += &node(dump, a));
    dump.areas.openings().iter().for_each(|o| text += &edge(dump, o));
    text + "}\n"
}

fn node(dump: &RoomsDump<'_>, area: &Area) -> String {
    let (x, y) = middle(dump, area);
    let (outline, fill) = if area.is_room() {
        ("box", soft(dump.room_number(area)))
    } else {
        ("box, style=\"filled,rounded\"", "#e2e8f0".to_owned())
    };
    let name = dump.name(area.id);
    let label = label(dump, area);
    format!("  {name} [shape={outline}, fillcolor=\"{fill}\", pos=\"{x:.2},{y:.2}!\", label=\"{label}\"];\n")
}

fn label(dump: &RoomsDump<'_>, area: &Area) -> String {
    let facts = &dump.facts[area.id.index()];
    let mut label = format!("{}\\n{} sq", dump.name(area.id), facts.size);
    for (count, what) in [(facts.boxes, "box"), (facts.goals, "goal")].into_iter().filter(|(n, _)| *n > 0) {
        let _ = write!(label, "\\n{}", counted(count, what));
    }
    if area.is_tunnel() {
        let _ = write!(label, "\\n{}, {}", passage(area.passage), shape(area));
    }
    if facts.player { label + "\\nplayer" } else { label }
}

fn edge(dump: &RoomsDump<'_>, opening: &Opening) -> String {
    let [a, b] = opening.areas.map(|area| dump.name(area));
    let style = if dump.areas.is_door(opening) { " [style=bold, label=\"0\"]" } else { "" };
    format!("  {a} -- {b}{style};\n")
}

/// Returns the mean of the squares of an area, in inches; DOT counts rows upwards.
fn middle(dump: &RoomsDump<'_>, area: &Area) -> (f64, f64) {
    let places = || area.squares.iter().map(|&s| dump.level.board.row_column(s));
    let mean = |sum: usize| PITCH * as_f64(sum) / as_f64(area.squares.len());
    let height = as_f64(dump.level.grid.height()) * PITCH;
    (mean(places().map(|(_, column)| column).sum()), height - mean(places().map(|(row, _)| row).sum()))
}

#[expect(clippy::cast_precision_loss, reason = "sums of rows and columns are small")]
const fn as_f64(number: usize) -> f64 {
    number as f64
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", safe(text).replace('\\', "\\\\").replace('"', "\\\""))
}
