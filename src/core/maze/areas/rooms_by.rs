//! The definitions of rooms and tunnels, boards divided by them, and the wall patterns of one of them, read from text.

use super::graph::{Areas, Cut};
use super::width::{block, by_width};
use crate::level::{Board, Direction, Fault, Level, Square};
use crate::run::{Meter, Stop};
use itertools::Itertools;
use std::fmt;
use std::str::FromStr;

/// Definition of rooms and tunnels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RoomsBy {
    /// Rooms are three squares wide or more; narrower parts between them are tunnels, which end at branches.
    #[default]
    Width,
    /// A square is tunnel if a wall pattern fits there: the definition of LISA and of Botea's planner.
    Lisa,
    /// A square is room if it lies in a 2x3 block of floor, else tunnel: the definition of FESS.
    Blocks,
    /// The whole level is one room, to measure the effect of rooms.
    None,
    /// Random areas, drawn with this seed, equal in number and sizes to the areas of [`Self::Width`]; for comparison.
    Random(u64),
}

impl RoomsBy {
    /// Definitions that divide a level by its shape.
    pub const ALL: [Self; 3] = [Self::Width, Self::Lisa, Self::Blocks];

    /// Returns the name on the command line and in dumps, without the seed of random areas.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Width => "width",
            Self::Lisa => "lisa",
            Self::Blocks => "blocks",
            Self::None => "none",
            Self::Random(_) => "random",
        }
    }

    pub(super) fn cut(self, board: &Board, patterns: &AreaPatterns) -> Cut {
        match self {
            // Random areas are drawn from these, by `Areas::redrawn`.
            Self::Width | Self::Random(_) => by_width(board),
            Self::Lisa => by_patterns(board, patterns),
            Self::Blocks => by_blocks(board),
            Self::None => Cut::new(board, |_| false),
        }
    }
}

impl fmt::Display for RoomsBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random(seed) => write!(f, "{}:{seed}", self.word()),
            _ => f.write_str(self.word()),
        }
    }
}

impl FromStr for RoomsBy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().chain([Self::None, Self::Random(1)]).find(|by| by.word() == text);
        let known = known.or_else(|| text.strip_prefix("random:")?.parse().ok().map(Self::Random));
        known.ok_or_else(|| "expected width, lisa, blocks, none, random or random:SEED".to_owned())
    }
}

impl Level {
    /// Returns the rooms and tunnels of the level, by the default definition.
    pub fn rooms(&self) -> Areas {
        Areas::of(&self.board)
    }
}

impl Areas {
    /// Divides a board into areas by a definition of rooms.
    pub fn new(board: &Board, by: RoomsBy, patterns: &AreaPatterns) -> Self {
        Self::drawn(board, by, Self::of_cut(board, &by.cut(board, patterns)))
    }

    /// Divides a board for exact plans: small areas are joined to neighbours, and random areas have the sizes of the joined ones.
    pub fn joined(board: &Board, by: RoomsBy, patterns: &AreaPatterns) -> Self {
        Self::drawn(board, by, Self::of_cut(board, &by.cut(board, patterns)).merged(board))
    }

    fn drawn(board: &Board, by: RoomsBy, areas: Self) -> Self {
        if let RoomsBy::Random(seed) = by { areas.redrawn(board, seed) } else { areas }
    }

    /// Divides a board into areas by a definition of rooms, with a check of the limits before and after.
    pub fn within(board: &Board, by: RoomsBy, patterns: &AreaPatterns, meter: &Meter) -> Result<Self, Stop> {
        meter.check()?;
        let areas = Self::new(board, by, patterns);
        meter.check().map(|()| areas)
    }

    /// Divides a board into areas by the default definition.
    pub fn of(board: &Board) -> Self {
        Self::new(board, RoomsBy::default(), &AreaPatterns::default())
    }

    /// Divides a board into areas by the built-in wall patterns alone.
    pub fn by_patterns(board: &Board) -> Self {
        Self::new(board, RoomsBy::Lisa, &AreaPatterns::default())
    }
}

fn by_patterns(board: &Board, patterns: &AreaPatterns) -> Cut {
    let mut cut = Cut::new(board, |s| patterns.has(Marks::Tunnel, |form| form.fits(board, s)));
    for (from, direction) in board.squares().cartesian_product([Direction::Right, Direction::Down]) {
        if let Some(to) = board.next(from, direction)
            && patterns.has(Marks::Opening, |form| form.step == direction.delta() && form.fits(board, from))
        {
            // The step in the opposite direction separates rooms, too.
            cut.parted[from.index()][direction.index()] = true;
            cut.parted[to.index()][direction.opposite().index()] = true;
        }
    }
    cut
}

/// Returns rooms grown from 2x2 blocks that overlap by half; a square that two rooms claim belongs to neither.
///
/// ```text
///   ######
///   #RR###       RR  two blocks, one above the other: a room of 2x3
///   #RR--##      --  no block holds these
///   #RR#--#
///   ####--#      this block stands alone, so it is corridor too
///   #######
/// ```
fn by_blocks(board: &Board) -> Cut {
    let is_block = |corner: Square| block(board, corner, 2).all(|square| square.is_some());
    let mut room_of_block: Vec<Option<u32>> = vec![None; board.len()];
    for (room, start) in (0..).zip(board.squares()) {
        if room_of_block[start.index()].is_some() || !is_block(start) {
            continue;
        }
        // The corners of all blocks that can be reached by overlaps of two squares.
        let reached = board.region(start, |s| !is_block(s));
        let blocks = board.squares().filter(|s| reached[s.index()]).collect_vec();
        if blocks.len() > 1 {
            blocks.iter().for_each(|b| room_of_block[b.index()] = Some(room));
        }
    }
    let only_claim = |square: Square| {
        let corners = (-1..=0).cartesian_product(-1..=0).filter_map(|by| board.offset(square, by));
        corners.filter_map(|corner| room_of_block[corner.index()]).all_equal_value().ok()
    };
    Cut::of_rooms(board.squares().map(only_claim).collect())
}

