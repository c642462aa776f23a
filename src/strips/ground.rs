//! Grounding: from a domain and a problem to a task. The task has only the facts and operators that the delete
//! relaxation reaches, no facts that never change, and a complement for each fact that is needed false (Helmert 2009,
//! sections 5 and 6; Gazen and Knoblock 1997).

use super::lifted::{Key, Object, Pattern, Reach, Schema, Schemas};
use super::pddl::{Domain, Problem};
use super::task::{Fact, Operator, Task};
use crate::run::{Meter, Stop};
use fixedbitset::FixedBitSet;
use thiserror::Error;

/// Reason why a problem cannot be grounded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GroundError {
    /// A function that is the cost of an action has no value in the problem.
    #[error("`{function}`, the cost of `{operator}`, has no value")]
    NoValue {
        /// Name of the action with its arguments.
        operator: String,
        /// Name of the function with its arguments, written like a step of a plan file.
        function: String,
    },
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Grounds a problem of a domain. In trees built in code, undeclared names are objects and predicates of their own.
pub fn ground(domain: &Domain, problem: &Problem, meter: &mut Meter) -> Result<Task, GroundError> {
    ground_with(domain, problem, Constant::Dropped, meter)
}

/// What becomes of facts that hold at the start and are never deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Constant {
    Dropped,
    /// In a quotient they may hold for one member and not for another.
    Kept,
}

pub(super) fn ground_with(
    domain: &Domain,
    problem: &Problem,
    constant: Constant,
    meter: &mut Meter,
) -> Result<Task, GroundError> {
    let schemas = Schemas::new(domain, problem, meter)?;
    let reach = Reach::new(&schemas, meter)?;
    meter.check()?;
    let mut draft = Draft { task: Task::default(), unreachable: Vec::new() };
    draft.fill(&schemas, &reach, meter)?;
    meter.check()?;
    Ok(draft.pruned(constant, meter)?)
}

/// Task with all facts and operators that are reached without regard to negative preconditions.
struct Draft {
    task: Task,
    unreachable: Vec<String>,
}

impl Draft {
    /// Adds facts, operators in the order of actions and arguments, and the goal.
    fn fill(&mut self, schemas: &Schemas, reach: &Reach, meter: &Meter) -> Result<(), GroundError> {
        let task = &mut self.task;
        let number = |key: &Key| reach.facts.get_index_of(key).map(|index| Fact(index as u32));
        // Atoms without a number are static and true, or needed false and never reached.
        let all = |patterns: &[Pattern], arguments: &[Object]| {
            patterns.iter().filter_map(|pattern| number(&pattern.key(arguments))).collect::<Vec<Fact>>()
        };
        task.facts = reach.facts.iter().map(|key| schemas.describe(key)).collect();
        task.init = schemas.init.iter().filter_map(number).collect();
        // 1. A complement for each fact that some condition needs to be false.
        let negated =
            |(action, arguments): &(u32, Box<[Object]>)| all(&schemas.actions[*action as usize].pre_not, arguments);
        let mut negated: Vec<Fact> =
            reach.instances.iter().flat_map(negated).chain(all(&schemas.goal.pre_not, &[])).collect();
        negated.sort_unstable();
        negated.dedup();
        let initially: FixedBitSet = task.init.iter().map(|fact| fact.index()).collect();
        let mut complements: Vec<Option<Fact>> = vec![None; task.facts.len()];
        for fact in negated {
            let complement = Fact(task.facts.len() as u32);
            complements[fact.index()] = Some(complement);
            task.facts.push(format!("not {}", task.facts[fact.index()]));
            task.init.extend((!initially.contains(fact.index())).then_some(complement));
        }
        let complements =
            |facts: &[Fact]| facts.iter().filter_map(|fact| complements[fact.index()]).collect::<Vec<_>>();
        // 2. The operators.
        for (action, arguments) in &reach.instances {
            meter.check()?;
            let schema = &schemas.actions[*action as usize];
            let name = schemas.words(&schema.name, arguments);
            let cost = cost_of(schemas, schema, arguments, &name)?;
            let mut pre = all(&schema.pre, arguments);
            pre.extend(complements(&all(&schema.pre_not, arguments)));
            let plain = Operator::new(name, pre, all(&schema.add, arguments), all(&schema.del, arguments), cost);
            let add = [&plain.add[..], &complements(&plain.del)].concat();
            let del = [&plain.del[..], &complements(&plain.add)].concat();
            task.operators.push(Operator::new(plain.name, plain.pre, add, del, cost));
        }
        // 3. The goal, whose constant parts are evaluated: comparisons, static facts and facts that are never reached.
        let goal = &schemas.goal;
        if goal.compared.iter().any(|(equal, left, right)| (left == right) != *equal) {
            self.unreachable.push("a comparison that fails".to_owned());
        }
        task.goal = complements(&all(&goal.pre_not, &[]));
        for (is_positive, pattern) in goal.pre.iter().map(|p| (true, p)).chain(goal.pre_not.iter().map(|p| (false, p)))
        {
            let key = pattern.key(&[]);
            match number(&key) {
                Some(fact) => task.goal.extend(is_positive.then_some(fact)),
                None if reach.holds_always(&key) == is_positive => {}
                None => self.unreachable.push(schemas.describe(&key)),
            }
        }
        Ok(())
    }

