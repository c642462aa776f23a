//! Boards among the lines of a text: a run of rows, checked line by line.

use super::lines::{Lines, ReadOptions, TOO_LARGE, opening, paced};
use super::rows::{
    self, Cell, FEWER_TILES, Kind, LEAST, Line, MOST_TILES, Row, frames, is_framed, is_scattered, is_thing,
};
use crate::level::{Fault, InputFormat, Tile};
use crate::run::{Meter, Stop};
use std::ops::Range;

/// A board and its place in the file; its rows are not yet a level.
pub(super) struct Block {
    pub(super) lines: Range<usize>,
    pub(super) rows: Result<Vec<Row>, Fault>,
}

/// Returns the board that begins at line `start`, or as `Err` the next line at which a board can begin.
pub(super) fn block(
    lines: &Lines<'_>,
    start: usize,
    options: ReadOptions,
    meter: &Meter,
) -> Result<Result<Block, usize>, Stop> {
    let mut run = Run { lines, options, rows: Vec::new(), tiles: 0, end: start, fault: None };
    while run.take() {
        paced(meter, run.end)?;
    }
    while run.fault.is_none() && run.ends_with_gap() && run.rows.pop().is_some() {}
    meter.check()?;
    Ok(run.found(start))
}

/// Lines one below the other that are rows, or look like rows.
struct Run<'a, 't> {
    lines: &'a Lines<'t>,
    options: ReadOptions,
    rows: Vec<Line>,
    tiles: usize,
    end: usize,
    fault: Option<Fault>,
}

impl Run<'_, '_> {
    /// The last row has no wall, so that it is a row only between others, and is no decoration below a row with decoration at its ends.
    fn ends_with_gap(&self) -> bool {
        let plain = |line: &Line| matches!(line.kind, Kind::Plain).then(|| line.rows[0].tiles());
        let Some((last, before)) = self.rows.split_last().and_then(|(last, before)| Some((plain(last)?, before)))
        else {
            return false;
        };
        let is_framed = || before.last().and_then(plain).is_some_and(|row| is_framed(&row));
        let is_frame = frames(&last) && is_framed() || is_scattered(&last);
        !(is_frame || last.contains(&Tile::Wall))
    }

    /// A line of decoration alone begins a board if the next line ends with decoration.
    fn is_roof(&self, at: usize) -> bool {
        let alphabet = self.options.format.alphabet();
        let tiles =
            |line: &&str| line.trim_end().chars().map(|letter| alphabet.tile(letter)).collect::<Option<Vec<_>>>();
        let row = |at: usize| self.lines.all.get(at).filter(|line| line.len() <= MOST_TILES).and_then(tiles);
        let roofed = |roof: &[Tile], row: &[Tile]| is_framed(row) || is_scattered(roof) && row.contains(&Tile::Wall);
        row(at).is_some_and(|roof| frames(&roof) && row(at + 1).is_some_and(|row| roofed(&roof, &row)))
    }

    /// Adds the next line; returns false if the run ends before it, or with its fault.
    fn take(&mut self) -> bool {
        let at = self.end;
        let Some(&text) = self.lines.all.get(at) else { return false };
        let inside = !self.rows.is_empty() || self.is_roof(at);
        let Some(line) = rows::line(self.lines, self.options.format, at, text, inside) else { return false };
        if self.lines.is_json && matches!(line.kind, Kind::Mixed(_)) {
            return false;
        }
        let count: usize = self.rows.iter().rev().take(LEAST).map(|line| line.rows.len()).sum();
        // A line with many rows is a whole board.
        if line.rows.len() >= LEAST && count >= LEAST {
            return false;
        }
        self.tiles += line.rows.iter().map(|row| row.cells.len()).sum::<usize>();
        match line.kind {
            Kind::Bad(fault) => self.fault = Some(fault),
            _ if self.tiles > MOST_TILES => self.fault = Some(self.lines.fault(at, 0, TOO_LARGE, FEWER_TILES)),
            _ => self.rows.push(line),
        }
        self.end += 1;
        self.fault.is_none()
    }

