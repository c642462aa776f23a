//! Columns and cells of tables.

use crate::run::{Answer, safe};
use anstyle::{AnsiColor, Style};
use std::fmt::Display;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Column of a table: its head, alignment, width, and its rank in the order of removal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    head: String,
    is_words: bool,
    /// Rank in the order of removal: the highest first, rank 0 never.
    rank: u8,
    /// Width in columns of the terminal, at which all cells are whole; less after fitting.
    width: usize,
    /// Minimum width of words before columns are left out; `None` if words are not cut then.
    least: Option<usize>,
}

impl Column {
    /// Returns a column of figures, aligned to the right.
    pub fn figure(head: &str, rank: u8) -> Self {
        Self { head: head.to_owned(), is_words: false, rank, width: width_of(head), least: None }
    }

    /// Returns a column of words, aligned to the left.
    pub fn words(head: &str, rank: u8) -> Self {
        Self { is_words: true, ..Self::figure(head, rank) }
    }

    /// Returns the column with at least this width, for tables written row by row, whose widest cell is not known.
    #[must_use]
    pub fn at_least(self, width: usize) -> Self {
        Self { width: self.width.max(width), ..self }
    }

    /// Returns the column with a minimum width of its words: other columns are left out before they are cut further.
    #[must_use]
    pub fn cut_to(self, least: usize) -> Self {
        Self { least: Some(least), ..self }
    }

    pub(super) fn head(&self) -> &str {
        &self.head
    }

    pub(super) const fn rank(&self) -> u8 {
        self.rank
    }

    pub(super) fn measure(&mut self, cell: &TableCell) {
        self.width = self.width.max(width_of(&cell.text));
    }

    pub(super) fn least(&self) -> usize {
        self.least.map_or(self.width, |least| least.min(self.width))
    }

    /// Sets the final width to the widest cell, but at most `most`; returns the excess over the least width.
    pub(super) fn widen_to(&mut self, most: usize) -> usize {
        let least = self.least();
        self.width = self.width.min(most);
        self.least = None;
        self.width - least
    }

    /// Narrows a column of words by at most `much`, down to one letter; returns by how much. Figures stay whole.
    pub(super) fn narrow_by(&mut self, much: usize) -> usize {
        let much = if self.is_words { much.min(self.width.saturating_sub(1)) } else { 0 };
        self.width -= much;
        much
    }

    pub(super) fn rule(&self) -> String {
        if self.is_words { "-".repeat(self.width) } else { "-".repeat(self.width.saturating_sub(1)) + ":" }
    }

    /// Returns a cell padded to the width of the column, with its style if `is_styled`.
    pub(super) fn aligned(&self, cell: &TableCell, is_styled: bool) -> String {
        let text = if self.is_words { cut_to(&cell.text, self.width) } else { cell.text.clone() };
        let blanks = " ".repeat(self.width.saturating_sub(width_of(&text)));
        let is_painted = is_styled && !text.is_empty();
        let text = if is_painted { TableCell { text, style: cell.style }.painted() } else { text };
        if self.is_words { text + &blanks } else { blanks + &text }
    }
}

/// Cell of a table: a text and its style, which streams for plain text drop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableCell {
    pub(super) text: String,
    pub(super) style: Style,
}

impl TableCell {
    /// Returns the text of the cell, without colour.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns a cell without colour, in one line and with control characters escaped.
    pub fn plain(text: impl Display) -> Self {
        Self { text: safe(&text.to_string()).into_owned(), style: Style::new() }
    }

    /// Returns a cell in the colour of an answer: green for a final and good one, yellow if a limit was met, red if
    /// something is wrong.
    pub fn of_answer(text: impl Display, answer: Answer) -> Self {
        let cell = Self::plain(text);
        match answer {
            Answer::Solved => cell.good(),
            Answer::Unsolvable => cell.coloured(AnsiColor::Cyan),
            Answer::Invalid | Answer::InternalError => cell.bad(),
            _ => cell.doubtful(),
        }
    }

    /// Returns a cell with the word of an answer, in the colour of the answer.
    pub fn answer(answer: Answer) -> Self {
        Self::of_answer(answer.words(), answer)
    }

    pub(super) fn head(text: &str) -> Self {
        Self { text: text.to_owned(), style: Style::new().bold() }
    }

    /// Returns the cell in green.
    #[must_use]
    pub fn good(self) -> Self {
        self.coloured(AnsiColor::Green)
    }

    /// Returns the cell in yellow.
    #[must_use]
    pub fn doubtful(self) -> Self {
        self.coloured(AnsiColor::Yellow)
    }

    /// Returns the cell in red.
    #[must_use]
    pub fn bad(self) -> Self {
        self.coloured(AnsiColor::BrightRed)
    }

    /// Returns the text with colour escapes, for lines outside tables.
    pub fn painted(&self) -> String {
        let Self { text, style } = self;
        format!("{style}{text}{style:#}")
    }

    fn coloured(self, colour: AnsiColor) -> Self {
        Self { style: Style::new().fg_color(Some(colour.into())), ..self }
    }
}

pub(super) fn width_of(text: &str) -> usize {
    text.width()
}

/// Returns the text if it takes at most `width` columns, else its beginning with `…`.
pub fn cut_to(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut used = 1;
    let fits = |letter: &char| {
        used += letter.width().unwrap_or(0);
        used <= width
    };
    let start: String = text.chars().take_while(fits).collect();
    if width == 0 { String::new() } else { start.trim_end().to_owned() + "…" }
}
