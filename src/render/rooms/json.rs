//! The JSON dump of a level's areas, with structs that serve only as its schema; fields and lists have a fixed order.

use super::RoomsDump;
use crate::level::Square;
use crate::maze::{Area, AreaKind, BoxUse, Bridge, Connectivity, Part};
use serde::Serialize;

/// Row and column of a square, from 0.
type RowColumn = (usize, usize);

/// JSON dump of the areas of one level. The caller that writes the row adds type, schema, file and level number.
#[derive(Debug, Serialize)]
pub struct RoomsRow<'a> {
    title: &'a str,
    rooms_by: &'static str,
    width: usize,
    height: usize,
    areas: Vec<AreaRow<'a>>,
    openings: Vec<OpeningRow<'a>>,
    /// Parts into which the floor falls if all its bridges are removed.
    parts: Vec<PartRow>,
    bridges: Vec<BridgeRow>,
}

#[derive(Debug, Serialize)]
struct PartRow {
    squares: Vec<RowColumn>,
    boxes: usize,
    goals: usize,
}

/// Step between two squares; without the step the floor falls into two parts.
#[derive(Debug, Serialize)]
struct BridgeRow {
    /// Indices in `parts` of the two parts that the bridge joins.
    parts: [usize; 2],
    step: [RowColumn; 2],
    /// Number of boxes that cross from the first part to the second in every solution, minus those that cross back.
    flow: isize,
}

#[derive(Debug, Serialize)]
struct AreaRow<'a> {
    name: &'a str,
    kind: AreaKind,
    squares: Vec<RowColumn>,
    dead: Vec<RowColumn>,
    goals: usize,
    boxes: usize,
    player: bool,
    passage: Connectivity,
    #[serde(skip_serializing_if = "Option::is_none")]
    tunnel: Option<TunnelRow>,
    next_to: Vec<&'a str>,
}

#[derive(Debug, Serialize)]
struct TunnelRow {
    length: usize,
    bent: bool,
    box_use: BoxUse,
}

#[derive(Debug, Serialize)]
struct OpeningRow<'a> {
    areas: [&'a str; 2],
    door: bool,
    /// Whether a lone box can be pushed from the first area to the second, and whether back.
    boxes: [bool; 2],
    steps: Vec<[RowColumn; 2]>,
}

pub(super) fn row<'a>(dump: &'a RoomsDump<'_>) -> RoomsRow<'a> {
    RoomsRow {
        title: &dump.level.title,
        rooms_by: dump.by.word(),
        width: dump.level.grid.width(),
        height: dump.level.grid.height(),
        areas: dump.areas.areas().iter().map(|a| area_row(dump, a)).collect(),
        openings: opening_rows(dump),
        parts: dump.parts.parts().iter().map(|part| part_row(dump, part)).collect(),
        bridges: dump.parts.bridges().iter().map(|bridge| bridge_row(dump, bridge)).collect(),
    }
}

fn area_row<'a>(dump: &'a RoomsDump<'_>, area: &Area) -> AreaRow<'a> {
    let facts = &dump.facts[area.id.index()];
    let tunnel =
        area.is_tunnel().then_some(TunnelRow { length: area.squares.len(), bent: area.bent, box_use: facts.box_use });
    let dead = area.squares.iter().filter(|s| dump.dead[s.index()]);
    AreaRow {
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

fn part_row(dump: &RoomsDump<'_>, part: &Part) -> PartRow {
    PartRow {
        squares: part.squares.iter().map(|&square| place(dump, square)).collect(),
        boxes: part.boxes,
        goals: part.goals,
    }
}

fn bridge_row(dump: &RoomsDump<'_>, bridge: &Bridge) -> BridgeRow {
    BridgeRow { parts: bridge.parts, step: bridge.squares.map(|square| place(dump, square)), flow: bridge.flow }
}

fn place(dump: &RoomsDump<'_>, square: Square) -> RowColumn {
    dump.level.board.row_column(square)
}
