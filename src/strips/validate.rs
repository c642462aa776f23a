//! Execution of plans by the definition of PDDL.
//!
//! Executes the steps of a plan file on a domain and a problem, and returns its cost or the first fault. It shares no
//! code with grounding and compilation, so that it is a check of them. The quality of the plan is not judged.

use super::interpreter::{Bound, Interpreter, State};
use super::pddl::{Domain, Problem};
use super::plan_file::PlanFile;
use crate::run::{Meter, Stop};
use thiserror::Error;

/// The fault of a plan file, with its line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanFault {
    /// A step that is not an action with objects of its types.
    #[error("{line}: the task has no `({step})`: {problem}")]
    NoSuchStep {
        /// Counted from 1.
        line: u32,
        /// As read.
        step: String,
        /// The fault of the step.
        problem: String,
    },
    /// A part of a precondition does not hold.
    #[error("{line}: step {number}: `{step}` needs `{condition}`, which does not hold")]
    Precondition {
        /// Counted from 1.
        line: u32,
        /// Counted from 1.
        number: usize,
        /// As read.
        step: String,
        /// The first part that does not hold, with the arguments of the step.
        condition: String,
    },
    /// A step whose cost has no value.
    #[error("{line}: `{function}`, the cost of `{step}`, has no value")]
    NoValue {
        /// Counted from 1.
        line: u32,
        /// As read.
        step: String,
        /// The function with its arguments.
        function: String,
    },
    /// A part of the goal does not hold.
    #[error("{line}: after the last step the goal `{condition}` does not hold")]
    Goal {
        /// The line of the last step.
        line: u32,
        /// The first part that does not hold.
        condition: String,
    },
    /// The stated cost is wrong.
    #[error("1: the plan says that it costs {said}, but it costs {real}")]
    Cost {
        /// The cost stated by the plan.
        said: u64,
        /// The sum over its steps.
        real: u64,
    },
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Executes a plan, and returns its cost.
///
/// # Errors
/// The first fault.
pub fn validate(domain: &Domain, problem: &Problem, plan: &PlanFile, meter: &Meter) -> Result<u64, PlanFault> {
    let interpreter = Interpreter::new(domain, problem, meter);
    let mut state: State = problem.init.iter().cloned().collect();
    let mut real = 0_u64;
    for ((line, step), number) in plan.steps.iter().zip(1..) {
        meter.check()?;
        let (action, mut bound) = interpreter.action(step)?.map_err(|problem| PlanFault::NoSuchStep {
            line: *line,
            step: step.clone(),
            problem,
        })?;
        if let Some(condition) = interpreter.failing(&action.precondition, &mut bound, &state)? {
            return Err(PlanFault::Precondition { line: *line, number, step: step.clone(), condition });
        }
        state = interpreter.after(&action.effect, &mut bound, state)?;
        let no_value = |function| PlanFault::NoValue { line: *line, step: step.clone(), function };
        real = real.saturating_add(interpreter.cost(action, &bound).map_err(no_value)?);
    }
    if let Some(condition) = interpreter.failing(&problem.goal, &mut Bound::new(), &state)? {
        let line = plan.steps.last().map_or(1, |(line, _)| *line);
        return Err(PlanFault::Goal { line, condition });
    }
    match plan.cost.filter(|said| *said != real) {
        Some(said) => Err(PlanFault::Cost { said, real }),
        None => Ok(real),
    }
}
