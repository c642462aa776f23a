//! Searches and heuristics against plain enumeration, on random tasks.

use super::random::{self, Facts};
use sokoplan::run::{Limits, Meter, SearchEnd, StopFlag};
use sokoplan::strips::{Fact, FfHeuristic, LmCut, Plan, Task, TaskState, cheapest_plan, check, first_plan};

type Planner = fn(&Task, &mut Meter) -> SearchEnd<Plan>;

const PLANNERS: [Planner; 2] = [first_plan, cheapest_plan];

fn tasks() -> impl Iterator<Item = Task> {
    (0..300).map(|seed| random::task(seed, 7, 12))
}

#[test]
fn every_search_finds_a_plan_where_there_is_one_and_a_cheapest_where_it_says_so() {
    let mut solvable = 0;
    for task in tasks() {
        let start: Facts = task.init.iter().copied().collect();
        let truth = random::true_costs(&task)[&start];
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
        for (facts, truth) in random::true_costs(&task) {
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

on_few_and_on_all!(the_same_question_has_the_same_answer, check_the_same_question, 25);

fn check_the_same_question(percent: u64) {
    for seed in 0..percent * 2 / 5 {
        let task = random::task(seed, 30, 80);
        for planner in PLANNERS {
            let mut meters =
                [(); 2].map(|()| Meter::new(Limits { nodes: Some(3_000), ..Limits::default() }, StopFlag::default()));
            let answers = meters.each_mut().map(|meter| planner(&task, meter));
            assert_eq!(answers[0], answers[1]);
            assert_eq!(meters[0].plan_nodes(), meters[1].plan_nodes());
        }
    }
}
