//! Plan files: plans as text, in the format of the International Planning Competition, and their execution by the definition of
//! PDDL: sets of atoms, conditions and effects. It shares no code with grounding, so that it is a check of it. The quality of the
//! plan is not judged.

use super::pddl::{Action, Atom, Cost, Domain, Literal, Problem, Types};
use super::task::{Plan, Task};
use crate::run::{Meter, Stop, counted};
use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;

/// Text of a plan file, parsed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanFile {
    /// Steps, each with its line, counted from 1: words in lower case separated by one blank.
    pub steps: Vec<(u32, String)>,
    /// Cost in the last comment `; cost = N`, with its line; `None` without one.
    pub cost: Option<(u32, u64)>,
}

impl PlanFile {
    /// Reads steps, one a line, in the forms `(a b)`, `(A B)`, `0: (a b)` and `0.000: (a b) [1.0]`; `;` begins a
    /// comment. The error is the first line that is neither empty nor a step.
    pub fn parse(text: &str) -> Result<Self, PlanFault> {
        let mut plan = Self::default();
        for (text, line) in text.trim_start_matches('\u{feff}').lines().zip(1..) {
            let (content, comment) = text.split_once(';').unwrap_or((text, ""));
            plan.cost = cost(comment).map(|cost| (line, cost)).or(plan.cost);
            if content.trim().is_empty() {
                continue;
            }
            let problem = || format!("`{}` is not a step; expected `(action argument ...)`", text.trim());
            let step = step(content).ok_or_else(|| PlanFault::Fault { line, problem: problem() })?;
            plan.steps.push((line, step));
        }
        Ok(plan)
    }
}

/// Returns the cost in a comment, given without its `;`, like ` cost = 12 (general cost)`; `None` for other comments.
fn cost(comment: &str) -> Option<u64> {
    let rest = comment.trim().strip_prefix("cost")?.trim_start().strip_prefix('=')?;
    rest.split_whitespace().next()?.parse().ok()
}

/// Returns the words between the parentheses of a step; a time may precede and a duration follow.
fn step(content: &str) -> Option<String> {
    let (before, rest) = content.split_once('(')?;
    let (inside, after) = rest.split_once(')')?;
    let number = |text: &str| text.trim().parse::<f64>().is_ok();
    let (time, duration) = (before.trim(), after.trim());
    let is_timed = time.is_empty() || time.strip_suffix(':').is_some_and(number);
    let is_lasting =
        duration.is_empty() || duration.strip_prefix('[').and_then(|d| d.strip_suffix(']')).is_some_and(number);
    let words: Vec<&str> = inside.split_whitespace().collect();
    (is_timed && is_lasting && !words.is_empty() && !inside.contains('(')).then(|| words.join(" ").to_lowercase())
}

/// Steps of a plan by their names, and the sum of their costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedPlan {
    /// Names of the steps, as plan files write them.
    pub steps: Vec<String>,
    /// Sum of the costs of the steps.
    pub cost: u64,
}

impl NamedPlan {
    /// Returns the text of a plan in the format of Fast Downward; `is_unit` says that each step costs one.
    pub fn text(&self, is_unit: bool) -> String {
        let steps: String = self.steps.iter().map(|step| format!("({step})\n")).collect();
        let kind = if is_unit { "unit cost" } else { "general cost" };
        format!("{steps}; cost = {} ({kind})\n", self.cost)
    }
}

impl Plan {
    /// Returns the plan of this task with the names of its steps.
    pub fn named(&self, task: &Task) -> NamedPlan {
        NamedPlan { steps: self.steps(task).map(str::to_owned).collect(), cost: self.cost }
    }
}

/// Reason why a plan file is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanFault {
    /// The first fault of the plan.
    #[error("{line}: {problem}")]
    Fault {
        /// Line at fault in the plan file, from 1.
        line: u32,
        /// Description of the fault.
        problem: String,
    },
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

type TaskState = FxHashSet<Atom>;

type Binding<'a> = FxHashMap<&'a str, &'a str>;

