//! A level's rooms and tunnels, as dumps for people, programs and reviews: a JSON row, text, DOT and SVG.

mod changes;
mod svg;
mod text;

use super::words::Place;
use crate::level::{Level, Square};
use crate::maze::{Area, AreaFacts, AreaId, AreaKind, Areas, BoxUse, Connectivity, Opening, RoomsBy};
pub use changes::{SavedRooms, changes};
use serde::Serialize;
use serde_json::Value;
use std::collections::VecDeque;
pub(super) use svg::svg_over;
pub use text::RoomsFormat;
pub(super) use text::{boards, painted};

/// Level with its areas, and the names and figures of the areas, to be written in one of several formats.
#[derive(Clone, Debug)]
pub struct RoomsDump<'a> {
    level: &'a Level,
    by: RoomsBy,
    areas: &'a Areas,
    facts: Vec<AreaFacts>,
    dead: &'a [bool],
    names: Vec<String>,
    room_numbers: Vec<usize>,
}

impl<'a> RoomsDump<'a> {
    /// Creates the dump of a level, with its areas by this definition. `dead` holds for each square whether it is dead.
    pub fn new(level: &'a Level, by: RoomsBy, areas: &'a Areas, dead: &'a [bool]) -> Self {
        let facts = areas.facts(&level.board, &level.start, |s| dead[s.index()]);
        Self { level, by, areas, facts, dead, names: area_names(areas), room_numbers: room_numbers(areas) }
    }

    /// Returns the areas of the dump.
    pub const fn areas(&self) -> &Areas {
        self.areas
    }

    /// Returns the name of an area: rooms `A`, `B`, ..., `Z`, `AA`, ...; tunnels `a`, `b`, ...
    pub fn name(&self, id: AreaId) -> &str {
        &self.names[id.index()]
    }

    fn room_number(&self, area: &Area) -> usize {
        self.room_numbers[area.id.index()]
    }

    /// Whether a lone box can be pushed over an opening from its first area to its second, and whether back.
    fn box_crosses(&self, opening: &Opening) -> [bool; 2] {
        self.areas.box_crosses(&self.level.board, opening, |s| self.dead[s.index()])
    }

    fn next_to(&self, id: AreaId) -> Vec<&str> {
        self.areas.neighbours(id).into_iter().map(|n| self.name(n)).collect()
    }

    /// Returns the rows of the map as cells: for a square the name of its area, otherwise the wall or blank as drawn.
    fn map(&self) -> Vec<Vec<&str>> {
        let grid = &self.level.grid;
        let cell = |row, column| match self.level.board.square(row, column) {
            Some(square) => self.name(self.areas.area_of(square)),
            None if grid.at(row, column) == crate::level::Tile::Wall => "#",
            None => "",
        };
        (0..grid.height()).map(|row| (0..grid.width()).map(|column| cell(row, column)).collect()).collect()
    }

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

    /// Returns figures of the level's areas, for tables over collections.
    pub fn stats(&self) -> RoomsStats {
        let areas = self.areas.areas();
        let facts = |area: &Area| &self.facts[area.id.index()];
        let rooms = || areas.iter().filter(|area| area.is_room());
        let tunnels = || areas.iter().filter(|area| area.is_tunnel());
        let mut sizes: Vec<usize> = rooms().map(|area| area.squares.len()).collect();
        sizes.sort_unstable();
        let degree = |area: &Area| self.areas.openings_of(area.id).len();
        let crosses = self.areas.openings().iter().map(|opening| self.box_crosses(opening));
        RoomsStats {
            rooms: sizes.len(),
            one_square: sizes.iter().filter(|size| **size == 1).count(),
            tunnels: tunnels().count(),
            median_room: sizes.get(sizes.len().saturating_sub(1) / 2).copied().unwrap_or_default(),
            largest_room: sizes.last().copied().unwrap_or_default(),
            mean_degree: ratio(rooms().map(degree).sum(), sizes.len()),
            largest_degree: areas.iter().map(degree).max().unwrap_or_default(),
            openings: self.areas.openings().len(),
            one_way: crosses.filter(|[there, back]| there != back).count(),
            goals_in_a_room: rooms().map(|area| facts(area).goals).max().unwrap_or_default(),
            goals_in_tunnels: tunnels().map(|area| facts(area).goals).sum(),
            dead_share: ratio(areas.iter().map(|area| facts(area).dead).sum(), self.level.board.len()),
            articulation_depth: articulation_depth(self),
        }
    }
}

/// Returns the name of each area, by number: rooms `A`, `B`, .., tunnels `a`, `b`, ..
pub fn area_names(areas: &Areas) -> Vec<String> {
    let (mut rooms, mut tunnels) = (0, 0);
    let name = |area: &crate::maze::Area| {
        let (count, first) = if area.is_room() { (&mut rooms, b'A') } else { (&mut tunnels, b'a') };
        *count += 1;
        letters(*count, first)
    };
    areas.areas().iter().map(name).collect()
}

/// Returns a number as a column name of spreadsheets: 1 is A, 26 is Z, 27 is AA; `first` is the letter of 1.
pub(crate) fn letters(count: usize, first: u8) -> String {
    let mut name = Vec::new();
    let mut rest = count;
    while rest > 0 {
        rest -= 1;
        #[expect(clippy::cast_possible_truncation, reason = "below 26")]
        name.push(char::from(first + (rest % 26) as u8));
        rest /= 26;
    }
    name.iter().rev().collect()
}

