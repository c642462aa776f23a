//! The layer of deadlocks in the position.

use super::{Assistant, Deadlock};
use crate::run::{Meter, Stop};

impl Assistant<'_> {
    /// All deadlocks that the rules find, the cheapest rule first; those that contain an earlier one are left out.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn alert(&mut self, meter: &mut Meter) -> Result<Vec<Deadlock>, Stop> {
        let mut found: Vec<Deadlock> = Vec::new();
        let is_matched = Some(self.is_matched(meter)?);
        for rule in self.rules() {
            for deadlock in self.judge_with(rule, None, is_matched, meter)? {
                let is_told = |told: &Deadlock| told.boxes.iter().all(|b| deadlock.boxes.contains(b));
                if !found.iter().any(is_told) {
                    found.push(deadlock);
                }
            }
        }
        Ok(found)
    }
}
