//! Wall patterns that mark tunnels and openings, read from text.

use crate::level::{Board, Direction, Square};

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

/// Why a text is not a set of area patterns. Lines and columns are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {what}: expected {expected}")]
pub struct PatternFault {
    /// Line of the fault in the text.
    pub line: usize,
    /// Column of the fault in the line.
    pub column: usize,
    /// Description of the text that was found here.
    pub what: String,
    /// Description of the text that was expected here.
    pub expected: &'static str,
}

/// A set of wall patterns that mark squares as tunnel and steps as openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaPatterns(Vec<AreaPattern>);

impl AreaPatterns {
    /// Text of the built-in set of patterns.
    pub const BUILT_IN: &str = include_str!("../../../../domains/area-patterns.txt");

    /// Reads a set of patterns; the comments of [`Self::BUILT_IN`] describe the syntax.
    pub fn parse(text: &str) -> Result<Self, PatternFault> {
        let lines: Vec<(usize, &str)> = (1..).zip(text.lines().map(str::trim_end)).collect();
        let entries = lines.split(|(_, line)| line.is_empty() || line.starts_with(';')).filter(|e| !e.is_empty());
        entries.map(AreaPattern::parse).collect::<Result<_, _>>().map(Self)
    }

    /// True if a pattern marks a square as tunnel.
    pub fn has_tunnel(&self, board: &Board, square: Square) -> bool {
        self.has(Marks::Tunnel, |form| form.fits(board, square))
    }

    /// True if a pattern marks a step as an opening.
    pub fn has_opening(&self, board: &Board, from: Square, direction: Direction) -> bool {
        self.has(Marks::Opening, |form| form.step == direction.delta() && form.fits(board, from))
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
    fn parse(entry: &[(usize, &str)]) -> Result<Self, PatternFault> {
        let (line, head) = entry[0];
        let (kind, name) = head.split_once(' ').unwrap_or((head, ""));
        let (marks, squares) = match kind {
            "tunnel" => (Marks::Tunnel, "one `o`"),
            "opening" => (Marks::Opening, "two `o` side by side"),
            _ => return fault(line, 0, format!("unknown kind `{kind}`"), "`tunnel NAME` or `opening NAME`"),
        };
        if name.trim().is_empty() {
            return fault(line, kind.len(), "no name", "a name after the kind");
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
            _ => return fault(line, 0, format!("`{head}` has {} `o`", marked.len()), squares),
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

fn fault<T>(line: usize, column: usize, what: impl Into<String>, expected: &'static str) -> Result<T, PatternFault> {
    Err(PatternFault { line, column: column + 1, what: what.into(), expected })
}

/// Reads lines, each with its number in the file, as rows of one length; `read` returns `None` for a letter other than `letters`.
pub(crate) fn read_picture<T>(
    lines: &[(usize, &str)],
    read: impl Fn(char) -> Option<T>,
    letters: &'static str,
) -> Result<Vec<Vec<T>>, PatternFault> {
    let width = lines.first().map_or(0, |(_, row)| row.chars().count());
    let row = |&(line, text): &(usize, &str)| {
        let length = text.chars().count();
        if length != width {
            return fault(line, length.min(width), "a ragged picture", "rows of one length");
        }
        let tile =
            |(column, letter)| read(letter).map_or_else(|| fault(line, column, format!("`{letter}`"), letters), Ok);
        text.chars().enumerate().map(tile).collect()
    };
    lines.iter().map(row).collect()
}

impl Form {
    fn fits(&self, board: &Board, square: Square) -> bool {
        self.demands.iter().all(|&(offset, is_wall)| board.offset(square, offset).is_none() == is_wall)
    }
}
