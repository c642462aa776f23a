//! Following all pushes of the boxes of a pattern: some boxes of a position, or the boxes around squares that the player does not
//! reach.

use super::lemmas::Lemmas;
use super::pattern_space::{Key, Pattern, Step};
use crate::level::{Direction, Square};
use crate::push::BoxSet;
use crate::run::{Meter, NodeKind, Stop};
use rustc_hash::FxHashSet;

#[derive(Debug)]
pub(super) enum PushOutcome {
    /// All positions of the pattern are dead, and lemmas prove this.
    Dead,
    /// These pushes may solve the pattern, if no other box blocks them.
    Solved(Vec<Step>),
    /// The pushes lead to more patterns than the limit allows.
    TooMany,
}

struct PatternNode {
    pattern: Pattern,
    parent: usize,
    step: Option<Step>,
}

impl Lemmas<'_> {
    /// Follows all pushes of some boxes, without the other boxes, through at most `most` patterns; see [`PushOutcome`].
    pub(super) fn follow(
        &mut self,
        boxes: &BoxSet,
        empty: &BoxSet,
        player: Square,
        most: usize,
        meter: &mut Meter,
    ) -> Result<PushOutcome, Stop> {
        let first = self.space.pattern(boxes.clone(), empty.clone(), player);
        if self.space.is_end(&first) {
            return Ok(PushOutcome::Solved(Vec::new()));
        }
        if self.is_cut_by_any(&first, player, meter)? {
            return Ok(PushOutcome::Dead);
        }
        let kept = |lemmas: &Self, after: Pattern, _| (!lemmas.space.is_end(&after)).then_some(after);
        self.close(first, most, kept, meter)
    }

    /// Follows all pushes of the boxes of a pattern through at most `most` patterns. `kept` removes boxes that do not
    /// matter from each pattern, given the player's square; it returns `None` if the pattern may be solved.
    pub(super) fn close(
        &mut self,
        first: Pattern,
        most: usize,
        kept: impl Fn(&Self, Pattern, Square) -> Option<Pattern>,
        meter: &mut Meter,
    ) -> Result<PushOutcome, Stop> {
        let mut seen: FxHashSet<Key> = FxHashSet::from_iter([first.key()]);
        let mut nodes = vec![PatternNode { pattern: first, parent: 0, step: None }];
        let mut next = 0;
        while next < nodes.len() {
            // 1. Take the oldest pattern.
            if next == most {
                return Ok(PushOutcome::TooMany);
            }
            meter.tick(NodeKind::Push)?;
            // 2. Push each box, except onto dead squares, and skip patterns that are proved dead.
            for step in self.space.steps(&nodes[next].pattern) {
                meter.check()?;
                if self.space.dead.has(step.to) {
                    continue;
                }
                let after = self.space.after(&nodes[next].pattern, step);
                if seen.contains(&after.key()) || self.is_cut(&after, step.from, step.to, meter)? {
                    continue;
                }
                // 3. Remove boxes that do not matter; a pattern that may be solved ends the proof.
                let Some(after) = kept(self, after, step.from) else {
                    return Ok(PushOutcome::Solved(way(&nodes, next, step)));
                };
                if seen.insert(after.key()) {
                    nodes.push(PatternNode { pattern: after, parent: next, step: Some(step) });
                }
            }
            next += 1;
        }
        // 4. All patterns are dead: they are lemmas.
        self.add(nodes.into_iter().map(|node| node.pattern).collect());
        Ok(PushOutcome::Dead)
    }

    /// Returns the boxes of a dead corral (squares that boxes close off); `None` if `most` patterns are too few.
    ///
    /// ```text
    /// #######
    /// #.  $@#    the player does not reach the left part; the boxes that matter are around it, or behind such
    /// #  $  #    boxes, where they keep them from being pushed in
    /// # $   #
    /// #######
    /// ```
    pub(super) fn follow_corral(
        &mut self,
        boxes: &BoxSet,
        empty: &BoxSet,
        player: Square,
        most: usize,
        meter: &mut Meter,
    ) -> Result<Option<BoxSet>, Stop> {
        let all = self.space.pattern(boxes.clone(), empty.clone(), player);
        let Some(first) = self.tightened(all, player) else { return Ok(None) };
        let found = first.boxes.clone();
        let closed = self.close(first, most, Self::tightened, meter)?;
        Ok(matches!(closed, PushOutcome::Dead).then_some(found))
    }

    /// Returns the pattern with only boxes that matter to closed squares; `None` if none is closed, or it may be
    /// solved.
    fn tightened(&self, mut pattern: Pattern, player: Square) -> Option<Pattern> {
        loop {
            if self.space.is_end(&pattern) {
                return None;
            }
            let around = self.around(&pattern)?;
            if around == pattern.boxes {
                return Some(pattern);
            }
            pattern = self.space.pattern(around, pattern.empty, player);
        }
    }

    /// Returns the boxes around the squares that the player does not reach, corners included, and the boxes straight
    /// behind these boxes; `None` if the player reaches every square.
    fn around(&self, pattern: &Pattern) -> Option<BoxSet> {
        let board = self.space.maze.board;
        let is_closed = |square: &Square| !pattern.boxes.has(*square) && !pattern.region.has(*square);
        let closed: Vec<Square> = board.squares().filter(is_closed).collect();
        let mut kept = self.space.none();
        for &square in &closed {
            board.around(square).filter(|&beside| pattern.boxes.has(beside)).for_each(|beside| kept.insert(beside));
            for direction in Direction::ALL {
                let beside = self.space.next(square, direction).filter(|&beside| pattern.boxes.has(beside));
                let behind = beside.and_then(|beside| self.space.next(beside, direction));
                behind.filter(|&behind| pattern.boxes.has(behind)).into_iter().for_each(|square| kept.insert(square));
            }
        }
        (!closed.is_empty()).then_some(kept)
    }
}

/// Returns the pushes that lead to the pattern of a node, followed by the push `last`.
fn way(nodes: &[PatternNode], mut at: usize, last: Step) -> Vec<Step> {
    let back = std::iter::from_fn(|| {
        let step = nodes[at].step?;
        at = nodes[at].parent;
        Some(step)
    });
    let mut steps: Vec<Step> = std::iter::once(last).chain(back).collect();
    steps.reverse();
    steps
}
