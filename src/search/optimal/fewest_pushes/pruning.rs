//! What is refused because a proof shows that it is lost.
//!
//! Every push: dead squares by side, pairs and threes of boxes that are lost together, frozen boxes, no matching.
//! Positions that are taken: corrals. Rules from outside are asked of both.

use super::ground::Ground;
use crate::deadlock::rules::{Corral, DeadSquares, Freeze, Matching, Pairs};
use crate::deadlock::{GridFreeze, LostSets, Refused, RuleId, RuleSet};
use crate::level::{Direction, Square};
use crate::push::{CellSet, GridNode, Push, Words};
use crate::run::{Meter, Stop};
use crate::search::lean::outside::Outside;

/// The rules that the search applies by itself to each push.
#[derive(Clone, Copy, Debug)]
struct Own {
    dead_squares: bool,
    freeze: bool,
    tables: bool,
}

/// What was refused by these, and how often proofs of corrals were due, made, and succeeded.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    by_tables: u64,
    by_freeze: u64,
    by_matching: u64,
    taken: u64,
    asked: u64,
    succeeded: u64,
}

/// Asks the rules; holds working memory.
#[derive(Debug)]
pub(super) struct Pruning<'a, W> {
    own: Own,
    outside: Outside<'a>,
    corral: Outside<'a>,
    freeze: GridFreeze<W>,
    tables: Option<LostSets<W>>,
    counts: Counts,
    /// The counts at the last mark.
    marked: Counts,
}

impl<'a, W: Words> Pruning<'a, W> {
    const OWN: [RuleId; 5] = [DeadSquares::ID, Freeze::ID, Pairs::ID, Matching::ID, Corral::ID];
    /// Positions are expanded this often before the tables of pairs and threes are made, which take up to half a second.
    /// Not tuned: small levels need fewer.
    const TABLES_AFTER: u64 = 1_000;
    /// The first positions whose corrals are proved. Not tuned.
    const FIRST_ASKED: u64 = 1_000;
    /// After these they are proved of one position in this number. Measured together with the next.
    const ASKED: u64 = 64;
    /// Corrals are proved of all positions while at least one in this number is lost. On XSokoban one of 3 is on level
    /// 12, of 5 on 53, of 8 on 81 and 83, but one of 80 to 180 on 49, 79 and 84. With 4, and one in 64, 25,000 positions
    /// of level 49 take 0.8 CPU seconds and level 65 takes 1.3; with 20, and one in 16, 1.4 and 3.5.
    const PROOFS_FOR_SUCCESS: u64 = 4;

    pub(super) fn new(ground: &Ground<'a, W>, rules: &RuleSet) -> Self {
        let corral = if rules.has(Corral::ID) { RuleSet::none().with(Corral) } else { RuleSet::none() };
        Self {
            own: Own {
                dead_squares: rules.has(DeadSquares::ID),
                freeze: rules.has(Freeze::ID),
                tables: rules.has(Pairs::ID),
            },
            outside: Outside::new(&Self::OWN.into_iter().fold(rules.clone(), RuleSet::without), ground.maze),
            corral: Outside::new(&corral, ground.maze),
            freeze: GridFreeze::new(&ground.grid, &ground.live, &ground.goals),
            tables: None,
            counts: Counts::default(),
            marked: Counts::default(),
        }
    }

    /// Makes the tables when they are due.
    pub(super) fn prepare(&mut self, ground: &Ground<'_, W>, expanded: u64, meter: &Meter) -> Result<(), Stop> {
        if self.own.tables && self.tables.is_none() && expanded >= Self::TABLES_AFTER {
            let mut tables = LostSets::of_pairs(&ground.grid, &ground.live, &ground.goals, meter)?;
            tables.add_threes(&ground.grid, &ground.goals, meter)?;
            self.tables = Some(tables);
        }
        Ok(())
    }

    /// The cells that a box may be pushed to in a direction.
    #[inline(always)]
    pub(super) fn live<'s>(&self, ground: &'s Ground<'_, W>, direction: Direction) -> &'s CellSet<W> {
        if self.own.dead_squares { &ground.live_after[direction.index()] } else { ground.grid.floor() }
    }

    /// The boxes after one was pushed from a cell to another, the last push in this direction, unless it is refused.
    #[inline(always)]
    pub(super) fn after(
        &mut self,
        ground: &Ground<'_, W>,
        boxes: &CellSet<W>,
        (from, to): (usize, usize),
        direction: Direction,
    ) -> Option<CellSet<W>> {
        let mut after = boxes.clone();
        after.remove(from);
        if self.tables.as_ref().is_some_and(|tables| tables.is_lost(to, direction, &after)) {
            self.counts.by_tables += 1;
            return None;
        }
        after.insert(to);
        if self.own.freeze && self.freeze.is_lost(&ground.grid, &after, to) {
            self.counts.by_freeze += 1;
            return None;
        }
        let from = ground.grid.square(ground.grid.step(to, direction.opposite()));
        (!self.outside.refuses(ground, &after, Push { from, direction })).then_some(after)
    }

    /// Counts a successor whose boxes cannot be matched.
    pub(super) const fn unmatched(&mut self) {
        self.counts.by_matching += 1;
    }

    /// Returns whether a position that was taken is lost. `pushed` is the box that was pushed last.
    pub(super) fn is_lost(
        &mut self,
        ground: &Ground<'_, W>,
        node: &GridNode<W>,
        pushed: Option<Square>,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        Ok(self.outside.is_lost(ground, node, pushed, meter)? || self.is_corral_lost(ground, node, pushed, meter)?)
    }

    /// Returns whether a corral of a position is proved lost. The proofs take longer than all the rest of a position, so
    /// that they are made for few where they seldom succeed.
    fn is_corral_lost(
        &mut self,
        ground: &Ground<'_, W>,
        node: &GridNode<W>,
        pushed: Option<Square>,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let Counts { taken, asked, succeeded, .. } = self.counts;
        let is_due = asked < Self::FIRST_ASKED + taken / Self::ASKED + succeeded * Self::PROOFS_FOR_SUCCESS;
        let is_lost = is_due && self.corral.is_lost(ground, node, pushed, meter)?;
        self.counts.taken += 1;
        self.counts.asked += u64::from(is_due);
        self.counts.succeeded += u64::from(is_lost);
        Ok(is_lost)
    }

    /// Marks what was refused so far.
    pub(super) fn mark(&mut self) {
        self.marked = self.counts;
        self.outside.mark();
        self.corral.mark();
    }

    /// Forgets what was refused since the last mark.
    pub(super) fn undo(&mut self) {
        self.counts = self.marked;
        self.outside.undo();
        self.corral.undo();
    }

    /// What each rule refused.
    pub(super) fn refused(&self) -> Refused {
        let Counts { by_tables, by_freeze, by_matching, .. } = self.counts;
        let own = [(Pairs::ID, by_tables), (Freeze::ID, by_freeze), (Matching::ID, by_matching)];
        Refused::of(own.into_iter().chain(self.outside.refused().by_rule()).chain(self.corral.refused().by_rule()))
    }
}
