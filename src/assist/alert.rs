//! The layer `alert`: deadlocks in the position.

use super::{Assistant, Deadlock};
use crate::run::{Meter, Stop};

impl Assistant<'_> {
    /// Returns the deadlocks that the rules find in the current position, those of the cheapest rule first. A deadlock
    /// whose boxes include all boxes of an earlier deadlock is left out.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn alert(&mut self, meter: &mut Meter) -> Result<Vec<Deadlock>, Stop> {
        let mut found: Vec<Deadlock> = Vec::new();
        let is_matched = Some(self.is_matched(meter)?);
        for rule in self.rules() {
            for deadlock in self.judge_with(rule, None, is_matched, meter)? {
                let is_contained = |earlier: &Deadlock| earlier.boxes.iter().all(|b| deadlock.boxes.contains(b));
                if !found.iter().any(is_contained) {
                    found.push(deadlock);
                }
            }
        }
        Ok(found)
    }
}
