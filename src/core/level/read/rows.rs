//! Recognition of the rows of boards among the lines of a text, from one line and whether the line before was a row,
//! and conversion of rows to a level, or to a fault with its place in the file. A line with other letters beside its own may
//! be text: the rows around it decide.

use super::lines::Lines;
use crate::level::{Alphabet, BoardError, Fault, Grid, InputFormat, Level, Tile, alphabet, lurd};
use crate::run::counted;
use itertools::Itertools;

pub(super) fn level(lines: &Lines<'_>, rows: &[Row]) -> Result<Level, Fault> {
    let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    if width.saturating_mul(rows.len()) > MOST_TILES {
        let line = rows.first().map_or(0, |row| row.line);
        let what = format!("a board of {} and {}", counted(width, "column"), counted(rows.len(), "row"));
        return Err(lines.fault(line, 0, &what, FEWER_TILES));
    }
    let (grid, top, left) = crop(Grid::new(&rows.iter().map(Row::tiles).collect::<Vec<_>>()));
    Level::from_grid("", grid).map_err(|offence| located(lines, rows, top, left, &offence))
}

/// Returns the fault of a board at its place in the file; `top` and `left` rows and columns were cut off.
fn located(lines: &Lines<'_>, rows: &[Row], top: usize, left: usize, offence: &BoardError) -> Fault {
    let row = &rows[(offence.row + top).min(rows.len() - 1)];
    let column = offence.column + left;
    // A tile beyond the end of a short row.
    let past = || row.cells.last().map_or(column, |last| last.column + 1 + column - row.cells.len());
    let column = row.cells.get(column).map_or_else(past, |cell| cell.column);
    lines.fault(row.line, column, &offence.what, &offence.expected)
}

/// Cuts a picture to its walls and decoration, boxes on goals; returns it with the numbers of rows and columns removed above and
/// on the left. If more would be removed, it stays whole, and the check of the board reports the fault.
pub(super) fn crop(grid: Grid) -> (Grid, usize, usize) {
    let walls = extent(&grid, |tile| tile == Tile::Wall);
    let rest = extent(&grid, |tile| !matches!(tile, Tile::Wall | Tile::Floor | Tile::BoxOnGoal));
    let Some([mut top, mut left, mut bottom, mut right]) = walls else { return (grid, 0, 0) };
    let row_at = |row: usize| grid.rows().nth(row).unwrap_or_default();
    let is_frame =
        |row: usize, beside: usize| frames(row_at(row)) && (is_framed(row_at(beside)) || is_scattered(row_at(row)));
    while top > 0 && is_frame(top - 1, top) {
        top -= 1;
    }
    while bottom + 1 < grid.height() && is_frame(bottom + 1, bottom) {
        bottom += 1;
    }
    let decoration =
        |row: &usize| row_at(*row).iter().positions(|tile| *tile == Tile::BoxOnGoal).minmax().into_option();
    for (first, last) in (top..=bottom).filter_map(|row| decoration(&row)) {
        (left, right) = (left.min(first), right.max(last));
    }
    if rest.is_some_and(|[t, l, b, r]| t < top || l < left || b > bottom || r > right) {
        return (grid, 0, 0);
    }
    let rows: Vec<Vec<Tile>> = (top..=bottom).map(|row| row_at(row)[left..=right].to_vec()).collect();
    (Grid::new(&rows), top, left)
}

/// True for a row of decoration alone.
pub(super) fn frames(row: &[Tile]) -> bool {
    row.contains(&Tile::BoxOnGoal) && row.iter().all(|tile| matches!(tile, Tile::BoxOnGoal | Tile::Floor))
}

/// True for two boxes or more that begin with a blank or have several between them: a line of signs between texts has not.
pub(super) fn is_scattered(row: &[Tile]) -> bool {
    let boxes: Vec<usize> = row.iter().positions(|tile| *tile == Tile::BoxOnGoal).collect();
    frames(row) && boxes.len() > 1 && (boxes[0] > 0 || boxes.windows(2).any(|two| two[1] - two[0] > 2))
}

