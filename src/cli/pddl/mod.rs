//! The subcommand `sokoplan pddl`: exports levels as PDDL, solves PDDL tasks, and checks plans.

mod export;

use crate::cli::io::files::{self, text};
use crate::cli::io::{
    BudgetArgs, ExitStatus, Failure, Output, OutputArgs, Progress, Result, TextOrJson, distinct, interruptible,
    message, row,
};
use crate::render::counted;
use crate::run::{Answer, Meter, SearchEnd, Stop, safe};
use crate::strips::pddl::{Domain, Problem, ReadError};
use crate::strips::{
    GroundError, KBest, NamedPlan, Plan, PlanFault, PlanFile, Serial, cheapest_plan, first_plan, ground, validate,
};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Export levels as PDDL, solve STRIPS tasks, check plans
#[derive(Debug, clap::Args)]
#[command(
    arg_required_else_help = true,
    after_help = "\
Examples:
  sokoplan pddl export levels/6-lisa.xsb --level 1 --domain rooms -o tasks/
  sokoplan pddl solve tasks/rooms.pddl tasks/6-lisa-001.pddl -o plan
  sokoplan pddl check tasks/rooms.pddl tasks/6-lisa-001.pddl plan"
)]
pub(super) struct PddlArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Export(export::PddlExportArgs),
    Solve(PddlSolveArgs),
    Check(PddlCheckArgs),
}

pub(super) fn run(args: &PddlArgs) -> Result<ExitStatus> {
    match &args.command {
        Command::Export(args) => export::run(args),
        Command::Solve(args) => solve(args),
        Command::Check(args) => check(args),
    }
}

/// Solve a PDDL problem: a plan, a cheapest plan, or the k best
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan pddl solve domain.pddl problem.pddl
  sokoplan pddl solve domain.pddl problem.pddl --optimal
  sokoplan pddl solve domain.pddl problem.pddl -k 5

Reads :strips, :typing, :negative-preconditions, :equality and :action-costs: see `help formats`.
Writes plans one step per line, with their cost at the end; with -k, each begins with `; plan N`.")]
struct PddlSolveArgs {
    #[command(flatten)]
    task: TaskArgs,
    /// Find a cheapest plan, by A* with LM-cut; else any plan, by greedy search with FF
    #[arg(long = "optimal")]
    is_cheapest: bool,
    /// Number of plans, in order of cost
    #[arg(short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    k: u32,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    output: OutputArgs<TextOrJson>,
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct PlanRow<'a> {
    /// Number of the plan, from 1.
    number: u32,
    /// Cost of the plan.
    cost: u64,
    /// Steps of the plan.
    steps: Vec<&'a str>,
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct Summary {
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
}

fn solve(args: &PddlSolveArgs) -> Result<ExitStatus> {
    distinct(args.task.paths().into_iter(), [args.output.file.destination()])?;
    let stop = interruptible()?;
    let mut meter = Meter::new(args.budget.limits(), stop.clone());
    let working = Progress::working("planning", args.output.file.quiet, &stop);
    let mut reporter = Reporter { args, out: args.output.open()?, plans: 0, working };
    let (size, ended) = match search(args, &mut reporter, &mut meter) {
        Err(Failure::Reading(stop)) => ([0, 0], SearchEnd::Stopped(stop)),
        searched => searched?,
    };
    reporter.conclude(size, &meter, ended)
}

/// Reports the plans as they are found. Returns the numbers of facts and operators, and how the search ended; a limit that is met
/// before the search is [`Failure::Reading`].
fn search(args: &PddlSolveArgs, reporter: &mut Reporter<'_>, meter: &mut Meter) -> Result<([usize; 2], SearchEnd<()>)> {
    // 1. The files; goal by goal, if some plan suffices.
    let (domain, problem) = args.task.read(meter)?;
    if args.k == 1 && !args.is_cheapest {
        let serial = Serial::new(&domain, &problem, meter).map_err(|error| args.task.failure(error))?;
        if let Some(serial) = serial
            && let Some(ended) = serial.search(meter)
        {
            return Ok((serial.size(), reporter.report(!problem.minimises_cost, ended, |plan| plan)?));
        }
    }
    // 2. The whole task, grounded.
    let task = ground(&domain, &problem, meter).map_err(|error| args.task.failure(error))?;
    let (is_unit, named) = (task.is_unit_cost(), |plan: Plan| plan.named(&task));
    let ended = match args.k {
        1 if args.is_cheapest => reporter.report(is_unit, cheapest_plan(&task, meter), named)?,
        1 => reporter.report(is_unit, first_plan(&task, meter), named)?,
        _ => {
            let mut stream = KBest::new(&task);
            loop {
                match reporter.report(is_unit, stream.next(meter), named)? {
                    SearchEnd::Found(()) if reporter.plans < args.k => {}
                    SearchEnd::Exhausted if reporter.plans > 0 => break SearchEnd::Found(()),
                    ended => break ended,
                }
            }
        }
    };
    Ok(([task.facts.len(), task.operators.len()], ended))
}

struct Reporter<'a> {
    args: &'a PddlSolveArgs,
    out: Output,
    plans: u32,
    working: Progress,
}