/// Executes the steps of a plan file on a domain and a problem; returns the cost of the plan, or its first fault.
pub fn validate(domain: &Domain, problem: &Problem, plan: &PlanFile, meter: &Meter) -> Result<u64, PlanFault> {
    let actions: FxHashMap<&str, &Action> =
        domain.actions.iter().map(|action| (action.name.as_str(), action)).collect();
    let values: FxHashMap<&Atom, u32> = problem.values.iter().map(|(function, value)| (function, *value)).collect();
    let objects = domain.constants.iter().chain(&problem.objects);
    let objects = objects.map(|object| (object.name.as_str(), &object.kinds[..])).collect();
    let types = Types::new(&domain.types);
    let mut state: TaskState = problem.init.iter().cloned().collect();
    let mut real = 0_u64;
    for ((line, step), number) in plan.steps.iter().zip(1..) {
        meter.check()?;
        let fault = |problem| PlanFault::Fault { line: *line, problem };
        let missing = |problem| fault(format!("the task has no `({step})`: {problem}"));
        let name = step.split(' ').next().unwrap_or_default();
        let action = actions.get(name).ok_or_else(|| missing(undeclared(name)))?;
        let binding = bind(action, step, &objects, &types).map_err(missing)?;
        if let Some(condition) = first_failure(&action.precondition, &binding, &state) {
            return Err(fault(format!("step {number}: `{step}` needs `{condition}`, which does not hold")));
        }
        let changes = |positive| action.effect.iter().filter(move |effect| effect.positive == positive);
        changes(false).for_each(|effect| _ = state.remove(&instance(&effect.atom, &binding)));
        state.extend(changes(true).map(|effect| instance(&effect.atom, &binding)));
        let cost = match &action.cost {
            _ if !problem.minimises_cost => 1,
            None => 0,
            Some(Cost::Fixed(cost)) => *cost,
            Some(Cost::Function(function)) => {
                let function = instance(function, &binding);
                let no_value = || fault(format!("`{}`, the cost of `{step}`, has no value", words(&function)));
                *values.get(&function).ok_or_else(no_value)?
            }
        };
        real = real.saturating_add(u64::from(cost));
    }
    if let Some(condition) = first_failure(&problem.goal, &Binding::default(), &state) {
        let line = plan.steps.last().map_or(1, |(line, _)| *line);
        let problem = format!("after the last step the goal `{condition}` does not hold");
        return Err(PlanFault::Fault { line, problem });
    }
    match plan.cost {
        Some((line, said)) if said != real => {
            let problem = format!("the plan states the cost {said}, but it costs {real}");
            Err(PlanFault::Fault { line, problem })
        }
        _ => Ok(real),
    }
}

/// Returns the parameters of an action with the objects of a step; the error is the fault in words.
fn bind<'a>(
    action: &'a Action,
    step: &'a str,
    objects: &FxHashMap<&str, &[String]>,
    types: &Types,
) -> Result<Binding<'a>, String> {
    let arguments: Vec<&str> = step.split(' ').skip(1).collect();
    if arguments.len() != action.parameters.len() {
        return Err(format!("{} instead of {}", counted(arguments.len(), "argument"), action.parameters.len()));
    }
    for (parameter, argument) in action.parameters.iter().zip(&arguments) {
        let kinds = objects.get(argument).ok_or_else(|| undeclared(argument))?;
        if !types.all_fit(kinds, &parameter.kinds) {
            return Err(format!("`{argument}` is not of type {}", parameter.kinds.join(" or ")));
        }
    }
    Ok(action.parameters.iter().map(|parameter| parameter.name.as_str()).zip(arguments).collect())
}

fn undeclared(name: &str) -> String {
    format!("`{name}` is not declared")
}

fn instance(atom: &Atom, binding: &Binding<'_>) -> Atom {
    let value = |name: &String| binding.get(name.as_str()).map_or_else(|| name.clone(), |object| (*object).to_owned());
    Atom { name: atom.name.clone(), arguments: atom.arguments.iter().map(value).collect() }
}

/// Returns the first literal that does not hold, in words; `None` if all hold.
fn first_failure(condition: &[Literal], binding: &Binding<'_>, state: &TaskState) -> Option<String> {
    condition.iter().find_map(|Literal { positive, atom }| {
        let atom = instance(atom, binding);
        let holds = match (atom.name.as_str(), &atom.arguments[..]) {
            ("=", [left, right]) => left == right,
            _ => state.contains(&atom),
        };
        let sign = if *positive { "" } else { "not " };
        (holds != *positive).then(|| format!("{sign}{}", words(&atom)))
    })
}

fn words(atom: &Atom) -> String {
    atom.to_string().trim_matches(['(', ')']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_that_planners_write_are_read() {
        let text =
            "\u{feff};;!domain: d\n(a b)\r\n0: (A  B)\n0.000: (a b) [1.0] ; here\n\n(a)\n; cost = 12 (general cost)\n";
        let plan = PlanFile::parse(text).unwrap();
        let steps = [(2, "a b"), (3, "a b"), (4, "a b"), (6, "a")];
        assert_eq!(plan.steps, steps.map(|(line, step)| (line, step.to_owned())));
        assert_eq!(plan.cost, Some((7, 12)));
    }
}