const fn passage(passage: Connectivity) -> &'static str {
    match passage {
        Connectivity::DeadEnd => "dead end",
        Connectivity::OneWay => "one-way",
        Connectivity::TwoWay => "two-way",
    }
}

const fn shape(area: &Area) -> &'static str {
    if area.bent { "bent" } else { "straight" }
}

const fn box_use(use_: BoxUse) -> &'static str {
    match use_ {
        BoxUse::PlayerOnly => "player-only",
        BoxUse::Enter => "in",
        BoxUse::Through => "through",
    }
}

/// Returns for each area the number of rooms before it.
pub(super) fn room_numbers(areas: &Areas) -> Vec<usize> {
    let before = areas.areas().iter().scan(0, |rooms, area| {
        *rooms += usize::from(area.is_room());
        Some(*rooms - usize::from(area.is_room()))
    });
    before.collect()
}

/// JSON dump of the areas of one level. The caller that writes the row adds type, schema, file and level number.
#[derive(Debug, schemars::JsonSchema, Serialize)]
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
#[derive(Debug, schemars::JsonSchema, Serialize)]
struct RoomsAreaRow<'a> {
    /// Letter of the area on the map.
    name: &'a str,
    /// Kind of the area.
    kind: AreaKind,
    /// Squares of the area.
    squares: Vec<Place>,
    /// Squares of the area where a box reaches no goal.
    dead: Vec<Place>,
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
#[derive(Debug, schemars::JsonSchema, Serialize)]
struct TunnelRow {
    /// Number of squares.
    length: usize,
    /// Whether the tunnel has a bend.
    bent: bool,
    /// How far a lone box gets.
    box_use: BoxUse,
}

/// JSON object of two areas that touch.
#[derive(Debug, schemars::JsonSchema, Serialize)]
struct OpeningRow<'a> {
    /// Names of the two areas.
    areas: [&'a str; 2],
    /// Whether both areas are rooms.
    door: bool,
    /// Whether a lone box can be pushed from the first area to the second, and whether back.
    boxes: [bool; 2],
    /// Steps between the areas, each as a pair of squares.
    steps: Vec<[Place; 2]>,
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

fn place(dump: &RoomsDump<'_>, square: Square) -> Place {
    dump.level.board.row_column(square)
}

/// Figures of the areas of one level. Sizes are in squares.
#[derive(Clone, Debug, Default, PartialEq, schemars::JsonSchema, Serialize)]
pub struct RoomsStats {
    /// Number of rooms.
    pub rooms: usize,
    /// Number of rooms of one square.
    pub one_square: usize,
    /// Number of tunnels; a network of tunnels counts once.
    pub tunnels: usize,
    /// Median size of rooms; of an even number of rooms, the lower middle one.
    pub median_room: usize,
    /// Size of the largest room.
    pub largest_room: usize,
    /// Mean number of areas next to a room.
    pub mean_degree: f64,
    /// Largest number of areas next to any area.
    pub largest_degree: usize,
    /// Number of openings: pairs of areas that are next to each other.
    pub openings: usize,
    /// Number of openings that a lone box can cross in one direction only.
    pub one_way: usize,
    /// Largest number of goals in one room.
    pub goals_in_a_room: usize,
    /// Number of goals in tunnels.
    pub goals_in_tunnels: usize,
    /// Share of dead squares among all squares, from 0 to 1.
    pub dead_share: f64,
    /// Largest number of articulation areas (each cuts off other areas if removed) on a shortest way from the player's
    /// area to another area.
    pub articulation_depth: usize,
}

impl RoomsStats {
    /// Returns the figures in order, each with its name, as text; shares have two decimals.
    pub fn figures(&self) -> Vec<(String, String)> {
        let text = |figure: Value| match figure.as_u64() {
            Some(count) => count.to_string(),
            None => format!("{:.2}", figure.as_f64().unwrap_or_default()),
        };
        let Ok(Value::Object(figures)) = serde_json::to_value(self) else { return Vec::new() };
        figures.into_iter().map(|(name, figure)| (name, text(figure))).collect()
    }
}

/// Returns `part / whole`, or 0 for 0, rounded to four decimals, so that rows are equal on all machines.
#[expect(clippy::cast_precision_loss, reason = "numbers of squares and areas are small")]
fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { (part as f64 / whole as f64 * 10_000.0).round() / 10_000.0 }
}

/// Returns the articulation depth along a breadth-first tree of areas; the ends of a way do not count.
fn articulation_depth(dump: &RoomsDump<'_>) -> usize {
    let start = dump.areas.area_of(dump.level.start.player);
    let mut depth = vec![None; dump.areas.len()];
    depth[start.index()] = Some(0);
    let mut queue = VecDeque::from([start]);
    let mut most = 0;
    while let Some(area) = queue.pop_front() {
        let here = depth[area.index()].unwrap_or_default();
        most = most.max(here);
        let is_cut = area != start && dump.areas.area(area).passage == Connectivity::OneWay;
        for next in dump.areas.neighbours(area) {
            if depth[next.index()].is_none() {
                depth[next.index()] = Some(here + usize::from(is_cut));
                queue.push_back(next);
            }
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn names_go_on_after_the_alphabet() {
        let named: Vec<_> = [1, 2, 26, 27, 52, 53, 702, 703].map(|n| letters(n, b'A')).into();
        assert_eq!(named, ["A", "B", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
    }
}
