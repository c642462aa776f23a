//! The k best plans, where two plans are one if boxes cross the same borders.
//!
//! In comes whatever finds the best plan in which some borders are crossed and others are not; out come its best plans,
//! one after the other. As in the k best plans of any task, what is left is split by where it differs from the plans
//! given (Lawler 1972): here by a border that is not crossed, or by one more that is. With ten boxes there are millions
//! of orders of the same transfers, which say nothing new.

use crate::maze::AreaId;
use crate::run::{Meter, Stop};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// A border in one direction.
pub(super) type Border = (AreaId, AreaId);

/// The plans in which boxes cross all of some borders and none of others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Family {
    pub(super) crossed: BTreeSet<Border>,
    pub(super) shunned: BTreeSet<Border>,
}

/// A plan with what it costs.
#[derive(Clone, Debug)]
pub(super) struct Best<P> {
    pub(super) cost: u64,
    /// The borders that boxes cross.
    pub(super) used: BTreeSet<Border>,
    pub(super) plan: P,
}

/// Finds the best plan of a family.
pub(super) trait FindsBest {
    type Plan;

    /// All borders that a box can cross at all.
    fn borders(&self) -> BTreeSet<Border>;

    /// The best plan of a family, if it has one.
    fn best(&mut self, family: &Family, meter: &mut Meter) -> Result<Option<Best<Self::Plan>>, Stop>;
}

/// Families by cost: those whose best plan is known come after those of which it must be found; then by arrival.
type Key = (u64, bool, usize);

/// See the module.
pub(super) struct Families<F: FindsBest> {
    pub(super) finder: F,
    queue: BinaryHeap<Reverse<Key>>,
    /// By arrival.
    families: Vec<(Family, Option<Best<F::Plan>>)>,
}

impl<F: FindsBest> Families<F> {
    /// All plans.
    pub(super) fn new(finder: F) -> Self {
        let mut families = Self { finder, queue: BinaryHeap::new(), families: Vec::new() };
        families.wait(0, Family::default(), None);
        families
    }

    fn wait(&mut self, cost: u64, family: Family, best: Option<Best<F::Plan>>) {
        self.queue.push(Reverse((cost, best.is_some(), self.families.len())));
        self.families.push((family, best));
    }

    /// The best plan of all families that are left.
    pub(super) fn next(&mut self, meter: &mut Meter) -> Result<Option<Best<F::Plan>>, Stop> {
        while let Some(Reverse((cost, _, arrival))) = self.queue.pop() {
            let (family, known) = std::mem::take(&mut self.families[arrival]);
            if let Some(best) = known {
                self.split(cost, &family, &best.used);
                return Ok(Some(best));
            }
            if let Some(best) = self.finder.best(&family, meter)? {
                self.wait(best.cost, family, Some(best));
            }
        }
        Ok(None)
    }

    /// All plans of the family but those that cross just the borders of its best.
    fn split(&mut self, cost: u64, family: &Family, used: &BTreeSet<Border>) {
        let all = self.finder.borders();
        let mut rest = family.clone();
        for &border in used.difference(&family.crossed) {
            let mut without = rest.clone();
            without.shunned.insert(border);
            self.wait(cost, without, None);
            rest.crossed.insert(border);
        }
        for &border in all.difference(used).filter(|border| !family.shunned.contains(border)) {
            let mut with = rest.clone();
            with.crossed.insert(border);
            self.wait(cost, with, None);
            rest.shunned.insert(border);
        }
    }
}
