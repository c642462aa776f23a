//! The layer `prevention`: pushes that would lead to a deadlock.

use super::{Assistant, Deadlock};
use crate::deadlock::{CostClass, RuleId};
use crate::level::Square;
use crate::push::Push;
use crate::run::{Meter, Stop};

/// Push that is possible now and leads to a deadlock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LosingPush {
    /// The push itself.
    pub push: Push,
    /// Deadlock in the position after the push.
    pub deadlock: Deadlock,
}

impl Assistant<'_> {
    /// Returns the pushes that make a deadlock. Present deadlocks do not count: rules about whole positions are applied only if the
    /// current position has no such deadlock.
    pub fn prevention(&mut self, meter: &mut Meter) -> Result<Vec<LosingPush>, Stop> {
        let is_matched = self.is_matched(meter)?;
        let mut rules = Vec::new();
        for rule in self.rules() {
            let is_local = self.rule(rule).is_some_and(|rule| rule.about().cost != CostClass::Position);
            if is_local || self.judge_with(rule, None, Some(is_matched), meter)?.is_empty() {
                rules.push(rule);
            }
        }
        // Matching of the present boxes: a push changes one row of it.
        let before: Vec<Square> = self.boxes.iter().collect();
        let mut matching = std::mem::take(&mut self.matching);
        let mut found = Vec::new();
        for push in self.pushes() {
            let (Some(to), Ok(row)) =
                (self.maze.board.next(push.from, push.direction), before.binary_search(&push.from))
            else {
                continue;
            };
            let place = self.maze.place_pushed(to, push.direction);
            // A push gives a box no more goals; if one augmentation finds no new matching, the rule searches for one
            // itself.
            let is_found = is_matched && matching.moved(&self.maze.distances, row, place, Some(1)).is_some();
            let now = (is_found || !is_matched).then_some(is_matched);
            let deadlock = self.after(push, |assistant| assistant.first_deadlock(&rules, to, now, meter))?;
            found.extend(deadlock.map(|deadlock| LosingPush { push, deadlock }));
        }
        Ok(found)
    }

    fn first_deadlock(
        &mut self,
        rules: &[RuleId],
        to: Square,
        is_matched: Option<bool>,
        meter: &mut Meter,
    ) -> Result<Option<Deadlock>, Stop> {
        for &rule in rules {
            let found = self.judge_with(rule, Some(to), is_matched, meter)?;
            if let Some(deadlock) = found.into_iter().next() {
                return Ok(Some(deadlock));
            }
        }
        Ok(None)
    }
}
