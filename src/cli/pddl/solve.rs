//! The subcommand `sokoplan pddl solve`: plans for PDDL problems.

use super::check::TaskArgs;
use crate::cli::io::{
    BudgetArgs, ExitStatus, Failure, Output, OutputArgs, Progress, TextOrJson, distinct, interruptible, message, row,
};
use crate::render::counted;
use crate::run::{Answer, Meter, SearchEnd, Stop};
use crate::strips::{KBest, NamedPlan, Plan, Serial, cheapest_plan, first_plan, ground};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;

/// Solve a PDDL problem: a plan, a cheapest plan, or the k best
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan pddl solve domain.pddl problem.pddl
  sokoplan pddl solve domain.pddl problem.pddl --optimal
  sokoplan pddl solve domain.pddl problem.pddl -k 5

Reads :strips, :typing, :negative-preconditions, :equality and :action-costs: see `help formats`.
Writes plans one step per line, with their cost at the end; with -k, each begins with `; plan N`.")]
pub(super) struct PddlSolveArgs {
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

pub(super) fn run(args: &PddlSolveArgs) -> Result<ExitStatus, Failure> {
    distinct(args.task.paths().into_iter(), [args.output.destination()])?;
    let stop = interruptible()?;
    let mut meter = Meter::new(args.budget.limits(), stop.clone());
    let working = Progress::working("planning", args.output.is_quiet(), &stop);
    let mut reporter = Reporter { args, out: args.output.open()?, plans: 0, working };
    let stopped = |reporter: Reporter<'_>, failure, meter: &Meter| match failure {
        Failure::Reading(stop) => reporter.conclude([0, 0], meter, SearchEnd::Stopped(stop)),
        fault => Err(fault),
    };
    // 1. The files; goal by goal, if some plan suffices.
    let files = match args.task.read(&meter) {
        Ok(files) => files,
        Err(failure) => return stopped(reporter, failure, &meter),
    };
    if args.k == 1 && !args.is_cheapest {
        match Serial::new(&files.domain, &files.problem, &mut meter).map_err(|error| args.task.failure(error)) {
            Ok(Some(serial)) => {
                if let Some(ended) = serial.search(&mut meter) {
                    let is_unit = !files.problem.minimises_cost;
                    let ended = reporter.report(is_unit, ended)?;
                    return reporter.conclude(serial.size(), &meter, ended);
                }
            }
            Ok(None) => {}
            Err(failure) => return stopped(reporter, failure, &meter),
        }
    }
    // 2. The whole task, grounded.
    let task = match ground(&files.domain, &files.problem, &mut meter).map_err(|error| args.task.failure(error)) {
        Ok(task) => task,
        Err(failure) => return stopped(reporter, failure, &meter),
    };
    let named = |ended: SearchEnd<Plan>| match ended {
        SearchEnd::Found(plan) => SearchEnd::Found(plan.named(&task)),
        SearchEnd::Exhausted => SearchEnd::Exhausted,
        SearchEnd::Stopped(stop) => SearchEnd::Stopped(stop),
    };
    let is_unit = task.is_unit_cost();
    let ended = match args.k {
        1 if args.is_cheapest => reporter.report(is_unit, named(cheapest_plan(&task, &mut meter)))?,
        1 => reporter.report(is_unit, named(first_plan(&task, &mut meter)))?,
        _ => {
            let mut stream = KBest::new(&task);
            loop {
                match reporter.report(is_unit, named(stream.next(&mut meter)))? {
                    SearchEnd::Found(()) if reporter.plans < args.k => {}
                    SearchEnd::Exhausted if reporter.plans > 0 => break SearchEnd::Found(()),
                    ended => break ended,
                }
            }
        }
    };
    reporter.conclude([task.facts.len(), task.operators.len()], &meter, ended)
}

struct Reporter<'a> {
    args: &'a PddlSolveArgs,
    out: Output,
    plans: u32,
    working: Progress,
}

impl Reporter<'_> {
    fn report(&mut self, is_unit: bool, ended: SearchEnd<NamedPlan>) -> Result<SearchEnd<()>, Failure> {
        let plan = match ended {
            SearchEnd::Found(plan) => plan,
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

    fn conclude(
        mut self,
        [facts, operators]: [usize; 2],
        meter: &Meter,
        ended: SearchEnd<()>,
    ) -> Result<ExitStatus, Failure> {
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
