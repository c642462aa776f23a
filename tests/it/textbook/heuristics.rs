//! Admissibility, consistency and other properties of each estimate, tested in every position of small levels.

use super::judge::by_moves;
use super::levels;
use crate::common::exhaustive::{Drawn, State, explore};
use crate::common::small_levels::SIDE;
use sokoplan::level::{Level, Square};
use sokoplan::maze::Maze;
use sokoplan::push::{self, BoxSet};
use sokoplan::run::Meter;
use sokoplan::textbook::{Estimate, Formulation, Heuristic, Metric, Setup, Strategy};
use std::collections::{HashMap, HashSet};

/// Steps to a solution from every state that can be reached, `None` where there is none.
type Left = HashMap<State, Option<usize>>;

/// By moves, from all that pushes reach.
fn left_by_moves(level: &Drawn) -> Left {
    let start = (level.boxes, level.player);
    let mut before: HashMap<State, Vec<State>> = HashMap::from([(start, Vec::new())]);
    let mut stack = vec![start];
    while let Some(state) = stack.pop() {
        for next in by_moves(level, state) {
            let known = before.len();
            before.entry(next).or_default().push(state);
            if before.len() > known {
                stack.push(next);
            }
        }
    }
    let mut left: Left = before.keys().map(|&state| (state, None)).collect();
    let mut layer: Vec<State> = before.keys().copied().filter(|state| state.0 == level.goals).collect();
    let mut seen: HashSet<State> = layer.iter().copied().collect();
    for moves in 0.. {
        if layer.is_empty() {
            break;
        }
        let mut next = Vec::new();
        for state in layer {
            left.insert(state, Some(moves));
            next.extend(before[&state].iter().copied().filter(|&state| seen.insert(state)));
        }
        layer = next;
    }
    left
}

/// A state as the searches hold it.
fn translated(level: &Level, (boxes, player): State) -> push::State {
    let square = |cell: usize| level.board.square(cell / SIDE, cell % SIDE).expect("a square");
    let boxes = (0..SIDE * SIDE).filter(|&cell| boxes >> cell & 1 == 1).map(square);
    push::State { boxes: BoxSet::of(level.board.len(), boxes), player: square(player) }
}

/// Where the estimates break their promises.
#[derive(Default)]
struct ReplayError {
    admissible: HashSet<&'static str>,
    consistent: HashSet<&'static str>,
}

fn check(level: &Level, drawn: &Drawn, metric: Metric, left: &Left, broken: &mut ReplayError) {
    let meter = &mut Meter::unlimited();
    let maze = Maze::new(&level.board, meter).expect("no limit");
    for heuristic in Heuristic::ALL {
        let setup = Setup { heuristic: Some(heuristic), metric, ..Setup::new(Strategy::AStar) };
        let formulation = Formulation::new(&maze, &level.start, &setup, meter).expect("no limit");
        let mut estimate = Estimate::new(&formulation, &setup, meter).expect("no limit");
        let of = left.keys().map(|&state| {
            let estimated = estimate.of(&translated(level, state), meter).expect("no limit");
            (state, estimated.map_or(usize::MAX, |steps| steps as usize))
        });
        let of: HashMap<State, usize> = of.collect();
        for (&state, &steps) in left {
            if steps.is_some_and(|steps| of[&state] > steps) {
                assert!(!heuristic.is_admissible(), "{} by {}\n{drawn:?} {state:?}", heuristic.word(), metric.word());
                broken.admissible.insert(heuristic.word());
            }
            let next = if metric == Metric::Pushes { drawn.next(state) } else { by_moves(drawn, state) };
            if next.iter().any(|next| of[&state] > of[next].saturating_add(1)) {
                assert!(!heuristic.is_consistent(), "{} by {}\n{drawn:?} {state:?}", heuristic.word(), metric.word());
                broken.consistent.insert(heuristic.word());
            }
        }
    }
}

#[test]
fn estimates_are_what_they_are_said_to_be_and_for_each_that_is_not_a_position_shows_it() {
    let mut broken = ReplayError::default();
    for judged in levels(23_000, 120, 2..1_000) {
        let level = Level::from_xsb("", &judged.text).expect("a level");
        let by_pushes = explore(&judged.drawn, usize::MAX).expect("no limit");
        check(&level, &judged.drawn, Metric::Pushes, &by_pushes, &mut broken);
        check(&level, &judged.drawn, Metric::Moves, &left_by_moves(&judged.drawn), &mut broken);
    }
    for heuristic in Heuristic::ALL {
        let word = heuristic.word();
        assert_eq!(heuristic.is_admissible(), !broken.admissible.contains(word), "admissible: {word}");
        assert_eq!(heuristic.is_consistent(), !broken.consistent.contains(word), "consistent: {word}");
    }
}

#[test]
fn the_estimates_of_the_assignment_are_its_formulas() {
    // Two boxes off goal, three steps and one step from the nearest goal.
    let text = "########\n#. $ $.#\n#  @   #\n########";
    let level = Level::from_xsb("", text).expect("a level");
    let maze = Maze::new(&level.board, &mut Meter::unlimited()).expect("no limit");
    let state = push::State { boxes: BoxSet::of(level.board.len(), level.start.boxes.clone()), player: Square(8) };
    for (heuristic, expected) in [
        (Heuristic::Misplaced, 2),
        (Heuristic::H2, 2 * 2 + 2 + 1),
        (Heuristic::NearestManhattan, 3),
        (Heuristic::GreedyManhattan, 3),
        (Heuristic::OnGoals, 99),
        // Of eight pushes four can be made: left and right, since there is a wall above.
        (Heuristic::Mobility, 99 - 4 * 99 / 8),
        (Heuristic::MobilityOnGoals, 99 + 99 - 4 * 99 / 8),
    ] {
        let meter = &mut Meter::unlimited();
        let setup = Setup { heuristic: Some(heuristic), ..Setup::new(Strategy::AStar) };
        let formulation = Formulation::new(&maze, &level.start, &setup, meter).expect("no limit");
        let estimated = Estimate::new(&formulation, &setup, meter).expect("no limit").of(&state, meter);
        assert_eq!(estimated, Ok(Some(expected)), "{}", heuristic.word());
    }
}
