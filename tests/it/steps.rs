//! Steps of solutions say what happened: each is replayed here, with boxes numbered, by code that shares nothing with
//! what reads them.

use crate::common::room_events::{Squares, outcomes, reached};
use crate::common::skipped::skipped;
use crate::common::small_levels;
use sokoplan::abstraction::Label;
use sokoplan::level::{Board, Collection, Direction, Entry, Level, Lurd, Square};
use sokoplan::maze::{Areas, Maze};
use sokoplan::run::{Limits, Meter, Random, StopFlag};
use sokoplan::solve::{Explained, Group, Solver};
use sokoplan::steps::{Purpose, SolutionStep, StepKind};
use std::collections::BTreeMap;

/// A replay with numbered boxes.
struct Told<'l> {
    board: &'l Board,
    boxes: Vec<Square>,
    player: Square,
}

impl<'l> Told<'l> {
    fn new(level: &'l Level) -> Self {
        Self { board: &level.board, boxes: level.start.boxes.clone(), player: level.start.player }
    }

    /// Makes a move; the box that it pushes, if it does.
    fn step(&mut self, direction: Direction) -> Option<usize> {
        self.player = self.board.next(self.player, direction).expect("a move that can be made");
        let pushed = self.boxes.iter().position(|&at| at == self.player)?;
        self.boxes[pushed] = self.board.next(self.player, direction).expect("a push that can be made");
        Some(pushed)
    }

    fn reached(&self) -> Squares {
        reached(self.board, &self.boxes.iter().copied().collect(), self.player)
    }
}

/// Asserts that each step says what its moves do, and returns the steps by kind.
fn assert_true(level: &Level, areas: &Areas, moves: &Lurd, explained: &Explained) -> BTreeMap<StepKind, usize> {
    let mut told = Told::new(level);
    let mut kinds = BTreeMap::new();
    let steps: Vec<&SolutionStep> = explained.steps.iter().collect();
    let mut done = 0;
    for (index, step) in steps.iter().enumerate() {
        let context = || format!("{} step {}: {step:?}\n{}", level.title, index + 1, level.grid);
        // 1. Its moves follow those before it.
        assert_eq!(step.moves.start, done, "{}", context());
        done = step.moves.end;
        let (before, reached_before) = (told.boxes.clone(), told.reached());
        let mut ways: BTreeMap<usize, Vec<Square>> = BTreeMap::new();
        for &direction in &moves.0[step.moves.clone()] {
            if let Some(pushed) = told.step(direction) {
                ways.entry(pushed).or_insert_with(|| vec![before[pushed]]).push(told.boxes[pushed]);
            }
        }
        // 2. It lists all boxes that it moved, with all their squares and areas.
        let listed: BTreeMap<usize, Vec<Square>> =
            step.trips.iter().map(|trip| (trip.number, trip.way.clone())).collect();
        assert_eq!(listed, ways, "{}", context());
        assert_eq!(listed.len(), step.trips.len(), "{}", context());
        for trip in &step.trips {
            let mut route: Vec<_> = trip.way.iter().map(|&square| areas.area_of(square)).collect();
            route.dedup();
            assert_eq!(route, trip.route, "{}", context());
        }
        // 3. A transfer takes one box to another area; an arrangement takes none there.
        let changes = ways.values().filter(|way| areas.area_of(way[0]) != areas.area_of(way[way.len() - 1])).count();
        match step.kind {
            StepKind::Transfer => assert!(changes == 1 && ways.len() == 1, "{}", context()),
            StepKind::Arrangement => assert_eq!(changes, 0, "{}", context()),
        }
        *kinds.entry(step.kind).or_default() += 1;
        // 4. What it is good for.
        for &purpose in &step.purposes {
            let next = steps.get(index + 1);
            let moves_later = |number: usize| {
                steps[index + 1..].iter().any(|later| later.trips.iter().any(|trip| trip.number == number))
            };
            let comes_to = |square| step.trips.iter().find(|trip| told.boxes[trip.number] == square);
            assert!(
                match purpose {
                    Purpose::Fills(square) =>
                        level.board.is_goal(square) && comes_to(square).is_some_and(|trip| !moves_later(trip.number)),
                    Purpose::Parks(square) =>
                        comes_to(square).is_some_and(|trip| !level.board.is_goal(square) || moves_later(trip.number)),
                    Purpose::Clears(square) =>
                        before.contains(&square)
                            && !told.boxes.contains(&square)
                            && next.is_some_and(|next| next.trips.iter().any(|trip| trip.way[1..].contains(&square))),
                    Purpose::Opens(square) => {
                        !reached_before.contains(&square)
                            && told.reached().contains(&square)
                            && next.is_some_and(|next| {
                                let push = next.pushes[0];
                                level.board.next(square, push.direction) == Some(push.from)
                            })
                    }
                    Purpose::Readies(later) =>
                        later > index && steps[later].trips.iter().any(|trip| ways.contains_key(&trip.number)),
                },
                "{purpose:?} {}",
                context()
            );
        }
        // 5. Its label is that of its least certain event, and it has one for each border.
        let borders = step.trips.iter().map(|trip| trip.route.len() - 1).sum::<usize>();
        assert_eq!(step.events.len(), if step.kind == StepKind::Transfer { borders } else { 0 }, "{}", context());
    }
    assert_eq!(done, if steps.is_empty() { 0 } else { moves.len() }, "{}: all moves are told", level.title);
    kinds
}

