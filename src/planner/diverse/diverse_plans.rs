//! The k best plans, without those that cross all borders of a better one. Input: an oracle that finds the best plan
//! that avoids some borders. Output: the best plans one by one; none crosses all borders of an earlier one. After each
//! plan the remaining ones are split by which of its borders they avoid, as conflicts are in diagnosis (Reiter 1987).
//! Detours and other orders of the same transfers, of which there are millions with ten boxes, are thus no separate
//! plans.

use crate::maze::AreaId;
use crate::run::{Meter, Stop};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// A border between two areas in one direction: from, to.
pub(in crate::planner) type Border = (AreaId, AreaId);

/// A set of directed borders.
pub(in crate::planner) type Borders = BTreeSet<Border>;

/// A best plan with its cost and the borders that it crosses.
#[derive(Clone, Debug)]
pub(in crate::planner) struct Best<P> {
    pub(in crate::planner) cost: u64,
    /// Borders that boxes cross in the plan.
    pub(in crate::planner) used: Borders,
    pub(in crate::planner) plan: P,
}

/// Finds the best plan that avoids given borders.
pub(in crate::planner) trait BestPlanOracle {
    type Plan;

    /// Returns the best plan in which no box crosses an excluded border; `None` if there is no plan.
    fn best(&mut self, excluded: &Borders, meter: &mut Meter) -> Result<Option<Best<Self::Plan>>, Stop>;
}

/// Order of families (plans that avoid given borders): by cost, then without a known best plan first, then by arrival.
type Key = (u64, bool, usize);

/// Generator of plans: the families that are left, and the plans given so far.
pub(in crate::planner) struct DiversePlans<F: BestPlanOracle> {
    pub(in crate::planner) finder: F,
    queue: BinaryHeap<Reverse<Key>>,
    /// Families in order of arrival: the borders that all plans of the family avoid, and its best plan once known.
    diverse: Vec<(Borders, Option<Best<F::Plan>>)>,
    seen: BTreeSet<Borders>,
    /// Borders crossed by each plan that was given.
    given: Vec<Borders>,
}

impl<F: BestPlanOracle> DiversePlans<F> {
    /// Creates the generator of plans that avoid the excluded borders.
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

    /// Returns the next best plan; `None` if no plan is left.
    pub(in crate::planner) fn next(&mut self, meter: &mut Meter) -> Result<Option<Best<F::Plan>>, Stop> {
        while let Some(Reverse((cost, _, arrival))) = self.queue.pop() {
            meter.check()?;
            let (excluded, known) = std::mem::take(&mut self.diverse[arrival]);
            // A given plan that belongs to the family is no worse than the best one of the family.
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

    /// Splits a family into one for each border in `used`, whose plans avoid that border and the excluded borders.
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
