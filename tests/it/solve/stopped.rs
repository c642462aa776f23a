//! Searches that are stopped anywhere never give a false answer, solved or unsolvable.

use super::known;
use crate::common::stops;
use sokoplan::run::{Answer, Limits, Meter, Random, StopFlag};
use sokoplan::search::optimal::Metric;
use sokoplan::solve::{Options, Report, Strategy, solve};
use sokoplan::textbook::{Setup, Strategy as Textbook};
use std::collections::BTreeMap;

/// Draws a strategy, a textbook search, all strategies, or a proof of the shortest solution.
fn drawn_options(random: &mut Random) -> (String, Options) {
    let options = Options::default();
    match random.below(4) {
        0 => {
            let textbook = random.pick(&Textbook::ALL);
            (textbook.word().to_owned(), Options { textbook: Some(Setup::new(textbook)), ..options })
        }
        1 => {
            let metric = random.pick(&[Metric::Pushes, Metric::Moves]);
            (format!("optimal {metric:?}"), Options { optimal: Some(metric), ..options })
        }
        2 => {
            let groups: Vec<_> = Strategy::groups().collect();
            let (group, _) = random.pick(&groups);
            (group.to_owned(), options.with_strategies(Strategy::named(group).expect("a group")))
        }
        _ => {
            let strategies: Vec<Strategy> = Strategy::plans().chain(Strategy::pushes()).collect();
            let strategy = random.pick(&strategies);
            (strategy.word().to_owned(), options.with_strategies([strategy]))
        }
    }
}

on_few_and_on_all!(a_search_that_is_stopped_anywhere_is_right_and_at_a_node_repeats_to_the_byte, 8);
fn a_search_that_is_stopped_anywhere_is_right_and_at_a_node_repeats_to_the_byte(percent: u64) {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut boards = 0;
    for (number, judged) in known(20_000..20_000 + 50 * percent).enumerate() {
        let mut random = Random::new(number as u64);
        let (word, options) = drawn_options(&mut random);
        // Few checks come before a search, and most searches of small boards are short.
        let (at_node, most) = (random.chance(50), random.pick(&[10, 50, 400, 2_000]));
        let stop = random.below(most) as u64;
        let limits = || if at_node { Limits { nodes: Some(stop), ..Limits::default() } } else { stops::after(stop) };
        let [first, second] =
            [(); 2].map(|()| solve(&judged.level, &options, &mut Meter::new(limits(), StopFlag::default())));
        let what = format!("{word}, stop {stop}, at a node {at_node}");
        judged.assert_true(&first, &what);
        let results =
            |report: &Report| (report.answer(), report.solution().cloned(), report.plan_nodes, report.push_nodes);
        // How often the clock is read between nodes depends on the machine.
        assert!(!at_node || results(&first) == results(&second), "{what}\n{}", judged.text);
        if let Some(bound) = first.lower_bound.filter(|_| first.answer() == Answer::Solved) {
            let metrics = first.solution().expect("a solution").metrics;
            assert!(bound as usize <= metrics.moves, "{what}\n{}", judged.text);
        }
        *seen.entry(first.answer().word()).or_default() += 1;
        boards += 1;
    }
    let least = |answer: Answer| seen.get(answer.word()).is_some_and(|&count| 40 * count > boards);
    let answers = [Answer::Solved, Answer::Unsolvable, Answer::NodeLimit, Answer::MemoryLimit];
    assert!(answers.into_iter().all(least), "{seen:?}");
}
