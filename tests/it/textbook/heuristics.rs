//! Admissibility and consistency of every heuristic of the registry, on every position of small levels.

use super::{levels, run};
use crate::common::exhaustive::walks;
use crate::common::exhaustive::{Drawn, State, explore_by};
use crate::common::views;
use sokoplan::heuristic::{About, HeuristicInstance, Problem, TwoBoxPatternDatabase, Unit};
use sokoplan::level::{Board, Level, Position, Square};
use sokoplan::maze::Maze;
use sokoplan::push::{self, BoxSet};
use sokoplan::run::{Limits, Meter, Stop};
use sokoplan::textbook::{Metric, Setup, Strategy};
use sokoplan::{Heuristic, HeuristicSet};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Steps to a solution from every state that can be reached, `None` without a solution.
type Left = HashMap<State, Option<usize>>;

/// A heuristic from outside the crate: one push where a box is off goal, and one more where two are.
#[derive(Debug)]
struct Toy;

impl Heuristic for Toy {
    fn about(&self) -> &'static About {
        &About {
            word: "toy",
            sentence: "the boxes off goal, two at most",
            source: "this test",
            unit: Unit::Pushes,
            is_admissible: true,
            is_consistent: true,
            serves_pulls: false,
        }
    }

    fn instance<'a>(&self, problem: &Problem<'a>, _: &mut Meter) -> Result<Box<dyn HeuristicInstance + 'a>, Stop> {
        Ok(Box::new(ToyInstance(problem.maze.board)))
    }
}

#[derive(Debug)]
struct ToyInstance<'a>(&'a Board);

impl HeuristicInstance for ToyInstance<'_> {
    fn estimate(&mut self, state: &push::State, _: &Meter) -> Result<Option<u32>, Stop> {
        Ok(Some(state.boxes.iter().filter(|&b| !self.0.is_goal(b)).take(2).map(|_| 1).sum()))
    }
}

/// Not proved to be consistent, and these levels show no position where it is not.
const UNDECIDED: &str = "bound";

fn heuristics() -> HeuristicSet {
    HeuristicSet::all().with(Toy)
}

/// The words of the heuristics for which a position shows that they break a promise, which they must not have made.
#[derive(Default)]
struct Broken {
    admissible: HashSet<&'static str>,
    consistent: HashSet<&'static str>,
}

fn check(level: &Level, drawn: &Drawn, metric: Metric, left: &Left, broken: &mut Broken) {
    let meter = &mut Meter::unlimited();
    let maze = Maze::new(&level.board, meter).expect("no limit");
    let pairs = TwoBoxPatternDatabase::new(&maze, meter).expect("no limit");
    let problem = Problem { pairs: pairs.as_ref(), ..Problem::new(&maze, &level.start) };
    for heuristic in heuristics().iter() {
        let about = heuristic.about();
        let mut instance = heuristic.instance(&problem, meter).expect("no limit");
        let of = left.keys().map(|&state| {
            let Position { boxes, player } = views::position(&level.board, state);
            let state_held = push::State { boxes: BoxSet::of(level.board.len(), boxes), player };
            let estimated = instance.estimate(&state_held, meter).expect("no limit");
            (state, estimated.map_or(usize::MAX, |steps| steps as usize))
        });
        let of: HashMap<State, usize> = of.collect();
        for (&state, &steps) in left {
            if steps.is_some_and(|steps| of[&state] > steps) {
                let promised = about.is_lower_bound_on(metric.unit());
                assert!(!promised, "{} by {}\n{drawn:?} {state:?}", about.word, metric.word());
                broken.admissible.insert(about.word);
            }
            let next = if metric == Metric::Pushes { drawn.next(state) } else { walks(drawn, state) };
            if next.iter().any(|next| of[&state] > of[next].saturating_add(1)) {
                assert!(!about.is_consistent, "{} by {}\n{drawn:?} {state:?}", about.word, metric.word());
                broken.consistent.insert(about.word);
            }
        }
    }
}

#[test]
fn every_heuristic_keeps_its_promises_and_for_each_that_it_does_not_make_a_position_shows_why() {
    let mut broken = Broken::default();
    for judged in levels(23_000, 50, 2..1_000) {
        let (level, drawn) = (&judged.level, &judged.drawn);
        check(level, drawn, Metric::Pushes, &judged.rest, &mut broken);
        let by_moves = explore_by((drawn.boxes, drawn.player), drawn.goals, usize::MAX, |state| walks(drawn, state));
        check(level, drawn, Metric::Moves, &by_moves.expect("no limit"), &mut broken);
    }
    for about in heuristics().iter().map(|heuristic| heuristic.about()) {
        assert_eq!(about.is_admissible, !broken.admissible.contains(about.word), "admissible: {}", about.word);
        let is_shown = broken.consistent.contains(about.word) || about.word == UNDECIDED;
        assert_eq!(about.is_consistent, !is_shown, "consistent: {}", about.word);
    }
}

#[test]
fn a_heuristic_from_outside_is_found_by_its_word_and_leads_a_search() {
    let toy = Arc::clone(heuristics().named("toy").expect("it was added"));
    for judged in levels(29_000, 20, 50..500).filter(|judged| judged.is_solvable()) {
        for by_pulls in [false, true] {
            let setup = Setup { heuristic: Some(Arc::clone(&toy)), by_pulls, ..Setup::new(Strategy::AStar) };
            assert!(setup.is_optimal() && setup.to_string().contains(":toy"), "{setup}");
            let report = run(&judged.level, setup, Limits::default());
            assert_eq!(report.solution().map(|s| s.metrics.pushes), judged.pushes, "{}", judged.text);
        }
    }
}

#[test]
fn the_estimates_of_the_assignment_are_its_formulas() {
    // Two boxes off goal, three steps and one step from the nearest goal.
    let text = "########\n#. $ $.#\n#  @   #\n########";
    let level = Level::from_xsb("", text).expect("a level");
    let maze = Maze::new(&level.board, &mut Meter::unlimited()).expect("no limit");
    let state = push::State { boxes: BoxSet::of(level.board.len(), level.start.boxes.clone()), player: Square(8) };
    for (word, expected) in [
        ("h1", 2),
        ("h2", 2 * 2 + 2 + 1),
        ("nearest-manhattan", 3),
        ("greedy-manhattan", 3),
        ("on-goals", 99),
        // Of eight pushes four can be made: left and right, since there is a wall above.
        ("mobility", 99 - 4 * 99 / 8),
        ("mobility-on-goals", 99 + 99 - 4 * 99 / 8),
    ] {
        let meter = &mut Meter::unlimited();
        let problem = Problem::new(&maze, &level.start);
        let set = HeuristicSet::all();
        let mut instance = set.named(word).expect("a heuristic").instance(&problem, meter).expect("no limit");
        assert_eq!(instance.estimate(&state, meter), Ok(Some(expected)), "{word}");
    }
}
