//! The built-in deadlock rules, a file each: what it recognises, why it is sound, its cost and its source.

mod closed_diagonals;
mod corral;
mod dead_rooms;
mod dead_squares;
mod exact_sets;
mod freeze;
mod frozen_walls;
mod matching;
mod pairs;
mod patterns;
mod walls;

pub use closed_diagonals::ClosedDiagonals;
pub use corral::Corral;
pub use dead_rooms::DeadRooms;
pub use dead_squares::DeadSquares;
pub use exact_sets::ExactSets;
pub use freeze::Freeze;
pub use frozen_walls::FrozenWalls;
pub use matching::Matching;
pub use pairs::Pairs;
pub use patterns::Patterns;
pub use walls::{Corners, Lines};

use super::{Purposes, RuleSet};

impl RuleSet {
    /// Returns the set of all built-in rules, in the order of application.
    pub fn all() -> Self {
        Self::none()
            .with(Corners)
            .with(Lines)
            .with(DeadSquares { by_side: true })
            .with(Freeze { by_dead_squares: true })
            .with(ClosedDiagonals)
            .with(Pairs)
            .with(Patterns)
            .with(Matching)
            .with(FrozenWalls)
            .with(ExactSets)
            .with(Corral)
            .with(DeadRooms)
    }

    /// Returns the built-in rules that are applied for at least one purpose in `purpose`; see [`Self::purposes`].
    pub fn of(purpose: Purposes) -> Self {
        Self::all().purposes(purpose)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deadlock::{Rule, RuleId, RuleInput, Verdict, View};
    use crate::heuristic::TwoBoxPatternDatabase;
    use crate::level::Level;
    use crate::maze::Maze;
    use crate::push::{Region, State};
    use crate::run::Meter;
    use std::collections::BTreeSet;

    /// A start has no last push: rules that refuse pushes must find its deadlocks too.
    #[test]
    fn a_position_that_no_push_has_led_to_is_judged_as_a_whole() {
        let judge = |rule: &dyn Rule, text: &str| {
            let (level, meter) = (Level::from_xsb("", text).unwrap(), &mut Meter::unlimited());
            let maze = Maze::new(&level.board, meter).unwrap();
            let pairs = TwoBoxPatternDatabase::new(&maze, meter).unwrap();
            let state = State::of(&level.board, &level.start, &mut Region::new(level.board.len()));
            let input = RuleInput { pairs: pairs.as_ref(), ..RuleInput::of(&maze) };
            rule.instance(&input).judge(&View::of(&state), meter).unwrap()
        };
        for rule in [true, false].map(|by_side| DeadSquares { by_side }) {
            assert_eq!(judge(&rule, "######\n#@ ..#\n#  $ #\n#$   #\n######"), Verdict::Lost);
            assert_eq!(judge(&rule, "######\n#@ ..#\n# $$ #\n#    #\n######"), Verdict::Unknown);
        }
        // At the lower wall both boxes reach only one goal.
        assert_eq!(judge(&Pairs, "########\n#@    ##\n#   . ##\n#     ##\n# $$  .#\n########"), Verdict::Lost);
        assert_eq!(judge(&Pairs, "########\n#@    ##\n#   . ##\n#  $  ##\n# $   .#\n########"), Verdict::Unknown);
    }

    #[test]
    fn no_two_rules_share_an_identity_a_place_in_reports_or_a_name() {
        let all = RuleSet::all();
        let names: BTreeSet<&str> = all.ids().map(RuleId::name).collect();
        let places: BTreeSet<usize> = all.ids().map(RuleId::index).collect();
        assert_eq!([names.len(), places.len()], [all.iter().count(); 2]);
    }
}
