//! Searches and heuristics against plain enumeration, on random tasks.

use super::random::{self, Facts};
use sokoplan::run::{Ended, Limits, Meter, Search, Stop, StopFlag, drive};
use sokoplan::strips::{
    AStar, Anytime, Costs, Fact, HeuristicKind, Landmarks, Lazy, Options, SearchAlgorithm, State, Task, TaskBuilder,
    Visit, check, plan,
};
use std::time::Duration;

const SEEDS: u64 = 300;

fn tasks() -> impl Iterator<Item = Task> {
    (0..SEEDS).map(|seed| random::task(seed, 7, 12))
}

fn start(task: &Task) -> Facts {
    task.init.iter().copied().collect()
}

fn strategies() -> Vec<Options> {
    let orders = [
        SearchAlgorithm::Greedy,
        SearchAlgorithm::Alternating,
        SearchAlgorithm::AStar,
        SearchAlgorithm::WeightedAStar(3),
    ];
    HeuristicKind::ALL.into_iter().flat_map(|h| orders.map(|algorithm| Options { algorithm, heuristic: h })).collect()
}

#[test]
fn every_search_finds_a_plan_where_there_is_one_and_a_cheapest_where_it_says_so() {
    let mut solvable = 0;
    for task in tasks() {
        let truth = random::true_costs(&task)[&start(&task)];
        solvable += u64::from(truth.is_some_and(|cost| cost > 0));
        for options in strategies() {
            let ended = plan(&task, &options, &mut Meter::unlimited());
            let (Some(best), Ended::Found(found)) = (truth, &ended) else {
                assert_eq!((truth, &ended), (None, &Ended::Exhausted), "{options:?} {task:?}");
                continue;
            };
            assert_eq!(check(&task, found), Ok(found.cost));
            let most = match (options.algorithm, options.heuristic) {
                (SearchAlgorithm::AStar, HeuristicKind::Blind | HeuristicKind::Max | HeuristicKind::LmCut) => best,
                (
                    SearchAlgorithm::WeightedAStar(w),
                    HeuristicKind::Blind | HeuristicKind::Max | HeuristicKind::LmCut,
                ) => best * u64::from(w),
                _ => u64::MAX,
            };
            assert!((best..=most).contains(&found.cost), "{options:?}: {} for {best}", found.cost);
        }
    }
    assert!(solvable > 60, "only {solvable} tasks ask for a plan");
}

#[test]
fn plans_become_cheaper_until_none_is_cheaper_also_where_limits_come_between() {
    let (mut improved, mut stops) = (0, 0);
    for task in tasks() {
        let truth = random::true_costs(&task)[&start(&task)];
        let mut stream = Anytime::new(&task);
        let mut costs = Vec::new();
        // A limit of a few nodes at a time: the stream goes on where it was.
        loop {
            let limits = Limits { nodes: Some(3), ..Limits::default() };
            match stream.next(&mut Meter::new(limits, StopFlag::default())) {
                Ended::Found(plan) => {
                    assert_eq!(check(&task, &plan), Ok(plan.cost));
                    costs.push(plan.cost);
                }
                Ended::Stopped(_) => stops += 1,
                Ended::Exhausted => break,
            }
        }
        assert!(costs.windows(2).all(|pair| pair[1] < pair[0]), "{costs:?}");
        assert_eq!(costs.last().copied(), truth, "the last is a cheapest: {costs:?}");
        assert_eq!(stream.next(&mut Meter::unlimited()), Ended::Exhausted);
        improved += usize::from(costs.len() > 1);
    }
    assert!(improved > 5 && stops > 100, "{improved} tasks with more than one plan, {stops} stops");
}

