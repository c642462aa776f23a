//! Small random tasks, with facts about them by plain enumeration.

use sokoplan::run::Random;
use sokoplan::strips::{Fact, Task, TaskBuilder};
use std::collections::{BTreeMap, BTreeSet};

/// At most this number of the facts, repeats included.
fn some(random: &mut Random, facts: &[Fact], most: usize) -> Vec<Fact> {
    (0..random.below(most + 1)).map(|_| random.pick(facts)).collect()
}

/// A task of `facts` facts and `operators` operators, some of them free.
pub(crate) fn task(seed: u64, facts: usize, operators: usize) -> Task {
    let mut random = Random::new(seed);
    let mut builder = TaskBuilder::default();
    let all: Vec<Fact> = (0..facts).map(|i| builder.fact(&format!("f{i}"))).collect();
    for number in 0..operators {
        let (pre, mut add, del) = (some(&mut random, &all, 3), some(&mut random, &all, 2), some(&mut random, &all, 3));
        add.push(all[random.below(facts)]);
        builder.operator(format!("o{number}"), pre, add, del, random.below(4) as u32);
    }
    builder.init(some(&mut random, &all, 3));
    builder.goal(some(&mut random, &all, 3));
    builder.build()
}

pub(crate) type Facts = BTreeSet<Fact>;

/// The state after an operator, if it can be applied.
pub(crate) fn after(task: &Task, state: &Facts, operator: usize) -> Option<Facts> {
    let operator = &task.operators[operator];
    operator.pre.iter().all(|fact| state.contains(fact)).then(|| {
        let mut state = state.clone();
        operator.del.iter().for_each(|fact| _ = state.remove(fact));
        state.extend(&operator.add);
        state
    })
}

pub(crate) fn is_goal(task: &Task, state: &Facts) -> bool {
    task.goal.iter().all(|fact| state.contains(fact))
}

/// The true cost of the rest for each reachable state; `None` where the goal cannot be reached.
pub(crate) fn true_costs(task: &Task) -> BTreeMap<Facts, Option<u64>> {
    let start: Facts = task.init.iter().copied().collect();
    let mut edges: Vec<(Facts, u64, Facts)> = Vec::new();
    let mut costs = BTreeMap::from([(start.clone(), None)]);
    let mut stack = vec![start];
    while let Some(state) = stack.pop() {
        for (number, operator) in task.operators.iter().enumerate() {
            let Some(next) = after(task, &state, number) else { continue };
            edges.push((state.clone(), u64::from(operator.cost), next.clone()));
            if costs.insert(next.clone(), None).is_none() {
                stack.push(next);
            }
        }
    }
    for (state, cost) in &mut costs {
        *cost = is_goal(task, state).then_some(0);
    }
    // Bellman and Ford: as plain as can be.
    loop {
        let mut changed = false;
        for (from, cost, to) in &edges {
            let Some(rest) = costs[to] else { continue };
            if costs[from].is_none_or(|known| rest + cost < known) {
                costs.insert(from.clone(), Some(rest + cost));
                changed = true;
            }
        }
        if !changed {
            return costs;
        }
    }
}