fn entries(file: &str) -> Vec<Entry> {
    let path = format!("{}/levels/{file}", env!("CARGO_MANIFEST_DIR"));
    Collection::parse(&std::fs::read(path).expect("a file of levels")).entries
}

fn own_levels() -> Vec<Level> {
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/levels")).expect("the folder of levels");
    let mut names: Vec<String> =
        files.map(|file| file.expect("a file").file_name().into_string().expect("a name")).collect();
    names.sort();
    names
        .iter()
        .filter(|name| name.ends_with(".xsb"))
        .flat_map(|name| entries(name))
        .filter_map(|e| e.body.ok())
        .collect()
}

#[test]
fn every_step_of_every_solution_of_our_own_levels_says_what_happened() {
    let mut kinds: BTreeMap<StepKind, usize> = BTreeMap::new();
    let (mut planned, mut solved) = (0, 0);
    for level in own_levels() {
        let areas = Areas::of(&level.board);
        for group in [Group::All, Group::Plans] {
            let report = Solver::new(&level).strategies(group).nodes(2_000).solve();
            let Some(explained) = Explained::of_report(&level, &areas, &report, &StopFlag::default()) else { continue };
            let moves: Lurd = report.solution().expect("a solution").lurd.parse().expect("moves");
            for (kind, count) in assert_true(&level, &areas, &moves, &explained) {
                *kinds.entry(kind).or_default() += count;
            }
            solved += 1;
            // The steps of the plan are told in order, each with its nodes once.
            let of_plan = &explained.operators;
            assert!(of_plan.is_sorted_by_key(|planned| planned.number));
            let told: u64 = of_plan.iter().filter_map(|planned| planned.push_nodes).sum();
            let spent: u64 = report.steps().into_iter().flatten().map(|realised| realised.push_nodes).sum();
            assert!(told == spent || of_plan.is_empty(), "{}: {told} of {spent} nodes", level.title);
            planned += usize::from(!of_plan.is_empty());
        }
    }
    assert!(solved > 80 && planned > 40, "{solved} solutions, {planned} planned");
    assert!(kinds[&StepKind::Transfer] > 200 && kinds[&StepKind::Arrangement] > 100, "{kinds:?}");
}

/// Moves of a random player, who pushes where he can.
fn random_moves(level: &Level, random: &mut Random, most: usize) -> Lurd {
    let mut told = Told::new(level);
    let mut moves = Lurd::default();
    for _ in 0..most {
        let direction = Direction::ALL[random.below(4)];
        let Some(next) = level.board.next(told.player, direction) else { continue };
        let is_blocked = told.boxes.contains(&next)
            && level.board.next(next, direction).is_none_or(|beyond| told.boxes.contains(&beyond));
        if !is_blocked {
            told.step(direction);
            moves.0.push(direction);
        }
    }
    moves
}

#[test]
fn every_step_of_random_moves_says_what_happened() {
    let mut kinds: BTreeMap<StepKind, usize> = BTreeMap::new();
    for seed in 0..400 {
        let Ok(level) = Level::from_xsb("random", &small_levels::level(seed)) else { continue };
        let moves = random_moves(&level, &mut Random::new(seed), 80);
        for areas in [Areas::of(&level.board), Areas::of(&level.board).cut_to(&level.board, 4)] {
            let explained = Explained::of_moves(&level, &areas, &moves, &StopFlag::default()).expect("legal moves");
            for (kind, count) in assert_true(&level, &areas, &moves, &explained) {
                *kinds.entry(kind).or_default() += count;
            }
        }
    }
    assert!(kinds.values().all(|&count| count > 400), "{kinds:?}");
}

