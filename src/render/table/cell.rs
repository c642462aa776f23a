//! A cell of a table: a text and its colour.

use crate::run::{Answer, safe};
use anstyle::{AnsiColor, Style};
use std::fmt::Display;

/// A text and its style. Streams for plain text drop styles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableCell {
    pub(super) text: String,
    pub(super) style: Style,
}

impl TableCell {
    /// Returns a cell without colour, in one line and safe to show.
    pub fn plain(text: impl Display) -> Self {
        Self { text: safe(&text.to_string()).into_owned(), style: Style::new() }
    }

    /// Returns the bytes of its heap memory.
    pub fn bytes(&self) -> usize {
        self.text.capacity()
    }

    /// Returns a text in the colour of an answer: green where it is final and good, yellow where a limit was met, red where
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

    /// Returns the cell of an answer.
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

    /// Returns the text with its colour, for lines that are no tables.
    pub fn painted(&self) -> String {
        let Self { text, style } = self;
        format!("{style}{text}{style:#}")
    }

    fn coloured(self, colour: AnsiColor) -> Self {
        Self { style: Style::new().fg_color(Some(colour.into())), ..self }
    }
}
