//! Reading of text dumps made by [`super::RoomsDump::write`], and changes between two dumps of a level in words, the most important
//! first. Areas are recognised by their squares, since a new area renames all later ones.

use super::text::LAYOUT;
use crate::level::Level;
use crate::render::counted;
use std::collections::{BTreeMap, BTreeSet};

/// Returns phrases on the differences between an earlier dump and a later one; empty if all is equal.
///
/// ```text
///   #######      #######
///   #AAAAA#      #AA#BB#     room A lost 5 squares, 2 of them to new room B
///   #AAAAA#  ->  #AAaBB#
///   #######      #######
/// ```
pub fn changes(old: &SavedRooms, new: &SavedRooms) -> Vec<String> {
    let areas = AreaPairs::new(old, new);
    let mut phrases = Vec::from_iter(board_changes(old, new));
    if old.by != new.by {
        phrases.push(format!("by {}, was by {}", new.by, old.by));
    }
    phrases.extend(areas.flows(old, new));
    phrases.extend(dead_squares(old, new));
    phrases.extend(areas.passages(old, new));
    phrases.extend(areas.openings(old, new));
    phrases.extend(areas.names());
    phrases
}

fn kind(name: &str) -> String {
    format!("{} {name}", if name.starts_with(char::is_lowercase) { "tunnel" } else { "room" })
}

/// Returns a phrase on changes of walls, boxes, goals and player; `None` if the levels are equal.
fn board_changes(old: &SavedRooms, new: &SavedRooms) -> Option<String> {
    let (before, now) = (&old.level.grid, &new.level.grid);
    if (before.height(), before.width()) != (now.height(), now.width()) {
        let size = |grid: &crate::level::Grid| format!("{}x{}", grid.width(), grid.height());
        return Some(format!("the board is {} instead of {}", size(now), size(before)));
    }
    let places = (0..now.height()).flat_map(|row| (0..now.width()).map(move |column| (row, column)));
    let changed = places.filter(|&(row, column)| before.at(row, column) != now.at(row, column)).count();
    (changed > 0).then(|| format!("{} of the level changed", counted(changed, "place")))
}

fn dead_squares(old: &SavedRooms, new: &SavedRooms) -> Option<String> {
    let dead = |of: &SavedRooms| of.areas.values().map(|area| area.dead).sum::<usize>();
    let (before, now) = (dead(old), dead(new));
    let phrase = |less: usize, more: usize, word| format!("{} {word}", counted(more - less, "dead square"));
    match before.cmp(&now) {
        std::cmp::Ordering::Less => Some(phrase(before, now, "more")),
        std::cmp::Ordering::Greater => Some(phrase(now, before, "less")),
        std::cmp::Ordering::Equal => None,
    }
}

/// Matching of the areas of two dumps: pairs that share the most squares, each area in at most one pair.
struct AreaPairs {
    /// Number of squares that each pair of an old and a new area shares.
    shared: BTreeMap<(String, String), usize>,
    new_of: BTreeMap<String, String>,
    old_of: BTreeMap<String, String>,
}

impl AreaPairs {
    fn new(old: &SavedRooms, new: &SavedRooms) -> Self {
        let mut shared: BTreeMap<(String, String), usize> = BTreeMap::new();
        for (place, before) in &old.area_at {
            if let Some(now) = new.area_at.get(place) {
                *shared.entry((before.clone(), now.clone())).or_default() += 1;
            }
        }
        let mut pairs: Vec<(&(String, String), usize)> =
            shared.iter().map(|(pair, &squares)| (pair, squares)).collect();
        pairs.sort_by_key(|&(pair, squares)| (usize::MAX - squares, pair));
        let (mut new_of, mut old_of) = (BTreeMap::new(), BTreeMap::new());
        for ((before, now), _) in pairs {
            if !new_of.contains_key(before) && !old_of.contains_key(now) {
                new_of.insert(before.clone(), now.clone());
                old_of.insert(now.clone(), before.clone());
            }
        }
        Self { shared, new_of, old_of }
    }

    /// Returns the name of an area of the new dump, with `new` in front if no old area matches it.
    fn named(&self, now: &str) -> String {
        if self.old_of.contains_key(now) { kind(now) } else { format!("new {}", kind(now)) }
    }

    /// Returns phrases on squares that moved between areas, and areas that appeared or vanished.
    fn flows(&self, old: &SavedRooms, new: &SavedRooms) -> Vec<String> {
        let mut phrases = Vec::new();
        let mut named = BTreeSet::new();
        for ((before, now), &squares) in &self.shared {
            let (was, squares) = (kind(before), counted(squares, "square"));
            match self.new_of.get(before) {
                Some(same) if same == now => {}
                Some(_) => {
                    named.insert(now);
                    phrases.push(format!("{was} lost {squares} to {}", self.named(now)));
                }
                None => phrases.push(format!("{was} ({squares}) became part of {}", kind(now))),
            }
        }
        phrases.extend(self.walled(old, new));
        let gone = old.areas.keys().filter(|before| !self.shared.keys().any(|(area, _)| area == *before));
        phrases.extend(gone.map(|before| format!("{} is gone", kind(before))));
        let come = new.areas.keys().filter(|now| !self.old_of.contains_key(*now) && !named.contains(now));
        phrases.extend(come.map(|now| format!("{} is new", kind(now))));
        phrases
    }

