//! Recognition of the rows of boards among the lines of a text, from one line and whether the line before was a row,
//! and conversion of rows to a level, or to a fault with its place in the file.

use crate::level::runs::{self, BadRuns};
use crate::level::{Alphabet, BoardError, Fault, Grid, InputFormat, Level, Tile};

pub(super) fn level(lines: &[&str], rows: &[Row]) -> Result<Level, Fault> {
    let width = rows.iter().map(|row| row.tiles.len()).max().unwrap_or(0);
    if width.saturating_mul(rows.len()) > MOST_TILES {
        let line = rows.first().map_or(0, |row| row.line);
        let what = format!("a board of {width} columns and {} rows", rows.len());
        return Err(Fault::at(lines, line, 0, &what, FEWER_TILES));
    }
    let tiles: Vec<Vec<Tile>> = rows.iter().map(|row| row.tiles.iter().map(|(tile, _)| *tile).collect()).collect();
    let (grid, top, left) = crop(Grid::new(&tiles));
    Level::from_grid("", grid).map_err(|offence| located(lines, rows, top, left, &offence))
}

/// Returns the fault of a board at its place in the file; `top` and `left` rows and columns were cut off.
fn located(lines: &[&str], rows: &[Row], top: usize, left: usize, offence: &BoardError) -> Fault {
    let row = &rows[(offence.row + top).min(rows.len() - 1)];
    let column = offence.column + left;
    let column = row.tiles.get(column).map_or_else(|| past(row, column), |&(_, column)| column);
    Fault::offence(lines, row.line, column, offence)
}

/// Returns the column in the file of a tile beyond the end of a short row.
fn past(row: &Row, column: usize) -> usize {
    row.tiles.last().map_or(column, |&(_, last)| last + 1 + column - row.tiles.len())
}

/// Cuts a picture to the rectangle of its walls; returns it with the numbers of rows removed above and of columns
/// removed on the left. If more than decoration would be removed, nothing is cut, and the check of the board reports
/// the fault.
pub(super) fn crop(grid: Grid) -> (Grid, usize, usize) {
    let walls = extent(&grid, |tile| tile == Tile::Wall);
    let rest = extent(&grid, |tile| !matches!(tile, Tile::Wall | Tile::Floor | Tile::BoxOnGoal));
    let Some([top, left, bottom, right]) = walls else { return (grid, 0, 0) };
    if rest.is_some_and(|[t, l, b, r]| t < top || l < left || b > bottom || r > right) {
        return (grid, 0, 0);
    }
    if [top, left, bottom + 1, right + 1] == [0, 0, grid.height(), grid.width()] {
        return (grid, 0, 0);
    }
    let row = |row: usize| (left..=right).map(|column| grid.at(row, column)).collect::<Vec<_>>();
    let rows: Vec<Vec<Tile>> = (top..=bottom).map(row).collect();
    (Grid::new(&rows), top, left)
}

/// Returns the first row, first column, last row and last column of the tiles that are `wanted`; `None` if no tile is.
fn extent(grid: &Grid, wanted: impl Fn(Tile) -> bool) -> Option<[usize; 4]> {
    let mut extent: Option<[usize; 4]> = None;
    for (row, tiles) in grid.rows().enumerate() {
        let Some(first) = tiles.iter().position(|&tile| wanted(tile)) else { continue };
        let last = tiles.iter().rposition(|&tile| wanted(tile)).unwrap_or(first);
        let [top, left, _, right] = extent.unwrap_or([row, first, row, last]);
        extent = Some([top, left.min(first), row, right.max(last)]);
    }
    extent
}

/// Greatest number of tiles of a picture, which bounds the expansion of run lengths: 512 x 512.
pub(super) const MOST_TILES: usize = 1 << 18;

pub(super) const FEWER_TILES: &str = "at most 262,144 tiles, as 512 x 512";

/// Greatest number of tiles to which a line of run lengths may expand, besides [`TILES_OF_LETTER`] for each letter: the
/// widest boards have some hundreds of columns, and a file in which every line expands to the largest board would be
/// read for hours.
const TILES_OF_LINE: usize = 1 << 10;
const TILES_OF_LETTER: usize = 1 << 6;

const FEWER_IN_LINE: &str = "at most 1,024 tiles in a line, and 64 for each of its letters";

pub(super) const STRAY: &str = "a letter that draws nothing";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Line of the row in the file, from 0.
    pub(super) line: usize,
    pub(super) tiles: Vec<(Tile, usize)>,
}

impl Row {
    /// Returns whether the row contains a wall. A line without a wall is a row only between other rows.
    pub(super) fn has_wall(&self) -> bool {
        self.tiles.iter().any(|(tile, _)| *tile == Tile::Wall)
    }
}

#[derive(Debug)]
pub(super) enum Line {
    /// Rows of a board: one, or several if run lengths contain `|`.
    Rows(Vec<Row>),
    /// Run lengths that cannot be expanded.
    Bad(BadRuns),
    /// Row in which a letter has no tile and is drawn as floor, with the column of this letter. The line may be text.
    Stray(Row, usize),
    /// Row with a character that cannot be seen, and its column.
    Widthless(char, usize),
}

