//! Trials as a table of text or Markdown, written row by row.
//!
//! Column widths follow from the names and from the largest figures possible, so each line can be written before the
//! next is known.

use super::{Standing, Trial};
use crate::render::{Column, Look, Table, TableCell, cut_to};
use indicatif::{BinaryBytes, HumanCount};

/// The width down to which names of strategies are cut before columns are left out: it holds the names of all
/// strategies without their settings.
const STRATEGY: usize = 17;

/// The table so far.
#[derive(Clone, Debug)]
pub struct Sheet {
    look: Look,
    width: Option<usize>,
    rows: Table,
    standings: Table,
    /// The file of the last row.
    file: Option<String>,
}

impl Sheet {
    /// Starts a table of these strategies, at most `width` columns wide where that is possible.
    pub fn new<'n>(look: Look, strategies: impl Iterator<Item = &'n str>, width: Option<usize>) -> Self {
        let longest = strategies.map(|name| name.chars().count()).max().unwrap_or(0);
        let strategy = || Column::words("strategy", 0).at_least(longest).cut_to(STRATEGY);
        let figure = |head, width, rank| Column::figure(head, rank).at_least(width);
        let rows = vec![
            figure("level", 5, 0),
            strategy(),
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
        let standings = vec![
            strategy(),
            figure("solved", 6, 0),
            figure("unsolvable", 10, 3),
            figure("unsolved", 8, 2),
            figure("expanded", 12, 4),
            figure("generated", 13, 8),
            figure("pushes", 8, 5),
            figure("moves", 8, 6),
            figure("memory", 10, 7),
            figure("seconds", 8, 1),
        ];
        let [rows, standings] = [rows, standings].map(|columns| Table::new(look, columns, width));
        Self { look, width, rows, standings, file: None }
    }

    /// Returns the next row, with the name of its file and the heads above it where a file begins.
    pub fn row(&mut self, trial: &Trial) -> String {
        let mut text = String::new();
        if self.file.as_ref() != Some(&trial.file) {
            let gap = if self.file.is_some() { "\n" } else { "" };
            text += &match self.look {
                Look::Text => format!("{gap}{}\n", cut_to(&trial.file, self.width.unwrap_or(usize::MAX))),
                Look::Markdown => format!("{gap}### {}\n\n", trial.file),
            };
            text += &self.rows.head();
            self.file = Some(trial.file.clone());
        }
        let maybe = |figure: Option<usize>| figure.map_or_else(|| "-".to_owned(), |figure| figure.to_string());
        let branching = if trial.generated == 0 {
            "-".to_owned()
        } else {
            format!("{:.1}/{}", trial.branching, trial.largest_branching)
        };
        text + &self.rows.line(&[
            TableCell::plain(trial.level),
            TableCell::plain(&trial.strategy),
            TableCell::answer(trial.answer),
            TableCell::plain(HumanCount(trial.expanded)),
            TableCell::plain(HumanCount(trial.generated)),
            TableCell::plain(HumanCount(trial.kept)),
            TableCell::plain(branching),
            TableCell::plain(trial.depth),
            TableCell::plain(maybe(trial.pushes)),
            TableCell::plain(maybe(trial.moves)),
            TableCell::plain(BinaryBytes(trial.peak_bytes)),
            TableCell::plain(format!("{:.3}", trial.seconds)),
        ])
    }

    /// Returns the sums of each strategy, where there is more than one level.
    pub fn end(&self, trials: &[Trial]) -> String {
        let standings = Standing::of(trials);
        if standings.iter().all(|standing| standing.levels < 2) {
            return String::new();
        }
        let head = match self.look {
            Look::Text => "\nall levels\n",
            Look::Markdown => "\n### All levels\n\n",
        };
        let line = |s: &Standing| {
            self.standings.line(&[
                TableCell::plain(&s.strategy),
                TableCell::plain(s.solved),
                TableCell::plain(s.unsolvable),
                TableCell::plain(s.levels - s.solved - s.unsolvable),
                TableCell::plain(HumanCount(s.expanded)),
                TableCell::plain(HumanCount(s.generated)),
                TableCell::plain(HumanCount(s.pushes as u64)),
                TableCell::plain(HumanCount(s.moves as u64)),
                TableCell::plain(BinaryBytes(s.peak_bytes)),
                TableCell::plain(format!("{:.2}", s.seconds)),
            ])
        };
        head.to_owned() + &self.standings.head() + &standings.iter().map(line).collect::<String>()
    }
}
