//! Reader of collections as text: a run of rows is a board; the lines between are left to [`super::pieces`] and
//! [`super::gap`].

use super::block::{Block, block, second};
use super::game::{is_game, of_game, other_game};
use super::gap::{self, Layout};
use super::level_text::Source;
use super::pieces::{Comments, Piece, Section};
use super::rows::{self, Row};
use super::{Lines, ReadOptions, is_json, marks, paced};
use crate::level::{Entry, Fault, InputFormat, Note};
use crate::run::{Meter, Stop};
use std::ops::Range;

pub(super) struct Entries<'t> {
    lines: Lines<'t>,
    comments: Comments,
    options: ReadOptions,
    meter: &'t Meter,
    /// Notes of the file.
    notes: Vec<Note>,
    layout: Layout,
    next: Option<Block>,
    /// Pieces above the next board that belong to that board.
    above: Vec<Piece<'t>>,
    /// Name of the game that the notes of the file give to boards which do not name a game; `None` for Sokoban.
    game: Option<String>,
    /// Faults outside the boards, of the lines read last.
    warnings: Vec<Fault>,
}

impl<'t> Entries<'t> {
    pub(super) fn new(text: &'t str, options: ReadOptions, meter: &'t Meter) -> Result<Self, Stop> {
        let mut lines = Lines::of(text, meter)?;
        lines.is_json = options.format == InputFormat::Auto && is_json(text);
        // They are above and below boards, and no text.
        let outside = |line: &&mut &str| options.format.alphabet().is_outside(line);
        lines.all.iter_mut().filter(outside).for_each(|line| *line = &line[..0]);
        marks::cut(&mut lines, options, meter)?;
        let comments = Comments::of(&lines.all, meter)?;
        let (layout, notes, above, warnings) = Default::default();
        let mut entries =
            Self { lines, comments, options, meter, notes, layout, next: None, above, game: None, warnings };
        entries.next = entries.board(0)?;
        let start = entries.next.as_ref().map_or(entries.lines.all.len(), |first| first.lines.start);
        let mut above = entries.gap(0..start)?;
        entries.layout = entries.layout(&above)?;
        let all = if entries.layout.is_titled_above() { &[] } else { &above[..] };
        entries.game = other_game(&gap::notes(all.to_vec()));
        if entries.next.is_some() {
            entries.above = above.split_off(entries.layout.split_head(&above));
        }
        entries.notes = gap::notes(above);
        // The game is attached to each board, and not to other boards that are written below these notes.
        entries.game = other_game(&entries.notes).or(entries.game);
        entries.notes.retain(|note| entries.game.is_none() || !is_game(note));
        Ok(entries)
    }

    pub(super) fn source(mut self) -> (Vec<Note>, Source<'t>) {
        let notes = std::mem::take(&mut self.notes);
        let next = move |warnings: &mut Vec<Fault>| {
            let entry = self.next.take().map(|board| self.read(board)).transpose();
            warnings.append(&mut self.warnings);
            entry
        };
        (notes, Box::new(next))
    }

    fn layout(&self, head: &[Piece<'t>]) -> Result<Layout, Stop> {
        let Some(Block { lines: first, .. }) = &self.next else { return Ok(Layout::default()) };
        let Some(Block { lines: second, .. }) = self.board(first.end)? else { return Ok(Layout::of_one(head)) };
        let last = self.lines.all.iter().rfind(|line| !line.trim().is_empty()).copied().unwrap_or_default();
        let is_row = rows::line(self.options.format, 0, last, true).is_some();
        Ok(Layout::of(head, &self.pieces(first.end..second.start)?.0, !is_row))
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.next.is_none()
    }

    fn read(&mut self, Block { lines: board, rows }: Block) -> Result<Entry, Stop> {
        self.meter.check()?;
        let level = |rows: Vec<Row>| {
            rows::level(&self.lines, &rows).map_err(|fault| second(&self.lines, &rows).unwrap_or(fault))
        };
        let body = rows.and_then(level);
        let mut entry = Entry::new(0, board.start + 1, body);
        self.next = self.board(board.end)?;
        let end = self.next.as_ref().map_or(self.lines.all.len(), |next| next.lines.start);
        let mut below = self.gap(board.end..end)?;
        let above = std::mem::take(&mut self.above);
        if self.next.is_some() {
            self.above = below.split_off(self.layout.split(&below));
        }
        self.layout.assign(above, below, &mut entry);
        let named = entry.notes.iter().any(is_game);
        if let Some(game) = if named { other_game(&entry.notes) } else { self.game.clone() } {
            entry.body = Err(of_game(&self.lines, board.start, &game));
        }
        Ok(entry)
    }

    /// Returns the pieces of some lines; adds a warning for a comment that is not closed.
    fn gap(&mut self, lines: Range<usize>) -> Result<Vec<Piece<'t>>, Stop> {
        let (pieces, unclosed) = self.pieces(lines)?;
        let warning = unclosed.map(|line| self.lines.fault(line, 0, "a comment that is not closed", COMMENT_END));
        self.warnings.extend(warning);
        Ok(pieces)
    }

    fn pieces(&self, gap: Range<usize>) -> Result<(Vec<Piece<'t>>, Option<usize>), Stop> {
        self.meter.check()?;
        let touches = [gap.start > 0, gap.end < self.lines.all.len()];
        let lines = &self.lines.all[gap.clone()];
        Section { lines, first: gap.start, comments: &self.comments, touches }.pieces(self.meter)
    }

    /// Returns the first board from line `at` on, comments skipped; `None` if none follows.
    fn board(&self, mut at: usize) -> Result<Option<Block>, Stop> {
        for step in 0.. {
            paced(self.meter, step)?;
            if at >= self.lines.all.len() {
                break;
            }
            if let Some(below) = self.comments.skipped(at) {
                at = below;
                continue;
            }
            match block(&self.lines, at, self.options, self.meter)? {
                Ok(block) => return Ok(Some(block)),
                Err(next) => at = next,
            }
        }
        Ok(None)
    }
}

const COMMENT_END: &str = "a line `Comment-End:`; all text up to the next board is read as comment";
