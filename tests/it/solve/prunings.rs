//! Each pruning rule by itself, in every position of small levels: what can be solved is never called dead.

use crate::common::exhaustive::{Drawn, State as Plain, explore};
use crate::common::small_levels;
use crate::common::views;
use sokoplan::deadlock::{ClusterSearch, CorralSearch, Freeze, Lessons, Study, closes_diagonal};
use sokoplan::heuristic::MinCostMatching;
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
    fn check(&mut self, plain: Plain, pushes_left: usize, rules: &mut Rules) {
        let (state, region) = views::state(self.maze.board, plain);
        let (board, text) = (self.maze.board, self.text);
        let dead = self.maze.distances.dead_squares();
        for pushed in state.boxes.iter() {
            assert!(!rules.freeze.is_dead(board, dead, &state.boxes, pushed), "freeze: {plain:?}\n{text}");
            let closes = closes_diagonal(self.maze, &state.boxes, state.player, pushed);
            assert!(!closes, "closed diagonals: {plain:?}\n{text}");
            assert!(rules.clusters.dead(self.maze, &state, pushed).is_none(), "cluster search: {plain:?}\n{text}");
        }
        let frozen = rules.freeze.frozen(board, dead, &state.boxes);
        assert!(frozen.iter().all(|&b| board.is_goal(b)), "frozen off goal: {plain:?}\n{text}");
        assert!(!rules.corrals.is_dead(self.maze, &state), "corral search: {plain:?}\n{text}");
        assert!(!rules.lessons.know(&state), "lessons: {plain:?}\n{text}");
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

impl Both<'_> {
    /// Studies a dead position, and learns from it.
    fn learn(&self, plain: Plain, study: &mut Study, lessons: &mut Lessons) -> bool {
        let (state, _) = views::state(self.maze.board, plain);
        let group = study.lost_group(self.maze, &state, lessons, &self.meter).expect("no limit");
        let is_lost = group.is_some();
        if let Some(group) = group {
            lessons.learn(self.maze.board, group, state.player);
            assert!(lessons.know(&state), "a lesson that its own position does not hold: {plain:?}\n{}", self.text);
        }
        is_lost
    }
}

/// The rules, one of each for all positions of a level: what they remember must not mislead them.
struct Rules {
    freeze: Freeze,
    corrals: CorralSearch,
    clusters: ClusterSearch,
    matching: MinCostMatching,
    pi: PiCorral,
    lessons: Lessons,
}

impl Rules {
    fn new(squares: usize) -> Self {
        Self {
            freeze: Freeze::new(squares),
            corrals: CorralSearch::new(squares),
            clusters: ClusterSearch::new(squares),
            matching: MinCostMatching::default(),
            pi: PiCorral::new(squares),
            lessons: Lessons::new(squares),
        }
    }
}

/// One dead position in so many is studied.
const STUDIED: usize = 50;

#[test]
fn no_rule_calls_a_solvable_position_dead() {
    let (mut positions, mut learned) = (0, 0);
    for text in (5000..7000).map(small_levels::level) {
        let drawn = Drawn::new(&text);
        let Some(rest) = explore(&drawn, 20_000) else { continue };
        let level = Level::from_xsb("", &text).expect("a level");
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).expect("no limit");
        let mut both = Both { drawn: &drawn, rest: &rest, maze: &maze, meter: Meter::unlimited(), text: &text };
        let mut rules = Rules::new(level.board.len());
        let mut study = Study::new(level.board.len());
        let mut dead: Vec<Plain> = rest.iter().filter(|(_, pushes)| pushes.is_none()).map(|(&s, _)| s).collect();
        dead.sort_unstable();
        for state in dead.into_iter().step_by(STUDIED) {
            learned += usize::from(both.learn(state, &mut study, &mut rules.lessons));
        }
        let mut solvable: Vec<(Plain, usize)> = rest.iter().filter_map(|(&s, pushes)| Some((s, (*pushes)?))).collect();
        solvable.sort_unstable();
        for (state, pushes) in solvable {
            both.check(state, pushes, &mut rules);
            positions += 1;
        }
    }
    assert!(positions > 50_000, "only {positions} positions");
    assert!(learned > 5_000, "only {learned} lessons");
}
