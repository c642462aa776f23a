//! Limits hold, answers stay true under any of them, and searches short of memory continue in another way.

use super::{levels, run, setup};
use crate::common::stops;
use sokoplan::run::{Answer, Limits};

/// Number of runs in which memory becomes short at some check, and a strategy solves the level with fewer states, each at the
/// lowest cost.
fn goes_on(name: &str) -> usize {
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
    count
}

#[test]
fn deepening_goes_on_from_its_last_frontier_when_memory_is_short() {
    assert!(goes_on("iterative-deepening") >= 2);
    assert!(goes_on("ida-star") >= 2);
}

#[test]
fn sma_star_drops_what_is_worst_and_still_finds_the_shortest() {
    assert!(goes_on("sma-star") >= 2);
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
