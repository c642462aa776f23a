//! The table of one area: local states, sets of them (parts), and how crossings change parts; built on demand. A closure
//! (all that pushes inside the area, the silent steps, lead to) stops at a budget of local states: the states found are
//! then real, but some may be missing. See [`super::theory`].

use super::pruning::LocalPruning;
use crate::abstraction::{AreaEffect, LocalArea, LocalState};
use crate::maze::AreaId;
use crate::run::{Meter, NodeKind, Stop, count32};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Number of a local state in the table of its area.
pub type StateId = u32;
/// Number of a set of local states in the table of its area.
pub type PartId = u32;

/// Possible contents of an area after a crossing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartAfter {
    /// Number of the set of local states that can follow; `None` if the crossing is impossible.
    pub part: Option<PartId>,
    /// Whether the budget cut the closure, so that local states may be missing.
    pub is_cut: bool,
}

/// Local states of one area, sets of them, and what crossings do to these.
#[derive(Debug)]
pub struct Table {
    /// Area whose local states the table has.
    pub id: AreaId,
    /// Squares of the area with local numbers.
    pub local: LocalArea,
    states: IndexSet<LocalState, FxBuildHasher>,
    regions: Vec<u128>,
    /// For each state the targets of its silent steps; `None` if not computed yet.
    silent: Vec<Option<Box<[StateId]>>>,
    estimates: Vec<u32>,
    parts: IndexSet<Box<[StateId]>, FxBuildHasher>,
    part_estimates: Vec<u32>,
    after: FxHashMap<(PartId, AreaEffect), PartAfter>,
    subsets: FxHashMap<(PartId, PartId), bool>,
    /// Whether the budget has cut any closure so far.
    pub is_cut: bool,
}

impl Table {
    /// Creates an empty table.
    pub fn new(id: AreaId, local: LocalArea) -> Self {
        Self {
            id,
            local,
            states: IndexSet::default(),
            regions: Vec::new(),
            silent: Vec::new(),
            estimates: Vec::new(),
            parts: IndexSet::default(),
            part_estimates: Vec::new(),
            after: FxHashMap::default(),
            subsets: FxHashMap::default(),
            is_cut: false,
        }
    }