impl Reporter<'_> {
    fn report<P>(&mut self, is_unit: bool, end: SearchEnd<P>, named: impl Fn(P) -> NamedPlan) -> Result<SearchEnd<()>> {
        let plan = match end {
            SearchEnd::Found(plan) => named(plan),
            SearchEnd::Exhausted => return Ok(SearchEnd::Exhausted),
            SearchEnd::Stopped(stop) => return Ok(SearchEnd::Stopped(stop)),
        };
        self.plans += 1;
        self.working.clear();
        if self.args.output.is_json() {
            let steps = plan.steps.iter().map(String::as_str).collect();
            row::row(&mut self.out, "plan", PlanRow { number: self.plans, cost: plan.cost, steps })?;
        } else {
            if self.args.k > 1 {
                writeln!(self.out, "; plan {}", self.plans)?;
            }
            self.out.write_all(plan.text(is_unit).as_bytes())?;
        }
        self.out.flush()?;
        Ok(SearchEnd::Found(()))
    }

    fn conclude(mut self, [facts, operators]: [usize; 2], meter: &Meter, ended: SearchEnd<()>) -> Result<ExitStatus> {
        self.working.clear();
        let answer = match ended {
            SearchEnd::Found(()) => Answer::Solved,
            SearchEnd::Exhausted => Answer::Unsolvable,
            SearchEnd::Stopped(stop) => stop.answer(),
        };
        let summary = Summary {
            answer,
            plans: self.plans,
            facts,
            operators,
            plan_nodes: meter.plan_nodes(),
            seconds: meter.elapsed().as_secs_f64(),
        };
        if self.args.output.is_json() {
            row::summary(&mut self.out, &summary)?;
        } else {
            let Summary { plan_nodes, seconds, .. } = summary;
            let counts = [counted(facts, "fact"), counted(operators, "operator"), counted(plan_nodes, "node")];
            message::note(&format!("{}; {}, {seconds:.2} s", answer.words(), counts.join(", ")));
        }
        // An empty file would be read as a plan without steps.
        if self.plans > 0 || self.args.output.is_json() {
            self.out.close()?;
        }
        let is_interrupted = matches!(ended, SearchEnd::Stopped(Stop::Interrupted));
        Ok(if is_interrupted { ExitStatus::Interrupted } else { ExitStatus::from(answer == Answer::Solved) })
    }
}

/// Check a plan: its steps, the goal, and the cost
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan pddl check domain.pddl problem.pddl plan
  sokoplan pddl check domain.pddl problem.pddl - < plan

