//! The help topic `strategies`, with the lists of the registry.

use crate::render::wrapped;
use crate::solve::{Part, Strategy};
use itertools::Itertools;
use std::fmt::Write;

/// Number of columns before the description of a strategy.
const INDENT: usize = 23;
/// Number of columns of a line.
const WIDTH: usize = 80;

/// Returns the text of the topic.
pub(super) fn text() -> String {
    let groups = rows(Strategy::GROUPS.into_iter());
    let of = |strategies: &mut dyn Iterator<Item = Strategy>| rows(strategies.map(|one| (one.word(), one.says())));
    include_str!("strategies.txt")
        .replace("{groups}\n", &groups)
        .replace("{pushes}\n", &of(&mut Strategy::pushes()))
        .replace("{plans}\n", &of(&mut Strategy::plans()))
        .replace("{textbooks}\n", &of(&mut Strategy::textbooks()))
        .replace("{left_out}\n", &left_out())
}

/// Returns the words of `--leave-out`, by kind of part.
fn left_out() -> String {
    const KINDS: [&str; 5] = ["deadlock rules", "of lean", "of fess", "of events", "strategies"];
    let kind = |part: Part| match part {
        Part::Rule(_) | Part::PiCorral => KINDS[0],
        Part::Symmetry => KINDS[1],
        Part::Packing | Part::Hotspots | Part::OutOfPlan | Part::Adviser(_) => KINDS[2],
        Part::Fallback | Part::Labels => KINDS[3],
        Part::Strategy(_) => KINDS[4],
    };
    let words = Part::words();
    let of = |name: &str| words.iter().filter(|&&(_, part)| kind(part) == name).map(|&(word, _)| word).join(", ");
    KINDS.map(|name| row(name, 18, &of(name))).concat()
}

fn rows(entries: impl Iterator<Item = (&'static str, &'static str)>) -> String {
    entries.map(|(word, says)| row(word, INDENT, says)).collect()
}

/// Returns lines with a word and, beside it from column `indent`, the description `says`.
pub(super) fn row(word: &str, indent: usize, says: &str) -> String {
    let mut text = String::new();
    let lines = wrapped(says, Some(WIDTH - indent));
    for (number, line) in lines.lines().enumerate() {
        let head = if number == 0 { word } else { "" };
        _ = writeln!(text, "  {head:width$}{line}", width = indent - 2);
    }
    text
}