/// Mark of a pattern: a square as tunnel, or a step as opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marks {
    Tunnel,
    Opening,
}

/// Number of rows downwards and of columns to the right.
type Offset = (isize, isize);

/// One of the rotated and reflected forms of a pattern; offsets are counted from the first `o`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Form {
    /// Offset of the second `o`; (0, 0) if there is only one.
    step: Offset,
    /// Offsets at which a wall (true) or floor (false) is required.
    demands: Vec<(Offset, bool)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct AreaPattern {
    marks: Marks,
    forms: Vec<Form>,
}

/// A set of wall patterns that mark squares as tunnel and steps as openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaPatterns(Vec<AreaPattern>);

impl AreaPatterns {
    /// Text of the built-in set of patterns.
    pub const BUILT_IN: &str = include_str!("../../../../domains/area-patterns.txt");

    /// Reads a set of patterns; the comments of [`Self::BUILT_IN`] describe the syntax.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let lines: Vec<(usize, &str)> = (1..).zip(text.lines().map(str::trim_end)).collect();
        let entries = lines.split(|(_, line)| line.is_empty() || line.starts_with(';')).filter(|e| !e.is_empty());
        entries.map(AreaPattern::parse).collect::<Result<_, _>>().map(Self)
    }

    fn has(&self, marks: Marks, fits: impl Fn(&Form) -> bool) -> bool {
        self.0.iter().any(|pattern| pattern.marks == marks && pattern.forms.iter().any(&fits))
    }
}

impl Default for AreaPatterns {
    fn default() -> Self {
        // An empty set instead would silently turn all tunnels into rooms.
        Self::parse(Self::BUILT_IN)
            .expect("invariant: the built-in area patterns are well formed, as a test reads them")
    }
}

impl AreaPattern {
    fn parse(entry: &[(usize, &str)]) -> Result<Self, Fault> {
        let (line, head) = entry[0];
        let fault = |column, what: &str, expected| Err(Fault::at(head, line - 1, column, what, expected));
        let (kind, name) = head.split_once(' ').unwrap_or((head, ""));
        let (marks, squares) = match kind {
            "tunnel" => (Marks::Tunnel, "one `o`"),
            "opening" => (Marks::Opening, "two `o` side by side"),
            _ => return fault(0, &format!("unknown kind `{kind}`"), "`tunnel NAME` or `opening NAME`"),
        };
        if name.trim().is_empty() {
            return fault(kind.len(), "no name", "a name after the kind");
        }
        let known = |letter| "o#-?".contains(letter).then_some(letter);
        let rows = read_picture(&entry[1..], known, "o, #, - or ?")?;
        let places = |of: &'static str| {
            let rows = (0..).zip(&rows);
            rows.flat_map(move |(row, letters)| {
                (0..).zip(letters).map(move |(column, &letter)| ((row, column), letter))
            })
            .filter(|&(_, letter)| of.contains(letter))
        };
        let marked: Vec<Offset> = places("o").map(|(at, _)| at).collect();
        let minus = |one: Offset, other: Offset| (one.0 - other.0, one.1 - other.1);
        let step = match (marks, &marked[..]) {
            (Marks::Tunnel, [_]) => (0, 0),
            (Marks::Opening, &[a, b]) if a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1 => minus(b, a),
            _ => return fault(0, &format!("`{head}` has {} `o`", marked.len()), squares),
        };
        let form = |symmetry| Form {
            step: turned(step, symmetry),
            demands: places("#-").map(|(at, tile)| (turned(minus(at, marked[0]), symmetry), tile == '#')).collect(),
        };
        Ok(Self { marks, forms: (0..8).map(form).collect() })
    }
}

/// Returns the image of an offset under one of the eight symmetries.
const fn turned((row, column): Offset, symmetry: u8) -> Offset {
    let (row, column) = if symmetry & 1 == 0 { (row, column) } else { (column, row) };
    (if symmetry & 2 == 0 { row } else { -row }, if symmetry & 4 == 0 { column } else { -column })
}

/// Reads lines, each with its number in the file, as rows of one length; `read` returns `None` for a letter other than `letters`.
pub(crate) fn read_picture<T>(
    lines: &[(usize, &str)],
    read: impl Fn(char) -> Option<T>,
    letters: &str,
) -> Result<Vec<Vec<T>>, Fault> {
    let width = lines.first().map_or(0, |(_, row)| row.chars().count());
    let row = |&(line, text): &(usize, &str)| {
        let length = text.chars().count();
        let fault = |column, what: &str, expected| Fault::at(text, line - 1, column, what, expected);
        if length != width {
            return Err(fault(length.min(width), "a ragged picture", "rows of one length"));
        }
        let tile = |(column, letter)| read(letter).ok_or_else(|| fault(column, &format!("`{letter}`"), letters));
        text.chars().enumerate().map(tile).collect()
    };
    lines.iter().map(row).collect()
}

impl Form {
    fn fits(&self, board: &Board, square: Square) -> bool {
        self.demands.iter().all(|&(offset, is_wall)| board.offset(square, offset).is_none() == is_wall)
    }
}
