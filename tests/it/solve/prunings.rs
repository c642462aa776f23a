//! Each pruning rule by itself, in every position of small levels: no solvable position is called dead.

use crate::common::exhaustive::{Drawn, State as Plain, explore};
use crate::common::small_levels;
use crate::common::views;
use sokoplan::deadlock::{Detector, Known, RuleSet, View};
use sokoplan::heuristic::{MinCostMatching, TwoBoxPatternDatabase};
use sokoplan::level::Level;
use sokoplan::maze::Maze;
use sokoplan::push::Push;
use sokoplan::run::Meter;
use sokoplan::search::PiCorral;
use std::collections::HashMap;

/// A level in both views.
struct Both<'a> {
    drawn: &'a Drawn,
    rest: &'a HashMap<Plain, Option<usize>>,
    maze: &'a Maze<'a>,
    meter: Meter,
    text: &'a str,
}

impl Both<'_> {
    fn check(&mut self, plain: Plain, pushes_left: usize, rules: &mut Rules<'_>) {
        let (state, region) = views::state(self.maze.board, plain);
        let (board, text) = (self.maze.board, self.text);
        let places: Vec<_> = state.boxes.iter().map(|b| self.maze.place(b, state.player)).collect();
        let least = rules.matching.solve(&self.maze.distances, places, &self.meter).expect("no limit");
        assert!(least.is_some_and(|least| least as usize <= pushes_left), "matching {least:?}: {plain:?}\n{text}");
        let whole = View { is_matched: Some(true), ..View::of(&state) };
        for pushed in state.boxes.iter().map(Some).chain([None]) {
            let view = View { pushed, ..whole };
            let is_lost =
                rules.all.refuses_child(&view) || rules.all.is_lost(&view, &mut self.meter).expect("no limit");
            assert!(!is_lost, "{:?} after a push of {pushed:?}: {plain:?}\n{text}", rules.all.refused());
        }
        if pushes_left == 0 {
            return;
        }
        let mut pushes: Vec<Push> = state.pushes(board, &region).collect();
        rules.pi.prune(self.maze, &state.boxes, &region, &mut pushes);
        let leads_on = |push: &Push| self.rest[&views::after(self.maze.board, self.drawn, plain, *push)].is_some();
        assert!(pushes.iter().any(leads_on), "PI-corral: {plain:?}\n{text}");
    }
}

/// The rules, one of each for all positions of a level: what they remember must not mislead them.
struct Rules<'a> {
    all: Detector<'a>,
    matching: MinCostMatching,
    pi: PiCorral,
}

impl<'a> Rules<'a> {
    fn new(maze: &'a Maze<'a>, pairs: Option<&'a TwoBoxPatternDatabase>) -> Self {
        let all = Detector::new(&RuleSet::all(), &Known { pairs, ..Known::of(maze) });
        Self { all, matching: MinCostMatching::default(), pi: PiCorral::new(maze.board.len()) }
    }
}

on_few_and_on_all!(
    no_rule_calls_a_solvable_position_dead,
    no_rule_calls_a_solvable_position_dead_on_all,
    check_no_rule_calls_a,
    6
);

fn check_no_rule_calls_a(percent: u64) {
    let mut positions = 0;
    for text in (5000..5000 + 20 * percent).map(small_levels::level) {
        let drawn = Drawn::new(&text);
        let Some(rest) = explore(&drawn, 20_000) else { continue };
        let level = Level::from_xsb("", &text).expect("a level");
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).expect("no limit");
        let mut both = Both { drawn: &drawn, rest: &rest, maze: &maze, meter: Meter::unlimited(), text: &text };
        let pairs = TwoBoxPatternDatabase::new(&maze, &mut both.meter).expect("no limit");
        let mut rules = Rules::new(&maze, pairs.as_ref());
        let mut solvable: Vec<(Plain, usize)> = rest.iter().filter_map(|(&s, pushes)| Some((s, (*pushes)?))).collect();
        solvable.sort_unstable();
        for (state, pushes) in solvable {
            both.check(state, pushes, &mut rules);
            positions += 1;
        }
    }
    assert!(positions > 400 * percent as usize, "only {positions} positions");
}
