//! PDDL tasks in `solve`: plans in the task's own actions, and boxes with goals of their own.

use super::io::{Destination, ExitStatus, Failure, PickedLevel, Result, Selection, message};
use crate::level::{Level, SokobanTask};
use crate::run::Meter;
use crate::solve::{Outcome, Report, Solution, Solved, Source, judge_moves};
use std::io::Write;
use std::time::Instant;

/// Fails unless exactly one level is a PDDL task.
pub(super) fn is_one(selection: &Selection) -> Result<()> {
    if selection.levels().filter(|(picked, _)| picked.entry.task.is_some()).count() == 1 {
        return Ok(());
    }
    Err(Failure::message("--plan needs one PDDL task: a problem beside its domain.pddl, or named after its domain"))
}

/// Says once that boxes with goals of their own are read as equal.
pub(super) fn tell_of_names(selection: &Selection) {
    let is_named = |picked: &&PickedLevel| picked.entry.task.as_ref().is_some_and(|task| task.is_named);
    let named = selection.entries.iter().filter(is_named).count();
    if named > 0 {
        let file = selection.entries.iter().find(is_named).map_or("", |picked| &*picked.file);
        let more = if named > 1 { format!(" and {} more", named - 1) } else { String::new() };
        message::note(&format!("{file}{more}: each box has its own goal, but boxes are equal here; see --named"));
    }
}

pub(super) fn by_name(task: &SokobanTask, level: &Level, meter: &mut Meter) -> Solved {
    let begin = Instant::now();
    let outcome = match task.by_name(level, meter) {
        Ok(Some(moves)) => match judge_moves(level, Source::File, &moves.to_string()) {
            Ok(solution) => Outcome::Solved(solution),
            Err(error) => Outcome::InternalError(error),
        },
        Ok(None) => Outcome::GaveUp,
        Err(stop) => Outcome::Stopped(stop),
    };
    let report = Report { time: begin.elapsed(), limits: meter.limits(), ..Report::new(outcome, Source::File) };
    Solved { report, areas: None, steps: None }
}

/// Writes a solution of a task as its plan, or a message about a push that the task does not allow; other levels have no plan.
pub(super) fn write_plan(file: &Destination, picked: &PickedLevel, solution: &Solution) -> Result<ExitStatus> {
    let (Some(task), Ok(level)) = (&picked.entry.task, &picked.entry.body) else { return Ok(ExitStatus::Done) };
    let moves = solution.lurd.parse().unwrap_or_default();
    match task.plan(level, &moves, &Meter::unlimited()) {
        Ok(text) => {
            let mut out = file.open()?;
            write!(out, "{text}")?;
            out.close()?;
            Ok(ExitStatus::Done)
        }
        Err(why) => {
            message::error(&format!("{}: no plan: {why}", picked.place()));
            Ok(ExitStatus::Failed)
        }
    }
}
