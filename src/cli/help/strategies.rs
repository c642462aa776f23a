//! The help topic `strategies`, with the lists of the registry.

use crate::render::wrapped;
use crate::solve::{Group, Strategy};
use std::fmt::Write;

/// Number of columns before the description of a strategy.
const INDENT: usize = 23;
/// Number of columns of a line.
const WIDTH: usize = 80;

/// Returns the text of the topic.
pub(super) fn text() -> String {
    let groups = rows(Group::ALL.into_iter().map(|group| (group.word(), group.says())));
    let of = |strategies: &mut dyn Iterator<Item = Strategy>| rows(strategies.map(|one| (one.word(), one.says())));
    let words: Vec<&str> = Strategy::of_default().map(Strategy::word).collect();
    include_str!("strategies.txt")
        .replace("{groups}\n", &groups)
        .replace("{pushes}\n", &of(&mut Strategy::pushes()))
        .replace("{plans}\n", &of(&mut Strategy::plans()))
        .replace("{textbooks}\n", &of(&mut Strategy::textbooks()))
        .replace("{left_out}\n", &row("strategies", 18, &words.join(", ")))
}

fn rows(entries: impl Iterator<Item = (&'static str, &'static str)>) -> String {
    entries.map(|(word, says)| row(word, INDENT, says)).collect()
}

/// Returns lines with a word, and beside it from column `indent` what it stands for.
pub(super) fn row(word: &str, indent: usize, says: &str) -> String {
    let mut text = String::new();
    let lines = wrapped(says, Some(WIDTH - indent));
    for (number, line) in lines.lines().enumerate() {
        let head = if number == 0 { word } else { "" };
        _ = writeln!(text, "  {head:width$}{line}", width = indent - 2);
    }
    text
}
