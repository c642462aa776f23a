//! Closures: all local states that silent steps (pushes inside one area) lead to, with a budget. States are visited
//! best first by the estimate of [`LocalPruning`], up to the budget.

use super::LocalPruning;
use super::table::{ClosureBudget, StateId, Table};
use crate::run::{Meter, Stop};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

impl Table {
    /// Returns the states to which silent steps lead from the seeds, best first, and whether the budget left any out.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn closure(
        &mut self,
        seeds: &[StateId],
        shape: ClosureBudget,
        pruning: &mut dyn LocalPruning,
        meter: &mut Meter,
    ) -> Result<(Vec<StateId>, bool), Stop> {
        let most = shape.most_members.unwrap_or(usize::MAX);
        let mut seen: FxHashSet<StateId> = seeds.iter().copied().collect();
        let mut open: BinaryHeap<_> = seen.iter().map(|&id| Reverse((self.estimates[id as usize], 0u32, id))).collect();
        let mut members = Vec::new();
        while let Some(Reverse((_, pushes, id))) = open.pop() {
            if members.len() >= most {
                self.is_cut = true;
                return Ok((members, true));
            }
            members.push(id);
            let steps: SmallVec<[StateId; 16]> = self.silent_steps(id, pruning, meter)?.into();
            for next in steps.into_iter().filter(|&next| seen.insert(next)) {
                open.push(Reverse((self.estimates[next as usize] + pushes + 1, pushes + 1, next)));
            }
        }
        Ok((members, false))
    }
}
