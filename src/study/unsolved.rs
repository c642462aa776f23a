//! The unsolved levels of a run, by the reason why they are unsolved.

use super::Row;
use super::merge::ranges;
use crate::render::wrapped;
use crate::run::{Answer, safe};
use itertools::Itertools;

/// Reasons why levels are unsolved, with their words, in the order of the list.
const REASONS: [(Answer, &str); 7] = [
    (Answer::InternalError, "error of this program"),
    (Answer::Invalid, "no level"),
    (Answer::TimeLimit, "time ran out"),
    (Answer::NodeLimit, "nodes ran out"),
    (Answer::MemoryLimit, "memory ran out"),
    (Answer::GaveUp, "searches ended without an answer"),
    (Answer::Unsolvable, "no solution exists"),
];

/// Returns a line for each reason with its levels by file, wrapped at `width`; empty if all levels are solved.
pub fn unsolved(rows: &[Row], width: Option<usize>) -> String {
    let of = |answer: Answer| {
        let rows = rows.iter().filter(move |row| row.body.answer == answer);
        let files = rows.map(|row| (safe(&row.file).into_owned(), row.level)).into_group_map().into_iter().sorted();
        files.map(|(file, levels)| format!("{file} {}", ranges(&levels))).join("; ")
    };
    let lines = REASONS.map(|(answer, words)| (words, of(answer))).into_iter().filter(|(_, levels)| !levels.is_empty());
    lines.map(|(words, levels)| wrapped(&format!("not solved, {words}: {levels}"), width)).collect()
}
