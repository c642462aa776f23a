//! The table of one area: local states, sets of them (parts), and how events change parts; built on demand. Closures
//! under silent steps stop at a budget of local states: the states found are then real, but some may be missing. See
//! [`super::theory`] for classes, sets and dominance.

use super::local::{LocalArea, LocalState};
use super::{BorderEvent, LocalPruning, Rung};
use crate::maze::AreaId;
use crate::run::{Held, Meter, NodeKind, Stop};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

/// Number of a local state in the table of its area.
pub type StateId = u32;
/// Number of a set of local states in the table of its area.
pub type PartId = u32;

/// What an area may hold after an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// For each outcome the number of a set of local states; all outcomes are real, and the planner chooses one.
    pub parts: SmallVec<[PartId; 1]>,
    /// Whether the budget cut the closure, so that outcomes may be missing.
    pub is_cut: bool,
}

/// Targets of the silent steps of a local state; `None` if not computed yet.
type Silent = Option<Box<[StateId]>>;

/// Local states of one area, sets of them, and what events do to these.
#[derive(Debug)]
pub struct Table {
    /// Area whose local states the table has.
    pub id: AreaId,
    /// Squares of the area with local numbers.
    pub local: LocalArea,
    states: IndexSet<LocalState, FxBuildHasher>,
    pub(super) regions: Vec<u128>,
    silent: Vec<Silent>,
    pub(super) estimates: Vec<u32>,
    parts: IndexSet<Box<[StateId]>, FxBuildHasher>,
    part_estimates: Vec<u32>,
    events: FxHashMap<(PartId, BorderEvent), Outcomes>,
    subsets: FxHashMap<(PartId, PartId), bool>,
    held: Held,
    /// Whether the budget has cut any closure so far.
    pub is_cut: bool,
}