/// Returns the rows of a line; `None` for text. `inside` is set if the line before is a row.
pub(super) fn line(format: InputFormat, number: usize, text: &str, inside: bool) -> Option<Line> {
    let text = text.trim_end_matches(|c: char| c.is_whitespace() || c.is_control());
    if text.is_empty() {
        return None;
    }
    let alphabet = format.alphabet();
    let runs_allowed = matches!(format, InputFormat::Auto | InputFormat::Rle);
    match plain(alphabet, number, text) {
        Some(row) => (inside || begins(alphabet, text)).then(|| Line::Rows(vec![row])),
        None if labelled(alphabet, text).is_some_and(|(_, row)| inside || begins(alphabet, row)) => {
            let (width, row) = labelled(alphabet, text)?;
            let mut row = plain(alphabet, number, row)?;
            row.tiles.iter_mut().for_each(|(_, column)| *column += width);
            Some(Line::Rows(vec![row]))
        }
        None if runs_allowed && looks_run_length(alphabet, text, inside) => {
            Some(expanded(format, number, text).map_or_else(Line::Bad, Line::Rows))
        }
        None => widthless(alphabet, text)
            .filter(|(_, row)| inside || begins(alphabet, row))
            .map(|((letter, column), _)| Line::Widthless(letter, column))
            .or_else(|| stray(alphabet, number, text, inside)),
    }
}

