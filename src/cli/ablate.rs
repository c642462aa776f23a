//! `sokoplan bench --ablate`

use super::bench::{Args, finished};
use super::interruption::interruptible;
use super::output::Output;
use super::solving::solve_all;
use super::width::width;
use super::{ExitStatus, Failure, message, row};
use crate::solve::{Options, Part};
use crate::study::{Ablation, Rows};
use std::io::Write;

/// Runs the levels with all parts, then without each of these.
pub(super) fn ablate(args: &Args, parts: &[Part]) -> Result<ExitStatus, Failure> {
    let selection = args.levels.load_beside(args.limits.budget())?;
    let (options, limits) = args.sides.options(&args.limits)?;
    let stop = interruptible()?;
    let rows = |options: &Options| -> Result<Rows, Failure> {
        let mut rows = Rows::default();
        solve_all(&selection.entries, &limits, options, &stop, |picked, report| {
            rows.rows.extend(finished(picked, report.as_ref()));
            Ok(())
        })?;
        Ok(rows)
    };
    let mut ablation = Ablation::new(rows(&options)?);
    let mut out = Output::stdout();
    for &part in parts {
        if stop.is_raised() {
            break;
        }
        let mut without = options.clone();
        without.leave_out(part);
        let row = ablation.add(part.word(), &rows(&without)?);
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
    if stop.is_raised() {
        message::note(&"interrupted: the last part was not run to its end");
        return Ok(ExitStatus::Interrupted);
    }
    Ok(selection.exit)
}
