//! The JSON dump of a level's areas, with structs that serve only as its schema; fields and lists have a fixed order.

use super::RoomsDump;
use crate::level::Square;
use crate::maze::{Area, AreaKind, BoxUse, Connectivity};
use serde::Serialize;

/// Row and column of a square, from 0.
type RowColumn = (usize, usize);

/// JSON dump of the areas of one level. The caller that writes the row adds type, schema, file and level number.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct RoomsRow<'a> {
    /// Title of the level.
    title: &'a str,
    /// Definition of rooms, see `help areas`.
    rooms_by: &'static str,
    /// Number of columns of the board.
    width: usize,
    /// Number of rows of the board.
    height: usize,
    /// Rooms and tunnels.
    areas: Vec<RoomsAreaRow<'a>>,
    /// Pairs of areas that touch.
    openings: Vec<OpeningRow<'a>>,
}

/// JSON object of a room or tunnel.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
struct RoomsAreaRow<'a> {
    /// Letter of the area on the map.
    name: &'a str,
    /// Kind of the area.
    kind: AreaKind,
    /// Squares of the area.
    squares: Vec<RowColumn>,
    /// Squares of the area where a box reaches no goal.
    dead: Vec<RowColumn>,
    /// Number of goals in the area.
    goals: usize,
    /// Number of boxes in the area at the start.
    boxes: usize,
    /// Whether the player is in the area at the start.
    player: bool,
    /// How the area connects its neighbours.
    passage: Connectivity,
    /// Figures of a tunnel; left out for rooms.
    #[serde(skip_serializing_if = "Option::is_none")]
    tunnel: Option<TunnelRow>,
    /// Names of the areas that touch this one.
    next_to: Vec<&'a str>,
}

/// JSON object of the figures of a tunnel.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
struct TunnelRow {
    /// Number of squares.
    length: usize,
    /// Whether the tunnel has a bend.
    bent: bool,
    /// How far a lone box gets.
    box_use: BoxUse,
}

/// JSON object of two areas that touch.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
struct OpeningRow<'a> {
    /// Names of the two areas.
    areas: [&'a str; 2],
    /// Whether both areas are rooms.
    door: bool,
    /// Whether a lone box can be pushed from the first area to the second, and whether back.
    boxes: [bool; 2],
    /// Steps between the areas, each as a pair of squares.
    steps: Vec<[RowColumn; 2]>,
}

impl RoomsDump<'_> {
    /// Returns the dump as a JSON row.
    pub fn row(&self) -> RoomsRow<'_> {
        RoomsRow {
            title: &self.level.title,
            rooms_by: self.by.word(),
            width: self.level.grid.width(),
            height: self.level.grid.height(),
            areas: self.areas.areas().iter().map(|a| area_row(self, a)).collect(),
            openings: opening_rows(self),
        }
    }
}

fn area_row<'a>(dump: &'a RoomsDump<'_>, area: &Area) -> RoomsAreaRow<'a> {
    let facts = &dump.facts[area.id.index()];
    let tunnel =
        area.is_tunnel().then_some(TunnelRow { length: area.squares.len(), bent: area.bent, box_use: facts.box_use });
    let dead = area.squares.iter().filter(|s| dump.dead[s.index()]);
    RoomsAreaRow {
        name: dump.name(area.id),
        kind: area.kind,
        squares: area.squares.iter().map(|&s| place(dump, s)).collect(),
        dead: dead.map(|&s| place(dump, s)).collect(),
        goals: facts.goals,
        boxes: facts.boxes,
        player: facts.player,
        passage: area.passage,
        tunnel,
        next_to: dump.next_to(area.id),
    }
}

fn opening_rows<'a>(dump: &'a RoomsDump<'_>) -> Vec<OpeningRow<'a>> {
    let row = |opening: &crate::maze::Opening| OpeningRow {
        areas: opening.areas.map(|area| dump.name(area)),
        door: dump.areas.is_door(opening),
        boxes: dump.box_crosses(opening),
        steps: opening.steps.iter().map(|step| step.map(|s| place(dump, s))).collect(),
    };
    dump.areas.openings().iter().map(row).collect()
}

fn place(dump: &RoomsDump<'_>, square: Square) -> RowColumn {
    dump.level.board.row_column(square)
}