Every step must be possible, and the goal reached. The plan has one step per line; a line `; cost = N` must state its cost. The first fault is
reported with its line. The plan is executed on the PDDL itself, without any code of `pddl solve`.")]
struct PddlCheckArgs {
    #[command(flatten)]
    task: TaskArgs,
    /// The plan; `-` is standard input
    #[arg(value_name = "PLAN")]
    plan: PathBuf,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    output: OutputArgs<TextOrJson>,
}

/// JSON row of a checked plan.
#[derive(JsonSchema, Serialize)]
pub(crate) struct CheckRow {
    /// File of the plan.
    plan: String,
    /// Whether every step is possible and the goal holds at the end.
    valid: bool,
    /// Number of steps.
    steps: usize,
    /// Cost of the plan; `null` if a step is impossible.
    cost: Option<u64>,
    /// First fault, with its line; `null` for a valid plan.
    fault: Option<String>,
}

fn check(args: &PddlCheckArgs) -> Result<ExitStatus> {
    distinct(args.task.paths().into_iter().chain([args.plan.as_path()]), [args.output.file.destination()])?;
    let name = files::name(&args.plan);
    let plan = text(&args.plan, &args.budget.reading())?;
    let file = PlanFile::parse(&plan).map_err(|error| Failure::message(format!("{name}:{error}")))?;
    let stop = interruptible()?;
    let working = Progress::working("checking the plan", args.output.file.quiet, &stop);
    let meter = Meter::new(args.budget.limits(), stop);
    let (domain, problem) = args.task.read(&meter).map_err(|failure| match failure {
        Failure::Reading(stop) => Failure::stopped(stop),
        fault => fault,
    })?;
    let verdict = validate(&domain, &problem, &file, &meter);
    drop(working);
    if let Err(PlanFault::Stopped(stop)) = verdict {
        return Err(Failure::stopped(stop));
    }
    let mut out = args.output.open()?;
    match &verdict {
        verdict if args.output.is_json() => {
            let fault = verdict.as_ref().err().map(ToString::to_string);
            let cost = verdict.as_ref().ok().copied();
            let row = CheckRow { plan: name, valid: fault.is_none(), steps: file.steps.len(), cost, fault };
            row::row(&mut out, "plan", row)?;
        }
        Ok(cost) => writeln!(out, "valid: {}, cost {cost}", counted(file.steps.len(), "step"))?,
        Err(fault) => writeln!(out, "{name}:{}", safe(&fault.to_string()))?,
    }
    out.close()?;
    Ok(ExitStatus::from(verdict.is_ok()))
}

#[derive(Clone, Debug, clap::Args)]
struct TaskArgs {
    /// A PDDL domain
    #[arg(value_name = "DOMAIN")]
    domain: PathBuf,
    /// A PDDL problem of that domain
    #[arg(value_name = "PROBLEM")]
    problem: PathBuf,
}

impl TaskArgs {
    fn paths(&self) -> [&Path; 2] {
        [&self.domain, &self.problem]
    }

    /// Reads both files; [`Failure::Reading`] for a limit that was met, another failure for a fault of a file.
    fn read(&self, meter: &Meter) -> Result<(Domain, Problem)> {
        let failure = |path: &Path, error| match error {
            ReadError::Stopped(stop) => Failure::Reading(stop),
            ReadError::Fault(error) => fault(path, &error),
        };
        let domain = Domain::read(&text(&self.domain, meter)?, meter).map_err(|error| failure(&self.domain, error))?;
        let problem = Problem::read(&text(&self.problem, meter)?, &domain, meter);
        Ok((domain, problem.map_err(|error| failure(&self.problem, error))?))
    }

    /// Returns a failure to ground as one of the problem's file; [`Failure::Reading`] for a limit that was met.
    fn failure(&self, error: GroundError) -> Failure {
        match error {
            GroundError::Stopped(stop) => Failure::Reading(stop),
            error => fault(&self.problem, &format!(" {error}")),
        }
    }
}

fn fault(path: &Path, error: &dyn Display) -> Failure {
    Failure::message(format!("{}:{error}", files::name(path)))
}
