//! Distinct room events, as a table with pictures and as JSON rows. An event is in its canonical form, with its
//! outcomes and how often it occurred; places are row and column in the picture, from 0.
//!
//! ```text
//!   ####      # neither of the area nor beside it     a  a door; doors of one letter are connected by walks outside
//!   #$ A      $ * . @  as in levels                   A  a door to the area that the box crosses to
//!   #@##                                              =  a door on which a box stands
//! ```

mod json;
mod text;

pub use json::MetEventRow;
pub use text::events_text;

use crate::abstraction::{FormCell, FormKind, RoomForm};
use crate::level::Tile;

/// Returns the rows of the picture of an area, with doors as letters.
fn picture(form: &RoomForm) -> Vec<String> {
    let player = form.cells().find(|(_, cell)| cell.is_inside() && cell.is_reached).map(|(place, _)| place);
    let mut rows = vec![String::new(); form.height()];
    for (place, cell) in form.cells() {
        rows[place.0].push(letter(cell, player == Some(place)));
    }
    rows
}

fn letter(cell: FormCell, has_player: bool) -> char {
    let part = |first: char| char::from_u32(u32::from(first) + u32::from(cell.part.min(25))).unwrap_or(first);
    match cell.kind {
        FormKind::Outside => '#',
        FormKind::Door | FormKind::Crossed if cell.has_box => '=',
        FormKind::Door => part('a'),
        FormKind::Crossed => part('A'),
        FormKind::Floor | FormKind::Goal => {
            Tile::floor_with(cell.kind == FormKind::Goal, cell.has_box, has_player).xsb()
        }
    }
}
