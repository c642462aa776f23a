//! Distinct room events as a table, with the pictures of the areas below the table.

use super::json::{boxes, kind, squares};
use super::picture;
use crate::abstraction::{EventForm, Label, RoomForm};
use crate::render::{Column, Table, TableCell};
use crate::steps::MetEvent;
use itertools::Itertools;

/// Number of columns for pictures where the caller gives no width.
const WIDTH: usize = 100;
/// Number of blank columns between two pictures.
const GAP: usize = 4;

/// Returns a table of events, numbered from 1, and below it for each event a picture of the area before it and one
/// after the first outcome.
pub fn events_text(events: &[(&EventForm, &MetEvent)], width: Option<usize>) -> String {
    let columns = vec![
        Column::figure("event", 0),
        Column::figure("met", 0),
        Column::figure("levels", 0),
        Column::words("kind", 0),
        Column::words("label", 0),
        Column::figure("outcomes", 1),
        Column::figure("squares", 2),
        Column::figure("boxes", 3),
    ];
    let row = |(number, &(form, event)): (usize, &(&EventForm, &MetEvent))| {
        let cells: [String; 8] = [
            number.to_string(),
            event.met.to_string(),
            event.levels.to_string(),
            kind(form).to_owned(),
            event.outcomes.label.map_or("", Label::word).to_owned(),
            event.outcomes.outcomes.len().to_string(),
            squares(&form.before).to_string(),
            boxes(&form.before).len().to_string(),
        ];
        cells.map(TableCell::plain).to_vec()
    };
    let rows: Vec<_> = (1..).zip(events).map(row).collect();
    Table::text(columns, &rows, width) + &pictures(events, width.unwrap_or(WIDTH))
}

/// Returns the numbered pictures of all events, side by side where they fit into `width` columns.
fn pictures(events: &[(&EventForm, &MetEvent)], width: usize) -> String {
    let numbered = |(number, (form, event)): (usize, &(&EventForm, &MetEvent))| {
        let after = event.outcomes.outcomes.first().map(|outcome| framed(&outcome.after));
        let beside = |(at, row): (usize, String)| match after.as_ref().and_then(|after| after.get(at)) {
            Some(after) => format!("{row}  {after}"),
            None => row,
        };
        let rows = framed(&form.before).into_iter().enumerate().map(beside);
        std::iter::once(format!("{number}:")).chain(rows).collect::<Vec<String>>()
    };
    let mut bands: Vec<(usize, Vec<Vec<String>>)> = Vec::new();
    for lines in (1..).zip(events).map(numbered) {
        let wide = lines.iter().map(String::len).max().unwrap_or(0) + GAP;
        match bands.last_mut() {
            Some((used, band)) if *used + wide <= width => {
                *used += wide;
                band.push(lines);
            }
            _ => bands.push((wide, vec![lines])),
        }
    }
    bands.iter().map(|(_, band)| format!("\n{}", beside(band))).collect()
}

/// Returns pictures side by side, as lines.
fn beside(pictures: &[Vec<String>]) -> String {
    let wide = |lines: &Vec<String>| lines.iter().map(String::len).max().unwrap_or(0) + GAP;
    let line = |at: usize| {
        let of = |lines: &Vec<String>| {
            let line = lines.get(at).map_or("", String::as_str);
            format!("{line:width$}", width = wide(lines))
        };
        pictures.iter().map(of).join("").trim_end().to_owned() + "\n"
    };
    (0..pictures.iter().map(Vec::len).max().unwrap_or(0)).map(line).collect()
}

/// Returns the rows of the picture of an area with walls around it.
fn framed(form: &RoomForm) -> Vec<String> {
    let wall = || std::iter::once("#".repeat(form.width() + 2));
    wall().chain(picture(form).into_iter().map(|row| format!("#{row}#"))).chain(wall()).collect()
}
