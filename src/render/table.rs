//! Tables of text that fit the width of a terminal: each column has one width in all lines. If the columns do not fit, columns of
//! the highest rank are left out, and columns of words are cut with `…`; a number is never cut, and no line is wrapped. Without a
//! width all columns are written whole.
//!
//! ```text
//!   level  answer     expanded  seconds       width 40
//!   level  answer     seconds                 width 24: `expanded` had the higher rank
//! ```

use crate::run::{Answer, safe};
use anstyle::{AnsiColor, Style};
use std::fmt::Display;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Text with columns aligned by blanks.
    Text,
    /// Markdown with columns separated by bars.
    Markdown,
}

/// Table with its columns fitted to a width; rows are written one by one by [`Table::line`].
#[derive(Clone, Debug)]
pub struct Table {
    look: Look,
    columns: Vec<Column>,
    kept: Vec<usize>,
    left_out: Vec<usize>,
}

impl Table {
    const GAP: usize = 2;

    /// Returns all lines of a table with heads, at most `width` columns wide where possible.
    pub fn text(columns: Vec<Column>, rows: &[Vec<TableCell>], width: Option<usize>) -> String {
        let table = Self::measured(columns, rows.iter(), width);
        table.head() + &rows.iter().map(|row| table.line(row)).collect::<String>()
    }

    /// Creates a table with columns fitted to its rows, without columns of rank 1 and above whose cells are all empty.
    pub fn measured<'r>(
        mut columns: Vec<Column>,
        rows: impl Iterator<Item = &'r Vec<TableCell>> + Clone,
        width: Option<usize>,
    ) -> Self {
        for row in rows.clone() {
            columns.iter_mut().zip(row).for_each(|(column, cell)| column.measure(cell));
        }
        let is_used = |index: &usize| rows.clone().any(|row| row.get(*index).is_some_and(|cell| !cell.text.is_empty()));
        let kept = (0..columns.len()).filter(|index| columns[*index].rank == 0 || is_used(index)).collect();
        Self { look: Look::Text, columns, kept, left_out: Vec::new() }.fitted(width)
    }

    /// Creates a table for rows that are not known yet: columns of known widths that hold these first cells whole.
    pub fn holding(mut columns: Vec<Column>, rows: &[Vec<TableCell>], width: Option<usize>) -> Self {
        rows.iter().for_each(|row| columns.iter_mut().zip(row).for_each(|(column, cell)| column.measure(cell)));
        let kept = (0..columns.len()).collect();
        Self { look: Look::Text, columns, kept, left_out: Vec::new() }.fitted(width)
    }

    /// Leaves out columns until the remaining columns fit, then gives the remaining width to columns of words.
    fn fitted(mut self, width: Option<usize>) -> Self {
        let Some(width) = width else { return self };
        while self.needed() > width {
            let highest = (0..self.kept.len()).max_by_key(|&place| self.column(place).rank);
            match highest.filter(|&place| self.column(place).rank > 0) {
                Some(place) => self.left_out.push(self.kept.remove(place)),
                None => break,
            }
        }
        self.left_out.sort_unstable();
        let mut spare = width.saturating_sub(self.needed());
        let mut lacking = self.needed().saturating_sub(width);
        for &index in &self.kept {
            let column = &mut self.columns[index];
            let least = column.least();
            (column.width, column.least) = (column.width.min(least + spare), None);
            spare -= column.width - least;
            // Words are narrowed down to one letter; figures stay whole.
            let much = if column.is_words { lacking.min(column.width.saturating_sub(1)) } else { 0 };
            column.width -= much;
            lacking -= much;
        }
        self
    }

    fn column(&self, place: usize) -> &Column {
        &self.columns[self.kept[place]]
    }

    fn needed(&self) -> usize {
        let widths: usize = (0..self.kept.len()).map(|place| self.column(place).least()).sum();
        widths + Self::GAP * self.kept.len().saturating_sub(1)
    }

    /// Returns the table in another format.
    #[must_use]
    pub fn with_look(self, look: Look) -> Self {
        Self { look, ..self }
    }

    /// Returns the heads of columns that have content but are left out because the width is too small.
    pub fn left_out(&self) -> Vec<&str> {
        self.left_out.iter().map(|&index| self.columns[index].head.as_str()).collect()
    }

    /// Returns the line of heads, and in Markdown the rule below it.
    pub fn head(&self) -> String {
        let bold = |head: &str| TableCell { text: head.to_owned(), style: Style::new().bold() };
        let heads: Vec<TableCell> = self.columns.iter().map(|column| bold(&column.head)).collect();
        let mut text = self.line(&heads);
        if self.look == Look::Markdown {
            let rules: Vec<String> = self.kept.iter().map(|&index| self.columns[index].rule()).collect();
            text += &format!("| {} |\n", rules.join(" | "));
        }
        text
    }

    /// Returns the line of a row; `cells` has a cell for each column, shown or not.
    pub fn line(&self, cells: &[TableCell]) -> String {
        let kept = self.kept.iter().filter_map(|&index| Some((&self.columns[index], cells.get(index)?)));
        let is_styled = self.look == Look::Text;
        let cells: Vec<String> = kept.map(|(column, cell)| column.aligned(cell, is_styled)).collect();
        match self.look {
            Look::Text => cells.join(&" ".repeat(Self::GAP)).trim_end().to_owned() + "\n",
            Look::Markdown => format!("| {} |\n", cells.join(" | ")),
        }
    }
}

