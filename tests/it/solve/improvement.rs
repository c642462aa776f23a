//! Shortened solutions against the cheapest ways through all positions, listed plainly.

use super::known;
use crate::common::exhaustive::shortest;
use crate::common::judged::Judged;
use crate::common::stops;
use sokoplan::Areas;
use sokoplan::generate::{Generator, Recipe};
use sokoplan::level::Level;
use sokoplan::run::{Limits, Meter, StopFlag};
use sokoplan::search::Measure;
use sokoplan::solve::{Explanation, Options, Report, Strategy, improve, solve, tidy};
use sokoplan::steps::StepKind;

fn cost(report: &Report, measure: Measure) -> (usize, usize) {
    let metrics = report.solution().expect("a solution").metrics;
    if measure == Measure::Pushes { (metrics.pushes, metrics.moves) } else { (metrics.moves, metrics.pushes) }
}

fn solved(level: &Level) -> Report {
    let options = Options::default().with_strategies(Strategy::pushes());
    solve(level, &options, &mut Meter::unlimited())
}

fn improved(level: &Level, report: &Report, measure: Measure, nodes: Option<u64>) -> Report {
    let mut meter = stops::nodes(nodes);
    improve(level, report.clone(), measure, &Options::default(), &mut meter)
}

#[test]
fn improvement_ends_with_a_cheapest_solution_and_says_so() {
    let (mut checked, mut shorter) = (0, 0);
    for judged in known(4000..4040).filter(Judged::is_solvable) {
        let Judged { text, level, drawn, .. } = &judged;
        let before = solved(level);
        for measure in [Measure::Pushes, Measure::Moves] {
            let one =
                |pushes| if measure == Measure::Pushes { (usize::from(pushes), 1) } else { (1, usize::from(pushes)) };
            let expected = shortest(drawn, one).expect("it is solvable");
            let after = improved(level, &before, measure, None);
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
    for judged in known(5000..5060).filter(Judged::is_solvable) {
        let Judged { text, level, drawn, .. } = &judged;
        let before = solved(level);
        for measure in [Measure::Pushes, Measure::Moves] {
            let mut last = cost(&before, measure);
            for nodes in [0, 5, 50, 500, 5_000] {
                let [one, two] = [(); 2].map(|()| improved(level, &before, measure, Some(nodes)));
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
    for judged in known(5000..5040).filter(Judged::is_solvable) {
        let Judged { text, level, drawn, .. } = &judged;
        let before = solved(level);
        let raised = StopFlag::default();
        raised.raise();
        let few = Limits { nodes: Some(20_000), ..stops::after(10) };
        for (limits, stop) in [(Limits::default(), raised), (few, StopFlag::default())] {
            let mut meter = Meter::new(limits, stop);
            let after = improve(level, before.clone(), Measure::Pushes, &Options::default(), &mut meter);
            assert!(drawn.is_solved_by(&after.solution().expect("a solution").lurd), "{text}");
            assert!(cost(&after, Measure::Pushes) <= cost(&before, Measure::Pushes));
        }
    }
}

#[test]
fn a_tidied_solution_has_fewer_transfers_or_as_many_and_no_more_moves() {
    let mut changed = [0; 2];
    for seed in 0..20 {
        let recipe = Recipe { seed, rooms: 2 + seed as usize % 3, ..Recipe::default() };
        let Some(made) = Generator::new(recipe).next_within(20) else { continue };
        let level = made.level;
        let areas = Areas::of(&level.board);
        let by_plans = solve(&level, &Options::default(), &mut Meter::unlimited());
        for before in [by_plans, solved(&level)] {
            let after = tidy(&level, &areas, before.clone(), &Meter::unlimited());
            let [was, is] = [&before, &after].map(|report| {
                let steps = Explanation::of_report(&level, &areas, report).expect("a solution").steps;
                let transfers = steps.iter().filter(|step| step.kind() == StepKind::Transfer).count();
                (transfers, report.solution().expect("a solution").metrics)
            });
            assert!((is.0, is.1.moves) <= (was.0, was.1.moves), "{was:?} {is:?}\n{}", level.grid);
            assert!(is.1.pushes <= was.1.pushes, "{was:?} {is:?}\n{}", level.grid);
            changed[0] += usize::from(is.0 < was.0);
            changed[1] += usize::from(is.1.moves < was.1.moves);
        }
    }
    assert!(changed.iter().all(|&count| count >= 3), "{changed:?} have fewer transfers, and fewer moves");
}