#[test]
fn admissible_heuristics_never_say_too_much_and_dead_ends_are_dead() {
    for task in tasks() {
        for kind in HeuristicKind::ALL {
            let mut heuristic = kind.build(&task, Costs::Plain, &Meter::unlimited()).unwrap();
            // Path-dependent ones are asked as at the start of a search.
            for (facts, truth) in random::true_costs(&task) {
                let facts: Vec<Fact> = facts.into_iter().collect();
                let state = State::of(&task, &facts);
                if kind == HeuristicKind::Landmarks && facts != task.init {
                    continue;
                }
                let estimate = heuristic.evaluate(Visit { state: &state, id: 0, parent: None });
                assert!(estimate.is_some() || truth.is_none(), "{kind}: called dead, but costs {truth:?}");
                if let (true, Some(estimate), Some(truth)) = (heuristic.is_admissible(), estimate, truth) {
                    assert!(u64::from(estimate) <= truth, "{kind}: {estimate} for {truth}");
                }
            }
        }
    }
}

#[test]
fn no_plan_avoids_a_landmark() {
    let mut disjunctions = 0;
    for mut task in tasks() {
        // All facts of one predicate.
        task.facts.iter_mut().for_each(|name| name.insert_str(0, "p "));
        let landmarks = Landmarks::of(&task, &Meter::unlimited()).unwrap();
        let truth = random::true_costs(&task)[&start(&task)];
        assert!(!(landmarks.unreachable && truth.is_some()));
        disjunctions += landmarks.disjunctions.len();
        for landmark in (0..landmarks.len()).map(|number| landmarks.get(number)) {
            if landmark.iter().any(|fact| task.init.contains(fact)) {
                continue;
            }
            let mut without = task.clone();
            without.operators.iter_mut().for_each(|o| o.add.retain(|fact| !landmark.contains(fact)));
            assert_eq!(random::true_costs(&without)[&start(&task)], None, "{landmark:?} in {task:?}");
        }
    }
    assert!(disjunctions > 3, "only {disjunctions} disjunctions");
}

#[test]
fn landmarks_are_not_computed_past_a_limit_and_give_their_memory_back() {
    // A chain: the landmarks of each fact are all before it.
    let mut builder = TaskBuilder::new();
    let facts: Vec<Fact> = (0..3_000).map(|number| builder.fact(&format!("at {number}"))).collect();
    facts.windows(2).for_each(|pair| _ = builder.operator("on", [pair[0]], [pair[1]], [], 1));
    builder.init([facts[0]]);
    builder.goal([facts[facts.len() - 1]]);
    let task = builder.build();
    let memory = Limits { memory: Some(500_000), ..Limits::default() };
    let time = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    for (limits, stop) in [(memory, Stop::MemoryLimit), (time, Stop::TimeLimit)] {
        let meter = Meter::new(limits, StopFlag::default());
        assert_eq!(Landmarks::of(&task, &meter).unwrap_err(), stop);
        assert_eq!(meter.bytes_left(), limits.memory);
    }
    assert_eq!(Landmarks::of(&task, &Meter::unlimited()).unwrap().facts, facts);
}

/// A jar with a lid, to be filled and closed.
fn jar() -> (Task, [Fact; 3]) {
    let mut builder = TaskBuilder::new();
    let [on, off, filled] = ["lid on", "lid off", "filled jar"].map(|name| builder.fact(name));
    builder.operator("open", [on], [off], [on], 1);
    builder.operator("fill", [off], [filled], [], 1);
    builder.operator("close", [off], [on], [off], 1);
    builder.init([on]);
    builder.goal([on, filled]);
    (builder.build(), [on, off, filled])
}

#[test]
fn a_goal_that_another_one_destroys_is_better_reached_later_and_counts_again() {
    let (task, [on, _, filled]) = jar();
    let landmarks = Landmarks::of(&task, &Meter::unlimited()).unwrap();
    let pairs = landmarks.reasonable.iter().map(|&(earlier, later)| (landmarks.facts[earlier], landmarks.facts[later]));
    assert_eq!(pairs.collect::<Vec<_>>(), [(filled, on)]);
    // Open, fill and close, although the lid is on at the start.
    let mut count = HeuristicKind::Landmarks.build(&task, Costs::One, &Meter::unlimited()).unwrap();
    let state = State::of(&task, &task.init);
    assert_eq!(count.evaluate(Visit { state: &state, id: 0, parent: None }), Some(3));
    assert_eq!(count.preferred(), [0]);
}

