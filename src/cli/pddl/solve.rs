//! The subcommand `sokoplan pddl solve`: plans for PDDL problems.

use super::files::TaskArgs;
use crate::cli::budget::BudgetArgs;
use crate::cli::destination::{distinct, not_inputs};
use crate::cli::interruption::interruptible;
use crate::cli::output::{Output, OutputArgs, TextOrJson, write_file};
use crate::cli::progress::Progress;
use crate::cli::{ExitStatus, Failure, message, row};
use crate::render::counted;
use crate::run::{Answer, Ended, Meter, Stop};
use crate::strips::{Anytime, HeuristicKind, KBest, Options, Plan, SearchAlgorithm, Task, plan, write_plan};
use rustc_hash::FxHashSet;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// Solve a PDDL problem: a plan, or the k best
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan pddl solve domain.pddl problem.pddl
  sokoplan pddl solve domain.pddl problem.pddl --search astar --heuristic lmcut
  sokoplan pddl solve domain.pddl problem.pddl -k 5
  sokoplan pddl solve domain.pddl problem.pddl --anytime --time 1m -o plan    plan.1, plan.2 ..

Read are :adl (with :strips, :typing, :equality, negative, disjunctive and quantified
preconditions, and conditional effects), :action-costs, and :derived-predicates without
recursion; not numbers, durations and preferences. An action with more than 4096 cases that depend
on each other is refused. Plans are written one step a line, with their cost at the end; with -k and
--anytime, each begins with `; plan N`.

On the larger Sokoban tasks of the competition of 2008 LAMA is faster: on p13 it was reported to take
1.6 seconds of CPU where this takes 5.6, on p16 0.36 where this takes 1.4. Tasks of `pddl export`,
and those on the disk, are compared by benches/pddl_against_fast_downward.sh.")]
pub(super) struct Args {
    #[command(flatten)]
    task: TaskArgs,
    /// greedy, alternating (with landmark counts), astar (a cheapest plan) or wastar:WEIGHT; astar with -k, else
    /// alternating
    #[arg(long, value_name = "STRATEGY")]
    search: Option<SearchAlgorithm>,
    /// blind, max, add, ff, landmarks or lmcut; with astar lmcut, else ff
    #[arg(long, value_name = "NAME")]
    heuristic: Option<HeuristicKind>,
    /// The number of plans, no two the same, in order of cost if the heuristic is admissible
    #[arg(short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    k: u32,
    /// Go on to cheaper plans until none is cheaper
    ///
    /// Or a limit is met. Each is written as it comes, with -o FILE to FILE.1, FILE.2 and so on.
    #[arg(long, conflicts_with_all = ["search", "heuristic", "k"])]
    anytime: bool,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    output: OutputArgs<TextOrJson>,
}

#[derive(JsonSchema, Serialize)]
pub(in crate::cli) struct PlanRow<'a> {
    /// Number of the plan, from 1.
    number: u32,
    /// Cost of the plan.
    cost: u64,
    /// Steps of the plan.
    steps: Vec<&'a str>,
}

#[derive(JsonSchema, Serialize)]
pub(in crate::cli) struct Summary {
    /// Answer, see `help exit-codes`.
    #[schemars(with = "String")]
    answer: Answer,
    /// Number of plans.
    plans: u32,
    /// Number of facts of the grounded task.
    facts: usize,
    /// Number of operators of the grounded task.
    operators: usize,
    /// Number of states expanded.
    plan_nodes: u64,
    /// Wall-clock seconds.
    seconds: f64,
    /// Whether the last plan of `--anytime` is proved to be a cheapest one; left out without this option.
    #[serde(skip_serializing_if = "Option::is_none")]
    is_cheapest: Option<bool>,
}

pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    distinct(args.task.paths().into_iter(), [args.output.destination()])?;
    let options = options(args)?;
    let stop = interruptible()?;
    let mut meter = Meter::new(args.budget.limits(), stop.clone());
    let working = Progress::working("planning", args.output.is_quiet(), &stop);
    // If plans go to files of their own, the named file is not written.
    let out = if args.files().is_some() { Output::nowhere() } else { args.output.open()? };
    let mut reporter = Reporter { args, out, plans: 0, is_cheapest: args.anytime.then_some(false), working };
    let claimed = match args.task.ground(&mut meter)? {
        Ok(claimed) => claimed,
        Err(stop) => return reporter.conclude(&Task::default(), &meter, Ended::Stopped(stop)),
    };
    let task = &claimed.task;
    let ended = if args.anytime {
        better_and_better(task, &mut reporter, &mut meter)?
    } else if args.k == 1 {
        one(task, &options, &mut reporter, &mut meter)?
    } else {
        several(task, &options, &mut reporter, &mut meter)?
    };
    reporter.conclude(task, &meter, ended)
}

fn options(args: &Args) -> Result<Options, Failure> {
    let algorithm = args.search.unwrap_or(if args.k > 1 { SearchAlgorithm::AStar } else { Options::FIRST.algorithm });
    if args.k > 1 && !matches!(algorithm, SearchAlgorithm::AStar | SearchAlgorithm::WeightedAStar(_)) {
        return Err(Failure::message("the k best plans are found by --search astar or wastar:WEIGHT"));
    }
    let usual = if algorithm == SearchAlgorithm::AStar { HeuristicKind::LmCut } else { HeuristicKind::Ff };
    Ok(Options { algorithm, heuristic: args.heuristic.unwrap_or(usual) })
}

