//! What silent steps lead to, under a budget of local states.
//!
//! In come states of a table; out come all that follow, the best first, or where those are too many, those that are of
//! most use: some for each exit.

use super::table::{Shape, StateId, Table};
use super::{Event, Guide};
use crate::run::{Meter, Stop};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

impl Table {
    /// All that can be reached by silent steps, the best first, and whether the budget cut it.
    pub fn closure(
        &mut self,
        seeds: &[StateId],
        shape: Shape,
        guide: &mut dyn Guide,
        meter: &mut Meter,
    ) -> Result<(Vec<StateId>, bool), Stop> {
        let (keep, look) = shape.most_members.map_or((usize::MAX, usize::MAX), |(keep, times)| (keep, keep * times));
        let mut seen: FxHashSet<StateId> = seeds.iter().copied().collect();
        let mut open: BinaryHeap<_> = seen.iter().map(|&id| Reverse((self.estimates[id as usize], 0u32, id))).collect();
        let mut members = Vec::new();
        while let Some(Reverse((_, pushes, id))) = open.pop() {
            if members.len() >= look {
                open.push(Reverse((0, pushes, id)));
                break;
            }
            members.push(id);
            let steps: SmallVec<[StateId; 16]> = self.silent_steps(id, guide, meter)?.into();
            for next in steps.into_iter().filter(|&next| seen.insert(next)) {
                open.push(Reverse((self.estimates[next as usize] + pushes + 1, pushes + 1, next)));
            }
        }
        let is_cut = !open.is_empty() || members.len() > keep;
        self.is_cut |= is_cut;
        Ok((if members.len() > keep { self.choose(&members, keep) } else { members }, is_cut))
    }

    /// The best states for each exit in turn, a filled area first. A state that lets nothing out is of no use to others.
    fn choose(&self, members: &[StateId], keep: usize) -> Vec<StateId> {
        let can = |event: Event, m: StateId| event.happen(self.state(m), self.regions[m as usize]).is_some();
        let is_solved = |m: &&StateId| self.state(**m).boxes == self.local.goals;
        let mut chosen: Vec<StateId> = members.iter().filter(is_solved).take(keep).copied().collect();
        let mut taken: FxHashSet<StateId> = chosen.iter().copied().collect();
        let mut queues: Vec<_> =
            self.exits.iter().map(|&event| members.iter().copied().filter(move |&m| can(event, m))).collect();
        while chosen.len() < keep {
            let before = chosen.len();
            for queue in &mut queues {
                chosen.extend(queue.find(|&m| taken.insert(m)));
            }
            if chosen.len() == before {
                break;
            }
        }
        chosen.truncate(keep);
        chosen
    }
}