/// Returns a text as lines that begin with `indent`, at most `width` columns wide.
pub(crate) fn indented(text: &str, indent: &str, width: Option<usize>) -> String {
    let lines = wrapped(text, width.map(|width| width.saturating_sub(indent.len())));
    lines.lines().map(|line| format!("{indent}{line}\n")).collect()
}

/// Returns the text in lines of at most `width` columns that end in line feeds; a longer word has a line of its own.
pub fn wrapped(text: &str, width: Option<usize>) -> String {
    let width = width.unwrap_or(usize::MAX);
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.width() + 1 + word.width() > width {
            lines += &std::mem::take(&mut line);
            lines.push('\n');
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines + &line + "\n"
}

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
        Self { head: head.to_owned(), is_words: false, rank, width: head.width(), least: None }
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

    fn measure(&mut self, cell: &TableCell) {
        self.width = self.width.max(cell.text.width());
    }

    fn least(&self) -> usize {
        self.least.map_or(self.width, |least| least.min(self.width))
    }

    fn rule(&self) -> String {
        if self.is_words { "-".repeat(self.width) } else { "-".repeat(self.width.saturating_sub(1)) + ":" }
    }

    /// Returns a cell padded to the width of the column, with its style if `is_styled`.
    fn aligned(&self, cell: &TableCell, is_styled: bool) -> String {
        let text = if self.is_words { cut_to(&cell.text, self.width) } else { cell.text.clone() };
        let blanks = " ".repeat(self.width.saturating_sub(text.width()));
        let is_painted = is_styled && !text.is_empty();
        let text = if is_painted { TableCell { text, style: cell.style }.painted() } else { text };
        if self.is_words { text + &blanks } else { blanks + &text }
    }
}

/// Cell of a table: a text and its style, which streams for plain text drop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableCell {
    text: String,
    style: Style,
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

    /// Returns a cell in the colour of an answer: green if good, yellow if a limit was met, red if something is wrong.
    pub fn of_answer(text: impl Display, answer: Answer) -> Self {
        let cell = Self::plain(text);
        match answer {
            Answer::Solved => cell.good(),
            Answer::Unsolvable => cell.coloured(AnsiColor::Cyan),
            Answer::Invalid | Answer::InternalError => cell.bad(),
            _ => cell.doubtful(),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Vec<TableCell>> {
        let row = |level: &str, title: &str, nodes: &str, seconds: &str| {
            [level, title, nodes, seconds].into_iter().map(TableCell::plain).collect()
        };
        vec![row("1", "Easy", "12,345", "0.12"), row("2", "A rather long title of a level", "1", "10.00")]
    }

    fn text(width: Option<usize>) -> String {
        let columns = vec![
            Column::figure("level", 0),
            Column::words("title", 0).cut_to(8),
            Column::figure("nodes", 2),
            Column::figure("seconds", 1),
        ];
        let text = Table::text(columns, &rows(), width);
        anstyle_free(&text)
    }

    fn anstyle_free(text: &str) -> String {
        let mut plain = String::new();
        for (place, part) in text.split('\x1b').enumerate() {
            plain += if place == 0 { part } else { part.split_once('m').map_or("", |(_, rest)| rest) };
        }
        plain
    }

    #[test]
    fn words_are_cut_first_then_columns_go_by_their_rank() {
        assert!(text(Some(40)).contains("2  A rather long t…       1    10.00"), "{}", text(Some(40)));
        assert_eq!(text(Some(24)).lines().next(), Some("level  title     seconds"));
        assert_eq!(text(Some(15)).lines().nth(2), Some("    2  A rathe…"));
    }

    #[test]
    fn wide_letters_count_twice() {
        assert_eq!(
            (cut_to("倉庫番の本", 6), cut_to("ab", 2), cut_to("abc", 2)),
            ("倉庫…".into(), "ab".into(), "a…".into())
        );
        assert_eq!((cut_to("abc", 1), cut_to("abc", 0)), ("…".into(), String::new()));
    }
}