#[test]
fn landmarks_are_ordered_in_one_direction_and_preferred_operators_can_be_applied() {
    let (mut orders, mut preferred) = (0, 0);
    for task in tasks() {
        let reasonable = Landmarks::of(&task, &Meter::unlimited()).unwrap().reasonable;
        assert!(reasonable.iter().all(|&(earlier, later)| !reasonable.contains(&(later, earlier))), "{task:?}");
        orders += reasonable.len();
        let state = State::of(&task, &task.init);
        for kind in HeuristicKind::ALL {
            let mut heuristic = kind.build(&task, Costs::One, &Meter::unlimited()).unwrap();
            heuristic.evaluate(Visit { state: &state, id: 0, parent: None });
            let can = |&number: &u32| state.holds(&task.operators[number as usize].pre);
            assert!(heuristic.preferred().is_sorted() && heuristic.preferred().iter().all(can), "{kind} {task:?}");
            preferred += usize::from(kind == HeuristicKind::Landmarks && !heuristic.preferred().is_empty());
        }
    }
    assert!(orders > 3 && preferred > 20, "{orders} orders, {preferred} tasks with preferred operators");
}

#[test]
fn a_search_cut_short_goes_on_where_it_stopped() {
    let mut cuts = 0;
    for task in tasks() {
        for lazily in [true, false] {
            let make = || -> Box<dyn Search<Solution = _> + '_> {
                let heuristic = HeuristicKind::Ff.build(&task, Costs::Plain, &Meter::unlimited()).unwrap();
                if lazily {
                    Box::new(Lazy::greedy(&task, vec![heuristic], true))
                } else {
                    Box::new(AStar::new(&task, heuristic, 1))
                }
            };
            let mut whole = Meter::unlimited();
            let expected = drive(&mut *make(), &mut whole);
            let (mut search, mut meter) = (make(), Meter::unlimited());
            let ended = loop {
                match meter.within(Some(1), None, |inner| drive(&mut *search, inner)) {
                    Ended::Stopped(_) => cuts += 1,
                    ended => break ended,
                }
            };
            assert_eq!((ended, meter.plan_nodes()), (expected, whole.plan_nodes()));
        }
    }
    assert!(cuts > 100);
}

#[test]
fn counted_memory_stays_below_its_limit_and_comes_back() {
    let task = random::task(5, 40, 200);
    for memory in [0, 500, 5_000, 50_000, 500_000] {
        for options in strategies() {
            let limits = Limits { memory: Some(memory), nodes: Some(2_000), ..Limits::default() };
            let mut meter = Meter::new(limits, StopFlag::default());
            plan(&task, &options, &mut meter);
            assert!(meter.peak_bytes() <= memory);
            assert_eq!(meter.bytes_left(), Some(memory));
        }
    }
}

on_few_and_on_all!(
    the_same_question_has_the_same_answer,
    the_same_question_has_the_same_answer_on_all,
    check_the_same_question,
    25
);

fn check_the_same_question(percent: u64) {
    for seed in 0..percent * 2 / 5 {
        let task = random::task(seed, 30, 80);
        for options in strategies() {
            let mut meters =
                [(); 2].map(|()| Meter::new(Limits { nodes: Some(3_000), ..Limits::default() }, StopFlag::default()));
            let answers = meters.each_mut().map(|meter| plan(&task, &options, meter));
            assert_eq!(answers[0], answers[1]);
            assert_eq!(meters[0].plan_nodes(), meters[1].plan_nodes());
        }
    }
}
