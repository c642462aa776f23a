//! Searches, heuristics and the stream of plans against plain enumeration, on small random tasks.

use crate::common::stops;
use sokoplan::run::{Meter, Random, SearchEnd};
use sokoplan::strips::{
    Fact, FfHeuristic, KBest, LmCut, Operator, Plan, Task, TaskBuilder, TaskState, cheapest_plan, check, first_plan,
};
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
        builder.operators.push(Operator::new(format!("o{number}"), pre, add, del, random.below(4) as u32));
    }
    builder.init.extend(some(&mut random, &all, 3));
    builder.goal.extend(some(&mut random, &all, 3));
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

type Planner = fn(&Task, &mut Meter) -> SearchEnd<Plan>;

const PLANNERS: [Planner; 2] = [first_plan, cheapest_plan];

fn tasks() -> impl Iterator<Item = Task> {
    (0..300).map(|seed| task(seed, 7, 12))
}

#[test]
fn every_search_finds_a_plan_where_there_is_one_and_a_cheapest_where_it_says_so() {
    let mut solvable = 0;
    for task in tasks() {
        let start: Facts = task.init.iter().copied().collect();
        let truth = true_costs(&task)[&start];
        solvable += u64::from(truth.is_some_and(|cost| cost > 0));
        for (planner, is_optimal) in PLANNERS.into_iter().zip([false, true]) {
            let ended = planner(&task, &mut Meter::unlimited());
            let (Some(best), SearchEnd::Found(plan)) = (truth, &ended) else {
                assert_eq!((truth, &ended), (None, &SearchEnd::Exhausted), "{task:?}");
                continue;
            };
            assert_eq!(check(&task, plan), Ok(plan.cost));
            assert!(if is_optimal { plan.cost == best } else { plan.cost >= best }, "{} for {best}", plan.cost);
        }
    }
    assert!(solvable > 60, "only {solvable} tasks have a plan");
}

#[test]
fn lm_cut_never_overestimates_and_dead_ends_of_both_heuristics_are_dead() {
    for task in tasks() {
        let mut lm_cut = LmCut::new(&task);
        let mut ff = FfHeuristic::new(&task);
        for (facts, truth) in true_costs(&task) {
            let state = TaskState::of(&task, &facts.into_iter().collect::<Vec<Fact>>());
            let (bound, estimate) = (lm_cut.evaluate(&state), ff.evaluate(&state));
            assert!(estimate.is_some() || truth.is_none(), "called dead, but costs {truth:?}");
            assert_eq!(bound.is_some(), estimate.is_some(), "both are dead ends of the delete relaxation");
            assert!(bound.zip(truth).is_none_or(|(bound, truth)| u64::from(bound) <= truth), "{bound:?} for {truth:?}");
            let is_applicable = |&number: &u32| state.holds(&task.operators[number as usize].pre);
            assert!(ff.preferred().is_sorted() && ff.preferred().iter().all(is_applicable), "{task:?}");
        }
    }
}

on_few_and_on_all!(the_same_question_has_the_same_answer, 25);
fn the_same_question_has_the_same_answer(percent: u64) {
    for seed in 0..percent * 2 / 5 {
        let task = task(seed, 30, 80);
        for planner in PLANNERS {
            let mut meters = [(); 2].map(|()| stops::nodes(3_000));
            let answers = meters.each_mut().map(|meter| planner(&task, meter));
            assert_eq!(answers[0], answers[1]);
            assert_eq!(meters[0].plan_nodes(), meters[1].plan_nodes());
        }
    }
}

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

#[test]
fn every_plan_comes_once_and_in_order_of_cost() {
    let (mut many, mut compared) = (0, 0);
    for seed in 0..400 {
        let task = task(1_000 + seed, 5, 7);
        let Some(mut expected) = all_plans(&task) else { continue };
        let (mut stream, mut meter) = (KBest::new(&task), Meter::unlimited());
        let mut plans: Vec<Plan> = std::iter::from_fn(|| stream.next(&mut meter).found()).collect();
        assert!(plans.is_sorted_by_key(|plan| plan.cost), "{task:?}");
        plans.sort_by(|a, b| a.operators.cmp(&b.operators));
        expected.sort_by(|a, b| a.operators.cmp(&b.operators));
        assert_eq!(plans, expected, "{task:?}");
        many += usize::from(plans.len() > 3);
        compared += plans.len();
    }
    assert!(many > 20 && compared > 500, "{many} tasks with more than three plans, {compared} plans");
}
