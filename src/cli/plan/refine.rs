//! The option `plan --refine`: plans on numbers of boxes, learns a nogood from the refused step, and plans again.

use super::Args;
use crate::cli::driver::{Driver, NoResult};
use crate::cli::output::Output;
use crate::cli::select::{Picked, Selection};
use crate::cli::{ExitStatus, Failure, row};
use crate::level::Level;
use crate::maze::Maze;
use crate::planner::{PlanningContext, Refinement, Round, RoundEnd};
use crate::render::{RoundsView, counted, cut_to};
use crate::run::{Answer, Meter, Stop, StopFlag};
use crate::solve::{Solution, Strategy, judge};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::Write;

/// `--refine`, `--plain-nogoods`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct RefineArgs {
    /// Plan on counts, learn from the refused step, and plan again, in at most N rounds
    ///
    /// On the areas and the task of `pddl export --domain rooms-counts`. What is learnt is a nogood: a step, and while what
    /// holds it is not made. It is proved, or a guess. -v shows each round; the rows of --json are read by `pddl export
    /// --nogoods`.
    #[arg(help_heading = "Search", hide_short_help = true, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    #[arg(conflicts_with_all = ["from", "packing", "trace", "k", "top", "diverse", "force", "forbid", "abstraction", "no_merge"])]
    pub(super) refine: Option<u16>,
    /// Nogoods of all boxes and areas, none removed
    #[arg(help_heading = "Search", hide_short_help = true, long, requires = "refine")]
    plain_nogoods: bool,
}

/// JSON row of a refined level.
#[derive(Serialize)]
struct LevelRow<'a> {
    title: &'a str,
    answer: Answer,
    rounds: usize,
    nogoods: usize,
    proved: usize,
    lurd: Option<&'a str>,
    moves: Option<usize>,
    pushes: Option<usize>,
    plan_nodes: u64,
    push_nodes: u64,
}

#[derive(Default, Serialize)]
struct Summary {
    levels: usize,
    solved: usize,
    rounds: usize,
    interrupted: bool,
}

/// Rounds of a level as they are written.
struct Refined {
    shown: Vec<u8>,
    rounds: usize,
    answer: Answer,
}

/// Plans each level and refines the plans in at most `most` rounds, and writes the results.
pub(super) fn run(args: &Args, most: u16, selection: &Selection, driver: &Driver) -> Result<ExitStatus, Failure> {
    let mut out = args.output.open()?;
    let mut summary = Summary::default();
    let work = |picked: &Picked, level: &Level| refined(args, most, picked, level, &driver.stop);
    let done = |out: &mut Output, _: &Picked, refined: Refined| {
        summary.rounds += refined.rounds;
        summary.solved += usize::from(refined.answer == Answer::Solved);
        out.write_all(&refined.shown)?;
        out.flush()?;
        Ok(ExitStatus::from(refined.answer))
    };
    let ran = driver.rows(selection, &mut out, args.output.is_json(), work, done)?;
    if args.output.is_json() {
        row::summary(&mut out, &Summary { levels: ran.levels, interrupted: ran.is_interrupted, ..summary })?;
    }
    out.close()?;
    Ok(ran.exit)
}

fn refined(args: &Args, most: u16, picked: &Picked, level: &Level, stop: &StopFlag) -> Result<Refined, NoResult> {
    let mut meter = Meter::new(args.limits.limits(), stop.clone());
    let areas = args.areas.cutter()?.areas(&level.board, &meter)?;
    let maze = Maze::new(&level.board, &mut meter)?;
    let context = PlanningContext::new(&maze, &areas);
    let mut refinement = Refinement::new(&context, &level.start, args.node_cap, !args.refine.plain_nogoods, &meter)?;
    let (rounds, stopped) = rounds(&mut refinement, most, &mut meter);
    let solution = match rounds.last().map(|round| &round.end) {
        Some(RoundEnd::Solved(pushes)) => Some(judge(level, Strategy::FROM, pushes).map_err(Failure::from)?),
        _ => None,
    };
    let answer = match (&solution, stopped) {
        (Some(_), _) => Answer::Solved,
        (None, Some(stop)) => stop.answer(),
        (None, None) => Answer::GaveUp,
    };
    let nogoods = &refinement.nogoods;
    let proved = nogoods.iter().filter(|nogood| nogood.is_proved).count();
    let view = RoundsView::new(level, &areas);
    let mut shown = Vec::new();
    if args.output.is_json() {
        for (number, round) in (1..).zip(&rounds) {
            of_round(&mut shown, picked, &view, number, round)?;
        }
        let (moves, pushes) = (solution.as_ref().map(|s| s.metrics.moves), solution.as_ref().map(|s| s.metrics.pushes));
        let body = LevelRow {
            title: &picked.entry.title,
            answer,
            rounds: rounds.len(),
            nogoods: nogoods.len(),
            proved,
            lurd: solution.as_ref().map(|solution| solution.lurd.as_str()),
            moves,
            pushes,
            plan_nodes: meter.plan_nodes(),
            push_nodes: meter.push_nodes(),
        };
        row::level(&mut shown, &picked.file, picked.entry.number, body)?;
    } else {
        let width = args.output.width().unwrap_or(usize::MAX);
        let mut text = cut_to(&picked.heading(), width) + "\n";
        for (number, round) in (1..).zip(&rounds).filter(|_| args.levels.is_verbose()) {
            text += &view.text(number, round);
        }
        let learnt = format!("{}, {proved} of them proved", counted(nogoods.len(), "nogood"));
        _ = writeln!(text, "{}; {learnt}", words(answer, solution.as_ref(), rounds.len(), most));
        shown = text.into_bytes();
    }
    Ok(Refined { shown, rounds: rounds.len(), answer })
}

/// Makes at most `most` rounds; returns the rounds, and the limit that ended the last round early, if a limit was met.
fn rounds(refinement: &mut Refinement<'_>, most: u16, meter: &mut Meter) -> (Vec<Round>, Option<Stop>) {
    let mut rounds = Vec::new();
    while rounds.len() < usize::from(most) {
        match refinement.round(meter) {
            Err(stop) => return (rounds, Some(stop)),
            Ok(None) => break,
            Ok(Some(round)) => {
                let is_last = !matches!(round.end, RoundEnd::Refused(..));
                rounds.push(round);
                if is_last {
                    break;
                }
            }
        }
    }
    (rounds, None)
}

/// Writes the row of a round, and the row of the nogood learnt in it.
fn of_round(
    out: &mut Vec<u8>,
    picked: &Picked,
    view: &RoundsView<'_>,
    number: usize,
    round: &Round,
) -> Result<(), Failure> {
    row::of_level(out, "round", &picked.file, picked.entry.number, view.round_row(number, round))?;
    if let RoundEnd::Refused(_, nogood) = &round.end {
        row::of_level(out, "nogood", &picked.file, picked.entry.number, view.nogood_row(nogood))?;
    }
    Ok(())
}

fn words(answer: Answer, solution: Option<&Solution>, rounds: usize, most: u16) -> String {
    match solution {
        Some(solution) => {
            format!("solved in round {rounds}, {}", counted(solution.metrics.pushes, "push"))
        }
        None if answer != Answer::GaveUp => format!("{} after {}", answer.words(), counted(rounds, "round")),
        None if rounds == usize::from(most) => format!("not solved in {}", counted(rounds, "round")),
        None => format!("no plan is left after {}", counted(rounds, "round")),
    }
}