fn one(task: &Task, options: &Options, reporter: &mut Reporter<'_>, meter: &mut Meter) -> Result<Ended<()>, Failure> {
    Ok(match plan(task, options, meter) {
        Ended::Found(plan) => Ended::Found(reporter.report(task, &plan)?),
        Ended::Exhausted => Ended::Exhausted,
        Ended::Stopped(stop) => Ended::Stopped(stop),
    })
}

fn several(
    task: &Task,
    options: &Options,
    reporter: &mut Reporter<'_>,
    meter: &mut Meter,
) -> Result<Ended<()>, Failure> {
    let weight = if let SearchAlgorithm::WeightedAStar(weight) = options.algorithm { weight } else { 1 };
    let mut stream = KBest::with(task, options.heuristic, weight);
    let mut reported = FxHashSet::default();
    while reporter.plans < reporter.args.k {
        match stream.next(meter) {
            // Operators of equal names are equal steps for a reader of plans.
            Ended::Found(plan) if !reported.insert(plan.steps(task).collect::<Vec<_>>()) => {}
            Ended::Found(plan) => reporter.report(task, &plan)?,
            Ended::Exhausted if reporter.plans == 0 => return Ok(Ended::Exhausted),
            Ended::Exhausted => break,
            Ended::Stopped(stop) => return Ok(Ended::Stopped(stop)),
        }
    }
    Ok(Ended::Found(()))
}

/// Searches for cheaper and cheaper plans until no plan is cheaper or a limit is met. Only without a plan is a limit
/// the result; an interruption always is.
fn better_and_better(task: &Task, reporter: &mut Reporter<'_>, meter: &mut Meter) -> Result<Ended<()>, Failure> {
    let mut stream = Anytime::new(task);
    loop {
        match stream.next(meter) {
            Ended::Found(plan) => reporter.report(task, &plan)?,
            Ended::Exhausted if reporter.plans == 0 => return Ok(Ended::Exhausted),
            Ended::Exhausted => {
                reporter.is_cheapest = Some(true);
                return Ok(Ended::Found(()));
            }
            Ended::Stopped(stop) if reporter.plans == 0 || stop == Stop::Interrupted => {
                return Ok(Ended::Stopped(stop));
            }
            Ended::Stopped(_) => return Ok(Ended::Found(())),
        }
    }
}

impl Args {
    /// Returns the file name from which the names of single plans are made, if they are written to files.
    fn files(&self) -> Option<&Path> {
        self.output.destination().path().filter(|_| self.anytime && !self.output.is_json())
    }
}

/// Writes each plan at once.
struct Reporter<'a> {
    args: &'a Args,
    out: Output,
    plans: u32,
    is_cheapest: Option<bool>,
    working: Progress,
}

impl Reporter<'_> {
    fn report(&mut self, task: &Task, plan: &Plan) -> Result<(), Failure> {
        self.plans += 1;
        self.working.clear();
        if let Some(path) = self.args.files() {
            let mut name = path.as_os_str().to_owned();
            name.push(format!(".{}", self.plans));
            not_inputs(self.args.task.paths().into_iter(), [Path::new(&name)])?;
            return write_file(Path::new(&name), write_plan(task, plan));
        }
        if self.args.output.is_json() {
            let steps = plan.steps(task).collect();
            row::row(&mut self.out, "plan", PlanRow { number: self.plans, cost: plan.cost, steps })?;
        } else {
            if self.args.k > 1 || self.args.anytime {
                writeln!(self.out, "; plan {}", self.plans)?;
            }
            self.out.write_all(write_plan(task, plan).as_bytes())?;
        }
        Ok(self.out.flush()?)
    }

    fn conclude(mut self, task: &Task, meter: &Meter, ended: Ended<()>) -> Result<ExitStatus, Failure> {
        self.working.clear();
        let answer = match ended {
            Ended::Found(()) => Answer::Solved,
            Ended::Exhausted => Answer::Unsolvable,
            Ended::Stopped(stop) => stop.into(),
        };
        let summary = Summary {
            answer,
            plans: self.plans,
            facts: task.facts.len(),
            operators: task.operators.len(),
            plan_nodes: meter.plan_nodes(),
            seconds: meter.elapsed().as_secs_f64(),
            is_cheapest: self.is_cheapest,
        };
        if self.args.output.is_json() {
            row::summary(&mut self.out, &summary)?;
        } else {
            let Summary { facts, operators, plan_nodes, seconds, .. } = summary;
            let counts = [counted(facts, "fact"), counted(operators, "operator"), counted(plan_nodes, "node")];
            let counts = format!("{}, {seconds:.2} s", counts.join(", "));
            let cheapest = if self.is_cheapest == Some(true) { ", and no plan is cheaper" } else { "" };
            message::note(&format!("{}{cheapest}; {counts}", answer.words()));
        }
        // An empty file would be read as a plan without steps.
        if self.plans > 0 || self.args.output.is_json() {
            self.out.close()?;
        }
        let is_interrupted = matches!(ended, Ended::Stopped(Stop::Interrupted));
        Ok(if is_interrupted { ExitStatus::Interrupted } else { ExitStatus::from(answer == Answer::Solved) })
    }
}
