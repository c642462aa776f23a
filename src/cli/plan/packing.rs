//! `sokoplan plan --packing`
//!
//! Shows two orders in which the goals of a level can be filled, both computed backwards, and where they differ. Nothing
//! is searched forwards or realised.

use super::{Args, Format};
use crate::cli::row::{self, Unanswered};
use crate::cli::select::Picked;
use crate::cli::{ExitStatus, Failure};
use crate::maze::Maze;
use crate::packing::{Order, PackingOrder, Sink};
use crate::render::PackingComparison;
use crate::run::{Meter, StopFlag};
use serde::Serialize;
use std::io::Write;

#[derive(Default, Serialize)]
struct Summary {
    levels: usize,
    ordered: usize,
    interrupted: bool,
}

/// Shows the levels one by one.
pub(super) fn run(args: &Args, entries: &[Picked], stop: &StopFlag) -> Result<ExitStatus, Failure> {
    let format = args.output.format();
    if matches!(format, Format::Dot | Format::Pddl) {
        return Err(Failure::message("--packing has no such format: expected text, json, svg or png"));
    }
    let cutter = args.areas.cutter()?;
    let mut out = args.output.open_within(args.budget.limits())?;
    let (mut exit, mut summary) = (ExitStatus::Done, Summary::default());
    for picked in entries.iter().take_while(|_| !stop.is_raised()) {
        let Ok(level) = &picked.entry.body else {
            exit = exit.and(row::fault(args.output.is_json().then_some(&mut out), picked)?);
            continue;
        };
        let mut meter = Meter::new(args.budget.limits(), stop.clone());
        summary.levels += 1;
        let found = Maze::new(&level.board, &mut meter).and_then(|maze| {
            let mut order = |order| PackingOrder::new(&maze, &level.start, order, &mut meter);
            let (any, backward) = (order(Order::Any)?, order(Order::Backward)?);
            Ok((any, backward, maze, cutter.areas(&level.board, &meter)?))
        });
        let (any, backward, maze, areas) = match found {
            Ok(found) => found,
            Err(stop) => {
                let rows = args.output.is_json().then_some(&mut out);
                exit = exit.and(Unanswered::from(stop).report(rows, picked)?);
                continue;
            }
        };
        let view = PackingComparison::new(level, &areas, &any, &backward);
        match format {
            Format::Json => row::level(&mut out, &picked.file, picked.entry.number, view.row())?,
            Format::Svg | Format::Png => {
                out.write_all(view.svg(cutter.by, maze.distances.dead_squares()).as_bytes())?
            }
            Format::Text | Format::Dot | Format::Pddl => {
                let blank = if summary.levels > 1 { "\n" } else { "" };
                write!(out, "{blank}{}\n{}", picked.heading(), view.text())?;
            }
        }
        out.flush()?;
        let is_ordered = any.sink != Sink::None || backward.sink != Sink::None;
        summary.ordered += usize::from(is_ordered);
        exit = exit.and(ExitStatus::from(is_ordered));
    }
    summary.interrupted = stop.is_raised();
    if args.output.is_json() {
        row::summary(&mut out, &summary)?;
    }
    out.close()?;
    Ok(exit.and(if summary.interrupted { ExitStatus::Interrupted } else { ExitStatus::Done }))
}
