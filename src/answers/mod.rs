//! What does a page ask, and which row answers? A request has a name and a body; the answer is the row of the subcommand of that
//! name, or a [`Problem`]. The server and the module inside `sokoplan.html` both answer so, without threads of their own.

mod answer;
mod request;

use crate::run::Limits;
pub use answer::{ShelfRow, listed};
pub use request::{Kind, OnProgress, Problem, Work};

/// What a page can ask.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Name, the last part of its path on the server.
    pub name: &'static str,
    /// Content type of the body.
    pub content: &'static str,
    /// Maximum number of bytes of the body.
    pub most: usize,
    /// Whether it may take as long as the limits allow, rather than seconds.
    pub is_long: bool,
    /// Reads a body, under limits that its own can only narrow.
    pub read: fn(&[u8], Limits) -> Result<Work, Problem>,
}

impl Question {
    const fn new(name: &'static str, is_long: bool, read: fn(&[u8], Limits) -> Result<Work, Problem>) -> Self {
        // Enough for boards of a thousand by a thousand squares.
        Self { name, content: "application/json", most: 1 << 20, is_long, read }
    }

    /// Returns the question of a name.
    pub fn named(name: &str) -> Result<Self, Problem> {
        QUESTIONS.into_iter().find(|question| question.name == name).ok_or_else(|| Problem::not_found(name))
    }
}

/// All questions.
pub const QUESTIONS: [Question; 9] = [
    Question {
        content: "application/octet-stream",
        most: answer::MOST_OF_FILE,
        ..Question::new("levels", false, answer::read)
    },
    Question::new("solve", true, answer::solve),
    Question::new("improve", true, answer::improve),
    Question::new("rooms", false, answer::rooms),
    Question::new("plan", true, answer::plan),
    Question::new("layers", false, answer::layers),
    Question::new("prove", false, answer::prove),
    Question::new("verify", false, answer::verify),
    Question::new("convert", false, answer::convert),
];
