//! Each switch changes the search effort, and none changes the result.

use super::{levels, run, setup};
use sokoplan::run::Limits;
use sokoplan::textbook::Setup;

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
