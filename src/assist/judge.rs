//! The deadlocks that stand, by each rule.

use super::{Assistant, Deadlock};
use crate::deadlock::{Rule, RuleId, View};
use crate::level::Square;
use crate::maze::Place;
use crate::run::{Meter, Stop};

impl Assistant<'_> {
    /// The rules that are asked, the cheapest first.
    pub fn rules(&self) -> Vec<RuleId> {
        self.rules.ids().collect()
    }

    /// Deadlocks by one of the rules. With a box given only those that its last push can have made are looked for.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn judge(&mut self, rule: RuleId, pushed: Option<Square>, meter: &mut Meter) -> Result<Vec<Deadlock>, Stop> {
        let is_matched = self.is_matched(meter)?;
        self.judge_with(rule, pushed, Some(is_matched), meter)
    }

    /// The same where it is known already, or not asked, whether every box can have a goal of its own.
    pub(super) fn judge_with(
        &mut self,
        rule: RuleId,
        pushed: Option<Square>,
        is_matched: Option<bool>,
        meter: &mut Meter,
    ) -> Result<Vec<Deadlock>, Stop> {
        meter.check()?;
        let Some(kind) = self.about(rule).map(|about| about.about().deadlock) else { return Ok(Vec::new()) };
        let view = View { boxes: &self.boxes, player: self.player, pushed, is_matched };
        let found = self.detector.witnesses(rule, &view, meter)?;
        let told = found.into_iter().map(|witness| Deadlock {
            rule,
            kind,
            boxes: witness.boxes,
            walls: witness.walls,
            why: witness.why,
        });
        Ok(told.collect())
    }

    /// A rule by its identity.
    pub(super) fn about(&self, id: RuleId) -> Option<&dyn Rule> {
        self.rules.iter().find(|rule| rule.about().id == id).map(|rule| &**rule)
    }

    /// Matches the boxes as they stand to goals; returns whether that can be done.
    pub(super) fn is_matched(&mut self, meter: &Meter) -> Result<bool, Stop> {
        let places: Vec<Place> = self.boxes.iter().map(|b| self.maze.place(b, self.player)).collect();
        Ok(self.matching.solve(&self.maze.distances, &places, meter)?.is_some())
    }
}
