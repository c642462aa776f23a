//! Soundness of the assistant: on random positions, along solutions, and on the known faults of LISA.

use crate::common::assist_positions;
use sokoplan::assist::Assistant;
use sokoplan::deadlock::rules::Patterns;
use sokoplan::deadlock::{DeadlockPatterns, RuleId};
use sokoplan::level::Level;
use sokoplan::maze::{Areas, Maze};
use sokoplan::run::Meter;

/// `benches/assist.rs` asks about a hundred thousand and more.
#[test]
fn no_solvable_position_is_called_dead_and_most_dead_ones_are() {
    let tally = assist_positions::measure(0, 4_000, &DeadlockPatterns::default());
    assert!(tally.false_alarms.is_empty(), "{}", tally.false_alarms[0]);
    assert!(tally.solvable * 2 >= tally.positions, "{tally:?}");
    assert!(tally.found_by_any * 10 > tally.dead * 8, "{tally:?}");
    assert!(tally.prevented * 10 > tally.deadly * 7, "{tally:?}");
    for rule in Assistant::default_rules().ids() {
        assert!(tally.found.get(&rule).is_some_and(|&n| n > 0), "{rule:?} never finds anything: {tally:?}");
    }
}

/// The rules that see a deadlock in a level, at its start.
fn alarms(text: &str) -> Vec<RuleId> {
    let level = Level::from_xsb("", text).expect("a level");
    let maze = Maze::new(&level.board, &mut Meter::unlimited()).expect("no limits");
    let (areas, patterns) = (Areas::by_patterns(&level.board), DeadlockPatterns::default());
    let mut assistant = Assistant::new(&maze, &areas, &patterns, &level.start);
    let mut meter = Meter::unlimited();
    let rules = assistant.rules().into_iter();
    rules.filter(|&rule| !assistant.judge(rule, None, &mut meter).expect("no limits").is_empty()).collect()
}

/// The fault that LISA's authors knew of (6.2.1): the player is inside the picture and can push the boxes away.
#[test]
fn a_player_inside_a_pattern_and_a_pattern_on_goals_raise_no_alarm() {
    let inside = "##########\n#   ##   #\n#  #@$ . #\n# . $ #  #\n#    ##  #\n#        #\n##########";
    let outside = inside.replace('@', " ").replace("#        #", "#  @     #");
    assert_eq!(alarms(inside), []);
    assert!(alarms(&outside).contains(&Patterns::ID), "{:?}", alarms(&outside));
    assert_eq!(alarms("######\n#@   #\n# ** #\n# ** #\n#    #\n######"), []);
    assert!(alarms("########\n#@    .#\n# **   #\n# *$   #\n#      #\n########").contains(&Patterns::ID));
}
