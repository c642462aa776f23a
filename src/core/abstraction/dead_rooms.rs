//! Dead rooms: local states of an area that never lead to boxes on exactly its goals.
//!
//! The world outside is relaxed: the player may be at any opening, push in and push through. By [`Supply::Free`]
//! boxes may be pushed in, up to the number of the level's boxes, and the goals must be filled exactly.
//! [`Supply::None`] requires less and is cheaper: boxes must leave or be on goals. A state dead by [`Supply::None`] is dead by
//! [`Supply::Free`]: a further box never helps, as the player can walk wherever a plan pushes it.

use super::local::{Bits, LocalArea, LocalState, each};
use super::{AreaEffect, Borders};
use crate::maze::{Area, Areas};
use crate::run::{Meter, NodeKind, Stop};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Which boxes may enter an area from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supply {
    /// No boxes may enter.
    None,
    /// Any boxes may enter while the area holds at most this number.
    Free(u32),
}

/// Decides whether local states of one area are dead (never solved, see the module), and caches the answers.
#[derive(Debug)]
pub struct DeadRoom {
    local: LocalArea,
    /// Effects of crossings that may happen if the player outside may be at any opening: whether he can walk around
    /// outside, or a box finds space there, is not checked.
    effects: Vec<AreaEffect>,
    supply: Supply,
    dead: FxHashMap<LocalState, bool>,
}

impl DeadRoom {
    /// Creates the test for one area, with an empty cache.
    pub fn new(borders: &Borders, areas: &Areas, area: &Area, local: LocalArea, supply: Supply) -> Self {
        let mut effects = Vec::new();
        for walk in borders.walks(area.id) {
            let square = local.number(walk.from);
            effects.extend([AreaEffect::Leave(square), AreaEffect::Enter(square)]);
        }
        for push in borders.touching(area.id) {
            let here = [push.player, push.from, push.to].map(|s| areas.area_of(s) == area.id);
            let [player, from, to] = [push.player, push.from, push.to].map(|s| local.number(s));
            effects.push(match here {
                [true, true, false] => AreaEffect::PushOut { player, from },
                [true, false, true] => AreaEffect::LeaveWith { player, to },
                [false, true, true] => AreaEffect::PushIn { from, to },
                [false, true, false] => AreaEffect::LoseBox(from),
                [false, false, true] => AreaEffect::GainBox(to),
                _ => continue,
            });
        }
        effects.retain(|effect| supply != Supply::None || !effect.adds_box());
        effects.sort_unstable();
        effects.dedup();
        Self { local, effects, supply, dead: FxHashMap::default() }
    }

    /// True if a state is dead. After `cap` states without an answer the state counts as alive. `rank` orders the search, lowest
    /// first; `admits` may refuse boxes (with the square of the pushed one) that other rules prove lost.
    pub fn is_dead(
        &mut self,
        state: LocalState,
        cap: usize,
        mut rank: impl FnMut(Bits) -> u32,
        mut admits: impl FnMut(Bits, u8) -> bool,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        if let Some(&known) = self.dead.get(&state) {
            return Ok(known);
        }
        // Each state found, with the state before it.
        let mut parents = FxHashMap::from_iter([(state, state)]);
        let mut open = BinaryHeap::from([Reverse((0, 0, state))]);
        while let Some(Reverse((_, _, at))) = open.pop() {
            if self.is_done(at) || self.dead.get(&at) == Some(&false) {
                // What leads to a living state lives too.
                let before = |at: &LocalState| Some(parents[at]).filter(|before| before != at);
                self.dead.extend(std::iter::successors(Some(at), before).map(|lives| (lives, false)));
                return Ok(false);
            }
            if parents.len() > cap {
                self.dead.insert(state, false);
                return Ok(false);
            }
            meter.tick(NodeKind::Push)?;
            for (next, arrived) in self.steps(at) {
                let is_new = !parents.contains_key(&next) && self.dead.get(&next) != Some(&true);
                if is_new && arrived.is_none_or(|square| admits(next.boxes, square)) {
                    parents.insert(next, at);
                    open.push(Reverse((rank(next.boxes), parents.len(), next)));
                }
            }
        }
        // All reachable states were seen, and none of them is done.
        self.dead.extend(parents.into_keys().map(|dead| (dead, true)));
        Ok(true)
    }

