//! Shortened solutions against the cheapest ways through all positions, listed plainly.

use super::known;
use super::shortest::shortest;
use crate::common::stops;
use sokoplan::level::Level;
use sokoplan::run::{Limits, Meter, StopFlag};
use sokoplan::search::Measure;
use sokoplan::solve::{Options, Report, Strategy, improve, solve};

fn cost(report: &Report, measure: Measure) -> (usize, usize) {
    let metrics = report.solution().expect("a solution").metrics;
    if measure == Measure::Pushes { (metrics.pushes, metrics.moves) } else { (metrics.moves, metrics.pushes) }
}

fn solved(level: &Level) -> Report {
    let options = Options::default().with_strategies(Strategy::pushes());
    solve(level, &options, &mut Meter::unlimited())
}

fn improved(level: &Level, report: &Report, measure: Measure, nodes: Option<u64>) -> Report {
    let mut report = report.clone();
    improve(
        level,
        &mut report,
        measure,
        &Options::default(),
        &mut Meter::new(Limits { nodes, ..Limits::default() }, StopFlag::default()),
    );
    report
}

#[test]
fn improvement_ends_with_a_cheapest_solution_and_says_so() {
    let (mut checked, mut shorter) = (0, 0);
    for (text, drawn, _) in known(4000..4040).filter(|(.., solvable)| *solvable) {
        let level = Level::from_xsb("", &text).expect("a level");
        let before = solved(&level);
        for measure in [Measure::Pushes, Measure::Moves] {
            let one =
                |pushes| if measure == Measure::Pushes { (usize::from(pushes), 1) } else { (1, usize::from(pushes)) };
            let expected = shortest(&drawn, one).expect("it is solvable");
            let after = improved(&level, &before, measure, None);
            assert_eq!(cost(&after, measure), expected, "{measure:?}\n{text}");
            assert!(after.improved.expect("improved").is_shortest);
            assert!(drawn.is_solved_by(&after.solution().expect("a solution").lurd), "{text}");
            checked += 1;
            shorter += usize::from(cost(&after, measure) < cost(&before, measure));
        }
    }
    assert!(checked >= 10 && shorter >= 5, "{shorter} of {checked} became shorter");
}

/// Long windows are cut then: halves, pairs and pieces have their turns.
#[test]
fn under_a_node_limit_solutions_replay_never_grow_and_are_the_same_twice() {
    let mut shorter = 0;
    for (text, drawn, _) in known(5000..5060).filter(|(.., solvable)| *solvable) {
        let level = Level::from_xsb("", &text).expect("a level");
        let before = solved(&level);
        for measure in [Measure::Pushes, Measure::Moves] {
            let mut last = cost(&before, measure);
            for nodes in [0, 5, 50, 500, 5_000] {
                let [one, two] = [(); 2].map(|()| improved(&level, &before, measure, Some(nodes)));
                assert_eq!(one.solution(), two.solution(), "{text}");
                assert!(drawn.is_solved_by(&one.solution().expect("a solution").lurd), "{text}");
                assert!(one.improved.expect("improved").nodes <= nodes);
                assert!(cost(&one, measure) <= last, "more nodes, longer solution\n{text}");
                last = cost(&one, measure);
            }
            shorter += usize::from(last < cost(&before, measure));
        }
    }
    assert!(shorter >= 10, "{shorter}");
}

#[test]
fn what_was_found_is_kept_when_memory_is_short_or_the_user_stops() {
    for (text, drawn, _) in known(5000..5040).filter(|(.., solvable)| *solvable) {
        let level = Level::from_xsb("", &text).expect("a level");
        let before = solved(&level);
        let raised = StopFlag::default();
        raised.raise();
        let few = Limits { nodes: Some(20_000), ..stops::after(10) };
        for (limits, stop) in [(Limits::default(), raised), (few, StopFlag::default())] {
            let mut after = before.clone();
            let mut meter = Meter::new(limits, stop);
            improve(&level, &mut after, Measure::Pushes, &Options::default(), &mut meter);
            assert!(drawn.is_solved_by(&after.solution().expect("a solution").lurd), "{text}");
            assert!(cost(&after, Measure::Pushes) <= cost(&before, Measure::Pushes));
        }
    }
}
