//! One area with the world outside relaxed: the player there may be at any opening. The states that can follow a local
//! state are computed without checking whether the player can walk around outside, or whether a box finds space there.
//! Every real successor is among them.

use super::local::{LocalArea, LocalState, each};
use super::{BorderEvent, Borders};
use crate::maze::{Area, Areas};

/// One area with all that may happen to it if the world outside is relaxed.
#[derive(Clone, Debug)]
pub struct Relaxed {
    /// Squares of the area with local numbers.
    pub local: LocalArea,
    /// Events that can happen at the borders of the area.
    events: Vec<BorderEvent>,
}

impl Relaxed {
    /// Collects the events that can happen at the borders of an area.
    pub fn new(borders: &Borders, areas: &Areas, area: &Area, local: LocalArea) -> Self {
        let mut room = Self { events: Vec::new(), local };
        for walk in borders.walks(area.id) {
            let square = room.local.number(walk.from);
            room.events.extend([BorderEvent::Leave(square), BorderEvent::Enter(square)]);
        }
        for push in borders.touching(area.id) {
            let here = [push.player, push.from, push.to].map(|s| areas.area_of(s) == area.id);
            let [player, from, to] = [push.player, push.from, push.to].map(|s| room.local.number(s));
            let event = match here {
                [true, true, false] => BorderEvent::PushOut { player, from },
                [true, false, true] => BorderEvent::LeaveWith { player, to },
                [false, true, true] => BorderEvent::PushIn { from, to },
                [false, true, false] => BorderEvent::LoseBox(from),
                [false, false, true] => BorderEvent::GainBox(to),
                _ => continue,
            };
            room.events.push(event);
        }
        room.events.sort_unstable();
        room.events.dedup();
        room
    }

    /// Returns the states that follow by `wanted` events or pushes inside, each with the square to which a box was
    /// pushed.
    pub fn steps(&self, state: LocalState, wanted: impl Fn(BorderEvent) -> bool) -> Vec<(LocalState, Option<u8>)> {
        let region = self.region(state);
        let can_be = |event: BorderEvent| event.is_active_before() != state.is_suspended() && wanted(event);
        let mut found = Vec::with_capacity(16);
        for &event in self.events.iter().filter(|&&event| can_be(event)) {
            let Some((boxes, player)) = event.happen(state, region) else { continue };
            found.push((self.state(boxes, player), event.arrival()));
        }
        if !state.is_suspended() {
            for (from, to) in self.local.pushes(state.boxes, region) {
                found.push((self.state(state.boxes & !(1 << from) | 1 << to, Some(from)), Some(to)));
            }
        }
        found
    }

    /// Returns the local state with these boxes, and the player on a square or (`None`) outside.
    pub fn state(&self, boxes: super::Bits, player: Option<u8>) -> LocalState {
        let lowest = |from| each(self.local.region(boxes, from)).next().unwrap_or(from);
        player.map_or(LocalState::suspended(boxes), |from| LocalState { boxes, player: lowest(from) })
    }

    fn region(&self, state: LocalState) -> super::Bits {
        if state.is_suspended() { 0 } else { self.local.region(state.boxes, state.player) }
    }
}
