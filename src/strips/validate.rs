//! Execution of plans by the definition of PDDL: sets of atoms, conditions and effects. No code is shared with grounding,
//! so that this is a check of it. The quality of the plan is not judged.

use super::pddl::{Action, Atom, Cost, Domain, Literal, Problem, Types};
use super::plan_file::PlanFile;
use crate::run::{Meter, Stop, counted};
use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;

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
