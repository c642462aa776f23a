//! Every strategy gives the judge's answer, under any limit and switch, and the optimal ones find shortest solutions; a switch
//! changes the effort.

use super::{levels, run, setup};
use crate::common::exhaustive::shortest;
use crate::common::stops;
use sokoplan::run::{Answer, Limits};
use sokoplan::textbook::{Metric, Setup, Strategy};
use std::sync::Arc;

const LEVELS: usize = 200;

/// Each strategy with its usual estimate and some others, forwards and by pulls, by both metrics.
fn setups() -> Vec<Setup> {
    let mut setups: Vec<Setup> = Vec::new();
    for strategy in Strategy::ALL {
        let heuristics = if strategy.is_informed() {
            [None, Some("h1"), Some("nearest-pushes"), Some("best")].as_slice()
        } else {
            [None].as_slice()
        };
        for word in heuristics {
            let heuristic = word.map(|word| Arc::clone(Setup::heuristics().named(word).expect("a heuristic")));
            for metric in Metric::ALL {
                for by_pulls in [false, true] {
                    let setup =
                        Setup { heuristic: heuristic.clone(), metric, by_pulls, ..Setup::new(strategy) }.normal();
                    if !setups.contains(&setup) {
                        setups.push(setup);
                    }
                }
            }
        }
    }
    let others = [
        "kth:no-tunnels",
        "bidirectional:nearest-manhattan",
        "greedy-best-first:h2",
        "greedy-best-first:greedy-pushes",
    ];
    setups.extend(others.into_iter().map(setup));
    setups
}

on_few_and_on_all!(complete_strategies_agree_with_the_judge_and_optimal_ones_on_the_length, 4);
fn complete_strategies_agree_with_the_judge_and_optimal_ones_on_the_length(percent: usize) {
    let (setups, count) = (setups(), LEVELS * percent / 100);
    // Deepening by moves takes seconds on some levels of more states.
    let states = 30..if percent < 100 { 150 } else { 500 };
    let mut long = 0;
    let of = |solvable, count| {
        levels(20_000, usize::MAX, states.clone()).filter(move |j| j.is_solvable() == solvable).take(count)
    };
    for judged in of(true, count * 3 / 5).chain(of(false, count * 2 / 5)) {
        let text = &judged.text;
        long += usize::from(judged.pushes.is_some_and(|pushes| pushes > 6));
        for setup in &setups {
            let report = run(&judged.level, setup.clone(), Limits::default());
            if !setup.is_complete() {
                // Depth-first search proves what it proves above its limit.
                let may_prove = setup.strategy == Strategy::DepthFirst && !judged.is_solvable();
                assert!(may_prove || report.answer() != Answer::Unsolvable, "{setup}\n{text}");
            } else {
                assert_eq!(report.answer(), judged.answer(), "{setup}\n{text}");
            }
            let Some(solution) = &report.solution() else { continue };
            assert!(judged.drawn.is_solved_by(&solution.lurd), "{setup}: {}\n{text}", solution.lurd);
            assert_eq!(report.solved_by().map(|by| by.word()), Some(setup.strategy.word()));
            let (steps, least) = match setup.metric {
                Metric::Pushes => (solution.metrics.pushes, judged.pushes),
                Metric::Moves => (solution.metrics.moves, shortest(&judged.drawn, |_| (1, 0)).map(|(moves, _)| moves)),
            };
            let least = least.expect("it is solvable");
            assert!(steps >= least, "{setup}: the judge is wrong\n{text}");
            if setup.is_optimal() {
                assert_eq!(steps, least, "{setup}\n{text}");
            }
        }
    }
    assert!(long >= count / 20, "too short: {long} of more than six pushes");
}

#[test]
fn weighted_a_star_keeps_to_its_bound_and_uses_it() {
    let mut longer = 0;
    for judged in levels(21_000, 25, 1_000..6_000).filter(|judged| judged.is_solvable()) {
        for (weight, tenths) in [("1", 10), ("1.5", 15), ("10", 100)] {
            let setup = setup(&format!("weighted-a-star:nearest-manhattan:weight={weight}"));
            let report = run(&judged.level, setup, Limits::default());
            let pushes = report.solution().expect("a solution").metrics.pushes;
            let least = judged.pushes.expect("it is solvable");
            assert!(pushes * 10 <= least * tenths, "{pushes} for {least} at {weight}\n{}", judged.text);
            longer += usize::from(pushes > least);
        }
    }
    assert!(longer > 0, "never longer: the weight has no effect");
}

#[test]
fn the_agent_proves_nothing_while_it_runs_through_tunnels() {
    for judged in levels(22_000, 60, 10..500).filter(|judged| !judged.is_solvable()) {
        let answers = ["kth", "kth:no-tunnels"].map(|name| run(&judged.level, setup(name), Limits::default()).answer());
        assert_eq!(answers, [Answer::GaveUp, Answer::Unsolvable], "{}", judged.text);
    }
}

