//! Numbers on goals and letters on parking squares, over the picture of the rooms.

use super::PackingView;
use crate::level::Square;
use crate::maze::RoomsBy;
use crate::render::picture::{label, pieces};
use crate::render::rooms::{RoomsDump, svg_over};
use svg::node::element::{Circle, Group};

const FILLED: &str = "#b91c1c";
const PARKED: &str = "#7e22ce";

pub(super) fn svg(view: &PackingView<'_>, by: RoomsBy, dead: &[bool]) -> String {
    let dump = RoomsDump::new(view.level, by, view.areas, dead);
    let parked = view.order.parked();
    let named = view.level.board.squares().filter(|&s| !view.called(s).is_empty());
    let over = named.fold(Group::new(), |over, square| {
        let is_goal = view.level.board.is_goal(square);
        over.add(name(view, square, if is_goal { FILLED } else { PARKED }))
    });
    let mut notes = vec![format!("Packing order: {}.", view.kind())];
    if !parked.is_empty() {
        let deeds = view.order.steps.iter().map(|step| view.deed(step)).collect::<Vec<_>>().join(", ");
        notes.push(deeds);
    }
    svg_over(&dump, Some(over), &notes)
}

/// Returns the name of a square on a disc in its lower right corner, so that the piece on it remains visible.
fn name(view: &PackingView<'_>, square: Square, ink: &str) -> Group {
    let disc = Circle::new().set("cx", 26).set("cy", 26).set("r", 9).set("fill", ink);
    let letters = label((26, 30), 11, "#ffffff", view.called(square)).set("text-anchor", "middle");
    pieces::on(&view.level.board, square).add(disc).add(letters.set("font-weight", 700))
}
