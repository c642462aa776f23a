//! Refusal of positions that are proved lost. [`Prune`] refuses pushes; proofs of corrals refuse positions that are
//! taken, as long as these proofs succeed often enough.

use crate::deadlock::rules::Corral;
use crate::deadlock::{Refusals, RuleSet};
use crate::level::Square;
use crate::push::{GridNode, Words};
use crate::run::{Meter, Stop};
use crate::search::Prunings;
use crate::search::engine::{GridProblem, Others, Prune};

/// Numbers of successors without a matching, of positions counted for proofs of corrals, of proofs made, and of
/// successes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RefusalCounts {
    pub(super) unmatched: u64,
    taken: u64,
    asked: u64,
    succeeded: u64,
}

impl RefusalCounts {
    /// Number of first positions for which proofs of corrals are made.
    const FIRST_ASKED: u64 = 1_000;
    /// Interval, in positions, at which proofs are made after the first ones.
    const ASKED: u64 = 64;
    /// Number of further proofs of corrals for each success: on some levels every third succeeds, on others hardly any.
    const PROOFS_FOR_SUCCESS: u64 = 4;

    /// Counts a position, and calls `prove` if a proof of its corrals is due; true if `prove` succeeded.
    fn take(&mut self, prove: impl FnOnce() -> Result<bool, Stop>) -> Result<bool, Stop> {
        let due = Self::FIRST_ASKED + self.taken / Self::ASKED + self.succeeded * Self::PROOFS_FOR_SUCCESS;
        self.taken += 1;
        if self.asked >= due {
            return Ok(false);
        }
        self.asked += 1;
        let has_succeeded = prove()?;
        self.succeeded += u64::from(has_succeeded);
        Ok(has_succeeded)
    }
}

#[derive(Debug)]
pub(super) struct Pruning<'a, W> {
    pub(super) prune: Prune<'a, W>,
    corral: Others<'a>,
    pub(super) counts: RefusalCounts,
}

impl<'a, W: Words> Pruning<'a, W> {
    pub(super) fn new(problem: &GridProblem<'a, W>, prunings: &Prunings) -> Self {
        let corral = prunings.rules.named(Corral::ID.name()).cloned();
        let corral = corral.into_iter().fold(RuleSet::none(), RuleSet::with_shared);
        Self {
            prune: Prune::new(problem, &Prunings { rules: prunings.rules.clone().without(Corral::ID), ..*prunings }),
            corral: Others::new(&corral, problem.maze),
            counts: RefusalCounts::default(),
        }
    }

    /// True if a position that was taken is proved lost. `pushed` is the square of the box of the last push.
    pub(super) fn is_lost(
        &mut self,
        problem: &GridProblem<'_, W>,
        node: &GridNode<W>,
        pushed: Option<Square>,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        Ok(self.prune.others.is_lost(problem, node, pushed, meter)?
            || self.counts.take(|| self.corral.is_lost(problem, node, pushed, meter))?)
    }

    pub(super) fn refused(&self) -> Refusals {
        Refusals::of(self.prune.refused(0, self.counts.unmatched).by_rule().chain(self.corral.refused().by_rule()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_thousand_positions_corrals_are_proved_of_one_in_sixty_four_unless_one_in_four_is_lost() {
        let asked = |succeeds: fn(u64) -> bool| {
            let mut counts = RefusalCounts::default();
            (0..7_400).for_each(|_| {
                let number = counts.asked;
                assert_eq!(counts.take(|| Ok(succeeds(number))).unwrap(), counts.asked > number && succeeds(number));
            });
            assert_eq!(counts.taken, 7_400);
            counts.asked
        };
        assert_eq!(asked(|_| false), 1_115);
        assert_eq!(asked(|number| number % 4 == 0), 7_400);
        assert_eq!(asked(|number| number % 8 == 0), 2_231);
    }
}
