//! `solve` against an exhaustive search that shares no code with it, on small random levels.

use crate::common::exhaustive::{Drawn, explore};
use sokoplan::level::Level;
use sokoplan::run::{Answer, Limits, Meter, StopFlag};
use sokoplan::solve::{Options, Report, Strategy, solve};

/// Levels whose positions can all be listed: text, and whether a solution exists.
fn known(seeds: std::ops::Range<u64>) -> impl Iterator<Item = (String, Drawn, bool)> {
    seeds.filter_map(|seed| {
        let text = small_levels::level(seed);
        let drawn = Drawn::new(&text);
        let start = drawn.state(drawn.boxes, drawn.player);
        let solvable = explore(&drawn, 20_000)?[&start].is_some();
        Some((text, drawn, solvable))
    })
}

fn run(text: &str, group: &str, limits: Limits) -> Report {
    let level = Level::from_xsb("", text).expect("a level");
    solve(
        &level,
        &Options::default().with_strategies(Strategy::named(group).expect("a group")),
        &mut Meter::new(limits, StopFlag::default()),
    )
}

/// The properties of any report, under any limits.
fn assert_true(report: &Report, text: &str, drawn: &Drawn, solvable: bool) {
    match report.answer() {
        Answer::Solved => {
            let lurd = &report.solution().expect("a solution").lurd;
            assert!(drawn.is_solved_by(lurd), "{lurd} is no solution of\n{text}");
        }
        Answer::InternalError => panic!("{:?}\n{text}", report.outcome),
        Answer::Unsolvable => assert!(!solvable, "this can be solved\n{text}"),
        _ => assert!(report.solution().is_none(), "a solution, but {:?}", report.answer()),
    }
}

on_few_and_on_all!(solve_agrees_with_exhaustive_search, check_solve_agrees_with_exhaustive, 20);

fn check_solve_agrees_with_exhaustive(percent: u64) {
    let (mut yes, mut no, mut planned, mut proved) = (0, 0, 0, 0);
    for (text, drawn, solvable) in known(0..20 * percent) {
        for group in ["all", "pushes"] {
            let report = run(&text, group, Limits::default());
            assert_true(&report, &text, &drawn, solvable);
            let expected = if solvable { Answer::Solved } else { Answer::Unsolvable };
            assert_eq!(report.answer(), expected, "{group}\n{text}");
        }
        let report = run(&text, "plans", Limits { nodes: Some(1_000), ..Limits::default() });
        assert_true(&report, &text, &drawn, solvable);
        proved += usize::from(report.answer() == Answer::Unsolvable);
        planned += usize::from(report.answer() == Answer::Solved);
        *if solvable { &mut yes } else { &mut no } += 1;
    }
    assert!(yes >= 8 * percent as usize && no >= 4 * percent as usize, "too one-sided: {yes} solvable, {no} not");
    assert!(proved > 0, "plans alone prove none of the {no} unsolvable levels");
    assert!(planned >= yes / 2, "plans alone solve only {planned} of {yes}");
}

pub(crate) mod agenda;
mod improvement;
mod memory;
pub(crate) mod optimal;
mod portfolio;
pub(crate) mod shortest;
mod stopped;
mod strategies;

use crate::common::small_levels;
