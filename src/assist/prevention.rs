//! Pushes that would lead to a deadlock.

use super::{Assistant, Deadlock, Kind};
use crate::push::Push;
use crate::run::{Meter, Stop};

/// A push that can be made now, and what comes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prevented {
    /// The push.
    pub push: Push,
    /// The deadlock that stands after it.
    pub deadlock: Deadlock,
}

impl Assistant<'_> {
    /// Makes every push in thought, and looks for a deadlock that it makes. What is lost already is not blamed on it:
    /// rules about whole positions are asked only where they find nothing now.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn prevention(&mut self, meter: &mut Meter) -> Result<Vec<Prevented>, Stop> {
        let mut asked = Vec::new();
        for kind in Kind::ALL {
            if kind.is_local() || self.judge(kind, None, meter)?.is_empty() {
                asked.push(kind);
            }
        }
        let mut found = Vec::new();
        for push in self.pushes() {
            if let Some(deadlock) = self.after_push(push, &asked, meter)? {
                found.push(Prevented { push, deadlock });
            }
        }
        Ok(found)
    }

    /// The first deadlock that a push makes, by these rules.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn after_push(&mut self, push: Push, asked: &[Kind], meter: &mut Meter) -> Result<Option<Deadlock>, Stop> {
        let to = self.maze.board.next(push.from, push.way);
        self.after(push, |assistant| {
            for &kind in asked {
                if let Some(deadlock) = assistant.judge(kind, to, meter)?.into_iter().next() {
                    return Ok(Some(deadlock));
                }
            }
            Ok(None)
        })
    }
}
