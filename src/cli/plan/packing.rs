//! The option `plan --packing`: shows two orders in which the goals of a level can be filled, both computed backwards,
//! and their first difference. No step is searched forwards or realised.

use super::{Format, PlanArgs};
use crate::cli::driver::Driver;
use crate::cli::output::Output;
use crate::cli::select::{Picked, Selection};
use crate::cli::{ExitStatus, Failure, row};
use crate::level::Level;
use crate::maze::Maze;
use crate::packing::{Order, PackingOrder, Sink};
use crate::render::PackingComparison;
use crate::run::Meter;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;

pub(super) fn run(args: &PlanArgs, selection: &Selection, driver: &Driver) -> Result<ExitStatus, Failure> {
    let format = args.output.format;
    if format == Format::Dot {
        return Err(Failure::message("--packing has no such format: expected text, json or svg"));
    }
    let cutter = args.areas.cutter()?;
    let mut out = args.output.open()?;
    let (mut ordered, mut is_first) = (0, true);
    let work = |picked: &Picked, level: &Level| {
        let mut meter = Meter::new(args.limits.limits(), driver.stop.clone());
        let maze = Maze::new(&level.board, &mut meter)?;
        let mut order = |order| PackingOrder::new(&maze, &level.start, order, &mut meter);
        let (any, backward) = (order(Order::Any)?, order(Order::Backward)?);
        let areas = cutter.areas(&level.board, &meter)?;
        let view = PackingComparison::new(level, &areas, &any, &backward);
        let shown = match format {
            Format::Json => row::bytes(picked, view.row())?,
            Format::Svg => args.skin.dress(view.svg(cutter.by, maze.distances.dead_squares())).into_bytes(),
            Format::Text | Format::Dot => format!("{}\n{}", picked.heading(), view.text()).into_bytes(),
        };
        Ok((shown, any.sink != Sink::None || backward.sink != Sink::None))
    };
    let done = |out: &mut Output, _: &Picked, (shown, is_ordered): (Vec<u8>, bool)| {
        if !std::mem::take(&mut is_first) && format == Format::Text {
            writeln!(out)?;
        }
        out.write_all(&shown)?;
        out.flush()?;
        ordered += usize::from(is_ordered);
        Ok(ExitStatus::from(is_ordered))
    };
    let ran = driver.rows(selection, &mut out, args.output.is_json(), work, done)?;
    ran.conclude(out, args.output.is_json(), Ordered { ordered })
}

/// Count of the last row.
#[derive(JsonSchema, Serialize)]
pub(in crate::cli) struct Ordered {
    /// Number of levels with a plan for all goals.
    ordered: usize,
}
