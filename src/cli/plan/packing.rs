//! `sokoplan plan --packing`
//!
//! A level comes in; out goes the order in which its goals can be filled, worked out from the back. Nothing is searched
//! forwards, and nothing is carried out.

use super::{Args, Format};
use crate::cli::select::Picked;
use crate::cli::{Exit, Failure, message, row};
use crate::level::Level;
use crate::maze::Maze;
use crate::packing::{PackingOrder, Sink};
use crate::render::PackingView;
use crate::run::{Meter, StopFlag};
use serde::Serialize;
use std::io::Write;

#[derive(Default, Serialize)]
struct Summary {
    levels: usize,
    ordered: usize,
    interrupted: bool,
}

/// Takes the levels one by one.
pub(super) fn run(args: &Args, levels: &[(&Picked, &Level)], stop: &StopFlag) -> Result<Exit, Failure> {
    let format = args.output.format();
    if matches!(format, Format::Dot | Format::Pddl) {
        return Err(Failure::say("--packing has no such format: expected text, json or svg"));
    }
    let cutter = args.areas.cutter()?;
    let mut out = args.output.open()?;
    let (mut exit, mut summary) = (Exit::Done, Summary::default());
    for (picked, level) in levels.iter().take_while(|_| !stop.is_raised()) {
        let mut meter = Meter::new(args.budget.limits(), stop.clone());
        summary.levels += 1;
        let found = Maze::new(&level.board, &mut meter)
            .and_then(|maze| Ok((PackingOrder::new(&maze, &level.start, &mut meter)?, maze)));
        let (order, maze) = match found {
            Ok(found) => found,
            Err(stop) => {
                message::error(&format!("{}: level {}: {stop}", picked.file, picked.entry.number));
                exit = exit.and(Exit::No);
                continue;
            }
        };
        let areas = cutter.areas(&level.board);
        let view = PackingView::new(level, &areas, &order);
        match format {
            Format::Json => row::level(&mut out, &picked.file, picked.entry.number, view.row())?,
            Format::Svg => out.write_all(view.svg(cutter.by, maze.distances.dead_squares()).as_bytes())?,
            Format::Text | Format::Dot | Format::Pddl => {
                let blank = if summary.levels > 1 { "\n" } else { "" };
                write!(out, "{blank}{}\n{}", picked.heading(), view.text())?;
            }
        }
        out.flush()?;
        summary.ordered += usize::from(order.sink != Sink::None);
        exit = exit.and(Exit::from(order.sink != Sink::None));
    }
    summary.interrupted = stop.is_raised();
    if args.output.is_json() {
        row::summary(&mut out, &summary)?;
    }
    out.close()?;
    Ok(exit.and(if summary.interrupted { Exit::Interrupted } else { Exit::Done }))
}
