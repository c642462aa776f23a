//! The task of a few subjects together, for those that stand in each other's way: all others stay.

use super::quotient::{Quotient, SHARED, World};
use crate::task::{Fact, Operator, Plan, Task};
use rustc_hash::FxHashMap;

/// A step of the whole plan: an operator of the quotient, and the member that it moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub member: usize,
    pub operator: u32,
}

/// Task of some members, and what its operators mean.
pub(super) struct Joint {
    pub task: Task,
    steps: Vec<Step>,
}

impl Joint {
    /// Makes the task of these members from a world; all their goals are wanted that `wanted` names.
    pub(super) fn new(quotient: &Quotient, world: &World, members: &[usize], wanted: &[usize]) -> Self {
        let shared = quotient.members.len() - 1;
        let mut numbers: FxHashMap<(usize, Fact), Fact> = FxHashMap::default();
        let mut number = |member: usize, fact: Fact| {
            let owner = if quotient.is_shared(fact) { shared } else { member };
            let next = Fact(numbers.len() as u32);
            *numbers.entry((owner, fact)).or_insert(next)
        };
        let mut joint = Self { task: Task::default(), steps: Vec::new() };
        for (operator, index) in quotient.task.operators.iter().zip(0..) {
            let class = quotient.class_of_operator[index as usize];
            let movers = members.iter().chain([&shared]).filter(|&&member| quotient.members[member].class == class);
            for &member in movers {
                let mut of = |facts: &[Fact]| facts.iter().map(|&fact| number(member, fact)).collect::<Vec<_>>();
                let [pre, add, del] = [&operator.pre, &operator.add, &operator.del].map(|facts| of(facts));
                joint.task.operators.push(Operator::new("", pre, add, del, operator.cost));
                joint.steps.push(Step { member, operator: index });
            }
        }
        for &member in members.iter().chain([&shared]) {
            let facts = if member == shared { &world.shared } else { &world.own[member] };
            joint.task.init.extend(facts.ones().map(|fact| number(member, Fact(fact as u32))));
        }
        for &member in wanted {
            joint.task.goal.extend(quotient.members[member].goal.iter().map(|&fact| number(member, fact)));
        }
        joint.task.facts = vec![String::new(); numbers.len()];
        [&mut joint.task.init, &mut joint.task.goal].into_iter().for_each(|facts| facts.sort_unstable());
        joint
    }

    pub(super) fn steps(&self, plan: &Plan) -> impl Iterator<Item = Step> {
        plan.operators.iter().map(|&operator| self.steps[operator])
    }
}

impl World {
    /// Applies a step.
    pub(super) fn take(&mut self, quotient: &Quotient, step: Step) {
        let operator = &quotient.task.operators[step.operator as usize];
        let mut set = |fact: &Fact, holds| {
            let facts = if quotient.class_of_fact[fact.index()] == SHARED {
                &mut self.shared
            } else {
                &mut self.own[step.member]
            };
            facts.set(fact.index(), holds);
        };
        operator.del.iter().for_each(|fact| set(fact, false));
        operator.add.iter().for_each(|fact| set(fact, true));
    }
}
