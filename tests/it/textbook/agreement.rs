//! Every strategy gives the judge's answer, and the optimal ones find shortest solutions.

use super::{levels, run, setup};
use crate::solve::shortest::shortest;
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

on_few_and_on_all!(
    complete_strategies_agree_with_the_judge_and_optimal_ones_on_the_length,
    check_complete_strategies_agree_with,
    4
);

fn check_complete_strategies_agree_with(percent: usize) {
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
