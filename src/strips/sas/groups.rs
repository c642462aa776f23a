//! Choice of groups of facts such that each fact is in at most one.
//!
//! The group with the most facts that are in no other group is chosen first, as in Fast Downward's translator (Helmert
//! 2009, section 5.4).

use crate::task::Fact;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Returns disjoint subsets of the groups, each of two or more facts, the largest first.
pub(super) fn chosen(groups: Vec<Vec<Fact>>) -> Vec<Vec<Fact>> {
    let mut waiting: BinaryHeap<(usize, Reverse<Vec<Fact>>)> =
        groups.into_iter().map(|group| (group.len(), Reverse(group))).collect();
    let (mut taken, mut chosen) = (FxHashSet::default(), Vec::new());
    while let Some((size, Reverse(mut group))) = waiting.pop() {
        group.retain(|fact| !taken.contains(fact));
        match group.len() {
            0 | 1 => {}
            left if left < size => waiting.push((left, Reverse(group))),
            _ => {
                taken.extend(group.iter().copied());
                chosen.push(group);
            }
        }
    }
    chosen
}
