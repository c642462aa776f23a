//! Reader of collections as text: a run of rows is a board; the lines between are left to [`super::pieces`] and
//! [`super::gap`]. Marks before lines, of quoted mail (`> `), of comments (`;; `, `// `) and numbers of lines, are cut
//! from a group of lines if the group draws a board without them.

use super::block::{Block, block, second};
use super::gap::{self, Layout};
use super::lines::{Comments, Lines, ReadOptions, Section, Source, is_json, paced};
use super::pieces::{Piece, is_game, of_game, other_game, pieces};
use super::rows::{self, LEAST, Row};
use crate::level::{Entry, Fault, InputFormat, Note};
use crate::run::{Meter, Stop};
use std::cell::Cell;
use std::ops::Range;

pub(super) struct Entries<'t> {
    lines: Lines<'t>,
    comments: Comments,
    options: ReadOptions,
    meter: &'t Meter,
    notes: Vec<Note>,
    layout: Layout,
    pub(super) next: Option<Block>,
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
        cut(&mut lines, options, meter)?;
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
        let last = self.lines.all.iter().enumerate().rfind(|(_, line)| !line.trim().is_empty());
        let is_row =
            last.is_some_and(|(at, line)| rows::line(&self.lines, self.options.format, at, line, true).is_some());
        let gap = self.pieces(first.end..second.start, &Cell::default())?;
        Ok(Layout::of(head, &gap, !is_row))
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
        let unclosed = Cell::default();
        let pieces = self.pieces(lines, &unclosed)?;
        let warning = unclosed.get().map(|line| self.lines.fault(line, 0, "a comment that is not closed", COMMENT_END));
        self.warnings.extend(warning);
        Ok(pieces)
    }

    fn pieces(&self, gap: Range<usize>, unclosed: &Cell<Option<usize>>) -> Result<Vec<Piece<'t>>, Stop> {
        self.meter.check()?;
        let (lines, is_above_board) = (&self.lines.all[..gap.end], gap.end < self.lines.all.len());
        let section = Section { lines, start: gap.start, is_above_board, comments: &self.comments, unclosed };
        pieces(section, self.meter)
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

/// Cuts the marks from all lines of each group that draws a board.
fn cut<'t>(lines: &mut Lines<'t>, options: ReadOptions, meter: &Meter) -> Result<(), Stop> {
    for first in [Mark::sign, Mark::number] {
        let mut start = 0;
        while let Some(line) = lines.all.get(start) {
            paced(meter, start)?;
            let Some(mark) = first(options.format, line) else {
                start += 1;
                continue;
            };
            let bare = |(step, line): (usize, &&'t str)| Some(&line[mark.width(line, step)?..]);
            let all = lines.all[start..].iter().enumerate().map_while(bare).collect();
            let group = Lines { text: lines.text, all, is_json: lines.is_json, last: Cell::default() };
            let end = start + group.all.len().max(1);
            let is_tile = |letter| options.format.alphabet().tile(letter).is_some();
            let is_row = |line: &&str| line.trim_end().chars().all(is_tile);
            let is_letter = matches!(mark, Mark::Letter(_));
            // Lines that are all rows with the letter are rows.
            let is_board = is_letter && lines.all[start..end].iter().all(is_row);
            if !is_board && draws(&group, options, is_letter, meter)? {
                lines.all[start..end].copy_from_slice(&group.all);
            }
            start = end;
        }
    }
    Ok(())
}

/// True if some of these lines are a board; if `with_text` is set, other lines must be text.
fn draws(group: &Lines<'_>, options: ReadOptions, with_text: bool, meter: &Meter) -> Result<bool, Stop> {
    let (mut at, mut drawn, mut has_board) = (0, 0, false);
    while at < group.all.len() {
        at = match block(group, at, options, meter)? {
            Ok(Block { lines, rows }) => {
                drawn += lines.len();
                // A heading below a board may begin with its wall.
                let is_level = |rows: &[Row]| !with_text || rows::level(group, rows).is_ok();
                has_board |= rows.is_ok_and(|rows| rows.len() >= LEAST && is_level(&rows));
                lines.end
            }
            Err(next) => next,
        };
    }
    let shown = group.all.iter().filter(|line| !line.trim().is_empty()).count();
    Ok(has_board && (drawn < shown || !with_text))
}

/// Mark at the begin of each line of a group.
#[derive(Clone, Copy)]
enum Mark {
    Sign(char),
    /// A letter of boards, e.g. `# ` before comments: a blank follows it in all lines, and some lines are no rows.
    Letter(char),
    /// Number of the first line.
    Number(usize),
}

impl Mark {
    /// Returns the sign at the begin of a line, if it belongs to no word.
    fn sign(format: InputFormat, line: &str) -> Option<Self> {
        let sign = line.trim_start().chars().next().filter(|sign| !sign.is_alphanumeric() && !sign.is_control())?;
        let is_letter = format.alphabet().tile(sign).is_some();
        let mark = if is_letter { Self::Letter(sign) } else { Self::Sign(sign) };
        mark.width(line, 0).map(|_| mark)
    }

    /// Returns the number at the begin of a line, if digits are no letters of boards.
    fn number(format: InputFormat, line: &str) -> Option<Self> {
        let is_tile = |digit| format.alphabet().tile(digit).is_some();
        numbered(line).filter(|_| !('0'..='9').any(is_tile)).map(|(number, _)| Self::Number(number))
    }

    /// Returns the bytes of the mark before a line, `step` lines below the first; `None` if the group ends before it.
    /// Blanks after a sign stay: some programs add one, others none. An empty line may have no sign.
    fn width(self, line: &str, step: usize) -> Option<usize> {
        let is_empty = line.trim().is_empty();
        match self {
            Self::Letter(sign) => {
                let rest = line.trim_start().trim_start_matches(sign);
                let is_mark = line.trim_start().starts_with(sign) && (rest.is_empty() || rest.starts_with(' '));
                (is_mark || is_empty).then_some(line.len() - rest.len())
            }
            Self::Sign(sign) => {
                let marks = line.len() - line.trim_start_matches([sign, ' ']).len();
                let end = line[..marks].rfind(sign).map(|last| last + sign.len_utf8());
                end.or(is_empty.then_some(0))
            }
            Self::Number(first) => {
                numbered(line).filter(|(number, _)| *number == first + step).map(|(_, rest)| line.len() - rest.len())
            }
        }
    }
}

/// Returns the number before a line and the rest, e.g. for `12|# $.#`, `12: ` or `12 `.
fn numbered(line: &str) -> Option<(usize, &str)> {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let number = Some(&line[..line.len() - rest.len()]).filter(|digits| digits.len() <= 4)?.parse().ok()?;
    let is_sign = |letter: char| matches!(letter, '|' | ':' | '.' | ')' | ' ' | '\t');
    Some((number, if rest.is_empty() { rest } else { rest.strip_prefix(is_sign)? }))
}