/// Rung, which says what sets of local states follow an event, and the budget for computing these sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClosureBudget {
    /// Whether outcomes are classes ([`Rung::Classes`]) or one closed set ([`Rung::Sets`]).
    pub rung: Rung,
    /// Maximum number of local states in a closure; `None` for no limit, which is exact.
    pub most_members: Option<usize>,
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
            events: FxHashMap::default(),
            subsets: FxHashMap::default(),
            held: Held::default(),
            is_cut: false,
        }
    }

    /// Returns the local state with a number.
    pub fn state(&self, id: StateId) -> LocalState {
        self.states[id as usize]
    }

    /// Returns the number of local states in the table.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns whether the table has no local states.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
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

    /// Returns the first local state of a part with boxes on exactly the goals; `None` if it has none.
    pub fn solved(&self, part: PartId) -> Option<StateId> {
        self.members(part).iter().copied().find(|&m| self.state(m).boxes == self.local.goals)
    }

    /// Returns whether every local state of `part` is in the part `of`.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn is_subset(&mut self, part: PartId, of: PartId, meter: &mut Meter) -> Result<bool, Stop> {
        if part == of {
            return Ok(true);
        }
        if let Some(&known) = self.subsets.get(&(part, of)) {
            return Ok(known);
        }
        self.held.grow(24, meter)?;
        let answer = is_sorted_subset(self.members(part), self.members(of));
        self.subsets.insert((part, of), answer);
        Ok(answer)
    }

    /// Returns the number of a local state, which is added if new. `player` is any square that the player reaches,
    /// `None` if he is outside the area.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn intern(
        &mut self,
        boxes: u128,
        player: Option<u8>,
        pruning: &mut dyn LocalPruning,
        meter: &mut Meter,
    ) -> Result<StateId, Stop> {
        let region = player.map_or(0, |at| self.local.region(boxes, at));
        #[expect(clippy::cast_possible_truncation, reason = "below 128")]
        let state = match player {
            Some(_) => LocalState { boxes, player: region.trailing_zeros() as u8 },
            None => LocalState::suspended(boxes),
        };
        if let Some(known) = self.states.get_index_of(&state) {
            return number(known);
        }
        self.held.grow(120, meter)?;
        self.states.insert(state);
        self.regions.push(region);
        self.silent.push(None);
        self.estimates.push(pruning.estimate(self.id, boxes));
        number(self.states.len() - 1)
    }

    /// Returns the number of the part with these local states, which is added if new; `None` if `members` is empty.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn part(&mut self, mut members: Vec<StateId>, meter: &mut Meter) -> Result<Option<PartId>, Stop> {
        members.sort_unstable();
        members.dedup();
        if members.is_empty() {
            return Ok(None);
        }
        if let Some(known) = self.parts.get_index_of(&members[..]) {
            return number(known).map(Some);
        }
        self.held.grow(size_of_val(&*members) + 64, meter)?;
        self.part_estimates.push(members.iter().map(|&m| self.estimates[m as usize]).min().unwrap_or(0));
        self.parts.insert(members.into());
        number(self.parts.len() - 1).map(Some)
    }

    /// Returns the part of the player's area at the start, whose local state is given: the closure of the state on the
    /// rung `sets`, its class on `classes`.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn start(
        &mut self,
        id: StateId,
        shape: ClosureBudget,
        pruning: &mut dyn LocalPruning,
        meter: &mut Meter,
    ) -> Result<Option<PartId>, Stop> {
        Ok(self.blocks(vec![id], shape, pruning, meter)?.parts.first().copied())
    }

    /// Returns the parts that can follow when an event happens to a part.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn after(
        &mut self,
        part: PartId,
        event: BorderEvent,
        shape: ClosureBudget,
        pruning: &mut dyn LocalPruning,
        meter: &mut Meter,
    ) -> Result<&Outcomes, Stop> {
        if !self.events.contains_key(&(part, event)) {
            let seeds = self.at_once(part, event, pruning, meter)?.into_iter().map(|(_, after)| after).collect();
            let outcomes = if event.is_active_after() {
                self.blocks(seeds, shape, pruning, meter)?
            } else {
                Outcomes { parts: self.part(seeds, meter)?.into_iter().collect(), is_cut: false }
            };
            self.held.grow(64, meter)?;
            self.events.insert((part, event), outcomes);
        }
        Ok(&self.events[&(part, event)])
    }

    /// Returns each local state of a part in which an event is possible, with the local state right after it.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn at_once(
        &mut self,
        part: PartId,
        event: BorderEvent,
        pruning: &mut dyn LocalPruning,
        meter: &mut Meter,
    ) -> Result<Vec<(StateId, StateId)>, Stop> {
        let members: Box<[StateId]> = self.members(part).into();
        let mut found = Vec::new();
        for &before in &members {
            if event == BorderEvent::SilentStep {
                let steps = self.silent_steps(before, pruning, meter)?;
                let left = steps.iter().filter(|&&after| members.binary_search(&after).is_err());
                found.extend(left.map(|&after| (before, after)));
                continue;
            }
            let Some((boxes, player)) = event.happen(self.state(before), self.regions[before as usize]) else {
                continue;
            };
            let after = self.intern(boxes, player, pruning, meter)?;
            if pruning.admits(self.id, self.state(after), event.arrival(), meter)? {
                found.push((before, after));
            }
        }
        Ok(found)
    }

    /// Returns the local states to which one silent step leads; cached.
    ///
    /// # Errors
    /// A limit of the meter.
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
                let after = self.intern(boxes, Some(b), pruning, meter)?;
                if pruning.admits(self.id, self.state(after), Some(t), meter)? {
                    steps.push(after);
                }
            }
            steps.sort_unstable();
            steps.dedup();
            self.held.grow(size_of_val(&*steps), meter)?;
            self.silent[id as usize] = Some(steps.into());
        }
        Ok(self.silent[id as usize].as_deref().unwrap_or_default())
    }

    /// Returns the local states to which one silent step leads if they are in the cache; else none.
    pub fn known_steps(&self, id: StateId) -> &[StateId] {
        self.silent[id as usize].as_deref().unwrap_or_default()
    }

    /// Returns the outcomes of an event that leads to the seeds: one closed set on `sets`, else undominated classes.
    fn blocks(
        &mut self,
        seeds: Vec<StateId>,
        shape: ClosureBudget,
        pruning: &mut dyn LocalPruning,
        meter: &mut Meter,
    ) -> Result<Outcomes, Stop> {
        let (members, is_cut) = self.closure(&seeds, shape, pruning, meter)?;
        let classes = if shape.rung == Rung::Sets { vec![members] } else { self.outcome_classes(&seeds, &members) };
        let mut parts = SmallVec::new();
        for class in classes {
            parts.extend(self.part(class, meter)?);
        }
        Ok(Outcomes { parts, is_cut })
    }

    /// Returns the classes of the local states `seeds`, without those to which silent steps lead from another seed.
    fn outcome_classes(&self, seeds: &[StateId], members: &[StateId]) -> Vec<Vec<StateId>> {
        let classes = super::classes::Classes::new(members, |id| self.known_steps(id));
        classes.undominated(seeds)
    }
}

fn number(index: usize) -> Result<u32, Stop> {
    u32::try_from(index).map_err(|_| Stop::MemoryLimit)
}

fn is_sorted_subset(small: &[StateId], large: &[StateId]) -> bool {
    if small.len() > large.len() {
        return false;
    }
    let mut rest = large.iter();
    small.iter().all(|m| rest.find(|&l| l >= m) == Some(m))
}
