//! Searches that drop states, because memory is short: what they find is right, and what they prove too.

use super::{assert_true, known};
use crate::common::deadlock_positions::crowded;
use crate::common::exhaustive::{Drawn, explore};
use sokoplan::deadlock::AskedBy;
use sokoplan::level::Level;
use sokoplan::maze::Maze;
use sokoplan::packing::{Order, PackingGuide, Waiting};
use sokoplan::push::{Push, walk_and_push};
use sokoplan::run::{Answer, Limits, Meter, Status, StopFlag};
use sokoplan::search::{
    ByTarget, Fess, FessBySinks, Lean, LeanSetting, Perimeter, Prunings, PushSearch, Reach, Setting,
};
use sokoplan::solve::{Choice, Group, Options, Strategy, solve};

/// What became of searches that dropped states.
#[derive(Debug, Default, PartialEq)]
struct Tally {
    solved: usize,
    proved: usize,
    dry: usize,
}

impl Tally {
    /// Runs a search that drops states each time that it has made this number of steps. Returns what it has found, and
    /// whether it has proved that there is no solution.
    fn drive(&mut self, every: usize, search: &mut dyn PushSearch) -> (Option<Vec<Push>>, bool) {
        let (meter, mut has_dropped) = (&mut Meter::unlimited(), false);
        for step in 1..20_000 {
            match search.step(meter).expect("no limit") {
                Status::Running if step % every == 0 => has_dropped |= search.compact(),
                Status::Running => {}
                Status::Found(pushes) => {
                    self.solved += usize::from(has_dropped);
                    return (Some(pushes), false);
                }
                Status::Exhausted => {
                    let proves = search.is_complete();
                    *if proves { &mut self.proved } else { &mut self.dry } += usize::from(has_dropped);
                    return (None, proves);
                }
            }
        }
        (None, false)
    }
}

/// Levels with more boxes, whose positions can all be listed too.
fn many_boxes(seeds: std::ops::Range<u64>) -> impl Iterator<Item = (String, Drawn, bool)> {
    seeds.filter_map(|seed| {
        let text = crowded(seed);
        let drawn = Drawn::new(&text);
        let start = drawn.state(drawn.boxes, drawn.player);
        let solvable = explore(&drawn, 40_000)?[&start].is_some();
        Some((text, drawn, solvable))
    })
}

on_few_and_on_all!(
    searches_that_drop_states_find_solutions_and_prove_nothing_wrong,
    searches_that_drop_states_find_solutions_and_prove_nothing_wrong_on_all,
    check_searches_that_drop_states,
    20
);

fn check_searches_that_drop_states(percent: u64) {
    let mut tallies: [(&str, Tally); 5] =
        ["lean", "forward", "features", "plan in steps", "target"].map(|name| (name, Tally::default()));
    for (text, drawn, solvable) in known(8_500..8_500 + 5 * percent).chain(many_boxes(0..3 * percent)) {
        let level = Level::from_xsb("", &text).expect("a level");
        if level.start.is_solved(&level.board) {
            continue;
        }
        let (maze, meter) = (Maze::new(&level.board, &mut Meter::unlimited()).unwrap(), &mut Meter::unlimited());
        let none = || Perimeter::new(level.board.len());
        let plan = PackingGuide::new(&maze, &level.start, Order::Backward, meter).unwrap().plan().cloned();
        let lean = |reach| LeanSetting { reach, pairs_after: 300, threes_after: 300 };
        let rules = (Prunings::all(AskedBy::CHEAP_NODES), Prunings::all(AskedBy::DEAR_NODES));
        for every in [3, 70, 400] {
            let searches: [Box<dyn PushSearch>; 5] = [
                Box::new(Lean::new(&maze, &level.start, &rules.0, lean(Reach::BothWays), meter).unwrap()),
                Box::new(Lean::new(&maze, &level.start, &rules.0, lean(Reach::Forward), meter).unwrap()),
                Box::new(Fess::new(&maze, &level.start, plan.clone(), Setting::default(), none(), meter).unwrap()),
                Box::new(
                    FessBySinks::new(&maze, &level.start, Waiting::AtStarts, Setting::default(), none(), meter)
                        .unwrap(),
                ),
                Box::new(ByTarget::new(&maze, &level.start, none(), &rules.1, meter).unwrap()),
            ];
            for ((name, tally), mut search) in tallies.iter_mut().zip(searches) {
                let (found, proves) = tally.drive(every, &mut *search);
                assert!(!proves || !solvable, "{name} drops states and proves that there is no solution\n{text}");
                let Some(pushes) = found else { continue };
                let (lurd, _) = walk_and_push(&level.board, &level.start, &pushes).expect("pushes that can be made");
                assert!(drawn.is_solved_by(&lurd), "{name}: {lurd} is no solution of\n{text}");
            }
        }
    }
    for (name, tally) in &tallies {
        assert!(tally.solved > 0, "{name}: {tallies:?}");
    }
    let (proved, dry) = tallies.iter().fold((0, 0), |(proved, dry), (_, t)| (proved + t.proved, dry + t.dry));
    assert!(proved > 0 && dry > 0, "{tallies:?}");
}

#[test]
fn under_little_memory_each_strategy_is_right_and_repeats_to_the_byte() {
    let mut solved = 0;
    for (text, drawn, solvable) in known(3_200..3_230) {
        let level = Level::from_xsb("", &text).expect("a level");
        for choice in Strategy::pushes().map(Choice::from).chain([Group::Pushes.into()]) {
            for memory in [60 << 10, 150 << 10, 250 << 10] {
                let limits = Limits { memory: Some(memory), nodes: Some(2_000), ..Limits::default() };
                let options = Options::default().with_choice(choice.clone());
                let [first, second] =
                    [(); 2].map(|()| solve(&level, &options, &mut Meter::new(limits, StopFlag::default())));
                assert_true(&first, &text, &drawn, solvable);
                assert!(first.peak_bytes <= memory, "{} of {memory} bytes\n{text}", first.peak_bytes);
                let results = |report: &sokoplan::solve::Report| {
                    (report.answer(), report.solution().cloned(), report.push_nodes, report.peak_bytes)
                };
                assert_eq!(results(&first), results(&second), "{text}");
                solved += usize::from(first.answer() == Answer::Solved);
            }
        }
    }
    assert!(solved > 100, "only {solved}");
}
