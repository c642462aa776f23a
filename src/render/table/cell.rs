//! Cells of tables: a text and its colour.

use crate::run::{Answer, safe};
use anstyle::{AnsiColor, Style};
use std::fmt::Display;

/// Cell of a table: a text and its style, which streams for plain text drop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableCell {
    pub(super) text: String,
    pub(super) style: Style,
}

impl TableCell {
    /// Returns a cell without colour, in one line and with control characters escaped.
    pub fn plain(text: impl Display) -> Self {
        Self { text: safe(&text.to_string()).into_owned(), style: Style::new() }
    }

    /// Returns the number of heap bytes of the cell.
    pub fn bytes(&self) -> usize {
        self.text.capacity()
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
