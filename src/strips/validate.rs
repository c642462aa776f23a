//! Execution of plans by the definition of PDDL.
//!
//! The steps of a plan file are executed on a domain and a problem; the result is the cost, or the first fault. No code
//! is shared with grounding and compilation, so that this is a check of them. The quality of the plan is not judged.

use super::interpreter::{Bound, Interpreter, State};
use super::pddl::{Domain, Problem};
use super::plan_file::PlanFile;
use crate::run::{Meter, Stop};
use thiserror::Error;

/// Fault of a plan file, with the number of the line at fault.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanFault {
    /// A step is not an action with objects of the types of its parameters.
    #[error("{line}: the task has no `({step})`: {problem}")]
    NoSuchStep {
        /// Line in the plan file, from 1.
        line: u32,
        /// The step, in lower case.
        step: String,
        /// Description of the fault.
        problem: String,
    },
    /// A part of a precondition does not hold.
    #[error("{line}: step {number}: `{step}` needs `{condition}`, which does not hold")]
    Precondition {
        /// Line in the plan file, from 1.
        line: u32,
        /// Number of the step, from 1.
        number: usize,
        /// The step, in lower case.
        step: String,
        /// First part that does not hold, with the arguments of the step.
        condition: String,
    },
    /// The function that is the cost of a step has no value in the problem.
    #[error("{line}: `{function}`, the cost of `{step}`, has no value")]
    NoValue {
        /// Line in the plan file, from 1.
        line: u32,
        /// The step, in lower case.
        step: String,
        /// Function with its arguments.
        function: String,
    },
    /// A part of the goal does not hold.
    #[error("{line}: after the last step the goal `{condition}` does not hold")]
    Goal {
        /// Line of the last step, from 1.
        line: u32,
        /// First part of the goal that does not hold.
        condition: String,
    },
    /// The stated cost of the plan is wrong.
    #[error("1: the plan says that it costs {said}, but it costs {real}")]
    Cost {
        /// Cost that the plan file states.
        said: u64,
        /// Sum of the costs of the steps.
        real: u64,
    },
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Executes the steps of a plan file on a domain and a problem, and returns the cost of the plan.
///
/// # Errors
/// The first fault of the plan file, or a limit.
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
