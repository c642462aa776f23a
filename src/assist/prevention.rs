//! Pushes that would lead to a deadlock.

use super::{Assistant, Deadlock, Kind};
use crate::level::Square;
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
        // The matching of the boxes as they stand: a push changes one row of it.
        let before: Vec<Square> = self.boxes.iter().collect();
        let matching = std::mem::take(&mut self.matching);
        let mut found = Vec::new();
        for push in self.pushes() {
            let (Some(to), Ok(row)) = (self.maze.board.next(push.from, push.way), before.binary_search(&push.from))
            else {
                continue;
            };
            let place = self.maze.place_pushed(to, push.way);
            let fits = asked.contains(&Kind::Matching)
                && matching.with_moved(&self.maze.distances, row, place, &mut self.matching).is_some();
            let deadlock = self.after(push, |assistant| assistant.first_deadlock(&asked, to, fits, meter))?;
            found.extend(deadlock.map(|deadlock| Prevented { push, deadlock }));
        }
        Ok(found)
    }

    /// By these rules, after a push to a square; `fits` says that all boxes are known to have goals of their own.
    fn first_deadlock(
        &mut self,
        asked: &[Kind],
        to: Square,
        fits: bool,
        meter: &mut Meter,
    ) -> Result<Option<Deadlock>, Stop> {
        for &kind in asked {
            let found = match kind {
                Kind::Matching if fits => self.stranded(),
                _ => self.judge(kind, Some(to), meter)?,
            };
            if let Some(deadlock) = found.into_iter().next() {
                return Ok(Some(deadlock));
            }
        }
        Ok(None)
    }
}
