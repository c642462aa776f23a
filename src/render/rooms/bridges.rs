//! Bridges of the floor (steps without which the floor falls into two parts) in the picture of the rooms.
//!
//! ```text
//!   +-----+-----+      A bar across the border of its two squares, and the boxes that cross it more often one way than
//!   |    2|     |      back: an arrow that way, and their number. Without an arrow as many come back.
//!   |   --+->   |
//!   |     |     |
//!   +-----+-----+
//! ```
//! Each bridge has a title and a description for readers who do not see.

use super::RoomsDump;
use crate::maze::Bridge;
use crate::render::counted;
use crate::render::picture::label;
use crate::render::picture::pieces::CELL;
use crate::run::{Meter, Stop};
use svg::node::element::{Description, Group, Path, Title};

/// Colour of bridges, which differs from all floors, boxes and goals, on light and on dark ones.
const BRIDGE: &str = "#be185d";

/// Returns the drawing of all bridges; `None` if the floor has none.
///
/// # Errors
/// The limit that was met.
pub(super) fn bridges(dump: &RoomsDump<'_>, meter: &Meter) -> Result<Option<Group>, Stop> {
    let mut bridges = dump.parts.bridges().iter();
    let drawn = bridges.try_fold(Group::new().set("class", "strong"), |drawn, bridge| {
        meter.check().map(|()| drawn.add(drawn_bridge(dump, bridge)))
    })?;
    Ok((!dump.parts.bridges().is_empty()).then_some(drawn))
}

/// Returns the drawing of a bridge: a bar, and if more boxes cross one way than back, an arrow with the difference.
fn drawn_bridge(dump: &RoomsDump<'_>, bridge: &Bridge) -> Group {
    let half = CELL / 2;
    let bar =
        Path::new().set("d", format!("M0,-{0}V{0}", half - 3)).set("stroke-width", 5).set("stroke-linecap", "round");
    let shaft = Path::new().set("d", "M-12,0H7").set("stroke-width", 3);
    let head = Path::new().set("d", "M6,-5l9,5l-9,5z").set("fill", BRIDGE);
    let arrow = (bridge.flow != 0).then_some([shaft, head]).into_iter().flatten();
    let [x, y] = border(dump, bridge);
    let turned = Group::new().set("transform", format!("rotate({})", degrees(dump, bridge))).set("stroke", BRIDGE);
    let [x_label, y_label] = if is_level(dump, bridge) { [x + 5, y - 7] } else { [x + 7, y + 14] };
    let number = label((x_label, y_label), 11, BRIDGE, &bridge.flow.unsigned_abs().to_string())
        .set("class", "rim")
        .set("font-weight", 700)
        .set("stroke", "#ffffff")
        .set("stroke-width", 2)
        .set("paint-order", "stroke");
    let mark =
        Group::new().set("transform", format!("translate({x},{y})")).add(arrow.fold(turned.add(bar), Group::add));
    let [title, description] = words(dump, bridge);
    Group::new()
        .set("role", "img")
        .set("aria-label", title.as_str())
        .add(Title::new(title))
        .add(Description::new().add(svg::node::Text::new(description)))
        .add(mark)
        .add(number)
}

/// Returns the middle of the edge between the two squares of a bridge, in pixels.
fn border(dump: &RoomsDump<'_>, bridge: &Bridge) -> [usize; 2] {
    let [(row, column), (other_row, other_column)] = places(dump, bridge);
    let half = CELL / 2;
    if row == other_row {
        [column.max(other_column) * CELL, row * CELL + half]
    } else {
        [column * CELL + half, row.max(other_row) * CELL]
    }
}

/// Returns the angle of the direction in which more boxes cross a bridge: degrees clockwise from right.
fn degrees(dump: &RoomsDump<'_>, bridge: &Bridge) -> usize {
    let [from, to] = places(dump, bridge);
    let is_onward = (from < to) == (bridge.flow >= 0);
    match (is_level(dump, bridge), is_onward) {
        (true, true) => 0,
        (false, true) => 90,
        (true, false) => 180,
        (false, false) => 270,
    }
}

/// Returns whether the two squares of a bridge are in one row.
fn is_level(dump: &RoomsDump<'_>, bridge: &Bridge) -> bool {
    let [from, to] = places(dump, bridge);
    from.0 == to.0
}

fn places(dump: &RoomsDump<'_>, bridge: &Bridge) -> [(usize, usize); 2] {
    bridge.squares.map(|square| dump.level.board.row_column(square))
}

/// Returns the title and the description of a bridge, for readers who do not see.
fn words(dump: &RoomsDump<'_>, bridge: &Bridge) -> [String; 2] {
    let [from, to] = bridge.parts.map(|part| part + 1);
    let held = bridge.parts.map(|part| &dump.parts.parts()[part]);
    let held = held.map(|part| format!("{} and {}", counted(part.boxes, "box"), counted(part.goals, "goal")));
    let flow = match bridge.flow {
        0 => "as many boxes cross it as come back".to_owned(),
        flow => {
            let [from, to] = if flow > 0 { [from, to] } else { [to, from] };
            format!("{} more to part {to} than back to part {from}", counted(flow.unsigned_abs(), "box"))
        }
    };
    [format!("bridge {from}-{to}"), format!("part {from} has {}, part {to} {}; {flow}", held[0], held[1])]
}