    fn found(mut self, start: usize) -> Result<Block, usize> {
        if let Some(fault) = self.fault.take() {
            let goes_on = |line: &&&str| opening(line).is_none() && !line.trim().is_empty();
            let more = self.lines.all[self.end..].iter().take_while(goes_on).count();
            return Ok(Block { lines: start..self.end + more, rows: Err(fault) });
        }
        let end = self.rows.last().map_or(self.end.max(start + 1), |last| last.at + 1);
        let is_row = |line: &Line| !matches!(line.kind, Kind::Mixed(_));
        let ends = self.rows.iter().position(is_row).zip(self.rows.iter().rposition(is_row));
        let inner = &self.rows[ends.map_or(0..0, |(first, last)| first..last + 1)];
        let rest = self.board(inner);
        let is_level = |block: &Block| block.rows.as_ref().is_ok_and(|rows| rows::level(self.lines, rows).is_ok());
        let stray = self.stray(inner);
        // A line of text may look like a row above or below a whole board.
        if stray.is_none() && (inner.len() == self.rows.len() || rest.as_ref().is_some_and(is_level)) {
            return rest.ok_or(end);
        }
        let rows = || self.rows.iter().flat_map(|line| &line.rows);
        let is_drawn = rows().count() >= LEAST && rows().any(|row| row.has(is_thing));
        match stray.or_else(|| self.stray(&self.rows)).filter(|_| is_drawn) {
            Some(fault) => Ok(Block { lines: start..end, rows: Err(fault) }),
            None => rest.ok_or(end),
        }
    }

    /// Returns the board of some rows: three, or some with a box, a goal or the player; a frame around a heading is no board.
    fn board(&self, part: &[Line]) -> Option<Block> {
        let rows: Vec<Row> = part.iter().flat_map(|line| &line.rows).cloned().collect();
        let lines = part.first()?.at..part.last()?.at + 1;
        let is_large = rows.len() >= LEAST || rows.iter().any(|row| row.has(is_thing));
        let is_board = is_large && rows.iter().any(|row| row.has(|tile| tile == Tile::Wall));
        let fault = self.extension(lines.clone());
        is_board.then(|| Block { rows: fault.map_or_else(|| joined(self.lines, rows), Err), lines })
    }

    /// Returns the fault of the first row that has other letters beside its own. If any row writes a letter three times running,
    /// no row is in run lengths.
    fn stray(&self, rows: &[Line]) -> Option<Fault> {
        let is_plain = self.options.format != InputFormat::Rle
            && rows.iter().any(|line| rows::writes_out(self.lines.all[line.at]));
        let expected = "plain rows without digits, or run lengths in every row";
        rows.iter().find_map(|line| match &line.kind {
            Kind::Mixed(fault) => Some(fault.clone()),
            Kind::Runs(Some(count)) if is_plain => Some(self.lines.fault(line.at, *count, rows::STRAY, expected)),
            _ => None,
        })
    }

    /// In strict mode, returns the fault of the first letter that is an extension of sokoplan.
    fn extension(&self, mut lines: Range<usize>) -> Option<Fault> {
        let alphabet = self.options.format.alphabet();
        let is_extension = |letter| alphabet.is_extension(letter);
        let column =
            |at: usize| self.lines.all[at].trim_end().chars().position(is_extension).map(|column| (at, column));
        let (at, column) = lines.find_map(|at| column(at).filter(|_| self.options.strict))?;
        let what = "a letter that the format does not have";
        Some(self.lines.fault(at, column, what, "letters of the format alone"))
    }
}

