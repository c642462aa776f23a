//! Parts: levels cut at bridges, each part searched by itself.

use super::{assert_true, known};
use sokoplan::level::Level;
use sokoplan::planner::Step;
use sokoplan::run::{Answer, Limits, Meter, StopFlag};
use sokoplan::solve::{Options, Report, Strategy, solve};

fn by_parts(level: &Level, nodes: u64) -> Report {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    solve(level, &Options::default().with_choice(Strategy::PARTS), &mut Meter::new(limits, StopFlag::default()))
}

fn level(text: &str) -> Level {
    Level::from_xsb("", text).expect("a level")
}

#[test]
fn boxes_cross_a_bridge_as_counting_says_and_the_steps_say_so() {
    let level = level(
        "###############\n#    ###      #\n# $$ ###   .. #\n# $@        . #\n#    ###      #\n#    ###      #\n###############\n",
    );
    let report = by_parts(&level, 20_000);
    assert_eq!(report.answer(), Answer::Solved);
    let steps = report.steps().expect("steps");
    let crossed = steps.iter().filter(|realised| matches!(&realised.step, Step::Transfer(route) if route.len() == 2));
    assert_eq!(crossed.count(), 3, "three boxes, each once: {steps:?}");
}

on_few_and_on_all!(
    what_parts_find_is_a_solution_and_they_prove_nothing,
    what_parts_find_is_a_solution_and_they_prove_nothing_on_all,
    check_what_parts_find,
    30
);

fn check_what_parts_find(percent: u64) {
    let (mut solved, mut tried) = (0, 0);
    for (text, drawn, solvable) in known(0..15 * percent) {
        let report = by_parts(&level(&text), 3_000);
        assert_true(&report, &text, &drawn, solvable);
        tried += usize::from(report.plan_nodes + report.push_nodes > 0);
        solved += usize::from(report.answer() == Answer::Solved && report.push_nodes > 0);
    }
    assert!(10 * solved > percent as usize, "{solved} of {tried} levels");
}
