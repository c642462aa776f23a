//! Each pruning rule by itself, in every position of small levels: what can be solved is never called dead.

use crate::exhaustive::{Drawn, State as Plain, explore};
use crate::small_levels;
use crate::views;
use sokoplan::deadlock::{ClusterSearch, CorralSearch, Freeze, Matching, PiCorral};
use sokoplan::level::Level;
use sokoplan::maze::Maze;
use sokoplan::push::Push;
use sokoplan::run::Meter;
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
    fn check(&mut self, plain: Plain, pushes_left: usize, rules: &mut Rules) {
        let (state, region) = views::state(self.maze.board, plain);
        let (board, text) = (self.maze.board, self.text);
        let dead = self.maze.distances.dead_squares();
        for pushed in state.boxes.iter() {
            assert!(!rules.freeze.is_dead(board, dead, &state.boxes, pushed), "freeze: {plain:?}\n{text}");
            assert!(!rules.clusters.is_dead(self.maze, &state, pushed), "cluster search: {plain:?}\n{text}");
        }
        let frozen = rules.freeze.frozen(board, dead, &state.boxes);
        assert!(frozen.iter().all(|&b| board.is_goal(b)), "frozen off goal: {plain:?}\n{text}");
        assert!(!rules.corrals.is_dead(self.maze, &state), "corral search: {plain:?}\n{text}");
        let places: Vec<_> = state.boxes.iter().map(|b| self.maze.place(b, state.player)).collect();
        let least = rules.matching.solve(&self.maze.distances, &places, &self.meter).expect("no limit");
        assert!(least.is_some_and(|least| least as usize <= pushes_left), "matching {least:?}: {plain:?}\n{text}");
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
struct Rules {
    freeze: Freeze,
    corrals: CorralSearch,
    clusters: ClusterSearch,
    matching: Matching,
    pi: PiCorral,
}

impl Rules {
    fn new(squares: usize) -> Self {
        Self {
            freeze: Freeze::new(squares),
            corrals: CorralSearch::new(squares),
            clusters: ClusterSearch::new(squares),
            matching: Matching::default(),
            pi: PiCorral::new(squares),
        }
    }
}

#[test]
fn no_rule_calls_a_solvable_position_dead() {
    let mut positions = 0;
    for text in (5000..7000).map(small_levels::level) {
        let drawn = Drawn::new(&text);
        let Some(rest) = explore(&drawn, 20_000) else { continue };
        let level = Level::from_xsb("", &text).expect("a level");
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).expect("no limit");
        let mut both = Both { drawn: &drawn, rest: &rest, maze: &maze, meter: Meter::unlimited(), text: &text };
        let mut rules = Rules::new(level.board.len());
        let mut solvable: Vec<(Plain, usize)> = rest.iter().filter_map(|(&s, pushes)| Some((s, (*pushes)?))).collect();
        solvable.sort_unstable();
        for (state, pushes) in solvable {
            both.check(state, pushes, &mut rules);
            positions += 1;
        }
    }
    assert!(positions > 50_000, "only {positions} positions");
}
