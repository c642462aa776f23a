//! Each push search by itself: an exhausted complete search answers unsolvable, and is right.

use super::known;
use crate::common::judged::Judged;
use sokoplan::deadlock::{Purposes, RuleSet};
use sokoplan::level::{Level, Position};
use sokoplan::maze::Maze;
use sokoplan::packing::{BackwardPacking, PackingPlan};
use sokoplan::push::Push;
use sokoplan::run::{Meter, Random, Search, SearchEnd, Status, Stop, drive};
use sokoplan::search::{ByTarget, Corrals, Fess, LeanSetting, Moves, Perimeter, Prunings, Setting, TargetSearch, lean};

fn ended<S: Search<Solution = Vec<Push>>>(make: impl FnOnce(&mut Meter) -> Result<S, Stop>) -> SearchEnd<Vec<Push>> {
    let meter = &mut Meter::unlimited();
    let mut search = make(meter).expect("no limit");
    assert!(search.is_complete());
    drive(&mut search, meter)
}

/// Lets pulls make this number of steps, and returns what they have reached.
fn pulled(maze: &Maze<'_>, level: &Level, steps: usize) -> Perimeter {
    let meter = &mut Meter::unlimited();
    let perimeter = Perimeter::new(level.board.len());
    let pulls = TargetSearch::new(maze, &level.start, perimeter.clone(), meter).expect("no limit");
    if let Some(mut pulls) = pulls {
        for _ in 0..steps {
            if !matches!(pulls.step(meter), Ok(Status::Running)) {
                break;
            }
        }
    }
    perimeter
}

pub(super) fn plan_from_end(maze: &Maze<'_>, start: &Position) -> Option<PackingPlan> {
    let meter = &mut Meter::unlimited();
    drive(&mut BackwardPacking::new(maze, start, meter).expect("no limit"), meter).found()
}

on_few_and_on_all!(each_push_search_agrees_with_exhaustive_search, 8);
fn each_push_search_agrees_with_exhaustive_search(percent: u64) {
    for judged in known(8000..8000 + 10 * percent) {
        let Judged { text, level, .. } = &judged;
        if level.start.is_solved(&level.board) {
            continue;
        }
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).expect("no limit");
        let by_starts = PackingPlan::by_starts(&maze, &level.start, &Meter::unlimited()).expect("no limit");
        let from_end = plan_from_end(&maze, &level.start);
        let none = || Perimeter::new(level.board.len());
        let fess = |plan: &Option<PackingPlan>, setting, perimeter| {
            ended(|meter| Fess::new(&maze, &level.start, plan.clone(), setting, perimeter, meter))
        };
        let by_sinks = ended(|meter| {
            let packing = BackwardPacking::new(&maze, &level.start, meter)?;
            Ok(Fess::by_sinks(packing, Setting::default(), none()))
        });
        let (cheap, usual) = (Prunings::all(Purposes::FAST_SEARCHES), || Prunings::all(Purposes::THOROUGH_SEARCHES));
        let target = ended(|meter| ByTarget::new(&maze, &level.start, none(), &usual(), meter));
        let without_components = || Setting {
            hotspots: false,
            out_of_plan: false,
            prunings: Prunings { corrals: Corrals::None, ..usual() },
            ..Setting::default()
        };
        let without_rules =
            || Setting { prunings: Prunings { rules: RuleSet::none(), ..usual() }, ..Setting::default() };
        let bare = || Setting { prunings: Prunings::none(), ..without_components() };
        let both_ways = LeanSetting::default();
        let two_threads = ended(|meter| {
            // A thread rests as long as the search runs.
            std::mem::forget(meter.spares().rest());
            lean(&maze, &level.start, &cheap, both_ways, meter)
        });
        let lean = |prunings: &Prunings, setting| ended(|meter| lean(&maze, &level.start, prunings, setting, meter));
        assert_eq!(two_threads, lean(&cheap, both_ways), "{text}");
        let forward = LeanSetting { moves: Moves::Forward, ..both_ways };
        let with_tables = LeanSetting { pairs_after: 0, threes_after: 0, ..forward };
        let all = [
            ("lean", lean(&cheap, both_ways)),
            ("lean, forward alone, with tables", lean(&cheap, with_tables)),
            ("lean with tables", lean(&cheap, LeanSetting { moves: Moves::BothWays, ..with_tables })),
            ("lean without rules", lean(&Prunings::none(), both_ways)),
            ("lean without rules, forward alone", lean(&Prunings::none(), forward)),
            ("features", fess(&from_end, Setting::default(), none())),
            ("features, plan in steps", by_sinks),
            ("target", target),
            ("features, plan by starts", fess(&by_starts, Setting::default(), none())),
            ("features without a plan", fess(&None, Setting::default(), none())),
            ("features without components", fess(&from_end, without_components(), none())),
            ("features without rules", fess(&from_end, without_rules(), none())),
            ("bare features", fess(&None, bare(), none())),
            ("features to a perimeter", fess(&from_end, Setting::default(), pulled(&maze, level, 20))),
        ];
        all.into_iter().for_each(|(name, ended)| judged.assert_ended(&ended, name));
    }
}

/// A board of 4 x 7 that is its own mirror image, goals included, with boxes and player anywhere.
fn symmetric(random: &mut Random) -> String {
    loop {
        let mut half: Vec<u8> = (0..16).map(|_| if random.chance(20) { b'#' } else { b' ' }).collect();
        (0..2).for_each(|_| half[random.below(16)] = b'.');
        let mut inside: Vec<Vec<u8>> =
            half.chunks(4).map(|row| row.iter().chain(row[..3].iter().rev()).copied().collect()).collect();
        let goals = inside.iter().flatten().filter(|&&cell| cell == b'.').count();
        for piece in std::iter::repeat_n(b'$', goals).chain([b'@']) {
            let cell = &mut inside[random.below(4)][random.below(7)];
            *cell = match (*cell, piece) {
                (b'.', b'$') => b'*',
                (b'.', b'@') => b'+',
                _ => piece,
            };
        }
        let rows: String = inside.iter().map(|row| format!("#{}#\n", str::from_utf8(row).expect("ASCII"))).collect();
        let text = format!("#########\n{rows}#########\n");
        if Level::from_xsb("", &text).is_ok_and(|level| level.start.boxes.len() == level.board.goals().len()) {
            return text;
        }
    }
}

#[test]
fn lean_passes_images_over_and_agrees_with_exhaustive_search() {
    let mut random = Random::new(7);
    let (mut answers, mut nodes) = ([0; 2], [0; 2]);
    while answers.iter().any(|&count| count < 15) {
        let Some(judged) = Judged::of(symmetric(&mut random), 20_000) else { continue };
        let (level, solvable) = (&judged.level, judged.is_solvable());
        if level.start.is_solved(&level.board) || answers[usize::from(solvable)] >= 15 {
            continue;
        }
        answers[usize::from(solvable)] += 1;
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).expect("no limit");
        for (index, symmetry) in [false, true].into_iter().enumerate() {
            let meter = &mut Meter::unlimited();
            let prunings = Prunings { symmetry, ..Prunings::none() };
            let mut lean = lean(&maze, &level.start, &prunings, LeanSetting::default(), meter).expect("no limit");
            judged.assert_ended(&drive(&mut lean, meter), if symmetry { "by symmetry" } else { "without symmetry" });
            nodes[index] += lean.progress().expanded;
        }
    }
    assert!(nodes[1] < nodes[0], "{nodes:?}");
}
