//! Searches that drop states because memory is short: their solutions and proofs are right.

use super::known;
use super::strategies::plan_from_end;
use crate::common::deadlock_positions::crowded;
use crate::common::judged::Judged;
use crate::snapshots::{own_levels, settings};
use itertools::Itertools;
use sokoplan::deadlock::Purposes;
use sokoplan::level::Position;
use sokoplan::maze::Maze;
use sokoplan::packing::BackwardPacking;
use sokoplan::push::Push;
use sokoplan::run::{Meter, Search, Status};
use sokoplan::search::{ByTarget, Fess, LeanSetting, Moves, Perimeter, Prunings, Setting, lean};

type Pushing<'a> = dyn Search<Solution = Vec<Push>> + 'a;

/// What became of searches that dropped states.
#[derive(Debug, Default, PartialEq)]
struct Tally {
    solved: usize,
    proved: usize,
    dry: usize,
}

/// Result of a search that drops states.
struct Driven {
    steps: usize,
    ended: Status<Vec<Push>>,
    has_dropped: bool,
}

impl Driven {
    /// Makes fewer steps than `most`, and lets states be dropped each time that `every` were made.
    fn within(most: usize, every: usize, search: &mut Pushing<'_>) -> Self {
        let (meter, mut has_dropped) = (&mut Meter::unlimited(), false);
        for steps in 1..most {
            match search.step(meter).expect("no limit") {
                Status::Running if steps % every == 0 => has_dropped |= search.compact(),
                Status::Running => {}
                ended => return Self { steps, ended, has_dropped },
            }
        }
        Self { steps: most, ended: Status::Running, has_dropped }
    }
}

const NAMES: [&str; 5] = ["lean", "forward", "features", "plan in steps", "target"];

/// The searches of these names.
fn searches<'a>(maze: &'a Maze<'a>, start: &Position) -> [Box<Pushing<'a>>; 5] {
    let (none, meter) = (|| Perimeter::new(maze.board.len()), &mut Meter::unlimited());
    let plan = plan_from_end(maze, start);
    let packing = BackwardPacking::new(maze, start, meter).unwrap();
    let by = |reach| LeanSetting { moves: reach, pairs_after: 300, threes_after: 300, end: None };
    let (cheap, dear) = (Prunings::all(Purposes::FAST_SEARCHES), Prunings::all(Purposes::THOROUGH_SEARCHES));
    [
        Box::new(lean(maze, start, &cheap, by(Moves::BothWays), meter).unwrap()),
        Box::new(lean(maze, start, &cheap, by(Moves::Forward), meter).unwrap()),
        Box::new(Fess::new(maze, start, plan, Setting::default(), none(), meter).unwrap()),
        Box::new(Fess::by_sinks(packing, Setting::default(), none())),
        Box::new(ByTarget::new(maze, start, none(), &dear, meter).unwrap()),
    ]
}

/// Which states are dropped decides how soon the rest lead to the goal: steps of each search, which drops states each time
/// that it has made 150, at most 6,000.
#[test]
fn searches_that_drop_states_keep_the_promising_ones() {
    let mut lines = String::new();
    for (title, level) in own_levels().into_iter().filter(|(title, _)| title.starts_with("8-")) {
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
        let steps = searches(&maze, &level.start).map(|mut search| {
            let Driven { steps, ended, .. } = Driven::within(6_001, 150, &mut *search);
            match ended {
                Status::Running => "-".to_owned(),
                Status::Found(_) => steps.to_string(),
                Status::Exhausted => format!("{steps} none"),
            }
        });
        lines += &format!("{title}: {}\n", NAMES.iter().zip(steps).map(|(n, s)| format!("{n} {s}")).join(", "));
    }
    settings("../../../snapshots").bind(|| insta::assert_snapshot!("dropping", lines));
}

on_few_and_on_all!(searches_that_drop_states_find_solutions_and_prove_nothing_wrong, 8);
fn searches_that_drop_states_find_solutions_and_prove_nothing_wrong(percent: u64) {
    let mut tallies = NAMES.map(|name| (name, Tally::default()));
    let many_boxes = (0..3 * percent).filter_map(|seed| Judged::of(crowded(seed), 40_000));
    for judged in known(8_500..8_500 + 5 * percent).chain(many_boxes) {
        let Judged { text, level, .. } = &judged;
        if level.start.is_solved(&level.board) {
            continue;
        }
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
        for every in [3, 70, 400] {
            for ((name, tally), mut search) in tallies.iter_mut().zip(searches(&maze, &level.start)) {
                let Driven { ended, has_dropped, .. } = Driven::within(20_000, every, &mut *search);
                let count = match ended {
                    Status::Running => continue,
                    Status::Found(pushes) => {
                        judged.assert_solved_by(&pushes, name);
                        &mut tally.solved
                    }
                    Status::Exhausted if search.is_complete() => {
                        assert!(!judged.is_solvable(), "{name} drops states and proves that nothing solves\n{text}");
                        &mut tally.proved
                    }
                    Status::Exhausted => &mut tally.dry,
                };
                *count += usize::from(has_dropped);
            }
        }
    }
    for (name, tally) in &tallies {
        assert!(tally.solved > 0, "{name}: {tallies:?}");
    }
    let (proved, dry) = tallies.iter().fold((0, 0), |(proved, dry), (_, t)| (proved + t.proved, dry + t.dry));
    assert!(proved > 0 && dry > 0, "{tallies:?}");
}
