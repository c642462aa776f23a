//! The subcommand `sokoplan plan follow`: checks a plan of an exported problem, found by any planner, converts it to moves
//! and verifies these. Prints the solution, or the first fault.

use crate::cli::io::files::{self, text};
use crate::cli::io::{
    BudgetArgs, ExitStatus, Failure, LevelArgs, OutputArgs, PickedLevel, Result, TextOrJson, distinct, interruptible,
    message, row,
};
use crate::cli::strategy::AreaArgs;
use crate::exact::pddl::{Model, follow};
use crate::level::Level;
use crate::maze::Maze;
use crate::planner::PlanningContext;
use crate::run::{Answer, Meter};
use crate::solve::{Source, judge_moves};
use crate::strips::{PlanFile, validate};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

/// Check and carry out a plan of another planner
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan plan follow plan set.xsb --level 2
  sokoplan plan follow plan set.xsb --level 2 --json

The plan must be for a problem that `pddl export` has written for this level. Prints NUMBER LURD.")]
pub(crate) struct FollowArgs {
    /// The plan; `-` is standard input
    #[arg(value_name = "PLAN")]
    plan: PathBuf,
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    areas: AreaArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    output: OutputArgs<TextOrJson>,
}

pub(super) fn run(args: &FollowArgs) -> Result<ExitStatus> {
    let path = args.plan.as_path();
    distinct(args.levels.paths().chain(args.areas.path()).chain([path]), [args.output.file.destination()])?;
    let selection = args.levels.load(&args.budget.reading())?;
    let exit = selection.report_faults().and(selection.exit);
    let levels: Vec<_> = selection.levels().collect();
    let [(picked, level)] = levels[..] else {
        return Err(Failure::message("a plan is for one level: select it with --level"));
    };
    let stop = interruptible()?;
    let name = files::name(path);
    let text = text(path, &args.budget.reading())?;
    let file = PlanFile::parse(&text).map_err(|error| Failure::message(format!("{name}:{error}")))?;
    // Costs are not compared: in a problem without costs every step counts 1.
    let file = PlanFile { cost: None, ..file };
    let models = models_of(&file)?;
    if models.is_empty() {
        let known = Model::ALL.map(Model::word).join(", ");
        message::error(&format!(
            "{name}: no domain has all actions of the plan: expected the actions of one of {known}"
        ));
        return Ok(exit.and(ExitStatus::No));
    }
    let mut meter = Meter::new(args.budget.limits(), stop.clone());
    let mut fault = String::new();
    for model in models {
        match realise(&args.areas, model, level, &file, &mut meter) {
            Ok(lurd) => {
                // The plan is valid for the exported problem, so that moves that do not solve the level are an error of
                // this program.
                let lurd = judge_moves(level, Source::File, &lurd)?.lurd;
                return write(args, picked, Some((model, &lurd)), None).map(|()| exit);
            }
            Err(next) => fault = more_specific(fault, next),
        }
    }
    message::error(&format!("{name}:{fault}"));
    write(args, picked, None, Some(&fault))?;
    Ok(exit.and(if stop.is_raised() { ExitStatus::Interrupted } else { ExitStatus::No }))
}

/// JSON row of a plan.
#[derive(JsonSchema, Serialize)]
pub(crate) struct FollowRow<'a> {
    /// Title of the level.
    title: &'a str,
    /// Answer: `solved`, `gave_up` or a limit that was met.
    #[schemars(with = "String")]
    answer: Answer,
    /// Domain of the plan.
    domain: Option<&'a str>,
    /// Moves of the solution in LURD; `null` without a solution.
    lurd: Option<&'a str>,
    /// Reason why the plan gives no solution; `null` if it gives one.
    fault: Option<&'a str>,
}

fn write(args: &FollowArgs, picked: &PickedLevel, solution: Option<(Model, &str)>, fault: Option<&str>) -> Result<()> {
    let mut out = args.output.open()?;
    if args.output.is_json() {
        let body = FollowRow {
            title: &picked.entry.title,
            answer: if solution.is_some() { Answer::Solved } else { Answer::GaveUp },
            domain: solution.map(|(model, _)| model.word()),
            lurd: solution.map(|(_, lurd)| lurd),
            fault,
        };
        row::level(&mut out, picked, body)?;
    } else if let Some((_, lurd)) = solution {
        writeln!(out, "{} {lurd}", picked.entry.number)?;
    } else {
        return Ok(());
    }
    out.close()
}

fn models_of(file: &PlanFile) -> Result<Vec<Model>> {
    let used: BTreeSet<&str> = file.steps.iter().filter_map(|(_, step)| step.split_whitespace().next()).collect();
    let mut models = Vec::new();
    for model in Model::ALL {
        let domain = model.domain().map_err(|error| Failure::message(error.to_string()))?;
        let has = |action: &&str| domain.actions.iter().any(|known| known.name == **action);
        models.extend(used.iter().all(has).then_some(model));
    }
    Ok(models)
}

/// Returns the more specific of two faults: that the task has no such step only means that the plan is for another domain.
fn more_specific(old: String, new: String) -> String {
    let is_foreign = |fault: &String| fault.contains("the task has no");
    if old.is_empty() || is_foreign(&old) && !is_foreign(&new) { new } else { old }
}

fn realise(by: &AreaArgs, model: Model, level: &Level, file: &PlanFile, meter: &mut Meter) -> Result<String, String> {
    let cutter = by.cutter().map_err(|failure| failure.to_string())?;
    let areas = cutter.areas(&level.board, meter).map_err(|stop| stop.to_string())?;
    let maze = Maze::new(&level.board, meter).map_err(|stop| stop.to_string())?;
    let context = PlanningContext::new(&maze, &areas);
    let exported = model.export(&context, &level.start, Model::LOCAL_STATES, meter).map_err(|stop| stop.to_string())?;
    let domain = model.domain().map_err(|error| error.to_string())?;
    validate(&domain, &exported.problem, file, meter).map_err(|fault| fault.to_string())?;
    let steps: Vec<&str> = file.steps.iter().map(|(_, step)| step.as_str()).collect();
    follow(model, &context, exported.areas.as_ref(), &level.start, &steps, meter).map_err(|error| error.to_string())
}
