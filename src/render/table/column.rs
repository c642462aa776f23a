//! A column of a table.

use super::TableCell;
use super::letters::{cut_to, width_of};

/// A head, an alignment, widths, and the rank among the columns that may be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    head: String,
    is_words: bool,
    /// 0 is never left out; the highest goes first.
    rank: u8,
    /// The width at which all cells are whole, or narrower after fitting.
    width: usize,
    /// The width down to which words are cut before columns are left out.
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

    /// Returns the column with the width of the widest possible cell, for tables written row by row.
    #[must_use]
    pub fn at_least(self, width: usize) -> Self {
        Self { width: self.width.max(width), ..self }
    }

    /// Returns the column, cut down to this width before other columns are left out.
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

    /// Widens the column to the cell.
    pub(super) fn measure(&mut self, cell: &TableCell) {
        self.width = self.width.max(width_of(&cell.text));
    }

    /// Returns the width that the column has at least.
    pub(super) fn least(&self) -> usize {
        self.least.map_or(self.width, |least| least.min(self.width))
    }

    /// Settles the width, at most `most`; returns how much more than the least it is.
    pub(super) fn widen_to(&mut self, most: usize) -> usize {
        let least = self.least();
        self.width = self.width.min(most);
        self.least = None;
        self.width - least
    }

    /// Narrows a column of words, at most to one letter; returns by how much.
    pub(super) fn narrow_by(&mut self, much: usize) -> usize {
        let much = if self.is_words { much.min(self.width.saturating_sub(1)) } else { 0 };
        self.width -= much;
        much
    }

    /// Returns the rule below the head in Markdown.
    pub(super) fn rule(&self) -> String {
        if self.is_words { "-".repeat(self.width) } else { "-".repeat(self.width.saturating_sub(1)) + ":" }
    }

    /// Returns the cell in the column's width, with its style where asked.
    pub(super) fn aligned(&self, cell: &TableCell, is_styled: bool) -> String {
        let text = if self.is_words { cut_to(&cell.text, self.width) } else { cell.text.clone() };
        let blanks = " ".repeat(self.width.saturating_sub(width_of(&text)));
        let is_painted = is_styled && !text.is_empty();
        let text = if is_painted { TableCell { text, style: cell.style }.painted() } else { text };
        if self.is_words { text + &blanks } else { blanks + &text }
    }
}
