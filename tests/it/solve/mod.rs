//! `solve` against an exhaustive search that shares no code with it, on small random levels.

use crate::common::judged::Judged;
use sokoplan::level::Level;
use sokoplan::run::{Answer, Limits, Meter, StopFlag};
use sokoplan::solve::{Options, Report, Strategy, solve};

/// Levels whose positions can all be listed.
fn known(seeds: std::ops::Range<u64>) -> impl Iterator<Item = Judged> {
    Judged::of_seeds(seeds, 20_000)
}

fn run(level: &Level, group: &str, limits: Limits) -> Report {
    let options = Options::default().with_strategies(Strategy::named(group).expect("a group"));
    solve(level, &options, &mut Meter::new(limits, StopFlag::default()))
}

on_few_and_on_all!(solve_agrees_with_exhaustive_search, 20);
fn solve_agrees_with_exhaustive_search(percent: u64) {
    let (mut yes, mut no, mut planned, mut proved) = (0, 0, 0, 0);
    for judged in known(0..20 * percent) {
        for group in ["all", "pushes"] {
            let report = run(&judged.level, group, Limits::default());
            judged.assert_true(&report, group);
            assert_eq!(report.answer(), judged.answer(), "{group}\n{}", judged.text);
        }
        let report = run(&judged.level, "plans", Limits { nodes: Some(1_000), ..Limits::default() });
        judged.assert_true(&report, "plans");
        proved += usize::from(report.answer() == Answer::Unsolvable);
        planned += usize::from(report.answer() == Answer::Solved);
        *if judged.is_solvable() { &mut yes } else { &mut no } += 1;
    }
    assert!(yes >= 8 * percent as usize && no >= 4 * percent as usize, "too one-sided: {yes} solvable, {no} not");
    assert!(proved > 0, "plans alone prove none of the {no} unsolvable levels");
    assert!(planned >= yes / 2, "plans alone solve only {planned} of {yes}");
}

mod improvement;
mod memory;
pub(crate) mod optimal;
mod portfolio;
mod stopped;
mod strategies;
