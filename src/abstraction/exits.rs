//! The rung `exits`: over which borders a box of an area can leave before any box enters or leaves. The player may walk
//! out, enter anywhere and push in from outside. These are Botea's predicates in LISA's reading, made sound: a border
//! reported closed stays closed until a box has crossed another border of the area.

use super::local::{LocalArea, LocalState};
use super::{BorderEvent, Borders, Relaxed};
use crate::level::{Board, Position};
use crate::maze::{Area, AreaId, Areas};
use crate::run::{Held, Meter, NodeKind, Stop};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;

/// To which neighbours boxes of each area can leave, by local state; cached.
#[derive(Debug)]
pub struct Exits {
    /// For each area its geometry and border events; `None` for areas too large, all of whose borders count as open.
    rooms: Vec<Option<Relaxed>>,
    /// For each area and local state, the neighbours to which boxes can leave; `None` if the search reached its limit.
    known: Vec<FxHashMap<LocalState, Option<Box<[AreaId]>>>>,
    held: Held,
}

impl Exits {
    /// Number of local states visited before all borders count as open: a higher limit finds more closed borders and
    /// takes more time per state.
    const CAP: usize = 5_000;

    /// Creates an empty cache; exits are computed when needed.
    pub fn new(board: &Board, areas: &Areas) -> Self {
        let borders = Borders::new(board, areas);
        let room = |area: &Area| {
            let is_small = area.squares.len() <= LocalArea::MOST_SQUARES;
            is_small.then(|| Relaxed::new(&borders, areas, area, LocalArea::new(board, areas, area)))
        };
        let (rooms, known) = (areas.areas().iter().map(room).collect(), vec![FxHashMap::default(); areas.len()]);
        Self { rooms, known, held: Held::default() }
    }

    /// Returns the geometry of an area; `None` if the area is too large.
    pub fn room(&self, area: AreaId) -> Option<&Relaxed> {
        self.rooms[area.index()].as_ref()
    }

    /// Returns the local state of an area in a position; `None` if the area is too large.
    pub fn state(&self, areas: &Areas, position: &Position, area: AreaId) -> Option<LocalState> {
        let room = self.room(area)?;
        let player = (areas.area_of(position.player) == area).then(|| room.local.number(position.player));
        Some(room.state(room.local.boxes(position.boxes.iter().copied()), player))
    }

    /// Returns whether a box can leave for the neighbour `to`; also true if the search reached its limit.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn is_open(&mut self, area: AreaId, state: LocalState, to: AreaId, meter: &mut Meter) -> Result<bool, Stop> {
        let Some(room) = &self.rooms[area.index()] else { return Ok(true) };
        let known = &mut self.known[area.index()];
        let exits = match known.entry(state) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let exits = exits(room, state, Self::CAP, meter)?;
                self.held.grow(64 + exits.as_ref().map_or(0, |exits| size_of_val(&**exits)), meter)?;
                entry.insert(exits)
            }
        };
        Ok(exits.as_ref().is_none_or(|exits| exits.contains(&to)))
    }
}

/// Returns the neighbours to which boxes can leave; `None` if more than `cap` states follow before any does.
fn exits(room: &Relaxed, from: LocalState, cap: usize, meter: &mut Meter) -> Result<Option<Box<[AreaId]>>, Stop> {
    let keeps = |event: BorderEvent| {
        matches!(event, BorderEvent::Leave(_) | BorderEvent::Enter(_) | BorderEvent::PushIn { .. })
    };
    let mut seen = FxHashSet::from_iter([from]);
    let mut stack = vec![from];
    let mut exits: Vec<AreaId> = Vec::new();
    while let Some(at) = stack.pop() {
        meter.tick(NodeKind::Push)?;
        for to in room.takes(at) {
            if !exits.contains(&to) {
                exits.push(to);
            }
        }
        stack.extend(room.steps(at, keeps).into_iter().map(|(next, _)| next).filter(|&next| seen.insert(next)));
        if seen.len() > cap {
            return Ok(None);
        }
    }
    exits.sort_unstable();
    Ok(Some(exits.into()))
}
