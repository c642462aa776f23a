//! Grounded STRIPS tasks (Fikes and Nilsson 1971, with action costs), their plans, and the check of a plan. An operator
//! deletes first and adds then. Negative preconditions must have been compiled away.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::collections::BTreeSet;

/// Number of a fact in [`Task::facts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fact(pub u32);

impl Fact {
    /// Returns the number as an index into tables over facts.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A grounded action. The three lists are sorted, without repeats, and no fact is both added and deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    /// Name without parentheses, as plan files write it: `push a1 a2 a3`.
    pub name: String,
    /// Facts that must hold to apply the operator.
    pub pre: Vec<Fact>,
    /// Facts that the operator makes true.
    pub add: Vec<Fact>,
    /// Facts that the operator makes false.
    pub del: Vec<Fact>,
    /// Cost of the operator, which may be zero.
    pub cost: u32,
}

impl Operator {
    /// Creates an operator; sorts the three lists, and removes from `del` the facts that are in `add` too.
    pub fn new(name: impl Into<String>, mut pre: Vec<Fact>, mut add: Vec<Fact>, mut del: Vec<Fact>, cost: u32) -> Self {
        for list in [&mut pre, &mut add, &mut del] {
            list.sort_unstable();
            list.dedup();
        }
        del.retain(|fact| add.binary_search(fact).is_err());
        Self { name: name.into(), pre, add, del, cost }
    }
}

/// A grounded STRIPS task. Every fact number in it is below `facts.len()`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Task {
    /// Names of the facts, by number.
    pub facts: Vec<String>,
    /// Operators; searches apply them in this order.
    pub operators: Vec<Operator>,
    /// Facts of the initial state, sorted.
    pub init: Vec<Fact>,
    /// Facts that must hold in the last state, sorted.
    pub goal: Vec<Fact>,
}

impl Task {
    /// True if every operator costs one.
    pub fn is_unit_cost(&self) -> bool {
        self.operators.iter().all(|operator| operator.cost == 1)
    }

    /// Returns the sum of the costs of these operators of the task, given by number.
    pub fn cost_of(&self, operators: &[usize]) -> u64 {
        operators.iter().map(|&o| u64::from(self.operators[o].cost)).sum()
    }
}

/// Builds a [`Task`]; facts are numbered when they are first named.
#[derive(Clone, Debug, Default)]
pub struct TaskBuilder {
    facts: IndexSet<String, FxBuildHasher>,
    /// Operators, in the order in which searches apply them.
    pub operators: Vec<Operator>,
    /// Facts of the initial state, in any order.
    pub init: Vec<Fact>,
    /// Facts that must hold in the last state, in any order.
    pub goal: Vec<Fact>,
}

impl TaskBuilder {
    /// Returns the fact with this name, which is added if it is new.
    pub fn fact(&mut self, name: &str) -> Fact {
        let index = match self.facts.get_index_of(name) {
            Some(index) => index,
            None => self.facts.insert_full(name.to_owned()).0,
        };
        Fact(u32::try_from(index).expect("fewer than 2^32 facts"))
    }

    /// Returns the finished task.
    pub fn build(self) -> Task {
        let Self { facts, operators, mut init, mut goal } = self;
        for list in [&mut init, &mut goal] {
            list.sort_unstable();
            list.dedup();
        }
        Task { facts: facts.into_iter().collect(), operators, init, goal }
    }
}

/// Sequence of operators of one task, by number, and the sum of their costs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plan {
    /// Numbers of the operators in the order of execution.
    pub operators: Vec<usize>,
    /// Sum of the costs of the operators.
    pub cost: u64,
}

impl Plan {
    /// Returns the plan of these operators of the task, with the sum of their costs.
    pub fn new(task: &Task, operators: Vec<usize>) -> Self {
        let cost = task.cost_of(&operators);
        Self { operators, cost }
    }

    /// Returns the names of the operators of a plan of this task.
    pub fn steps<'t>(&self, task: &'t Task) -> impl Iterator<Item = &'t str> {
        self.operators.iter().map(|&operator| task.operators[operator].name.as_str())
    }
}

/// Executes a plan, without the code of searches; returns its cost or its first fault, with steps counted from 1.
pub fn check(task: &Task, plan: &Plan) -> Result<u64, String> {
    let mut state: BTreeSet<Fact> = task.init.iter().copied().collect();
    let mut real = 0_u64;
    for (&number, step) in plan.operators.iter().zip(1..) {
        let missing = || format!("step {step}: the task has no operator number {number}");
        let operator = task.operators.get(number).ok_or_else(missing)?;
        if let Some(fact) = operator.pre.iter().find(|fact| !state.contains(fact)) {
            let (name, fact) = (&operator.name, &task.facts[fact.index()]);
            return Err(format!("step {step}: `{name}` needs `{fact}`, which does not hold"));
        }
        operator.del.iter().for_each(|fact| _ = state.remove(fact));
        state.extend(&operator.add);
        real = real.saturating_add(u64::from(operator.cost));
    }
    if let Some(fact) = task.goal.iter().find(|fact| !state.contains(fact)) {
        return Err(format!("after the last step the goal `{}` does not hold", task.facts[fact.index()]));
    }
    let wrong = || format!("the plan states the cost {}, but it costs {real}", plan.cost);
    if plan.cost == real { Ok(real) } else { Err(wrong()) }
}
