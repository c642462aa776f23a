//! `sokoplan bench --ablate`

use super::bench::{Args, finished};
use super::output::Output;
use super::progress::Progress;
use super::solving::solve_all;
use super::width::width;
use super::{ExitStatus, Failure, message, row};
use crate::maze::RoomsBy;
use crate::solve::{Options, Part};
use crate::study::{Ablation, Rows};
use std::io::Write;
use std::str::FromStr;

/// What is left out.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ablated {
    Part(Part),
    /// Rooms: the areas are others.
    Rooms(RoomsBy),
}

impl Ablated {
    /// What stands for the rooms that are left out: the whole level as one area, and areas that are not rooms.
    pub(super) const CONTROLS: [Self; 2] = [Self::Rooms(RoomsBy::None), Self::Rooms(RoomsBy::Random(1))];

    fn words(self) -> String {
        match self {
            Self::Part(part) => part.word().to_owned(),
            Self::Rooms(RoomsBy::None) => "rooms (one area)".to_owned(),
            Self::Rooms(by) => format!("rooms ({by} areas)"),
        }
    }

    fn leave_out(self, options: &mut Options) {
        match self {
            Self::Part(part) => options.leave_out(part),
            Self::Rooms(by) => options.rooms_by = by,
        }
    }
}

impl FromStr for Ablated {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "rooms" { Ok(Self::CONTROLS[0]) } else { text.parse().map(Self::Part) }
    }
}

/// Runs the levels with all parts, then without each of these.
pub(super) fn ablate(args: &Args, parts: &[Ablated]) -> Result<ExitStatus, Failure> {
    let selection = args.levels.load_beside(args.limits.budget())?;
    let (options, limits) = args.sides.options(&args.limits)?;
    let driver = limits.driver(Progress::line(selection.entries.len(), args.file.is_quiet()))?;
    let rows = |options: &Options| -> Result<Rows, Failure> {
        let mut rows = Rows::default();
        solve_all(&driver, &selection.entries, limits.limits(), options, |picked, report| {
            rows.rows.extend(finished(picked, report.as_ref()));
            Ok(())
        })?;
        Ok(rows)
    };
    let mut ablation = Ablation::new(rows(&options)?);
    let mut out = Output::stdout();
    for &part in parts {
        if driver.stop.is_raised() {
            break;
        }
        let mut without = options.clone();
        part.leave_out(&mut without);
        let row = ablation.add(&part.words(), &rows(&without)?);
        // Without a file to keep them, rows are shown as they come.
        if args.form.is_json() {
            row::row(&mut out, "part", row)?;
            out.flush()?;
        }
    }
    if !args.form.is_json() {
        out.write_all(ablation.text(width()).as_bytes())?;
    }
    out.close()?;
    if driver.stop.is_raised() {
        message::note(&"interrupted: the last part was not run to its end");
        return Ok(ExitStatus::Interrupted);
    }
    Ok(selection.exit)
}
