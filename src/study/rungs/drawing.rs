//! The comparison of rungs as a table, and its witnesses as pictures.

use super::{Drawn, Ladder, LadderRow, Picture, SplitDrawn};
use crate::abstraction::{Label, Rung};
use crate::render::{Column, Table, TableCell, counted, wrapped};
use itertools::Itertools;
use std::fmt::Write;

/// Maximum number of witnesses drawn of each kind, so that the text stays short.
const SHOWN: usize = 4;

/// Returns a line for each rung, and one for refinement if requested, at most `width` columns wide if possible.
pub fn ladder_table(rows: &[LadderRow; 4], refined: Option<&LadderRow>, width: Option<usize>) -> String {
    let rungs = Rung::ALL.into_iter().map(Rung::word).zip(rows).chain(refined.map(|row| ("refined", row)));
    let lines: Vec<Vec<TableCell>> = rungs.map(|(rung, row)| cells(rung, row)).collect();
    let mut text = Table::text(columns(), &lines, width);
    let cut = rows[0].counts_cut.max(rows[1].counts_cut);
    if cut > 0 {
        let note = format!("a limit ended the count of what is uncertain early on {}", counted(cut, "level"));
        text += &wrapped(&note, width);
    }
    text
}

fn columns() -> Vec<Column> {
    let labels = Label::OF_OPERATORS.iter().zip(3..).map(|(label, rank)| Column::figure(label.word(), rank));
    let mut columns = vec![
        Column::words("rung", 0),
        Column::figure("solved", 0),
        Column::figure("local", 11),
        Column::figure("expanded", 1),
        Column::figure("operators", 10),
    ];
    columns.extend(labels);
    columns.extend([
        Column::figure("realised", 2),
        Column::figure("transfers", 12),
        Column::figure("outcome?", 7),
        Column::figure("applicability?", 8),
        Column::figure("splits", 9),
    ]);
    columns
}

fn cells(rung: &str, row: &LadderRow) -> Vec<TableCell> {
    let open = |count: usize| share(count as u64, row.transfers as u64);
    let labels = Label::OF_OPERATORS.map(|label| share(row.labels.get(label), row.operators));
    let mut cells = vec![
        TableCell::plain(rung),
        TableCell::plain(format!("{}/{}", row.solved, row.levels)),
        TableCell::plain(row.local_states),
        TableCell::plain(row.expanded),
        TableCell::plain(row.operators),
    ];
    cells.extend(labels.map(TableCell::plain));
    cells.extend([
        TableCell::plain(share(row.realised, row.proposed)),
        TableCell::plain(row.transfers),
        TableCell::plain(open(row.outcome_uncertain)),
        TableCell::plain(open(row.applicability_uncertain)),
        TableCell::plain(row.splits),
    ]);
    cells
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

/// Returns the first picture of each border, at most [`SHOWN`] pictures.
fn first_of_each(witnesses: &[Drawn]) -> impl Iterator<Item = &Drawn> {
    witnesses.iter().unique_by(|drawn| (drawn.area, drawn.to)).take(SHOWN)
}

/// Returns a split block as text, with the states that prove the block too coarse.
fn split_text(number: usize, split: &SplitDrawn, names: &[String]) -> String {
    let [area, to] = [split.area, split.to].map(|area| &names[area.index()]);
    let block = format!("{area} with {}", counted(split.boxes, "box"));
    let mut text = format!(
        "split {number}, of the block of {block}, since in position {} no box could go from {area} to {to}\n",
        split.position
    );
    match &split.can {
        Some(can) => {
            _ = writeln!(
                text,
                "left, a state in which a box can: {}; right, the state met in the level, in which none can",
                place(can)
            );
            text += &side_by_side(can, &split.cannot);
        }
        None => {
            _ = writeln!(text, "no state of the block was found in which a box can go from {area} to {to}");
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
