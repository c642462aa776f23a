//! Steps of solutions are true: each is replayed here, with boxes numbered, by code that shares no line with the reader of steps.

use crate::common::room_events::{Squares, outcomes, reached};
use crate::common::small_levels;
use sokoplan::abstraction::Label;
use sokoplan::level::{Board, Direction, Level, Lurd, Square};
use sokoplan::maze::{Areas, Maze};
use sokoplan::run::{Limits, Meter, Random, StopFlag};
use sokoplan::solve::Explanation;
use sokoplan::steps::{Purpose, SolutionStep, StepKind, label_steps, read};
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

/// The step after `index` and before `next` that cannot be made if step `index` is left out: steps are made push by push, and the
/// player's squares are computed before each push.
fn first_without(
    board: &Board,
    boxes: &[Square],
    player: Square,
    steps: &[&SolutionStep],
    index: usize,
    next: Option<usize>,
) -> Option<Purpose> {
    let mut told = Told { board, boxes: boxes.to_vec(), player };
    for (later, step) in steps.iter().enumerate().take(next.unwrap_or(steps.len())).skip(index + 1) {
        for push in &step.pushes {
            let stand = board.next(push.from, push.direction.opposite()).expect("the player stood there");
            let reached = told.reached();
            if !reached.contains(&stand) {
                let is_beside =
                    |reached: &Squares, square| board.neighbours(square).any(|beside| reached.contains(&beside));
                let before = Told { board, boxes: boxes.to_vec(), player }.reached();
                let gets_there = is_beside(&reached, push.from) || is_beside(&before, step.from());
                return Some(if gets_there { Purpose::LetsRound(later) } else { Purpose::LetsThrough(later) });
            }
            let to = board.next(push.from, push.direction).expect("the box was pushed there");
            if told.boxes.contains(&to) {
                return Some(Purpose::MakesWay(later));
            }
            told.boxes[step.number] = to;
            told.player = push.from;
        }
    }
    None
}

/// Whether a step can be made in a position.
fn is_possible(board: &Board, boxes: &[Square], player: Square, step: &SolutionStep) -> bool {
    let mut told = Told { board, boxes: boxes.to_vec(), player };
    told.boxes[step.number] == step.from()
        && step.pushes.iter().all(|push| {
            let stand = board.next(push.from, push.direction.opposite()).expect("the player stood there");
            let to = board.next(push.from, push.direction).expect("the box was pushed there");
            let is_free = told.reached().contains(&stand) && !told.boxes.contains(&to);
            (told.boxes[step.number], told.player) = (to, push.from);
            is_free
        })
}

