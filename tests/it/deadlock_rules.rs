//! Soundness of the pruning rules, and that each finds something.

use crate::common::deadlock_positions::{self, From};
use crate::common::small_levels;
use sokoplan::deadlock::RuleSet;

on_few_and_on_all!(no_rule_calls_a_solvable_position_dead_and_each_finds_dead_ones, check_no_rule_calls_a, 15);

/// `benches/deadlocks.rs` asks about a hundred thousand, and along the solutions of whole collections.
fn check_no_rule_calls_a(percent: usize) {
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
