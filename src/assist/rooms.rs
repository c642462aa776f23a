//! Rooms that are lost, whatever happens outside.
//!
//! In come the areas of a level and a position; out come the areas whose boxes can never come to stand on just the
//! area's goals. Large areas are cut, and a search that grows too large says nothing.

use crate::abstraction::{Borders, DeadRoom, LocalArea, Supply};
use crate::level::{Board, Square};
use crate::maze::{AreaId, Areas};
use crate::push::BoxSet;
use crate::run::{Meter, Stop};

/// The verdicts on all areas, each made when it is first asked for.
#[derive(Debug)]
pub(super) struct DeadRooms {
    pub(super) areas: Areas,
    borders: Borders,
    rooms: Vec<Option<(LocalArea, DeadRoom)>>,
}

impl DeadRooms {
    /// The most local states of one search.
    const MOST_STATES: usize = 1_000;

    pub(super) fn new(board: &Board, areas: &Areas) -> Self {
        let areas = areas.cut_to(board, LocalArea::MOST_SQUARES);
        let borders = Borders::new(board, &areas);
        let rooms = areas.areas().iter().map(|_| None).collect();
        Self { areas, borders, rooms }
    }

    /// Is the area dead?
    pub(super) fn is_dead(
        &mut self,
        board: &Board,
        area: AreaId,
        boxes: &BoxSet,
        player: Square,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let most = u32::try_from(boxes.len()).unwrap_or(u32::MAX);
        let (areas, borders) = (&self.areas, &self.borders);
        let (local, room) = self.rooms[area.index()].get_or_insert_with(|| {
            let local = LocalArea::new(board, areas, areas.area(area));
            let room = DeadRoom::new(borders, areas, areas.area(area), local.clone(), Supply::Free(most));
            (local, room)
        });
        let here = local.boxes(boxes.iter());
        let inside = (areas.area_of(player) == area).then(|| local.number(player));
        // An area without boxes and goals is well as it is.
        if here == 0 && local.goals == 0 {
            return Ok(false);
        }
        room.is_dead(room.state(here, inside), Self::MOST_STATES, |_| 0, |_, _| true, meter)
    }
}