    fn is_done(&self, state: LocalState) -> bool {
        match self.supply {
            Supply::None => state.boxes & !self.local.goals == 0,
            Supply::Free(_) => state.boxes == self.local.goals,
        }
    }

    /// Returns all real successors, and more, by crossings or pushes inside, each with the square of the pushed box.
    pub fn steps(&self, state: LocalState) -> Vec<(LocalState, Option<u8>)> {
        let region = if state.is_suspended() { 0 } else { self.local.region(state.boxes, state.player) };
        let mut found = Vec::with_capacity(16);
        for effect in self.effects.iter().filter(|effect| effect.is_active_before() != state.is_suspended()) {
            if let Some((boxes, player)) = effect.apply(state, region) {
                found.push((self.state(boxes, player), effect.arrival()));
            }
        }
        if !state.is_suspended() {
            for (from, to) in self.local.pushes(state.boxes, region) {
                found.push((self.state(state.boxes & !(1 << from) | 1 << to, Some(from)), Some(to)));
            }
        }
        if let Supply::Free(most) = self.supply {
            found.retain(|(next, _)| next.boxes.count_ones() <= most);
        }
        found
    }

    /// Returns the local state with these boxes, and the player on a square or (`None`) outside.
    pub fn state(&self, boxes: Bits, player: Option<u8>) -> LocalState {
        let lowest = |from| each(self.local.region(boxes, from)).next().unwrap_or(from);
        player.map_or(LocalState::suspended(boxes), |from| LocalState { boxes, player: lowest(from) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::maze::AreaKind;
    use crate::run::Meter;
    use std::collections::{HashMap, HashSet};

    /// Returns all reachable states, and whether each reaches a done state, computed by another fixpoint.
    fn living(room: &DeadRoom, from: LocalState) -> HashMap<LocalState, bool> {
        let mut seen = HashSet::from([from]);
        let mut stack = vec![from];
        let mut steps: HashMap<LocalState, Vec<LocalState>> = HashMap::new();
        while let Some(at) = stack.pop() {
            let next: Vec<LocalState> = room.steps(at).into_iter().map(|(state, _)| state).collect();
            stack.extend(next.iter().filter(|&&state| seen.insert(state)));
            steps.insert(at, next);
        }
        let mut lives: HashMap<LocalState, bool> = seen.iter().map(|&s| (s, room.is_done(s))).collect();
        loop {
            let newly: Vec<LocalState> =
                seen.iter().filter(|s| !lives[s] && steps[s].iter().any(|next| lives[next])).copied().collect();
            if newly.is_empty() {
                return lives;
            }
            newly.into_iter().for_each(|s| _ = lives.insert(s, true));
        }
    }

    /// An area of twelve squares with two openings, two goals.
    const BOARD: &str = "\
##########
#   .#   #
# $$   # #
#  . #   #
## ### # #
#  @     #
##########";

    #[test]
    fn a_state_is_reported_dead_exactly_where_exhaustive_search_of_the_relaxation_finds_it_dead() {
        let level = Level::from_xsb("", BOARD).unwrap();
        let label: Vec<usize> = level
            .board
            .squares()
            .map(|s| match level.board.row_column(s) {
                (0..=3, 0..=4) => 0,
                (_, 0..=4) => 1,
                _ => 2,
            })
            .collect();
        let areas = Areas::from_labels(&level.board, &label, |_| AreaKind::Room);
        let borders = Borders::new(&level.board, &areas);
        let (mut dead, mut alive) = (0, 0);
        for area in areas.areas() {
            let local = LocalArea::new(&level.board, &areas, area);
            for supply in [Supply::None, Supply::Free(2)] {
                let mut room = DeadRoom::new(&borders, &areas, area, local.clone(), supply);
                for pair in 0..144u32 {
                    let (a, b) = (pair / 12, pair % 12);
                    let squares = u32::try_from(local.squares.len()).unwrap();
                    if a >= squares || b >= squares {
                        continue;
                    }
                    let from = LocalState::suspended(1 << a | 1 << b);
                    for (state, lives) in living(&room, from) {
                        let verdict = room.is_dead(state, usize::MAX, |_| 0, |_, _| true, &mut Meter::unlimited());
                        assert_eq!(verdict, Ok(!lives), "{state:?}, {supply:?}");
                        *if lives { &mut alive } else { &mut dead } += 1;
                    }
                }
            }
        }
        assert!(dead > 100 && alive > 100, "{dead} dead, {alive} alive");
    }
}