/// Returns the fault of a second board right below a first, both with a player; `None` if the rows are not so.
pub(super) fn second(lines: &Lines<'_>, rows: &[Row]) -> Option<Fault> {
    let has_player = |row: &Row| row.has(Tile::has_player);
    let (first, last) = (rows.iter().position(has_player)?, rows.iter().rposition(has_player)?);
    let is_end = |at: &usize| !rows[*at].has(is_thing);
    // The first rows of walls alone are tried as the last row of the first board.
    let mut ends = (first + 1..last).filter(is_end).take(8).map(|at| at + 1);
    let end = ends.find(|end| rows::level(lines, &rows[..*end]).is_ok())?;
    Some(lines.fault(rows[end].line, 0, "a second board right below the first", "an empty line between two boards"))
}

/// Returns the rows with one letter for each cell, if the same number of blanks, or a tab, separates all cells of all rows; other
/// rows are unchanged. A tab elsewhere between the letters of a row is a fault.
fn joined(lines: &Lines<'_>, rows: Vec<Row>) -> Result<Vec<Row>, Fault> {
    let cells: Vec<Vec<Cell>> = rows.iter().map(cells).collect();
    let inner =
        |cells: &Vec<Cell>| cells.iter().skip_while(|cell| is_blank(cell)).find(|cell| cell.letter == '\t').copied();
    let tab = cells.iter().zip(&rows).find_map(|(cells, row)| Some((row.line, inner(cells)?.column)));
    let joined: Option<Vec<_>> = match tab {
        Some(_) => cells.iter().map(|cells| between_tabs(cells)).collect(),
        None => between_blanks(&cells),
    };
    match (joined, tab) {
        (Some(joined), _) => Ok(rows.iter().zip(joined).map(|(row, cells)| Row { line: row.line, cells }).collect()),
        (None, Some((line, tab))) => Err(lines.fault(line, tab, "a tab between the letters of a row", ONE_CELL)),
        (None, None) => Ok(rows),
    }
}

const ONE_CELL: &str =
    "a letter for each cell, and the same separator between all cells: no blank, a tab, or a fixed number of blanks";

fn is_blank(cell: &Cell) -> bool {
    cell.letter.is_whitespace() && cell.tile == Tile::Floor
}

/// Returns a cell for each letter of a row; none if letters stand for several tiles each.
fn cells(row: &Row) -> Vec<Cell> {
    let cell = |cells: &[Cell]| (cells.len() == 1 || cells[0].letter == '\t').then_some(cells[0]);
    let cells = row.cells.chunk_by(|one, other| one.column == other.column).map(cell).collect::<Option<_>>();
    // The columns of a group repeat.
    cells.filter(|_| row.cells.is_sorted_by_key(|cell| cell.column)).unwrap_or_default()
}

/// Returns the cells between tabs; `None` if there are two letters between two tabs.
fn between_tabs(cells: &[Cell]) -> Option<Vec<Cell>> {
    let cell = |field: &[Cell]| {
        let blank = Cell { tile: Tile::Floor, letter: ' ', column: field.first().map_or(0, |cell| cell.column) };
        let mut letters = field.iter().filter(|cell| !is_blank(cell));
        let first = letters.next().copied().unwrap_or(blank);
        letters.next().is_none().then_some(first)
    };
    cells.split(|cell| cell.letter == '\t').map(cell).collect()
}

/// Returns the cells of all rows if they are at least two columns apart, with blanks alone between them.
fn between_blanks(rows: &[Vec<Cell>]) -> Option<Vec<Vec<Cell>>> {
    let places = || rows.iter().flat_map(|cells| (0..cells.len()).filter(|at| !is_blank(&cells[*at])));
    let first = places().min()?;
    let step = places().fold(0, |step, place| gcd(step, place - first));
    let picked = |cells: &Vec<Cell>| cells.iter().skip(first).step_by(step).copied().collect();
    (step > 1).then(|| rows.iter().map(picked).collect())
}

const fn gcd(one: usize, other: usize) -> usize {
    if other == 0 { one } else { gcd(other, one % other) }
}
