//! Boards among the lines of a text: a run of rows, checked line by line.

use super::lines::{Lines, ReadOptions, TOO_LARGE, opening, paced};
use super::rows::{self, FEWER_TILES, LEAST, Line, MOST_TILES, MixedRow, Row, frames, is_framed, is_scattered};
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
    rows: Vec<(usize, Line)>,
    tiles: usize,
    end: usize,
    fault: Option<Fault>,
}

impl Run<'_, '_> {
    /// The last row has no wall, and is no decoration below a row with decoration at its ends.
    fn ends_with_gap(&self) -> bool {
        let Some(((_, Line::Plain(last)), before)) = self.rows.split_last() else { return false };
        let is_framed = |(_, line): &(usize, Line)| matches!(line, Line::Plain(row) if is_framed(&row.only_tiles()));
        let last_row = last.only_tiles();
        let is_frame = frames(&last_row) && before.last().is_some_and(is_framed) || is_scattered(&last_row);
        !(is_frame || last.has_wall())
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

    /// Adds the next line; returns false if the run ends before it. After a fault, lines up to an empty line are added.
    fn take(&mut self) -> bool {
        let at = self.end;
        let Some(&text) = self.lines.all.get(at) else { return false };
        if self.fault.is_some() {
            let goes_on = opening(text).is_none() && !text.trim().is_empty();
            self.end += usize::from(goes_on);
            return goes_on;
        }
        let Some(line) = rows::line(self.options.format, at, text, !self.rows.is_empty() || self.is_roof(at)) else {
            return false;
        };
        if self.lines.is_json && matches!(line, Line::Mixed(_)) {
            return false;
        }
        let count: usize = self.rows.iter().rev().take(LEAST).map(|(_, line)| drawn(line).len()).sum();
        // A line with many rows is a whole board.
        if drawn(&line).len() >= LEAST && count >= LEAST {
            return false;
        }
        self.tiles += drawn(&line).iter().map(|row| row.tiles.len()).sum::<usize>();
        match line {
            Line::Bad(column, what, expected) => self.fault = Some(self.lines.fault(at, column, &what, expected)),
            _ if self.tiles > MOST_TILES => {
                self.fault = Some(self.lines.fault(at, 0, TOO_LARGE, FEWER_TILES));
            }
            line => self.rows.push((at, line)),
        }
        self.end += 1;
        true
    }

    fn found(mut self, start: usize) -> Result<Block, usize> {
        if let Some(fault) = self.fault.take() {
            return Ok(Block { lines: start..self.end, rows: Err(fault) });
        }
        let end = self.rows.last().map_or(self.end.max(start + 1), |(last, _)| last + 1);
        let is_row = |(_, line): &(usize, Line)| !matches!(line, Line::Mixed(_));
        let first = self.rows.iter().position(is_row);
        let last = self.rows.iter().rposition(is_row);
        let inner = first.zip(last).map_or(0..0, |(first, last)| first..last + 1);
        let rest = self.board(inner.clone());
        let is_level = |block: &Block| block.rows.as_ref().is_ok_and(|rows| rows::level(self.lines, rows).is_ok());
        let stray = self.stray(inner.clone());
        // A line of text may look like a row above or below a whole board.
        if stray.is_none() && (inner.len() == self.rows.len() || rest.as_ref().is_some_and(is_level)) {
            return rest.ok_or(end);
        }
        let stray = stray.or_else(|| self.stray(0..self.rows.len()));
        let fault = stray.filter(|_| self.is_drawn()).map(|stray| self.stray_fault(stray));
        match fault {
            Some(fault) => Ok(Block { lines: start..end, rows: Err(fault) }),
            None => rest.ok_or(end),
        }
    }

    /// Returns the board of some rows: three, or some with a box, a goal or the player; a frame around a heading is no board.
    fn board(&self, inner: Range<usize>) -> Option<Block> {
        let part = &self.rows[inner];
        let rows: Vec<Row> = part.iter().flat_map(|(_, line)| drawn(line)).cloned().collect();
        let lines = part.first()?.0..part.last()?.0 + 1;
        let is_board = rows.iter().any(Row::has_wall) && (rows.len() >= LEAST || rows.iter().any(Row::has_things));
        let fault = self.extension(lines.clone());
        is_board.then(|| Block { rows: fault.map_or_else(|| joined(self.lines, rows), Err), lines })
    }

    fn is_drawn(&self) -> bool {
        let rows = || self.rows.iter().flat_map(|(_, line)| drawn(line));
        rows().count() >= LEAST && rows().any(Row::has_things)
    }

    /// Returns the index of the first row that has other letters beside its own, and their column. If any row writes a
    /// letter three times running, no row is in run lengths.
    fn stray(&self, inner: Range<usize>) -> Option<(usize, usize)> {
        let rows = &self.rows[inner.clone()];
        let is_plain =
            self.options.format != InputFormat::Rle && rows.iter().any(|(at, _)| rows::writes_out(self.lines.all[*at]));
        let column = |line: &Line| match line {
            Line::Mixed(mixed) => Some(mixed.column),
            Line::Runs(_, count) if is_plain => *count,
            _ => None,
        };
        rows.iter().zip(inner).find_map(|((_, line), at)| Some((at, column(line)?)))
    }

    fn stray_fault(&self, (stray, column): (usize, usize)) -> Fault {
        let (at, line) = &self.rows[stray];
        let (what, expected) = match line {
            Line::Mixed(MixedRow { what, .. }) if what == rows::STRAY => (&**what, OWN_LETTERS),
            Line::Mixed(MixedRow { what, .. }) => (&**what, "a line for each row, and nothing else on it"),
            _ => (rows::STRAY, "plain rows without digits, or run lengths in every row"),
        };
        self.lines.fault(*at, column, what, expected)
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

const OWN_LETTERS: &str = "the letters of the format, or others by --alphabet, whose eighth letter is the outside";

fn drawn(line: &Line) -> &[Row] {
    match line {
        Line::Plain(row) => std::slice::from_ref(row),
        Line::Runs(rows, _) | Line::Mixed(MixedRow { rows, .. }) => rows,
        Line::Bad(..) => &[],
    }
}

/// Returns the fault of a second board right below a first, both with a player; `None` if the rows are not so.
pub(super) fn second(lines: &Lines<'_>, rows: &[Row]) -> Option<Fault> {
    let has = |row: &Row, wanted: fn(Tile) -> bool| row.tiles.iter().any(|(tile, _)| wanted(*tile));
    let first = rows.iter().position(|row| has(row, Tile::has_player))?;
    let last = rows.iter().rposition(|row| has(row, Tile::has_player))?;
    let is_end = |at: &usize| !has(&rows[*at], |tile| !matches!(tile, Tile::Wall | Tile::Floor));
    // The first rows of walls alone are tried as the last row of the first board.
    let mut ends = (first + 1..last).filter(is_end).take(8).map(|at| at + 1);
    let end = ends.find(|end| rows::level(lines, &rows[..*end]).is_ok())?;
    Some(lines.fault(rows[end].line, 0, "a second board right below the first", "an empty line between two boards"))
}

/// Returns the rows with one letter for each cell, if the same number of blanks, or a tab, separates all cells of all rows; other
/// rows are unchanged. A tab elsewhere between the letters of a row is a fault.
fn joined(lines: &Lines<'_>, rows: Vec<Row>) -> Result<Vec<Row>, Fault> {
    let cells: Vec<Vec<Cell>> = rows.iter().map(|row| cells(lines, row)).collect();
    let inner =
        |cells: &Vec<Cell>| cells.iter().skip_while(|cell| cell.is_blank()).find(|cell| cell.letter == '\t').copied();
    let tab = cells.iter().zip(&rows).find_map(|(cells, row)| Some((row.line, inner(cells)?.column)));
    let tiles: Option<Vec<_>> = match tab {
        Some(_) => cells.iter().map(|cells| between_tabs(cells)).collect(),
        None => between_blanks(&cells),
    };
    let fault = |(line, tab)| Err(lines.fault(line, tab, "a tab between the letters of a row", ONE_CELL));
    let Some(tiles) = tiles else { return tab.map_or(Ok(rows), fault) };
    Ok(rows.iter().zip(tiles).map(|(row, tiles)| Row { line: row.line, tiles }).collect())
}

const ONE_CELL: &str =
    "a letter for each cell, and the same separator between all cells: no blank, a tab, or a fixed number of blanks";

#[derive(Clone, Copy)]
struct Cell {
    letter: char,
    tile: Tile,
    column: usize,
}

impl Cell {
    fn is_blank(self) -> bool {
        self.letter.is_whitespace() && self.tile == Tile::Floor
    }
}

/// Returns the letters of a row; none if letters stand for several tiles each.
fn cells(lines: &Lines<'_>, row: &Row) -> Vec<Cell> {
    let mut letters = lines.all.get(row.line).into_iter().flat_map(|line| line.chars()).enumerate();
    let cell = |tiles: &[(Tile, usize)]| {
        let (tile, column) = tiles[0];
        let (_, letter) = letters.find(|(at, _)| *at == column)?;
        (tiles.len() == 1 || letter == '\t').then_some(Cell { letter, tile, column })
    };
    row.tiles.chunk_by(|one, other| one.1 == other.1).map(cell).collect::<Option<_>>().unwrap_or_default()
}

/// Returns the cells between tabs; `None` if there are two letters between two tabs.
fn between_tabs(cells: &[Cell]) -> Option<Vec<(Tile, usize)>> {
    let cell = |field: &[Cell]| {
        let mut letters = field.iter().filter(|cell| !cell.is_blank());
        let first = letters.next();
        let column = field.first().map_or(0, |cell| cell.column);
        letters.next().is_none().then(|| first.map_or((Tile::Floor, column), |cell| (cell.tile, cell.column)))
    };
    cells.split(|cell| cell.letter == '\t').map(cell).collect()
}

/// Returns the cells of all rows if they are at least two columns apart, with blanks alone between them.
fn between_blanks(rows: &[Vec<Cell>]) -> Option<Vec<Vec<(Tile, usize)>>> {
    let places = || rows.iter().flat_map(|cells| (0..cells.len()).filter(|at| !cells[*at].is_blank()));
    let first = places().min()?;
    let step = places().fold(0, |step, place| gcd(step, place - first));
    let picked =
        |cells: &Vec<Cell>| cells.iter().skip(first).step_by(step).map(|cell| (cell.tile, cell.column)).collect();
    (step > 1).then(|| rows.iter().map(picked).collect())
}

const fn gcd(one: usize, other: usize) -> usize {
    if other == 0 { one } else { gcd(other, one % other) }
}
