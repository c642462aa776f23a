//! Reads text dumps made by [`super::RoomsDump::write`].

use super::text::LAYOUT;
use crate::level::Level;
use std::collections::BTreeMap;

const HEADER: &str = "; sokoplan rooms, ";

/// Dump that was read from text: the level, and its areas and openings at that time.
#[derive(Clone, Debug)]
pub struct SavedRooms {
    /// Level of the dump, with its title.
    pub level: Level,
    /// Word for the definition of rooms.
    pub(super) by: String,
    /// Name of the area on each square, by row and column.
    pub(super) area_at: BTreeMap<(usize, usize), String>,
    /// Figures of each area in the dump, by name.
    pub(super) areas: BTreeMap<String, SavedArea>,
    /// Directions of boxes across each opening, by the names of its two areas, ascending.
    pub(super) openings: BTreeMap<[String; 2], String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SavedArea {
    pub(super) dead: usize,
    pub(super) passage: String,
}

impl SavedRooms {
    /// True if a text begins like a dump.
    pub fn is_dump(text: &str) -> bool {
        text.starts_with(HEADER)
    }

    /// Returns the dump that a text holds; `None` if the text is no dump, or was edited beyond recognition.
    pub fn read(text: &str) -> Option<Self> {
        let lines: Vec<&str> = text.lines().collect();
        let by = lines.first()?.strip_prefix(HEADER)?.strip_prefix(&format!("format {LAYOUT}, by "))?.to_owned();
        let title = lines.get(1)?.strip_prefix("; ").unwrap_or_default();
        let first = lines.iter().position(|line| line.is_empty())? + 1;
        let tables = lines.iter().position(|line| ["room  ", "tunnel"].iter().any(|head| line.starts_with(head)))?;
        // The level, a blank line, the map with the same number of rows, a blank line.
        let rows = tables.checked_sub(first + 2)? / 2;
        let board = lines.get(first..first + rows)?.join("\n");
        let level = Level::from_xsb(title, &board).ok()?;
        let tables = lines.get(tables..)?;
        let areas: BTreeMap<String, SavedArea> = tables.iter().filter_map(|line| area(line)).collect();
        let width = areas.keys().map(String::len).max()?;
        let map = lines.get(first + rows + 1..first + 2 * rows + 1)?;
        let area_at = map.iter().enumerate().flat_map(|(row, line)| cells(row, line, width)).collect();
        let openings = tables.iter().filter_map(|line| opening(line)).collect();
        Some(Self { level, by, area_at, areas, openings })
    }
}

/// Returns the name and the figures of an area from its line; `None` if the line is of another kind.
fn area(line: &str) -> Option<(String, SavedArea)> {
    let mut words = line.split_whitespace();
    let name = words.next()?.to_owned();
    let figures: Vec<usize> = words.by_ref().take(4).map_while(|word| word.parse().ok()).collect();
    let [_, _, _, dead] = figures[..] else { return None };
    let passage = words.next()?;
    Some((name, SavedArea { dead, passage: if passage == "dead" { "dead end" } else { passage }.to_owned() }))
}

fn cells(row: usize, line: &str, width: usize) -> Vec<((usize, usize), String)> {
    let letters: Vec<char> = line.chars().collect();
    let names = letters.chunks(width).map(|cell| cell.iter().collect::<String>().trim().to_owned());
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphabetic());
    names.enumerate().filter(|(_, name)| is_name(name)).map(|(column, name)| ((row, column), name)).collect()
}

/// Returns the two areas of an opening and the directions of boxes across it; `None` for another kind of line.
fn opening(line: &str) -> Option<([String; 2], String)> {
    let mut words = line.split_whitespace();
    let (a, b) = words.next()?.split_once('-').filter(|(_, b)| b.chars().all(char::is_alphabetic))?;
    let way = words.find(|word| *word != "0").filter(|way| !way.contains(','))?;
    let mut pair = [a.to_owned(), b.to_owned()];
    pair.sort();
    Some((pair, way.to_owned()))
}