#[test]
fn a_label_is_the_number_of_outcomes_by_definition() {
    let mut seen: BTreeMap<Label, usize> = BTreeMap::new();
    for seed in 0..600 {
        let Ok(level) = Level::from_xsb("random", &small_levels::level(seed)) else { continue };
        let maze = Maze::new(&level.board, &mut Meter::new(Limits::default(), StopFlag::default())).expect("no limit");
        let moves = random_moves(&level, &mut Random::new(seed + 1), 120);
        let areas = Areas::of(&level.board);
        let areas = if seed % 2 == 0 { areas } else { areas.cut_to(&level.board, 7) };
        let explained = Explained::of_moves(&level, &areas, &moves, &StopFlag::default()).expect("legal moves");
        let mut told = Told::new(&level);
        for step in &explained.steps {
            let mut entered: (Squares, Squares) = (told.boxes.iter().copied().collect(), told.reached());
            let mut events = step.events.iter();
            for &direction in &moves.0[step.moves.clone()] {
                let before = told.boxes.clone();
                let Some(pushed) = told.step(direction) else { continue };
                let [from, to] = [before[pushed], told.boxes[pushed]].map(|square| areas.area_of(square));
                if from == to || step.kind == StepKind::Arrangement {
                    continue;
                }
                let event = events.next().expect("an event for each border");
                assert_eq!((event.from, event.to), (from, to));
                if let Some(count) = outcomes(&maze, &areas, [from.0, to.0], &entered) {
                    let label = match count {
                        0 => Label::Context,
                        1 => Label::Deterministic,
                        _ => Label::Choice,
                    };
                    assert_eq!((event.label, event.outcomes), (label, count), "seed {seed}, {step:?}\n{}", level.grid);
                    *seen.entry(label).or_default() += 1;
                }
                entered = (told.boxes.iter().copied().collect(), told.reached());
            }
        }
    }
    assert!(seen[&Label::Deterministic] > 100 && seen.get(&Label::Choice).is_some_and(|&n| n > 5), "{seen:?}");
}

#[test]
fn on_the_level_of_lisas_figure_it_is_a_choice_which_box_goes_first() {
    let level = entries("6-lisa.xsb").into_iter().next().and_then(|entry| entry.body.ok()).expect("a level");
    let moves = "lldRurDDDDuuuuUluRRRRR".parse().expect("moves");
    let explained = Explained::of_moves(&level, &Areas::of(&level.board), &moves, &StopFlag::default());
    let labels: Vec<_> = explained.expect("a solution").steps.iter().map(SolutionStep::label).collect();
    assert_eq!(labels, [Some(Label::Choice), Some(Label::Deterministic)]);
}

#[test]
fn moves_without_a_push_make_no_step_and_illegal_moves_are_refused() {
    let level = Level::from_xsb("line", "########\n#@ $  .#\n########").expect("a good board");
    let explain = |moves: &str| {
        Explained::of_moves(&level, &Areas::of(&level.board), &moves.parse().expect("moves"), &StopFlag::default())
    };
    assert!(explain("rl").expect("legal").steps.is_empty());
    assert_eq!(explain("rRRRR").expect_err("a wall").at, 5);
}

/// Whole collections, where `SOKOPLAN_LEVELS` names a folder of them.
#[test]
#[ignore = "minutes"]
fn every_step_of_every_solution_of_collections_says_what_happened() {
    let Some(folder) = std::env::var_os("SOKOPLAN_LEVELS") else {
        skipped("SOKOPLAN_LEVELS names no folder of collections");
        return;
    };
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path()).collect();
    files.sort();
    for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "xsb" || end == "sok")) {
        let Ok(text) = std::fs::read(file) else { continue };
        let (mut kinds, mut labels) = (BTreeMap::<StepKind, usize>::new(), BTreeMap::<Label, usize>::new());
        for level in Collection::parse(&text).entries.into_iter().filter_map(|entry| entry.body.ok()) {
            let areas = Areas::of(&level.board);
            for group in [Group::Plans, Group::Pushes] {
                let report = Solver::new(&level).strategies(group).nodes(3_000).solve();
                let Some(explained) = Explained::of_report(&level, &areas, &report, &StopFlag::default()) else {
                    continue;
                };
                let moves: Lurd = report.solution().expect("a solution").lurd.parse().expect("moves");
                for (kind, count) in assert_true(&level, &areas, &moves, &explained) {
                    *kinds.entry(kind).or_default() += count;
                }
                for label in explained.steps.iter().filter_map(SolutionStep::label) {
                    *labels.entry(label).or_default() += 1;
                }
            }
        }
        eprintln!("{}: {kinds:?}, {labels:?}", file.display());
    }
}
