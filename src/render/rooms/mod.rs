//! A level's rooms and tunnels, as dumps for people, programs and reviews: text, JSON, DOT and SVG.

mod changes;
mod json;
mod svg;
mod text;

use crate::level::Level;
use crate::maze::{Area, AreaFacts, AreaId, Areas, BoxUse, Connectivity, Opening, RoomsBy};
pub use changes::{SavedRooms, changes};
pub use json::{RoomsRow, RoomsStats};
pub(super) use svg::svg_over;
pub use text::RoomsFormat;
pub(super) use text::boards;

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

    /// Returns the level of the dump.
    pub const fn level(&self) -> &Level {
        self.level
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
fn room_numbers(areas: &Areas) -> Vec<usize> {
    let before = areas.areas().iter().scan(0, |rooms, area| {
        *rooms += usize::from(area.is_room());
        Some(*rooms - usize::from(area.is_room()))
    });
    before.collect()
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