    /// Returns the task without operators that the delete relaxation does not reach and facts that never change.
    fn pruned(self, treatment: Constant, meter: &Meter) -> Result<Task, Stop> {
        let mut task = self.task;
        let reached = reached(&task);
        meter.check()?;
        task.operators.retain(|operator| operator.pre.iter().all(|fact| reached.contains(fact.index())));
        let mut constant: FixedBitSet = task.init.iter().map(|fact| fact.index()).collect();
        constant.grow(task.facts.len());
        task.operators.iter().flat_map(|operator| &operator.del).for_each(|fact| constant.remove(fact.index()));
        // Goals are kept even if they are not reached.
        let mut kept = reached.clone();
        if treatment == Constant::Dropped {
            kept.difference_with(&constant);
        }
        kept.extend(task.goal.iter().map(|fact| fact.index()).filter(|&fact| !reached.contains(fact)));
        meter.check()?;
        let mut numbers: Vec<Option<Fact>> = vec![None; task.facts.len()];
        (0..).zip(kept.ones()).for_each(|(new, old)| numbers[old] = Some(Fact(new)));
        let renumbered = |facts: &[Fact]| {
            let mut facts: Vec<Fact> = facts.iter().filter_map(|fact| numbers[fact.index()]).collect();
            facts.sort_unstable();
            facts.dedup();
            facts
        };
        for operator in &mut task.operators {
            for list in [&mut operator.pre, &mut operator.add, &mut operator.del] {
                *list = renumbered(list);
            }
        }
        (task.init, task.goal) = (renumbered(&task.init), renumbered(&task.goal));
        let mut number = 0..;
        task.facts.retain(|_| number.next().is_some_and(|fact: usize| kept.contains(fact)));
        task.goal.extend((task.facts.len() as u32..).take(self.unreachable.len()).map(Fact));
        task.facts.extend(self.unreachable);
        Ok(task)
    }
}

/// Returns the facts that the delete relaxation reaches, complements included.
fn reached(task: &Task) -> FixedBitSet {
    let mut reached = FixedBitSet::with_capacity(task.facts.len());
    let mut needed_by: Vec<Vec<u32>> = vec![Vec::new(); task.facts.len()];
    let mut unmet: Vec<usize> = Vec::with_capacity(task.operators.len());
    let mut stack: Vec<Fact> = task.init.clone();
    for (number, operator) in (0..).zip(&task.operators) {
        operator.pre.iter().for_each(|fact| needed_by[fact.index()].push(number));
        unmet.push(operator.pre.len());
        if operator.pre.is_empty() {
            stack.extend(&operator.add);
        }
    }
    while let Some(fact) = stack.pop() {
        if reached.put(fact.index()) {
            continue;
        }
        for &operator in &needed_by[fact.index()] {
            unmet[operator as usize] -= 1;
            if unmet[operator as usize] == 0 {
                stack.extend(&task.operators[operator as usize].add);
            }
        }
    }
    reached
}

fn cost_of(schemas: &Schemas, schema: &Schema, arguments: &[Object], name: &str) -> Result<u32, GroundError> {
    let Some(function) = &schema.cost_function else { return Ok(schema.cost) };
    let key = function.key(arguments);
    let no_value = || GroundError::NoValue { operator: name.to_owned(), function: schemas.describe(&key) };
    schemas.values.get(&key).copied().ok_or_else(no_value)
}
