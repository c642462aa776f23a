//! Deadlocks that single rules find in the current position.

use super::{Assistant, Deadlock};
use crate::deadlock::{Rule, RuleId, View};
use crate::level::Square;
use crate::run::{Meter, Stop};

impl Assistant<'_> {
    /// Returns the deadlock rules in use, the cheapest first.
    pub fn rules(&self) -> Vec<RuleId> {
        self.rules.ids().collect()
    }

    /// Returns the deadlocks that one rule finds in the current position; with `pushed` only those that the last push,
    /// which brought a box to this square, can have made.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn judge(&mut self, rule: RuleId, pushed: Option<Square>, meter: &mut Meter) -> Result<Vec<Deadlock>, Stop> {
        let is_matched = self.is_matched(meter)?;
        self.judge_with(rule, pushed, Some(is_matched), meter)
    }

    /// Returns the deadlocks that one rule finds; `is_matched` is whether boxes can be matched to goals, `None` if not
    /// known.
    pub(super) fn judge_with(
        &mut self,
        rule: RuleId,
        pushed: Option<Square>,
        is_matched: Option<bool>,
        meter: &mut Meter,
    ) -> Result<Vec<Deadlock>, Stop> {
        meter.check()?;
        let Some(kind) = self.rule(rule).map(|rule| rule.about().deadlock) else { return Ok(Vec::new()) };
        let view = View { boxes: &self.boxes, player: self.player, pushed, is_matched };
        let found = self.detector.witnesses(rule, &view, meter)?;
        let deadlocks = found.into_iter().map(|witness| Deadlock {
            rule,
            kind,
            boxes: witness.boxes,
            walls: witness.walls,
            why: witness.why,
        });
        Ok(deadlocks.collect())
    }

    /// Returns the rule with this identity; `None` if the assistant does not use it.
    pub(super) fn rule(&self, id: RuleId) -> Option<&dyn Rule> {
        self.rules.iter().find(|rule| rule.about().id == id).map(|rule| &**rule)
    }

    /// Returns whether all boxes can be matched to goals that they can reach.
    pub(super) fn is_matched(&mut self, meter: &Meter) -> Result<bool, Stop> {
        let places = self.boxes.iter().map(|b| self.maze.place(b, self.player));
        Ok(self.matching.solve(&self.maze.distances, places, meter)?.is_some())
    }
}
