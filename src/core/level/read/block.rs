//! Boards among the lines of a text: a run of rows, checked line by line.

use super::mixed::Mixed;
use super::rows::{self, FEWER_TILES, LEAST, Line, MOST_TILES, Row};
use super::{Lines, ReadOptions, comments, paced, spread};
use crate::level::{Fault, InputFormat, Tile};
use crate::run::{Meter, Stop};
use std::ops::Range;

/// A board and its place in the file; its rows are not yet a level.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) lines: Range<usize>,
    pub(super) rows: Result<Vec<Row>, Fault>,
}

/// Returns the board that begins at line `start`, or the next line at which a board can begin.
pub(super) fn block(lines: &Lines<'_>, start: usize, options: ReadOptions, meter: &Meter) -> Result<Found, Stop> {
    let mut run = Run { lines, options, rows: Vec::new(), tiles: 0, end: start, fault: None };
    while run.take() {
        paced(meter, run.end)?;
    }
    let is_gap = |line: &Line| matches!(line, Line::Plain(row) if !row.has_wall());
    while run.fault.is_none() && run.rows.pop_if(|(_, line)| is_gap(line)).is_some() {}
    meter.check()?;
    Ok(run.found(start))
}

pub(super) enum Found {
    Board(Block),
    /// Next line at which a board can begin.
    Next(usize),
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
    /// Adds the next line; returns false if the run ends before it. After a fault, lines up to an empty line are added.
    fn take(&mut self) -> bool {
        let at = self.end;
        let Some(&text) = self.lines.all.get(at) else { return false };
        if self.fault.is_some() {
            let goes_on = comments::opening(text).is_none() && !text.trim().is_empty();
            self.end += usize::from(goes_on);
            return goes_on;
        }
        let Some(line) = rows::line(self.options.format, at, text, !self.rows.is_empty()) else { return false };
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
                self.fault = Some(self.lines.fault(at, 0, "a board that is too large", FEWER_TILES));
            }
            line => self.rows.push((at, line)),
        }
        self.end += 1;
        true
    }

    fn found(mut self, start: usize) -> Found {
        if let Some(fault) = self.fault.take().or_else(|| self.apart(start)) {
            return Found::Board(Block { lines: start..self.end, rows: Err(fault) });
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
            return rest.or_else(|| self.row_alone(start..end)).map_or(Found::Next(end), Found::Board);
        }
        let stray = stray.or_else(|| self.stray(0..self.rows.len()));
        let fault = stray.filter(|_| self.is_drawn()).map(|stray| self.stray_fault(stray));
        match fault {
            Some(fault) => Found::Board(Block { lines: start..end, rows: Err(fault) }),
            None => rest.map_or(Found::Next(end), Found::Board),
        }
    }

    /// Returns the board of some rows; `None` if they are none: three rows, or a box, a goal or the player. A frame of
    /// walls around a heading is not a board.
    fn board(&self, inner: Range<usize>) -> Option<Block> {
        let part = &self.rows[inner];
        let rows: Vec<Row> = part.iter().flat_map(|(_, line)| drawn(line)).cloned().collect();
        let lines = part.first()?.0..part.last()?.0 + 1;
        let is_board = rows.len() >= LEAST || rows.iter().any(Row::has_things);
        let fault = self.extension(lines.clone());
        is_board.then(|| Block { rows: fault.map_or_else(|| spread::joined(self.lines, rows), Err), lines })
    }

    /// Returns the fault of a row of run lengths that ends with `|` and belongs to no board; `None` for other lines.
    fn row_alone(&self, lines: Range<usize>) -> Option<Block> {
        let ends = |(at, line): &&(usize, Line)| matches!(line, Line::Runs(..)) && self.lines.all[*at].ends_with('|');
        let (at, _) = self.rows.iter().find(ends)?;
        let fault = self.lines.fault(*at, 0, "a row of run lengths alone", "the rows of a board one below the other");
        Some(Block { lines, rows: Err(fault) })
    }

    /// Returns whether the rows and parts of rows are a board.
    fn is_drawn(&self) -> bool {
        let parts =
            |(_, line): &(usize, Line)| if let Line::Mixed(mixed) = line { mixed.parts } else { drawn(line).len() };
        let has_things = |(_, line): &(usize, Line)| match line {
            Line::Mixed(mixed) => mixed.has_things,
            line => drawn(line).iter().any(Row::has_things),
        };
        self.rows.iter().map(parts).sum::<usize>() >= LEAST && self.rows.iter().any(has_things)
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

    /// Returns the fault of a row with other letters; if the rows would be a level with one such letter as the outside,
    /// the fault says so.
    fn stray_fault(&self, (stray, column): (usize, usize)) -> Fault {
        let (at, line) = &self.rows[stray];
        let Line::Mixed(Mixed { what, .. }) = line else {
            return self.lines.fault(
                *at,
                column,
                rows::STRAY,
                "plain rows without digits, or run lengths in every row",
            );
        };
        let mut expected = "the letters of the format alone, or others by --alphabet".to_owned();
        let alphabet = self.options.format.alphabet();
        let lines = || self.rows.iter().flat_map(|(at, _)| self.lines.all[*at].chars());
        let mut foreign = lines().filter(|letter| alphabet.tile(*letter).is_none());
        let outside = foreign.next().filter(|first| !first.is_control() && foreign.all(|other| other == *first));
        let rows: Vec<Row> = self.rows.iter().flat_map(|(_, line)| drawn(line)).cloned().collect();
        if let Some(outside) = outside.filter(|_| what == rows::STRAY && rows::level(self.lines, &rows).is_ok()) {
            expected += &format!(", whose eighth letter is the outside: `{outside}`");
        }
        self.lines.fault(*at, column, what, &expected)
    }

    /// In strict mode, returns the fault of the first letter that is an extension of sokoplan; `None` if no letter is, and
    /// in other modes.
    fn extension(&self, mut lines: Range<usize>) -> Option<Fault> {
        let alphabet = self.options.format.alphabet();
        let is_extension = |letter| alphabet.is_extension(letter);
        let column =
            |at: usize| self.lines.all[at].trim_end().chars().position(is_extension).map(|column| (at, column));
        let (at, column) = lines.find_map(|at| column(at).filter(|_| self.options.strict))?;
        let what = "a letter that the format does not have";
        Some(self.lines.fault(at, column, what, "letters of the format alone"))
    }

    /// Returns the fault of a board with an empty line between all rows, and takes these rows; `None` for other boards.
    fn apart(&mut self, start: usize) -> Option<Fault> {
        let row = |at: usize| rows::line(self.options.format, at, self.lines.all.get(at)?, at > start);
        let is_one = |at: usize| row(at).is_some_and(|line| drawn(&line).len() == 1);
        let is_empty = |at: usize| self.lines.all.get(at).is_some_and(|line| line.trim().is_empty());
        let next =
            |at: &usize| Some(at + 2).filter(|next| is_empty(at + 1) && is_one(*next) && row(next + 1).is_none());
        let first = (self.rows.len() == 1 && is_one(start)).then_some(start);
        let rows: Vec<usize> = std::iter::successors(first, next).collect();
        if rows.len() < LEAST {
            return None;
        }
        self.end = start + 2 * rows.len() - 1;
        self.rows.clear();
        let has_things = rows.iter().filter_map(|at| row(*at)).any(|line| drawn(&line).iter().any(Row::has_things));
        let what = "an empty line between the rows of a board";
        has_things.then(|| self.lines.fault(start + 1, 0, what, "rows one below the other"))
    }
}

