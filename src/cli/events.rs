//! The subcommand `sokoplan events`: collects the room events along solutions.

use super::claims::{Claim, Claims};
use super::destination::distinct;
use super::driver::NoResult;
use super::output::{Output, OutputArgs, TextOrJson};
use super::progress::Progress;
use super::row;
use super::select::{LevelArgs, Picked};
use super::solution::SolutionArgs;
use super::solving::{LimitArgs, SideArgs};
use super::{ExitStatus, Failure};
use crate::abstraction::EventForm;
use crate::level::{Level, Lurd, LurdError, verify};
use crate::maze::Areas;
use crate::push::{Push, pushes_of};
use crate::render::{MetEventRow, Unanswered, counted, events_text};
use crate::run::{Answer, Meter, StopFlag};
use crate::solve::{Options, solve};
use crate::steps::{EventSet, LevelEvents, MetEvent};
use serde::Serialize;
use std::io::Write;

/// Collect the room events along solutions, as data
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan events levels/6-lisa.xsb                 along found solutions
  sokoplan events set.sok --json -o events.jsonl    along those of the file
  sokoplan events set.xsb --solution solutions.txt  along those of another file

A room event is a sequence of pushes of boxes of one area while the boxes outside stay: a crossing
ends with a push over the border to another area, an arrangement before a push of a box elsewhere.
Events that a rotation or reflection maps onto each other are one, whatever the level around them:
area, doors, goals, boxes, player, and pushes that lose a box agree. Each has its undominated
outcomes with pushes that lead to them, and its label, by a closure of at most 2,000 positions.
Pictures show the area before and after (the first outcome): letters are doors, equal ones are
connected by walks outside, capitals are those of the border that is crossed, and = is a door on
which a box stands. The most frequent event comes first; recurring ones are met in two levels or
more.")]
pub(super) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    solution: SolutionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    sides: SideArgs,
    /// The events that are shown as text; JSON has all
    #[arg(help_heading = "Output", long, value_name = "N", default_value_t = 10, hide_short_help = true)]
    top: usize,
    #[command(flatten)]
    output: OutputArgs<TextOrJson>,
}

#[derive(Default, Serialize)]
struct Summary {
    levels: usize,
    /// Number of levels with a solution, given or found.
    solved: usize,
    solutions: usize,
    /// Number of occurrences of events: an event that occurs twice counts as 2.
    met: u64,
    events: usize,
    crossings: usize,
    arrangements: usize,
    /// Number of distinct events that occur in two levels or more.
    recurring: usize,
    interrupted: bool,
}

pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    let inputs = args.levels.paths().chain(args.sides.paths()).chain(args.solution.file());
    distinct(inputs, [args.output.destination()])?;
    let (options, limits) = (args.sides.options()?, &args.limits);
    let selection = args.levels.load_beside(args.limits.budget())?;
    let driver = limits.driver(Progress::line("collecting ", selection.entries.len(), args.output.is_quiet()))?;
    let (claims, other) = args.solution.claims(&selection)?;
    let meter = Meter::new(limits.limits(), StopFlag::default());
    let (mut set, mut summary) = (EventSet::default(), Summary::default());
    let work = |picked: &Picked, level: &Level| {
        let meter = &mut Meter::new(limits.limits(), driver.stop.clone());
        collected(picked, level, &claims, &options, meter)
    };
    let mut out = args.output.open()?;
    let done = |_: &mut Output, picked: &Picked, (solutions, events): (usize, LevelEvents)| {
        summary.solved += 1;
        summary.solutions += solutions;
        set.add(&picked.file, picked.entry.number, events, &meter).map_err(|stop| {
            let place = format!("{}: level {}", picked.file, picked.entry.number);
            Failure::message(format!("{place}: the events of all levels together: {stop}"))
        })?;
        Ok(ExitStatus::Done)
    };
    let ran = driver.rows(&selection, &mut out, args.output.is_json(), work, done);
    let ranked = set.ranked();
    summary.count(&ranked);
    if args.output.is_json() {
        for (number, &(form, event)) in (1..).zip(&ranked) {
            row::row(&mut out, "event", MetEventRow::new(number, form, event))?;
        }
        let (levels, interrupted) =
            ran.as_ref().map_or((summary.solved, false), |ran| (ran.levels, ran.is_interrupted));
        row::summary(&mut out, &Summary { levels, interrupted, ..summary })?;
    } else {
        let shown = &ranked[..args.top.min(ranked.len())];
        let table = if shown.is_empty() { String::new() } else { events_text(shown, args.output.width()) };
        write!(out, "{}{table}", summary.words())?;
    }
    out.close()?;
    Ok(ran?.exit.and(other))
}

/// Returns the number of solutions of a level, and the events along these; without a given solution, the solver finds
/// one.
fn collected(
    picked: &Picked,
    level: &Level,
    claims: &Claims,
    options: &Options,
    meter: &mut Meter,
) -> Result<(usize, LevelEvents), NoResult> {
    let claims = claims.get(&(picked.file.clone(), picked.entry.number)).filter(|claims| !claims.is_empty());
    let solutions: Vec<Vec<Push>> = match claims {
        Some(claims) => claims.iter().map(|claim| claimed(level, claim)).collect::<Result<_, _>>()?,
        None => {
            let report = solve(level, options, meter);
            let Some(solution) = report.solution() else {
                return Err(Unanswered::new(report.answer(), report.answer().words()).into());
            };
            vec![solution.pushes.clone()]
        }
    };
    let areas = Areas::within(&level.board, options.rooms_by, &options.patterns, meter)?;
    Ok((solutions.len(), LevelEvents::of(level, &areas, &solutions, meter)?))
}

/// Returns the pushes of a claimed solution.
fn claimed(level: &Level, claim: &Claim) -> Result<Vec<Push>, Unanswered> {
    let bad = |why: String| Unanswered::new(Answer::Invalid, format!("line {}: {why}", claim.line));
    let moves: Lurd = claim.lurd.parse().map_err(|error: LurdError| bad(error.to_string()))?;
    verify(&level.board, &level.start, &moves).map_err(|error| bad(error.to_string()))?;
    Ok(pushes_of(&level.board, &level.start, &moves))
}

impl Summary {
    fn count(&mut self, events: &[(&EventForm, &MetEvent)]) {
        for (form, event) in events {
            self.met += event.met;
            self.events += 1;
            *(if form.after.is_some() { &mut self.arrangements } else { &mut self.crossings }) += 1;
            self.recurring += usize::from(event.levels > 1);
        }
    }

    fn words(&self) -> String {
        let Self { solutions, met, events, crossings, arrangements, recurring, .. } = self;
        format!(
            "{} along {}: {events} distinct ({}, {}), {recurring} recurring\n",
            counted(*met, "event"),
            counted(*solutions, "solution"),
            counted(*crossings, "crossing"),
            counted(*arrangements, "arrangement")
        )
    }
}
