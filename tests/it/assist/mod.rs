//! The assistant against exhaustive search on small levels.

mod layers;
mod rescue;

use crate::common::assist_positions;
use sokoplan::assist::Assistant;
use sokoplan::deadlock::DeadlockPatterns;

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
