//! Tables of the rows of several runs, in text or Markdown, written row by row. Column widths are computed from the
//! names and the largest possible figures, so that each line can be written before the next is known.

use super::{Group, Row, table};
use crate::render::{Column, Look, Table, TableCell, cut_to};
use indicatif::{BinaryBytes, HumanCount};

/// Width in columns to which strategy names are cut before columns are left out: the longest name without settings.
const STRATEGY: usize = 17;

/// Table of the rows of several runs, written row by row.
#[derive(Clone, Debug)]
pub struct Sheet {
    look: Look,
    width: Option<usize>,
    rows: Table,
    /// Name of the file of the last row.
    file: Option<String>,
}

impl Sheet {
    /// Creates a table for these strategies, at most `width` columns wide if possible.
    pub fn new<'n>(look: Look, strategies: impl Iterator<Item = &'n str>, width: Option<usize>) -> Self {
        let longest = strategies.map(|name| name.chars().count()).max().unwrap_or(0);
        let figure = |head, width, rank| Column::figure(head, rank).at_least(width);
        let rows = vec![
            figure("level", 5, 0),
            Column::words("strategy", 0).at_least(longest).cut_to(STRATEGY),
            Column::words("answer", 0).at_least(12),
            figure("expanded", 10, 2),
            figure("generated", 11, 6),
            figure("kept", 10, 8),
            figure("branching", 9, 10),
            figure("depth", 6, 9),
            figure("pushes", 6, 3),
            figure("moves", 6, 4),
            figure("memory", 10, 7),
            figure("seconds", 8, 1),
        ];
        Self { look, width, rows: Table::new(look, rows, width), file: None }
    }

    /// Returns the line of the next row; for the first row of a file, below the name of the file and the column heads.
    pub fn row(&mut self, row: &Row) -> String {
        let mut text = String::new();
        if self.file.as_ref() != Some(&row.file) {
            let gap = if self.file.is_some() { "\n" } else { "" };
            text += &match self.look {
                Look::Text => format!("{gap}{}\n", cut_to(&row.file, self.width.unwrap_or(usize::MAX))),
                Look::Markdown => format!("{gap}### {}\n\n", row.file),
            };
            text += &self.rows.head();
            self.file = Some(row.file.clone());
        }
        let (search, body) = (&row.search, &row.body);
        let maybe = |figure: Option<usize>| figure.map_or_else(|| "-".to_owned(), |figure| figure.to_string());
        let branching = if search.generated == 0 {
            "-".to_owned()
        } else {
            format!("{:.1}/{}", search.branching, search.largest_branching)
        };
        text + &self.rows.line(&[
            TableCell::plain(row.level),
            TableCell::plain(row.run.as_deref().unwrap_or_default()),
            TableCell::answer(body.answer),
            TableCell::plain(HumanCount(search.expanded)),
            TableCell::plain(HumanCount(search.generated)),
            TableCell::plain(HumanCount(search.kept)),
            TableCell::plain(branching),
            TableCell::plain(search.depth),
            TableCell::plain(maybe(body.pushes)),
            TableCell::plain(maybe(body.moves)),
            TableCell::plain(BinaryBytes(body.peak_bytes)),
            TableCell::plain(format!("{:.3}", body.seconds)),
        ])
    }

    /// Returns a table of the sums of each run; empty if no run has more than one level.
    pub fn end(&self, rows: &[Row]) -> String {
        let groups = Group::by_run(rows, false);
        if groups.iter().all(|group| group.figures.tally.levels < 2) {
            return String::new();
        }
        let head = match self.look {
            Look::Text => "\nall levels\n",
            Look::Markdown => "\n### All levels\n\n",
        };
        head.to_owned() + &table(&groups, self.look, self.width)
    }
}