    /// Returns phrases on squares that areas lost to walls or gained from walls, on boards of one size.
    fn walled(&self, old: &SavedRooms, new: &SavedRooms) -> Vec<String> {
        let size = |of: &SavedRooms| (of.level.grid.height(), of.level.grid.width());
        if size(old) != size(new) {
            return Vec::new();
        }
        let only = |of: &SavedRooms, other: &SavedRooms, area: &str| {
            of.area_at.iter().filter(|(place, name)| *name == area && !other.area_at.contains_key(place)).count()
        };
        let mut phrases = Vec::new();
        for (before, now) in &self.new_of {
            let (lost, gained) = (only(old, new, before), only(new, old, now));
            phrases.extend((lost > 0).then(|| format!("{} lost {} to walls", kind(now), counted(lost, "square"))));
            phrases
                .extend((gained > 0).then(|| format!("{} gained {} from walls", kind(now), counted(gained, "square"))));
        }
        phrases
    }

    fn passages(&self, old: &SavedRooms, new: &SavedRooms) -> Vec<String> {
        let phrase = |(before, now): (&String, &String)| {
            let (was, is) = (&old.areas.get(before)?.passage, &new.areas.get(now)?.passage);
            (was != is).then(|| format!("{} became {is}, was {was}", kind(now)))
        };
        self.new_of.iter().filter_map(phrase).collect()
    }

    /// Returns phrases on openings that are new, changed or gone, between areas of both dumps.
    fn openings(&self, old: &SavedRooms, new: &SavedRooms) -> Vec<String> {
        let translated: BTreeMap<[String; 2], String> =
            old.openings.iter().filter_map(|(pair, way)| self.translated(pair, way)).collect();
        let mut phrases = Vec::new();
        let known = |pair: &[String; 2]| pair.iter().all(|area| self.old_of.contains_key(area));
        // Layout 1 has no data on the crossings of boxes.
        for (pair, way) in new.openings.iter().filter(|(pair, _)| known(pair) && !old.openings.is_empty()) {
            let shown = pair.join("-");
            match translated.get(pair) {
                Some(was) if was == way => {}
                Some(was) => phrases.push(format!("opening {shown} became {}, was {}", in_words(way), in_words(was))),
                None => phrases.push(format!("opening {shown} is new")),
            }
        }
        let gone = translated.keys().filter(|pair| !new.openings.contains_key(*pair));
        phrases.extend(gone.map(|pair| format!("opening {} is gone", pair.join("-"))));
        phrases
    }

    /// Returns an opening and its `way` with the names of the new dump in place of old ones; `None` if an area is gone.
    fn translated(&self, pair: &[String; 2], way: &str) -> Option<([String; 2], String)> {
        let mut pair = [self.new_of.get(&pair[0])?.clone(), self.new_of.get(&pair[1])?.clone()];
        pair.sort();
        let way = match way.split_once('>') {
            Some((from, to)) => format!("{}>{}", self.new_of.get(from)?, self.new_of.get(to)?),
            None => way.to_owned(),
        };
        Some((pair, way))
    }

    fn names(&self) -> Option<String> {
        let renamed: Vec<String> =
            self.new_of.iter().filter(|(old, new)| old != new).map(|(old, new)| format!("{old} is {new}")).collect();
        (!renamed.is_empty()).then(|| format!("renamed: {}", renamed.join(", ")))
    }
}

fn in_words(way: &str) -> String {
    match way {
        "both" => "two-way for boxes".to_owned(),
        "none" => "closed to boxes".to_owned(),
        one_way => format!("one-way ({one_way})"),
    }
}

const HEADER: &str = "; sokoplan rooms, ";

/// Dump that was read from text: the level, and its areas and openings at that time.
#[derive(Clone, Debug)]
pub struct SavedRooms {
    /// Level of the dump, with its title.
    pub level: Level,
    by: String,
    /// Name of the area on each square, by row and column.
    area_at: BTreeMap<(usize, usize), String>,
    areas: BTreeMap<String, SavedArea>,
    /// Directions of boxes across each opening, by the names of its two areas, ascending.
    openings: BTreeMap<[String; 2], String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct SavedArea {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::maze::{Areas, PlayerSides, PushDistances, RoomsBy};
    use crate::render::{RoomsDump, RoomsFormat};

    fn read(board: &str) -> SavedRooms {
        let level = Level::from_xsb("a title", board).unwrap();
        let areas = Areas::of(&level.board);
        let dead = PushDistances::dead_squares_of(&level.board, &PlayerSides::new(&level.board));
        let text = RoomsDump::new(&level, RoomsBy::default(), &areas, &dead).write(RoomsFormat::Text);
        SavedRooms::read(&text).unwrap()
    }

    #[test]
    fn squares_that_went_to_a_tunnel_or_to_walls_are_told() {
        let old = read("###############\n#     ###   ###\n# @ $     . ###\n#     ###   ###\n###############");
        let new = read("###############\n#   #####   ###\n# @ $     . ###\n#   #####   ###\n###############");
        let named = changes(&old, &new);
        assert!(named.contains(&"room A lost 2 squares to tunnel a".to_owned()), "{named:?}");
        assert!(named.contains(&"room A lost 4 squares to walls".to_owned()), "{named:?}");
    }

    #[test]
    fn an_opening_that_boxes_cross_one_way_only_is_told() {
        let two_way = read("##########\n#   #   ##\n# $@   . #\n#   #   ##\n##########");
        // A box that has been pushed out of the room below onto the goal at the bend cannot go back.
        let one_way =
            read("########\n#   ####\n# @ ####\n#   ####\n## #####\n## #####\n##.    #\n### $  #\n###    #\n########");
        let ways = |read: &SavedRooms| read.openings.values().cloned().collect::<Vec<_>>();
        assert_eq!(ways(&two_way), ["both", "both"]);
        assert!(ways(&one_way).iter().any(|way| way.contains('>')), "{:?}", ways(&one_way));
    }
}