/// True for a row that ends with decoration: the row above or below may be more of it, and is no line of signs.
pub(super) fn is_framed(row: &[Tile]) -> bool {
    let mut drawn = row.iter().filter(|tile| **tile != Tile::Floor);
    let first = drawn.next();
    first == Some(&Tile::BoxOnGoal) || drawn.next_back() == Some(&Tile::BoxOnGoal)
}

/// Returns the first row, first column, last row and last column of the tiles that are `wanted`; `None` if no tile is.
fn extent(grid: &Grid, wanted: impl Fn(Tile) -> bool) -> Option<[usize; 4]> {
    let places =
        || (0..grid.height()).cartesian_product(0..grid.width()).filter(|(row, column)| wanted(grid.at(*row, *column)));
    let (top, bottom) = places().map(|(row, _)| row).minmax().into_option()?;
    let (left, right) = places().map(|(_, column)| column).minmax().into_option()?;
    Some([top, left, bottom, right])
}

/// Greatest number of tiles of a picture, which bounds the expansion of run lengths: 512 x 512.
pub(super) const MOST_TILES: usize = 1 << 18;

pub(super) const FEWER_TILES: &str = "at most 262,144 tiles, e.g. 512 x 512";

pub(super) const STRAY: &str = "a letter without a meaning";

/// A letter of a row, and its column in the line. Letters without a meaning are floor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) tile: Tile,
    pub(super) letter: char,
    pub(super) column: usize,
}

impl Cell {
    fn new(alphabet: Alphabet, letter: char, column: usize) -> Self {
        Self { tile: alphabet.tile(letter).unwrap_or_default(), letter, column }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Line of the row in the file, from 0.
    pub(super) line: usize,
    pub(super) cells: Vec<Cell>,
}

impl Row {
    pub(super) fn has(&self, wanted: impl Fn(Tile) -> bool) -> bool {
        self.cells.iter().any(|cell| wanted(cell.tile))
    }