    /// Returns the local state with a number.
    pub fn state(&self, id: StateId) -> LocalState {
        self.states[id as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns the local states of a part (a numbered set of local states), ascending.
    pub fn members(&self, part: PartId) -> &[StateId] {
        &self.parts[part as usize]
    }

    /// Returns the lowest estimate of a local state in a part (a numbered set of local states).
    pub fn estimate(&self, part: PartId) -> u32 {
        self.part_estimates[part as usize]
    }

    /// Returns the number of boxes in a part (a numbered set of local states), which is equal for all its states.
    pub fn boxes(&self, part: PartId) -> u32 {
        self.members(part).first().map_or(0, |&m| self.state(m).boxes.count_ones())
    }

    /// Returns the first local state of a part with boxes on exactly the goals.
    pub fn solved(&self, part: PartId) -> Option<StateId> {
        self.members(part).iter().copied().find(|&m| self.state(m).boxes == self.local.goals)
    }

    /// True if every local state of `part` is in the part `of`.
    pub fn is_subset(&mut self, part: PartId, of: PartId) -> bool {
        let members = |part: PartId| &self.parts[part as usize][..];
        let is_known = || is_sorted_subset(members(part), members(of));
        part == of || *self.subsets.entry((part, of)).or_insert_with(is_known)
    }

    /// Returns the number of a local state, which is added if new; `player` is any square that the player reaches.
    pub fn intern(&mut self, boxes: u128, player: Option<u8>, pruning: &mut dyn LocalPruning) -> StateId {
        let region = player.map_or(0, |at| self.local.region(boxes, at));
        #[expect(clippy::cast_possible_truncation, reason = "below 128")]
        let state = match player {
            Some(_) => LocalState { boxes, player: region.trailing_zeros() as u8 },
            None => LocalState::suspended(boxes),
        };
        if let Some(known) = self.states.get_index_of(&state) {
            return count32(known);
        }
        self.states.insert(state);
        self.regions.push(region);
        self.silent.push(None);
        self.estimates.push(pruning.estimate(self.id, boxes));
        count32(self.states.len() - 1)
    }

    /// Returns the number of the part with these local states, which is added if new; `None` if `members` is empty.
    pub fn part(&mut self, mut members: Vec<StateId>) -> Option<PartId> {
        members.sort_unstable();
        members.dedup();
        if members.is_empty() {
            return None;
        }
        if let Some(known) = self.parts.get_index_of(&members[..]) {
            return Some(count32(known));
        }
        self.part_estimates.push(members.iter().map(|&m| self.estimates[m as usize]).min().unwrap_or(0));
        self.parts.insert(members.into());
        Some(count32(self.parts.len() - 1))
    }

    /// Returns the closure of a local state with the player inside, of at most `most` local states.
    pub fn start(
        &mut self,
        id: StateId,
        most: Option<usize>,
        pruning: &mut dyn LocalPruning,
        meter: &mut Meter,
    ) -> Result<Option<PartId>, Stop> {
        let (members, _) = self.closure(&[id], most, pruning, meter)?;
        Ok(self.part(members))
    }

    /// Returns what follows an effect on a part: a closure of at most `most` states if the player is inside afterwards.
    pub fn after(
        &mut self,
        part: PartId,
        effect: AreaEffect,
        most: Option<usize>,
        pruning: &mut dyn LocalPruning,
        meter: &mut Meter,
    ) -> Result<PartAfter, Stop> {
        if let Some(&known) = self.after.get(&(part, effect)) {
            return Ok(known);
        }
        let pairs = self.at_once(part, effect, pruning, meter)?;
        let seeds: Vec<StateId> = pairs.into_iter().map(|(_, after)| after).collect();
        let (members, is_cut) =
            if effect.is_active_after() { self.closure(&seeds, most, pruning, meter)? } else { (seeds, false) };
        let after = PartAfter { part: self.part(members), is_cut };
        self.after.insert((part, effect), after);
        Ok(after)
    }

    /// Returns each local state of a part that allows an effect, with the local state right after it.
    pub fn at_once(
        &mut self,
        part: PartId,
        effect: AreaEffect,
        pruning: &mut dyn LocalPruning,
        meter: &mut Meter,
    ) -> Result<Vec<(StateId, StateId)>, Stop> {
        let members: Box<[StateId]> = self.members(part).into();
        let mut found = Vec::new();
        for &before in &members {
            let Some((boxes, player)) = effect.apply(self.state(before), self.regions[before as usize]) else {
                continue;
            };
            let after = self.intern(boxes, player, pruning);
            if pruning.admits(self.id, self.state(after), effect.arrival(), meter)? {
                found.push((before, after));
            }
        }
        Ok(found)
    }

    /// Returns the local states after one silent step; cached.
    pub fn silent_steps(
        &mut self,
        id: StateId,
        pruning: &mut dyn LocalPruning,
        meter: &mut Meter,
    ) -> Result<&[StateId], Stop> {
        if self.silent[id as usize].is_none() {
            meter.tick(NodeKind::Push)?;
            let (state, region) = (self.state(id), self.regions[id as usize]);
            let pushes: SmallVec<[(u8, u8); 16]> = self.local.pushes(state.boxes, region).collect();
            let mut steps = Vec::with_capacity(pushes.len());
            for (b, t) in pushes {
                let boxes = state.boxes & !(1 << b) | 1 << t;
                let after = self.intern(boxes, Some(b), pruning);
                if pruning.admits(self.id, self.state(after), Some(t), meter)? {
                    steps.push(after);
                }
            }
            steps.sort_unstable();
            steps.dedup();
            self.silent[id as usize] = Some(steps.into());
        }
        Ok(self.known_steps(id))
    }

    /// Returns the local states after one silent step if they are in the cache; else an empty list.
    pub fn known_steps(&self, id: StateId) -> &[StateId] {
        self.silent[id as usize].as_deref().unwrap_or_default()
    }

    /// Returns the states that silent steps reach from the seeds, best first, and whether the budget left any out.
    fn closure(
        &mut self,
        seeds: &[StateId],
        most: Option<usize>,
        pruning: &mut dyn LocalPruning,
        meter: &mut Meter,
    ) -> Result<(Vec<StateId>, bool), Stop> {
        let most = most.unwrap_or(usize::MAX);
        let mut seen: FxHashSet<StateId> = seeds.iter().copied().collect();
        let mut open: BinaryHeap<_> = seen.iter().map(|&id| Reverse((self.estimates[id as usize], 0u32, id))).collect();
        let mut members = Vec::new();
        while let Some(Reverse((_, pushes, id))) = open.pop() {
            // Best first: what is cut off is furthest from the goals.
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

fn is_sorted_subset(small: &[StateId], large: &[StateId]) -> bool {
    if small.len() > large.len() {
        return false;
    }
    let mut rest = large.iter();
    small.iter().all(|m| rest.find(|&l| l >= m) == Some(m))
}