/// Memory becomes short at some check: deepening goes on from its last frontier, and SMA* drops what is worst.
#[test]
fn searches_whose_memory_is_short_go_on_with_fewer_states_and_still_find_the_shortest() {
    for name in ["iterative-deepening", "ida-star", "sma-star"] {
        let mut count = 0;
        for judged in levels(28_000, 6, 1_000..6_000).filter(|judged| judged.is_solvable()) {
            let whole = run(&judged.level, setup(name), Limits::default());
            for checks in [20, 50, 200] {
                // More than half of the limit is in use from then on, and never more than the limit.
                let limits = Limits { memory: Some(stops::FULL / 2 * 3), nodes: Some(100_000), ..stops::after(checks) };
                let report = run(&judged.level, setup(name), limits);
                judged.assert_true(&report, name);
                if let Some(solution) = report.solution() {
                    assert_eq!(Some(solution.metrics.pushes), judged.pushes, "{name}\n{}", judged.text);
                    count += usize::from(report.progress.kept < whole.progress.kept);
                }
            }
        }
        assert!(count >= 2, "{name}: {count}");
    }
}

#[test]
fn depth_first_search_finds_a_solution_exactly_where_one_is_above_its_limit() {
    for judged in levels(27_000, 20, 50..1_000) {
        let at = |depth: usize| {
            let report = run(&judged.level, setup(&format!("depth-first:depth={depth}")), Limits::default());
            judged.assert_true(&report, &format!("depth {depth}"));
            report.answer()
        };
        match judged.pushes {
            Some(least) if least > 0 => {
                assert_ne!(at(least - 1), Answer::Solved, "{}", judged.text);
                assert_eq!((at(least), at(least + 3)), (Answer::Solved, Answer::Solved), "{}", judged.text);
            }
            _ => assert_eq!(at(10_000) == Answer::Solved, judged.is_solvable(), "{}", judged.text),
        }
    }
}

/// Nodes and refusals of a setup on many levels; its answers must be true.
fn spent(name: &str) -> (u64, u64) {
    let (mut nodes, mut pruned) = (0, 0);
    for judged in levels(24_000, 20, 200..2_000) {
        let report = run(&judged.level, setup(name), Limits::default());
        assert_eq!(report.answer(), judged.answer(), "{name}\n{}", judged.text);
        if let (Some(solution), Some(least)) = (&report.solution(), judged.pushes) {
            assert_eq!(solution.metrics.pushes, least, "{name}\n{}", judged.text);
        }
        nodes += report.push_nodes;
        pruned += report.progress.pruned;
    }
    (nodes, pruned)
}

#[test]
fn every_rule_alone_refuses_something_and_nothing_that_matters() {
    let (bare, refused) = spent("breadth-first:no-rules");
    assert_eq!(refused, 0, "no rule, no refusal");
    for rule in Setup::all_rules().iter().map(|rule| rule.about().id.name()) {
        let (nodes, refused) = spent(&format!("breadth-first:no-rules:{rule}"));
        assert!(refused > 0 && nodes < bare, "{rule}: {nodes} of {bare} nodes");
    }
    let (corners, _) = spent("breadth-first:no-rules:corner");
    let (both, _) = spent("breadth-first:no-rules:corner:line");
    let (dead, _) = spent("breadth-first:no-rules:dead-squares");
    assert!(dead <= both && both <= corners, "each finds what the one before finds: {dead}, {both}, {corners}");
}

#[test]
fn without_transpositions_the_same_is_found_with_more_nodes() {
    let (mut with, mut without) = (0, 0);
    for judged in levels(25_000, 40, 50..1_000).filter(|judged| judged.pushes.is_some_and(|pushes| pushes < 8)) {
        for name in ["breadth-first", "a-star", "ida-star", "iterative-deepening", "sma-star"] {
            let limits = Limits { nodes: Some(20_000), ..Limits::default() };
            let [known, unknown] =
                ["", ":no-transpositions"].map(|end| run(&judged.level, setup(&format!("{name}{end}")), limits));
            let pushes = |report: &sokoplan::solve::Report| report.solution().map(|s| s.metrics.pushes);
            assert_eq!(pushes(&known), judged.pushes, "{name}\n{}", judged.text);
            assert!(pushes(&unknown).is_none_or(|pushes| Some(pushes) == judged.pushes), "{name}\n{}", judged.text);
            (with, without) = (with + known.push_nodes, without + unknown.push_nodes);
        }
    }
    assert!(without > 2 * with, "{without} nodes, {with} with transpositions");
}

#[test]
fn inertia_changes_the_order_and_nothing_else() {
    let names = ["a-star", "ida-star", "sma-star", "greedy-best-first"];
    let nodes = |name: &str| {
        let all = levels(24_500, 20, 200..2_000).filter(|judged| judged.is_solvable());
        let reports = all.map(|judged| (run(&judged.level, setup(name), Limits::default()), judged.pushes));
        reports.fold(0, |nodes, (report, least)| {
            let pushes = report.solution().map(|solution| solution.metrics.pushes);
            assert!(pushes == least || !setup(name).is_optimal() && pushes >= least, "{name}");
            nodes + report.push_nodes
        })
    };
    let changed = names.into_iter().filter(|name| nodes(name) != nodes(&format!("{name}:inertia"))).count();
    assert!(changed >= 2, "{changed}");
    let usual = setup("kth");
    let off = Setup::parts().into_iter().filter(|word| usual.clone().with(word) != Ok(usual.clone()));
    assert_eq!(off.collect::<Vec<&str>>(), ["inertia"], "all else is on");
}