    pub(super) fn tiles(&self) -> Vec<Tile> {
        self.cells.iter().map(|cell| cell.tile).collect()
    }
}

/// A box, a goal or the player.
pub(super) const fn is_thing(tile: Tile) -> bool {
    !matches!(tile, Tile::Wall | Tile::Floor)
}

/// A line that is one row or several, or looks like rows.
pub(super) struct Line {
    pub(super) at: usize,
    pub(super) rows: Vec<Row>,
    pub(super) kind: Kind,
}

pub(super) enum Kind {
    /// One row, whose letters all have tiles.
    Plain,
    /// Run lengths, with the column of the first count or group; `None` if `|` alone divides rows.
    Runs(Option<usize>),
    /// Rows with other letters beside their own or between them, and the fault if they are no text.
    Mixed(Fault),
    /// Rows that cannot be read.
    Bad(Fault),
}

/// Greatest length in bytes of a row: more than the largest board takes.
const LONGEST_ROW: usize = 1 << 20;

/// Returns the rows of line `at`, which is `text`; `None` for text. `inside` is set if the line before is a row.
pub(super) fn line(lines: &Lines<'_>, format: InputFormat, at: usize, text: &str, inside: bool) -> Option<Line> {
    if text.len() > LONGEST_ROW {
        let first = text.char_indices().nth(1 << 10).map_or(text, |(end, _)| &text[..end]);
        line(lines, format, at, first, inside)?;
        let fault = lines.fault(at, 0, "a row of more than 1 MiB", FEWER_TILES);
        return Some(Line { at, rows: Vec::new(), kind: Kind::Bad(fault) });
    }
    let text = text.trim_end_matches(|c: char| c.is_whitespace() || c.is_control());
    if text.is_empty() {
        return None;
    }
    let alphabet = format.alphabet();
    if alphabet::letters(text).all(|(_, letter)| alphabet.tile(letter).is_some()) {
        let plain = || Line { at, rows: vec![drawn(alphabet, at, text)], kind: Kind::Plain };
        return (inside || begins(alphabet, text)).then(plain);
    }
    if matches!(format, InputFormat::Auto | InputFormat::Rle) && looks_run_length(alphabet, text, inside) {
        return Some(expanded(lines, alphabet, at, text));
    }
    mixed(lines, alphabet, at, text, inside)
}

/// A line that repeats a letter three times: no encoder of run lengths does this.
pub(super) fn writes_out(line: &str) -> bool {
    let mut before = [None; 2];
    line.chars().any(|letter| {
        let is_third = before == [Some(letter); 2] && !letter.is_ascii_digit();
        before = [before[1], Some(letter)];
        is_third
    })
}

/// Least number of letters of a row, and of rows of a board.
pub(super) const LEAST: usize = 3;

/// Returns the row of a line; a row of more than [`MOST_TILES`] tiles is cut: it is refused.
fn drawn(alphabet: Alphabet, at: usize, text: &str) -> Row {
    let mut cells = Vec::with_capacity(text.len().min(MOST_TILES + 1));
    for (column, letter) in alphabet::letters(text) {
        let width = if letter == '\t' { 8 - cells.len() % 8 } else { 1 };
        cells.extend(std::iter::repeat_n(Cell::new(alphabet, letter, column), width));
        if cells.len() > MOST_TILES {
            break;
        }
    }
    Row { line: at, cells }
}

/// A board can begin with this line. The test is stricter if walls may be letters of words.
fn begins(alphabet: Alphabet, line: &str) -> bool {
    let tiles = || line.chars().filter_map(|letter| alphabet.tile(letter));
    match alphabet {
        Alphabet::Xsb if line.contains('#') => true,
        Alphabet::Xsb => tiles().filter(|&tile| tile == Tile::Wall).count() >= 3 && tiles().all(is_outside),
        _ => tiles().any(|tile| tile == Tile::Wall) && tiles().all(is_outside),
    }
}

/// Tiles of the first row of a closed board.
const fn is_outside(tile: Tile) -> bool {
    matches!(tile, Tile::Wall | Tile::Floor | Tile::BoxOnGoal)
}

/// A line is run lengths if counts precede letters, groups are balanced, and a wall is drawn: `30-8-55` and `#12` are titles.
/// Between other rows, `|` may also end a row without a wall. A count of blanks, e.g. `#3 #`, is recognised only between other
/// rows, or beside `|`.
fn looks_run_length(alphabet: Alphabet, line: &str, inside: bool) -> bool {
    let counted = line.contains(|c: char| c.is_ascii_digit() || matches!(c, '|' | '('));
    let sign = |c: char| c.is_ascii_digit() || matches!(c, '|' | '(' | ')') || alphabet.tile(c).is_some();
    let ends_well = !line.ends_with(|c: char| c.is_ascii_digit() || c == '(');
    let spaced_count = || line.as_bytes().windows(2).any(|pair| pair[0].is_ascii_digit() && pair[1] == b' ');
    let is_expected = inside || line.contains('|') || !spaced_count();
    let draws = line.contains('#') || inside && line.contains('|');
    counted && ends_well && is_expected && draws && line.chars().all(sign)
}

fn expanded(lines: &Lines<'_>, alphabet: Alphabet, at: usize, text: &str) -> Line {
    // The widest boards have some hundreds of columns. Without this limit, a file whose every line expands to the largest board
    // would be read for hours.
    let of_line = 1024 + 64 * text.len();
    let fewer = "at most 1,024 tiles in a line, and 64 for each of its letters";
    let (most, fewer) = if of_line < MOST_TILES { (of_line, fewer) } else { (MOST_TILES, FEWER_TILES) };
    let cell = |letter, column| Cell::new(alphabet, letter, column);
    let (rows, kind) = match lurd::expand(text.chars().enumerate(), most, fewer, cell) {
        Ok(cells) => {
            let row = |cells: &[Cell]| Row { line: at, cells: cells.to_vec() };
            let mut rows: Vec<Row> = cells.split(|cell| cell.letter == '|').map(row).collect();
            // A `|` may also end each row.
            rows.pop_if(|last| last.cells.is_empty());
            (rows, Kind::Runs(text.chars().position(|letter| letter.is_ascii_digit() || letter == '(')))
        }
        Err(bad) => (Vec::new(), Kind::Bad(lines.fault(at, bad.column, &bad.what, &bad.expected))),
    };
    Line { at, rows, kind }
}

const OWN_LETTERS: &str = "the letters of the format, or others by --alphabet, whose eighth letter is the outside";

/// Returns the rows of a line with letters that have no tile, if it looks like a row: one such letter, however often (all
/// digits are one); a wall at both ends; a part that is a row; or signs between its letters. `None` for text.
fn mixed(lines: &Lines<'_>, alphabet: Alphabet, at: usize, text: &str, inside: bool) -> Option<Line> {
    let cell = |(column, letter)| Cell::new(alphabet, letter, column);
    let cells: Vec<Cell> = alphabet::letters(text).map(cell).collect();
    let is_foreign = |cell: &Cell| alphabet.tile(cell.letter).is_none();
    // Between rows, W is a wall of XSB too; elsewhere it is a letter of words.
    let is_wall = |cell: &Cell| cell.tile == Tile::Wall && (inside || alphabet != Alphabet::Xsb || cell.letter == '#');
    let shown = || cells.iter().filter(|cell| !cell.letter.is_whitespace());
    let own = || shown().filter(|cell| !is_foreign(cell));
    // Between rows, a wall may be the letter without a tile.
    let least = if inside && cells.iter().any(|cell| is_thing(cell.tile)) && own().count() >= LEAST { 1 } else { 2 };
    if cells.iter().filter(|cell| is_wall(cell)).count() < least || !(inside || begins(alphabet, text)) {
        return None;
    }
    let walled = |part: &'_ [Cell]| Some(part.iter().position(is_wall)?..part.iter().rposition(is_wall)? + 1);
    // `www` is a word.
    let is_part = |part: &&[Cell]| part.len() >= LEAST && (alphabet != Alphabet::Xsb || part[0].letter == '#');
    let parts = cells.split(is_foreign).filter_map(|part| walled(part).map(|walled| &part[walled])).filter(is_part);
    let parts: Vec<_> = parts.collect();
    let foreign: Vec<char> = cells.iter().filter(|cell| is_foreign(cell)).map(|cell| cell.letter).collect();
    let is_one = foreign.iter().map(|letter| if letter.is_ascii_digit() { '0' } else { *letter }).all_equal();
    let is_walled = shown().next().is_some_and(is_wall) && shown().next_back().is_some_and(is_wall);
    let is_closed = own().next().is_some_and(is_wall) && own().next_back().is_some_and(is_wall);
    let is_spread = is_closed && foreign.iter().all(char::is_ascii_punctuation);
    if !is_one && !is_walled && !is_spread && parts.is_empty() {
        return None;
    }
    let span = &cells[walled(&cells)?];
    let is_whole = !span.iter().any(is_foreign);
    let what = match (parts.first(), foreign.first()) {
        _ if text.contains("\\n") => "`\\n` between rows".to_owned(),
        (None, _) if is_spread && foreign.len() >= LEAST => {
            let signs = foreign.iter().unique().sorted().map(|sign| format!("`{sign}`")).join(" ");
            format!("{signs} between the letters of a row")
        }
        (Some(part), _) if !is_one && !is_walled || is_spread && is_whole => {
            let start = cells.iter().take_while(|cell| cell.column < part[0].column).count();
            let text = |cells: &[Cell]| cells.iter().map(|cell| cell.letter).collect::<String>().trim().to_owned();
            let beside = [text(&cells[..start]), text(&cells[start + part.len()..])];
            let beside = beside.iter().find(|text| !text.is_empty()).map_or("", String::as_str);
            let beside: String = beside.chars().filter(|letter| !letter.is_control()).take(30).collect();
            format!("text beside a row: `{beside}`")
        }
        (_, Some(letter)) if is_widthless(*letter) => {
            format!("U+{:04X}, a character without width", u32::from(*letter))
        }
        (_, Some(letter)) if letter.is_control() => format!("U+{:04X}, a control character", u32::from(*letter)),
        _ => STRAY.to_owned(),
    };
    let expected = if what == STRAY { OWN_LETTERS } else { "a line for each row, and nothing else on it" };
    let fault = lines.fault(at, cells.iter().find(|cell| is_foreign(cell))?.column, &what, expected);
    let parts = if parts.is_empty() { vec![span] } else { parts };
    let rows = parts.into_iter().map(|part| Row { line: at, cells: part.to_vec() }).collect();
    Some(Line { at, rows, kind: Kind::Mixed(fault) })
}

const fn is_widthless(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(letter, '\u{2060}'..='\u{206f}' | '\u{feff}')
}
