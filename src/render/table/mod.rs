//! Tables of text that fit the width of a terminal: each column has one width in all lines. If the columns do not fit, columns of
//! the highest rank are left out, and columns of words are cut with `…`; a number is never cut, and no line is wrapped. Without a
//! width all columns are written whole.
//!
//! ```text
//!   level  answer     expanded  seconds       width 40
//!   level  answer     seconds                 width 24: `expanded` had the higher rank
//! ```

mod column;

pub use column::{Column, TableCell, cut_to};
use unicode_width::UnicodeWidthStr;

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
        let kept = (0..columns.len()).filter(|index| columns[*index].rank() == 0 || is_used(index)).collect();
        Self { look: Look::Text, columns, kept, left_out: Vec::new() }.fitted(width)
    }

    /// Creates a table with columns of known widths that also hold the first cells of these rows whole, for rows that are not
    /// known yet.
    pub fn holding(mut columns: Vec<Column>, rows: &[Vec<TableCell>], width: Option<usize>) -> Self {
        rows.iter().for_each(|row| columns.iter_mut().zip(row).for_each(|(column, cell)| column.measure(cell)));
        let kept = (0..columns.len()).collect();
        Self { look: Look::Text, columns, kept, left_out: Vec::new() }.fitted(width)
    }

    /// Leaves out columns until the remaining columns fit, then gives the remaining width to columns of words.
    fn fitted(mut self, width: Option<usize>) -> Self {
        let Some(width) = width else { return self };
        while self.needed(Column::least) > width {
            let highest = (0..self.kept.len()).max_by_key(|&place| self.column(place).rank());
            match highest.filter(|&place| self.column(place).rank() > 0) {
                Some(place) => self.left_out.push(self.kept.remove(place)),
                None => break,
            }
        }
        self.left_out.sort_unstable();
        let mut spare = width.saturating_sub(self.needed(Column::least));
        let mut lacking = self.needed(Column::least).saturating_sub(width);
        for &index in &self.kept {
            let column = &mut self.columns[index];
            let wanted = column.least() + spare;
            spare -= column.widen_to(wanted);
            lacking -= column.narrow_by(lacking);
        }
        self
    }

    fn column(&self, place: usize) -> &Column {
        &self.columns[self.kept[place]]
    }

    fn needed(&self, width: impl Fn(&Column) -> usize) -> usize {
        let widths: usize = (0..self.kept.len()).map(|place| width(self.column(place))).sum();
        widths + Self::GAP * self.kept.len().saturating_sub(1)
    }

    /// Returns the table in another format.
    #[must_use]
    pub fn with_look(self, look: Look) -> Self {
        Self { look, ..self }
    }

    /// Returns the heads of the columns that are written.
    pub fn heads(&self) -> Vec<&str> {
        self.kept.iter().map(|&index| self.columns[index].head()).collect()
    }

    /// Returns the heads of columns that have content but are left out because the width is too small.
    pub fn left_out(&self) -> Vec<&str> {
        self.left_out.iter().map(|&index| self.columns[index].head()).collect()
    }

    /// Returns the line of heads, and in Markdown the rule below it.
    pub fn head(&self) -> String {
        let heads: Vec<TableCell> = self.columns.iter().map(|column| TableCell::head(column.head())).collect();
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
        match self.look {
            Look::Text => {
                let cells: Vec<String> = kept.map(|(column, cell)| column.aligned(cell, true)).collect();
                cells.join(&" ".repeat(Self::GAP)).trim_end().to_owned() + "\n"
            }
            Look::Markdown => {
                let cells: Vec<String> = kept.map(|(column, cell)| column.aligned(cell, false)).collect();
                format!("| {} |\n", cells.join(" | "))
            }
        }
    }
}

/// Returns a text as lines that begin with `indent`, at most `width` columns wide.
pub(crate) fn indented(text: &str, indent: &str, width: Option<usize>) -> String {
    let lines = wrapped(text, width.map(|width| width.saturating_sub(indent.len())));
    lines.lines().map(|line| format!("{indent}{line}\n")).collect()
}

/// Returns the text in lines of at most `width` columns that end in line feeds, broken between words; a longer word has
/// a line of its own.
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
