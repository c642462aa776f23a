//! Soundness of the pruning rules, and that each finds something. A rule of one file, added to the sets from outside, is applied,
//! counted, explained, left out and shown like the built-in ones.

use crate::common::deadlock_positions::{self, From};
use crate::common::{small_levels, stops};
use crate::snapshots::own_levels;
use sokoplan::assist::{Assistant, Layer, LayerData, Layers};
use sokoplan::deadlock::rules::{Corral, Freeze, FrozenWalls};
use sokoplan::deadlock::{
    About, CostClass, DeadlockPatterns, Purposes, Rule, RuleId, RuleInput, RuleInstance, RuleSet, View,
};
use sokoplan::level::{Board, Level, Square};
use sokoplan::maze::{Areas, Maze};
use sokoplan::push::BoxSet;
use sokoplan::render::{LayersView, SolveRow, explanation};
use sokoplan::run::Meter;
use sokoplan::search::optimal::Metric;
use sokoplan::solve::{Options, Part, Report, Strategy, solve};

on_few_and_on_all!(no_rule_calls_a_solvable_position_dead_and_each_finds_dead_ones, 15);
/// `benches/deadlocks.rs` asks about a hundred thousand, and along the solutions of whole collections.
fn no_rule_calls_a_solvable_position_dead_and_each_finds_dead_ones(percent: usize) {
    for (level, from) in [
        (small_levels::level as fn(u64) -> String, From::Anywhere),
        (deadlock_positions::crowded, From::Anywhere),
        (small_levels::level, From::Solution),
    ] {
        let tally = deadlock_positions::measure(&RuleSet::all(), (0..).map(level), from, 40 * percent);
        for (rule, found) in &tally.found {
            assert!(found.false_alarms.is_empty(), "{}", found.false_alarms[0]);
            let is_found = found.dead.1 > 0 && found.deadly.1 > 0;
            assert!(is_found || from == From::Solution, "{} found no deadlock", rule.name());
        }
        if from == From::Solution {
            continue;
        }
        assert!(tally.dead * 3 > tally.positions, "only {} of {} are dead", tally.dead, tally.positions);
        assert!(tally.by_any * 10 > tally.dead * 8, "only {} of {} are found", tally.by_any, tally.dead);
    }
}

/// Blocks of 2 x 2 of boxes and walls, one of the boxes off goal.
#[derive(Debug)]
struct Blocks;

impl Blocks {
    const ID: RuleId = RuleId::new("blocks");
}

impl Rule for Blocks {
    fn about(&self) -> &'static About {
        const {
            &About {
                id: Self::ID,
                deadlock: "block",
                sentence: "boxes and walls form a block, and one of the boxes is off goal",
                source: "folklore",
                cost: CostClass::Child,
                uses_player: false,
                purposes: Purposes::all(),
            }
        }
    }

    fn instance<'a>(&self, known: &RuleInput<'a>) -> Box<dyn RuleInstance + 'a> {
        Box::new(Working(known.maze.board))
    }
}

#[derive(Debug)]
struct Working<'a>(&'a Board);

impl Working<'_> {
    fn is_block(&self, boxes: &BoxSet, row: usize, column: usize) -> bool {
        let squares = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(r, c)| self.0.square(row + r, column + c));
        let is_off_goal = |square: &Option<Square>| square.is_some_and(|s| boxes.has(s) && !self.0.is_goal(s));
        squares.iter().all(|square| square.is_none_or(|s| boxes.has(s))) && squares.iter().any(is_off_goal)
    }
}

impl RuleInstance for Working<'_> {
    fn is_dead(&mut self, view: &View<'_>) -> bool {
        let corners = view.boxes_to_test().into_iter().flat_map(|b| {
            let (row, column) = self.0.row_column(b);
            [(row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)]
        });
        corners.into_iter().any(|(row, column)| self.is_block(view.boxes, row, column))
    }
}

/// The toy in the place of the rules that find the same.
fn rules() -> RuleSet {
    let same = [Freeze::ID, FrozenWalls::ID, Corral::ID];
    same.into_iter().fold(RuleSet::all(), RuleSet::without).with(Blocks)
}

/// A level whose boxes get in each other's way.
fn level() -> Level {
    own_levels().into_iter().find(|(name, _)| name == "7-orders-06").unwrap().1
}

fn solved(options: &Options) -> Report {
    solve(&level(), options, &mut stops::nodes(3_000))
}

/// The ways to solve by pushes that ask rules of the searches' sets.
fn ways() -> Vec<Options> {
    let usual = || Options { rules: rules(), ..Options::default() };
    let push_only = |strategy| usual().with_strategies([strategy]);
    // The target's pulls reach the start of this level, so that its pushes, which apply the rules, are not needed.
    let asking = Strategy::pushes().filter(|strategy| strategy.word() != "target");
    let pushes = asking.map(push_only);
    let optimal = Metric::ALL.map(|metric| Options { optimal: Some(metric), ..usual() });
    pushes.chain(optimal).collect()
}

fn refused(report: &Report) -> Option<u64> {
    SolveRow::new("", Some(report)).refused_by.get("blocks").copied()
}

#[test]
fn every_push_search_asks_and_counts_it_explanations_name_it_and_it_can_be_left_out() {
    for mut options in ways() {
        let report = solved(&options);
        assert!(refused(&report).is_some_and(|count| count > 0), "{options:?}");
        let words = explanation(&level(), &Areas::of(&level().board), &report, None, true, None);
        assert!(words.contains(" by blocks"), "{options:?}");
        options.leave_out(Part::Rule(Blocks::ID));
        assert_eq!(refused(&solved(&options)), None, "{options:?}");
    }
}

#[test]
fn the_assistant_shows_it() {
    let level = Level::from_xsb("", "#######\n#.....#\n# $$$ #\n# $$  #\n#  @  #\n#######\n").unwrap();
    let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
    let (areas, patterns) = (Areas::by_patterns(&level.board), DeadlockPatterns::default());
    let mut assistant = Assistant::with_rules(RuleSet::none().with(Blocks), &maze, &areas, &patterns, &level.start);
    let deadlocks = assistant.alert(&mut Meter::unlimited()).unwrap();
    let deadlocks: Vec<_> =
        deadlocks.iter().map(|deadlock| (deadlock.rule, deadlock.kind, deadlock.why.as_str())).collect();
    let why = format!("{}: the boxes at (2,2), (2,3), (2,4), (3,2) and (3,3)", Blocks.about().sentence);
    assert_eq!(deadlocks, [(Blocks::ID, "block", why.as_str())]);
    let pushes = assistant.prevention(&mut Meter::unlimited()).unwrap();
    assert!(pushes.iter().all(|prevented| prevented.deadlock.rule == Blocks::ID));
    let mut layers = Layers::default();
    let deadlocks = assistant.alert(&mut Meter::unlimited()).unwrap();
    layers.insert(Layer::Alert, LayerData::Deadlocks(deadlocks));
    layers.insert(Layer::Prevention, LayerData::LosingPushes(pushes));
    let view = LayersView::new(&level, &areas, &layers);
    let row = serde_json::to_string(&view.row()).unwrap();
    for shown in [view.words().join("\n"), view.text(), view.svg(), row] {
        assert!(shown.contains("block") && shown.contains(Blocks.about().sentence), "{shown}");
    }
}
