//! Trials as a table of text or Markdown, written row by row.
//!
//! Column widths follow from the names and from the largest figures possible, so each line can be written before the
//! next is known.

use super::{Standing, Trial};
use indicatif::{BinaryBytes, HumanCount};

/// The look of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Columns aligned by blanks.
    Text,
    /// Columns separated by bars.
    Markdown,
}

/// The columns: their heads, widths, and whether they hold words.
#[derive(Clone, Debug)]
struct Columns {
    look: Look,
    columns: Vec<(&'static str, usize, bool)>,
}

impl Columns {
    fn line(&self, cells: &[String]) -> String {
        let cell = |(&(_, width, is_word), cell): (&(&str, usize, bool), &String)| {
            if is_word { format!("{cell:width$}") } else { format!("{cell:>width$}") }
        };
        let cells: Vec<String> = self.columns.iter().zip(cells).map(cell).collect();
        match self.look {
            Look::Text => cells.join("  ").trim_end().to_owned() + "\n",
            Look::Markdown => format!("| {} |\n", cells.join(" | ")),
        }
    }

    fn head(&self) -> String {
        let heads: Vec<String> = self.columns.iter().map(|(head, ..)| (*head).to_owned()).collect();
        let mut text = self.line(&heads);
        if self.look == Look::Markdown {
            let rule = |&(_, width, is_word): &(&str, usize, bool)| {
                if is_word { "-".repeat(width) } else { "-".repeat(width - 1) + ":" }
            };
            let rules: Vec<String> = self.columns.iter().map(rule).collect();
            text += &format!("| {} |\n", rules.join(" | "));
        }
        text
    }
}

/// The table so far.
#[derive(Clone, Debug)]
pub struct Sheet {
    rows: Columns,
    standings: Columns,
    /// The file of the last row.
    file: Option<String>,
}

impl Sheet {
    /// Starts a table of these strategies.
    pub fn new<'n>(look: Look, strategies: impl Iterator<Item = &'n str>) -> Self {
        let width = strategies.map(|name| name.chars().count()).max().unwrap_or(0).max("strategy".len());
        let rows = vec![
            ("level", 5, false),
            ("strategy", width, true),
            ("answer", 12, true),
            ("expanded", 10, false),
            ("generated", 11, false),
            ("kept", 10, false),
            ("branching", 9, false),
            ("depth", 6, false),
            ("pushes", 6, false),
            ("moves", 6, false),
            ("memory", 10, false),
            ("seconds", 8, false),
        ];
        let standings = vec![
            ("strategy", width, true),
            ("solved", 6, false),
            ("unsolvable", 10, false),
            ("unsolved", 8, false),
            ("expanded", 12, false),
            ("generated", 13, false),
            ("pushes", 8, false),
            ("moves", 8, false),
            ("memory", 10, false),
            ("seconds", 8, false),
        ];
        let (rows, standings) = (Columns { look, columns: rows }, Columns { look, columns: standings });
        Self { rows, standings, file: None }
    }

    /// Returns the next row, with the name of its file and the heads above it where a file begins.
    pub fn row(&mut self, trial: &Trial) -> String {
        let mut text = String::new();
        if self.file.as_ref() != Some(&trial.file) {
            let gap = if self.file.is_some() { "\n" } else { "" };
            text += &match self.rows.look {
                Look::Text => format!("{gap}{}\n", trial.file),
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
            trial.level.to_string(),
            trial.strategy.clone(),
            trial.answer.word().to_owned(),
            HumanCount(trial.expanded).to_string(),
            HumanCount(trial.generated).to_string(),
            HumanCount(trial.kept).to_string(),
            branching,
            trial.depth.to_string(),
            maybe(trial.pushes),
            maybe(trial.moves),
            BinaryBytes(trial.peak_bytes).to_string(),
            format!("{:.3}", trial.seconds),
        ])
    }

    /// Returns the sums of each strategy, where there is more than one level.
    pub fn end(&self, trials: &[Trial]) -> String {
        let standings = Standing::of(trials);
        if standings.iter().all(|standing| standing.levels < 2) {
            return String::new();
        }
        let head = match self.standings.look {
            Look::Text => "\nall levels\n",
            Look::Markdown => "\n### All levels\n\n",
        };
        let line = |s: &Standing| {
            self.standings.line(&[
                s.strategy.clone(),
                s.solved.to_string(),
                s.unsolvable.to_string(),
                (s.levels - s.solved - s.unsolvable).to_string(),
                HumanCount(s.expanded).to_string(),
                HumanCount(s.generated).to_string(),
                HumanCount(s.pushes as u64).to_string(),
                HumanCount(s.moves as u64).to_string(),
                BinaryBytes(s.peak_bytes).to_string(),
                format!("{:.2}", s.seconds),
            ])
        };
        head.to_owned() + &self.standings.head() + &standings.iter().map(line).collect::<String>()
    }
}
