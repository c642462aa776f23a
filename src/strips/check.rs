//! Plan checker: returns the cost of a plan, or its first fault.
//!
//! It reads only the task, with its own representation of states, and shares no code with the searches. The quality of
//! the plan is not judged.

use super::task::{Fact, Plan, Task};
use std::collections::BTreeSet;
use thiserror::Error;

/// Fault of a plan. Steps are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The task does not have the operator.
    #[error("step {step}: the task has no operator number {operator}")]
    NoSuchOperator {
        /// Number of the step.
        step: usize,
        /// Number of the operator in the plan.
        operator: usize,
    },
    /// A precondition does not hold.
    #[error("step {step}: `{operator}` needs `{fact}`, which does not hold")]
    Precondition {
        /// Number of the step.
        step: usize,
        /// Name of the operator applied in the step.
        operator: String,
        /// Name of the fact that does not hold.
        fact: String,
    },
    /// The final state is not a goal state.
    #[error("after the last step the goal `{fact}` does not hold")]
    Goal {
        /// Name of the goal fact that does not hold.
        fact: String,
    },
    /// The stated cost of the plan is wrong.
    #[error("the plan says that it costs {said}, but it costs {real}")]
    Cost {
        /// Cost that the plan states.
        said: u64,
        /// Sum of the costs of the operators.
        real: u64,
    },
}

/// Executes a plan of a task, and returns its cost.
///
/// # Errors
/// The first fault of the plan.
pub fn check(task: &Task, plan: &Plan) -> Result<u64, Fault> {
    let mut state: BTreeSet<Fact> = task.init.iter().copied().collect();
    let mut real = 0_u64;
    for (index, &number) in plan.operators.iter().enumerate() {
        let step = index + 1;
        let operator = task.operators.get(number).ok_or(Fault::NoSuchOperator { step, operator: number })?;
        if let Some(fact) = operator.pre.iter().find(|fact| !state.contains(fact)) {
            let fact = task.facts[fact.index()].clone();
            return Err(Fault::Precondition { step, operator: operator.name.clone(), fact });
        }
        operator.del.iter().for_each(|fact| _ = state.remove(fact));
        state.extend(&operator.add);
        real = real.saturating_add(u64::from(operator.cost));
    }
    if let Some(fact) = task.goal.iter().find(|fact| !state.contains(fact)) {
        return Err(Fault::Goal { fact: task.facts[fact.index()].clone() });
    }
    if plan.cost == real { Ok(real) } else { Err(Fault::Cost { said: plan.cost, real }) }
}

#[cfg(test)]
mod tests {
    use super::super::task::TaskBuilder;
    use super::*;

    #[test]
    fn each_fault_is_named_with_its_step() {
        let mut builder = TaskBuilder::new();
        let (a, b) = (builder.fact("a"), builder.fact("b"));
        let go = builder.operator("go", [a], [b], [a], 3);
        builder.init([a]);
        builder.goal([b]);
        let task = builder.build();
        let result = |operators: Vec<usize>, cost| check(&task, &Plan { operators, cost }).map_err(|f| f.to_string());
        assert_eq!(result(vec![go], 3), Ok(3));
        assert_eq!(result(vec![go], 2).unwrap_err(), "the plan says that it costs 2, but it costs 3");
        assert_eq!(result(vec![go, go], 6).unwrap_err(), "step 2: `go` needs `a`, which does not hold");
        assert_eq!(result(vec![], 0).unwrap_err(), "after the last step the goal `b` does not hold");
        assert_eq!(result(vec![7], 0).unwrap_err(), "step 1: the task has no operator number 7");
    }
}