/// Asserts that each step describes its moves, and returns the steps by kind.
fn assert_true(level: &Level, areas: &Areas, moves: &Lurd, explained: &Explanation) -> BTreeMap<StepKind, usize> {
    let mut told = Told::new(level);
    let mut kinds = BTreeMap::new();
    let steps: Vec<&SolutionStep> = explained.steps.iter().collect();
    let mut done = 0;
    for (index, step) in steps.iter().enumerate() {
        let context = || format!("{} step {}: {step:?}\n{}", level.title, index + 1, level.grid);
        // 1. Its moves follow the moves of the step before.
        assert_eq!(step.moves.start, done, "{}", context());
        done = step.moves.end;
        let (before, player_before) = (told.boxes.clone(), told.player);
        let mut ways: BTreeMap<usize, Vec<Square>> = BTreeMap::new();
        for &direction in &moves.0[step.moves.clone()] {
            if let Some(pushed) = told.step(direction) {
                ways.entry(pushed).or_insert_with(|| vec![before[pushed]]).push(told.boxes[pushed]);
            }
        }
        // 2. It moves one box, with all its squares and areas, and not the box of the step before.
        assert_eq!(ways, BTreeMap::from([(step.number, step.way.clone())]), "{}", context());
        assert!(index == 0 || steps[index - 1].number != step.number, "{}", context());
        let mut route: Vec<_> = step.way.iter().map(|&square| areas.area_of(square)).collect();
        route.dedup();
        assert_eq!(route, step.route, "{}", context());
        // 3. A transfer takes the box to another area; an arrangement does not.
        let enters = step.way.iter().any(|&square| areas.area_of(square) != areas.area_of(step.from()));
        assert_eq!(step.kind() == StepKind::Transfer, enters, "{}", context());
        *kinds.entry(step.kind()).or_default() += 1;
        // 4. Its purpose.
        let next = steps[index + 1..].iter().position(|later| later.number == step.number).map(|at| index + 1 + at);
        match step.purpose {
            Some(Purpose::Fills(square)) => {
                assert!(level.board.is_goal(square) && told.boxes[step.number] == square, "{}", context());
                assert_eq!(next, None, "{}", context());
            }
            purpose => {
                let without = first_without(&level.board, &before, player_before, &steps, index, next);
                // A step that can be made before this one does not need this one.
                let needs = |later: &usize| !is_possible(&level.board, &before, player_before, steps[*later]);
                let without = without.filter(|purpose| purpose.later().as_ref().is_some_and(needs));
                assert_eq!(purpose, without, "{}", context());
                assert!(next.is_some() || !level.board.is_goal(step.to()), "{}", context());
            }
        }
    }
    assert_eq!(done, if steps.is_empty() { 0 } else { moves.len() }, "{}: the steps contain all moves", level.title);
    kinds
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
        let moves = random_moves(&level, &mut Random::new(seed), 300);
        for areas in [Areas::of(&level.board), Areas::of(&level.board).cut_to(&level.board, 4)] {
            let mut explained = Explanation::of_moves(&level, &areas, &moves).expect("legal moves");
            explained.label(&level, &Meter::unlimited()).expect("no limit");
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
        let meter = Meter::new(Limits::default(), StopFlag::default());
        let maze = Maze::new(&level.board, &mut meter.aside()).expect("no limit");
        let moves = random_moves(&level, &mut Random::new(seed + 1), 120);
        let areas = Areas::of(&level.board);
        let areas = if seed % 2 == 0 { areas } else { areas.cut_to(&level.board, 7) };
        let mut steps = read(&level.board, &level.start, &moves, &areas).expect("legal moves");
        label_steps(&maze, &areas, &level.start, &mut steps, &mut |_, _, _| false, &meter).expect("no limit");
        let mut told = Told::new(&level);
        for step in &steps {
            let begin: (Squares, Squares) = (told.boxes.iter().copied().collect(), told.reached());
            for &direction in &moves.0[step.moves.clone()] {
                told.step(direction);
            }
            let (Some(&to), Some(label)) = (step.route.get(1), step.label) else { continue };
            let Some(count) = outcomes(&maze, &areas, [step.route[0].0, to.0], &begin) else { continue };
            // Unknown: a budget cut the closure, or the box passed a dead square.
            let is_right = match label {
                Label::Unknown => true,
                label => label == Label::of(count, false) && count > 0,
            };
            assert!(is_right, "seed {seed}, {count} outcomes, {step:?}\n{}", level.grid);
            *seen.entry(label).or_default() += 1;
        }
    }
    assert!(seen[&Label::Deterministic] > 100 && seen.get(&Label::Choice).is_some_and(|&n| n > 5), "{seen:?}");
}

#[test]
fn moves_without_a_push_make_no_step_and_illegal_moves_are_refused() {
    let level = Level::from_xsb("line", "########\n#@ $  .#\n########").expect("a good board");
    let explain = |moves: &str| Explanation::of_moves(&level, &Areas::of(&level.board), &moves.parse().expect("moves"));
    assert!(explain("rl").expect("legal").steps.is_empty());
    assert_eq!(explain("rRRRR").expect_err("a wall").at, 5);
}
