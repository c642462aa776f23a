//! The comparison of rungs as a table, and its witnesses as pictures.
//!
//! Writes text from the rows, the same bytes every time. Nothing is counted here.

use super::{Drawn, Ladder, LadderRow, Picture, SplitDrawn};
use crate::abstraction::{Label, Rung};
use crate::render::counted;
use itertools::Itertools;
use std::fmt::Write;

/// The most witnesses drawn of a kind. Not tuned: it keeps the text short.
const SHOWN: usize = 4;

/// Returns a line for each rung, and one for refinement if requested.
pub fn ladder_table(rows: &[LadderRow; 4], refined: Option<&LadderRow>) -> String {
    let mut text = format!(
        "{:8}{:>12}{:>11}{:>10}{:>10} {}{:>10}{:>10}{:>10}{:>15}{:>7}\n",
        "rung",
        "solved",
        "local",
        "expanded",
        "operators",
        Label::OF_OPERATORS.map(|label| format!("{:>14}", label.word())).join(""),
        "realised",
        "transfers",
        "outcome?",
        "applicability?",
        "splits",
    );
    let rungs = Rung::ALL.into_iter().map(Rung::word).zip(rows);
    for (rung, row) in rungs.chain(refined.map(|row| ("refined", row))) {
        let shares = row.labels.iter().take(Label::OF_OPERATORS.len());
        let labels = shares.map(|&count| format!("{:>14}", share(count, row.operators)));
        let open = |count: usize| share(count as u64, row.transfers as u64);
        _ = writeln!(
            text,
            "{:8}{:>12}{:>11}{:>10}{:>10} {}{:>10}{:>10}{:>10}{:>15}{:>7}",
            rung,
            format!("{}/{}", row.solved, row.levels),
            row.local_states,
            row.expanded,
            row.operators,
            labels.collect::<String>(),
            share(row.realised, row.proposed),
            row.transfers,
            open(row.outcome_uncertain),
            open(row.applicability_uncertain),
            row.splits,
        );
    }
    let cut = rows[0].counts_cut.max(rows[1].counts_cut);
    if cut > 0 {
        _ = writeln!(text, "a limit ended the count of what is uncertain early on {}", counted(cut, "level"));
    }
    text
}

fn share(count: u64, of: u64) -> String {
    if of == 0 { "-".to_owned() } else { format!("{:.1} %", 100.0 * count as f64 / of as f64) }
}

/// Returns the witnesses of uncertainty on the coarse rungs: two pictures side by side for each kind and border.
pub fn ladder_witnesses(ladder: &Ladder, names: &[String]) -> String {
    let mut text = String::new();
    for (rung, [outcome, applicability]) in [Rung::Counts, Rung::Exits].into_iter().zip(&ladder.witnesses) {
        let kinds = [
            (outcome, "one block, one transfer, two outcomes"),
            (applicability, "one block, where the left can do the transfer and the right cannot"),
        ];
        let shown = kinds.into_iter().flat_map(|(witnesses, what)| first_of_each(witnesses).map(move |w| (w, what)));
        for (drawn, what) in shown {
            let [area, to] = [drawn.area, drawn.to].map(|area| &names[area.index()]);
            let [left, right] = &drawn.pictures;
            _ = writeln!(text, "{}, a box from {area} to {to}: {what}", rung.word());
            _ = writeln!(text, "left {}, right {}", place(left), place(right));
            text += &side_by_side(left, right);
        }
    }
    for (number, split) in ladder.refined.iter().flat_map(|(_, splits)| splits).enumerate() {
        text += &split_text(number + 1, split, names);
    }
    text
}

/// Returns one witness for each border, at most [`SHOWN`].
fn first_of_each(witnesses: &[Drawn]) -> impl Iterator<Item = &Drawn> {
    witnesses.iter().unique_by(|drawn| (drawn.area, drawn.to)).take(SHOWN)
}

/// Returns a block that was split, with the states that prove that it was too coarse.
fn split_text(number: usize, split: &SplitDrawn, names: &[String]) -> String {
    let [area, to] = [split.area, split.to].map(|area| &names[area.index()]);
    let block = format!("{area} with {}", counted(split.boxes, "box"));
    let mut text = format!(
        "split {number}, of the block of {block}, since in position {} no box could go from {area} to {to}\n",
        split.position
    );
    match &split.can {
        Some(can) => {
            _ = writeln!(text, "left, where one can: {}; right, where none can: met in the level", place(can));
            text += &side_by_side(can, &split.cannot);
        }
        None => {
            text += "no state of the block was found in which one can\n";
            split.cannot.rows.lines().for_each(|line| _ = writeln!(text, "  {line}"));
        }
    }
    text
}

const fn place(picture: &Picture) -> &'static str {
    if picture.is_met { "met in the level" } else { "a state of the area by itself" }
}

fn side_by_side(left: &Picture, right: &Picture) -> String {
    left.rows.lines().zip(right.rows.lines()).map(|(left, right)| format!("  {left}    {right}\n")).collect()
}
