//! The stream of plans against plain enumeration of all of them.

use super::random::{self, Facts, after, is_goal};
use sokoplan::run::{Meter, SearchEnd};
use sokoplan::strips::{KBest, Plan, Task};

/// More plans than that, and the task is left out.
const MOST: usize = 3_000;

/// All plans that stop at the first goal and repeat no state; `None` if there are too many.
fn all_plans(task: &Task) -> Option<Vec<Plan>> {
    fn extend(
        task: &Task,
        states: &mut Vec<Facts>,
        operators: &mut Vec<usize>,
        found: &mut Vec<Plan>,
        budget: &mut u32,
    ) {
        let state = states.last().unwrap().clone();
        *budget = budget.saturating_sub(1);
        if is_goal(task, &state) {
            found.push(Plan::new(task, operators.clone()));
            return;
        }
        for number in 0..task.operators.len() {
            let Some(next) = after(task, &state, number) else { continue };
            if *budget > 0 && !states.contains(&next) {
                states.push(next);
                operators.push(number);
                extend(task, states, operators, found, budget);
                states.pop();
                operators.pop();
            }
        }
    }
    let (mut found, mut budget) = (Vec::new(), 20_000);
    extend(task, &mut vec![task.init.iter().copied().collect()], &mut Vec::new(), &mut found, &mut budget);
    (budget > 0 && found.len() <= MOST).then_some(found)
}

fn stream_all(task: &Task) -> Vec<Plan> {
    let (mut stream, mut meter) = (KBest::new(task), Meter::unlimited());
    let mut plans = Vec::new();
    while let SearchEnd::Found(plan) = stream.next(&mut meter) {
        plans.push(plan);
    }
    plans
}

fn tasks() -> impl Iterator<Item = (Task, Vec<Plan>)> {
    (0..400).filter_map(|seed| {
        let task = random::task(1_000 + seed, 5, 7);
        let plans = all_plans(&task)?;
        Some((task, plans))
    })
}

#[test]
fn every_plan_comes_once_and_in_order_of_cost() {
    let (mut many, mut compared) = (0, 0);
    for (task, mut expected) in tasks() {
        let mut plans = stream_all(&task);
        assert!(plans.is_sorted_by_key(|plan| plan.cost), "{task:?}");
        plans.sort_by(|a, b| a.operators.cmp(&b.operators));
        expected.sort_by(|a, b| a.operators.cmp(&b.operators));
        assert_eq!(plans, expected, "{task:?}");
        many += usize::from(plans.len() > 3);
        compared += plans.len();
    }
    assert!(many > 20 && compared > 500, "{many} tasks with more than three plans, {compared} plans");
}