/// Returns the first character without width, its column, and the row without these characters; `None` if the line has
/// none, or is no row without them.
fn widthless(alphabet: Alphabet, text: &str) -> Option<((char, usize), String)> {
    let is_widthless = |letter: char| {
        matches!(letter, '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
            || matches!(letter, '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
    };
    let column = text.chars().position(is_widthless)?;
    let letter = text.chars().nth(column)?;
    let row: String = text.chars().filter(|letter| !is_widthless(*letter)).collect();
    let is_row = !row.is_empty() && row.chars().all(|letter| alphabet.tile(letter).is_some());
    is_row.then_some(((letter, column), row))
}

/// Splits a row with its number in front, like `12|# $.#`, or with marks of quoted mail, like `>> # $.#`: returns the
/// width in columns of the label, here 3 and 2, and the text of the row. `None` for other lines.
fn labelled(alphabet: Alphabet, text: &str) -> Option<(usize, &str)> {
    let (label, row) = match quoted(text).filter(|_| alphabet.tile('>').is_none()) {
        Some(row) => (&text[..text.len() - row.len() - 1], row),
        None => text.split_once(['|', ':'])?,
    };
    let number = label.trim();
    let is_number = (1..=3).contains(&number.len()) && number.chars().all(|c| c.is_ascii_digit());
    let is_quoted = label.chars().all(|c| matches!(c, '>' | ' ')) && text[label.len()..].starts_with('>');
    let is_row = row.chars().all(|letter| alphabet.tile(letter).is_some())
        && row.chars().any(|letter| alphabet.tile(letter) == Some(Tile::Wall));
    ((is_number || is_quoted) && is_row).then(|| (label.chars().count() + 1, row))
}

/// Returns a line of quoted mail without the marks `>` before it; `None` if the line is not quoted. Blanks after the last
/// mark stay: some programs add one, others add none.
pub(super) fn quoted(line: &str) -> Option<&str> {
    let marks = line.len() - line.trim_start_matches(['>', ' ']).len();
    Some(&line[line[..marks].rfind('>')? + 1..])
}

/// Returns the row of a line in which one letter, however often, has no tile, or from wall to wall two; `None` for other
/// lines.
fn stray(alphabet: Alphabet, number: usize, text: &str, inside: bool) -> Option<Line> {
    let foreign = || text.chars().filter(|letter| alphabet.tile(*letter).is_none());
    let is_wall = |letter: char| alphabet.tile(letter) == Some(Tile::Wall);
    let is_walled = || text.trim_start().starts_with(is_wall) && text.ends_with(is_wall);
    let column = text.chars().position(|letter| alphabet.tile(letter).is_none())?;
    let is_one =
        foreign().all(|letter| Some(letter) == foreign().next()) && text.chars().filter(|c| is_wall(*c)).count() >= 2;
    if !(is_one || is_walled() && foreign().count() <= 2) || !(inside || begins(alphabet, text)) {
        return None;
    }
    Some(Line::Stray(drawn(alphabet, number, text), column))
}

fn plain(alphabet: Alphabet, number: usize, line: &str) -> Option<Row> {
    line.chars().all(|letter| alphabet.tile(letter).is_some()).then(|| drawn(alphabet, number, line))
}

/// Returns the row of a line, with letters that have no tile as floor; a row with more than [`MOST_TILES`] tiles is
/// cut, since it is refused.
fn drawn(alphabet: Alphabet, number: usize, line: &str) -> Row {
    let mut tiles = Vec::with_capacity(line.len().min(MOST_TILES + 1));
    for (column, letter) in line.chars().enumerate() {
        let width = if letter == '\t' { 8 - tiles.len() % 8 } else { 1 };
        tiles.extend(std::iter::repeat_n((alphabet.tile(letter).unwrap_or_default(), column), width));
        if tiles.len() > MOST_TILES {
            break;
        }
    }
    Row { line: number, tiles }
}

/// Returns whether a board can begin with this line. The test is stricter if walls may be letters of words.
fn begins(alphabet: Alphabet, line: &str) -> bool {
    let tiles = || line.chars().filter_map(|letter| alphabet.tile(letter));
    match alphabet {
        Alphabet::Xsb if line.contains('#') => true,
        Alphabet::Xsb => tiles().filter(|&tile| tile == Tile::Wall).count() >= 3 && tiles().all(is_outside),
        _ => tiles().any(|tile| tile == Tile::Wall) && tiles().all(is_outside),
    }
}

/// Returns whether a tile can stand in the first row of a closed board.
const fn is_outside(tile: Tile) -> bool {
    matches!(tile, Tile::Wall | Tile::Floor | Tile::BoxOnGoal)
}

/// Returns whether a line is run lengths: counts precede letters, groups are balanced, and a wall is drawn, so that
/// `30-8-55` and `#12` are titles. A count of blanks, as in `#3 #`, is recognised only between other rows, or beside
/// `|`.
fn looks_run_length(alphabet: Alphabet, line: &str, inside: bool) -> bool {
    let counted = line.contains(|c: char| c.is_ascii_digit() || matches!(c, '|' | '('));
    let sign = |c: char| c.is_ascii_digit() || matches!(c, '|' | '(' | ')') || alphabet.tile(c).is_some();
    let ends_well = !line.ends_with(|c: char| c.is_ascii_digit() || c == '(');
    let spaced_count = || line.as_bytes().windows(2).any(|pair| pair[0].is_ascii_digit() && pair[1] == b' ');
    let is_expected = inside || line.contains('|') || !spaced_count();
    counted && ends_well && is_expected && line.contains('#') && line.chars().all(sign)
}

fn expanded(format: InputFormat, number: usize, line: &str) -> Result<Vec<Row>, BadRuns> {
    let of_line = TILES_OF_LINE + TILES_OF_LETTER * line.len();
    let (most, fewer) = if of_line < MOST_TILES { (of_line, FEWER_IN_LINE) } else { (MOST_TILES, FEWER_TILES) };
    let letters = runs::expand(line, most, fewer, |letter, column| (letter, column))?;
    let tile = |&(letter, column): &(char, usize)| (format.alphabet().tile(letter).unwrap_or_default(), column);
    let row = |letters: &[(char, usize)]| Row { line: number, tiles: letters.iter().map(tile).collect() };
    let mut rows: Vec<Row> = letters.split(|(letter, _)| *letter == '|').map(row).collect();
    // A `|` may also end each row.
    rows.pop_if(|last| last.tiles.is_empty());
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_row(line: &str) -> bool {
        super::line(InputFormat::Auto, 0, line, false).is_some()
    }

    #[test]
    fn the_limit_in_words_is_the_limit() {
        assert_eq!((MOST_TILES, 512 * 512), (262_144, MOST_TILES), "{FEWER_TILES}");
    }

    #[test]
    fn titles_that_look_like_rows_are_titles() {
        for title in ["30-8-55", "#12", "Bob", "BB", "p. 3", "- - -", "...", "Level #3", "(1)", "*** 4 ***", "1 # 2"] {
            assert!(!is_row(title), "{title}");
        }
    }

    #[test]
    fn counts_of_blanks_are_read_where_they_can_be_nothing_else() {
        for (text, inside) in [("6#|#@1 $.#|6#", false), ("#4 #", true), ("3 2#", true), ("#2 (2 #)", true)] {
            assert!(matches!(line(InputFormat::Auto, 0, text, inside), Some(Line::Rows(_))), "{text}");
        }
        assert!(line(InputFormat::Auto, 0, "1 # 2", true).is_none() && !is_row("4 #"), "titles");
    }

    #[test]
    fn labels_in_front_of_rows_are_left_out() {
        let Some(Line::Rows(rows)) = line(InputFormat::Auto, 0, " 12|#@ #", false) else { panic!("a row") };
        assert_eq!(rows[0].tiles[1], (Tile::Player, 5), "columns are those of the file");
        assert!(is_row("2: ###") && is_row("9|#####") && !is_row("2: a name") && !is_row("1|") && !is_row("7: 3"));
    }

    #[test]
    fn rows_of_every_dialect_are_rows() {
        for row in ["#####", "  #  #", "#-$_.#", "WWWW", "5#|#@$.#|5#", "3#4-p.#", "2(3#-)", "\t###", "#"] {
            assert!(is_row(row), "{row}");
        }
    }

    #[test]
    fn run_lengths_are_read_where_they_are_asked_for() {
        assert!(line(InputFormat::Xsb, 0, "5#", false).is_none());
        let Some(Line::Rows(rows)) = line(InputFormat::Rle, 0, "3#|#@#|3#|", false) else { panic!("three rows") };
        assert_eq!(rows.iter().map(|row| row.tiles.len()).collect::<Vec<_>>(), [3, 3, 3]);
    }
}