/// Returns the rows that a line draws.
fn drawn(line: &Line) -> &[Row] {
    match line {
        Line::Plain(row) | Line::Mixed(Mixed { row, .. }) => std::slice::from_ref(row),
        Line::Runs(rows, _) => rows,
        Line::Bad(..) => &[],
    }
}

/// Returns the fault of a second board right below a first, both with a player; `None` if the rows are not so.
pub(super) fn second(lines: &Lines<'_>, rows: &[Row]) -> Option<Fault> {
    /// Number of rows of walls tried as the last row of the first board.
    const TRIED: usize = 8;
    let has_player = |row: &Row| row.tiles.iter().any(|(tile, _)| tile.has_player());
    let closes = |row: &Row| row.tiles.iter().all(|(tile, _)| matches!(tile, Tile::Wall | Tile::Floor));
    let players: Vec<usize> = (0..rows.len()).filter(|at| has_player(&rows[*at])).collect();
    let [first, .., last] = players[..] else { return None };
    let mut ends = (first + 1..last).filter(|at| closes(&rows[*at])).take(TRIED).map(|at| at + 1);
    let end = ends.find(|end| rows::level(lines, &rows[..*end]).is_ok())?;
    Some(lines.fault(rows[end].line, 0, "a second board right below the first", "an empty line between two boards"))
}
