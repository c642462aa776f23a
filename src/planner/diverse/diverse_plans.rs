//! The k best plans, without those that cross all the borders of a better one.
//!
//! Input: an oracle that finds the best plan that avoids some borders. Output: the best plans, one after the other;
//! none crosses all the borders of one before it. After a plan the remaining plans are split by which of its borders
//! they avoid, as conflicts are in diagnosis (Reiter 1987). With ten boxes there are millions of orders of one set of
//! transfers, and of detours; these are not given as separate plans.

use crate::maze::AreaId;
use crate::run::{Meter, Stop};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// A border in one direction.
pub(in crate::planner) type Border = (AreaId, AreaId);

/// Borders.
pub(in crate::planner) type Borders = BTreeSet<Border>;

/// A plan with its cost.
#[derive(Clone, Debug)]
pub(in crate::planner) struct Best<P> {
    pub(in crate::planner) cost: u64,
    /// The borders that boxes cross.
    pub(in crate::planner) used: Borders,
    pub(in crate::planner) plan: P,
}

/// Finds the best plan of a family.
pub(in crate::planner) trait BestPlanOracle {
    type Plan;

    /// Returns the best plan in which no box crosses the excluded borders, if there is one.
    fn best(&mut self, excluded: &Borders, meter: &mut Meter) -> Result<Option<Best<Self::Plan>>, Stop>;
}

/// The order of the families: by cost; at equal cost families with a known best plan come last; then by arrival.
type Key = (u64, bool, usize);

/// The remaining families of plans, and the plans given.
pub(in crate::planner) struct DiversePlans<F: BestPlanOracle> {
    pub(in crate::planner) finder: F,
    queue: BinaryHeap<Reverse<Key>>,
    /// The families, each by its excluded borders, with its best plan once it is known, in order of arrival.
    diverse: Vec<(Borders, Option<Best<F::Plan>>)>,
    seen: BTreeSet<Borders>,
    /// The borders of the plans given.
    given: Vec<Borders>,
}

impl<F: BestPlanOracle> DiversePlans<F> {
    /// Begins with the family of all plans that avoid the excluded borders.
    pub(in crate::planner) fn new(finder: F, excluded: Borders) -> Self {
        let (queue, diverse, seen, given) = (BinaryHeap::new(), Vec::new(), BTreeSet::new(), Vec::new());
        let mut all = Self { finder, queue, diverse, seen, given };
        all.wait(0, excluded, None);
        all
    }

    fn wait(&mut self, cost: u64, excluded: Borders, best: Option<Best<F::Plan>>) {
        self.queue.push(Reverse((cost, best.is_some(), self.diverse.len())));
        self.diverse.push((excluded, best));
    }

    /// Returns the next plan.
    pub(in crate::planner) fn next(&mut self, meter: &mut Meter) -> Result<Option<Best<F::Plan>>, Stop> {
        while let Some(Reverse((cost, _, arrival))) = self.queue.pop() {
            meter.check()?;
            let (excluded, known) = std::mem::take(&mut self.diverse[arrival]);
            // A given plan that belongs to the family is no worse than its best.
            if let Some(given) = self.given.iter().find(|used| used.is_disjoint(&excluded)).cloned() {
                self.split(cost, &excluded, &given);
            } else if let Some(best) = known {
                self.split(cost, &excluded, &best.used);
                self.given.push(best.used.clone());
                return Ok(Some(best));
            } else if let Some(best) = self.finder.best(&excluded, meter)? {
                self.wait(best.cost, excluded, Some(best));
            }
        }
        Ok(None)
    }

    /// Splits a family by the further border of a plan that each part excludes.
    fn split(&mut self, cost: u64, excluded: &Borders, used: &Borders) {
        for &border in used {
            let mut more = excluded.clone();
            more.insert(border);
            if self.seen.insert(more.clone()) {
                self.wait(cost, more, None);
            }
        }
    }
}
