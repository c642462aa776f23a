//! What of an area is written down: states that are not lost for certain.
//!
//! In come local states; out comes whether boxes on dead squares, or a dead room, make them useless. Nothing is refused
//! on suspicion.

use crate::abstraction::{Bits, Borders, DeadRoom, Guide, LocalArea, LocalState, Supply, each};
use crate::level::Position;
use crate::maze::{Area, AreaId, Areas, Maze};
use crate::run::{Meter, Stop};

/// See the module.
#[derive(Debug)]
pub(super) struct Living<'m> {
    maze: &'m Maze<'m>,
    rooms: Vec<(LocalArea, DeadRoom)>,
    /// Of the level.
    boxes: u32,
}

impl<'m> Living<'m> {
    /// After so many local states without an answer a room counts as living.
    const CAP: usize = 500;

    pub(super) fn new(maze: &'m Maze<'m>, areas: &Areas, start: &Position) -> Self {
        let borders = Borders::new(maze.board, areas);
        let boxes = u32::try_from(start.boxes.len()).unwrap_or(u32::MAX);
        let room = |area: &Area| {
            let local = LocalArea::new(maze.board, areas, area);
            (local.clone(), DeadRoom::new(&borders, areas, area, local, Supply::Free(boxes)))
        };
        Self { maze, rooms: areas.areas().iter().map(room).collect(), boxes }
    }
}

impl Guide for Living<'_> {
    fn admits(
        &mut self,
        area: AreaId,
        state: LocalState,
        arrived: Option<u8>,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let Self { maze, rooms, .. } = self;
        let (local, room) = &mut rooms[area.index()];
        let is_dead = |square: u8| maze.distances.is_dead(local.square(square));
        // With the player inside it is known from which sides he can come to a box that stands alone.
        let is_lost = |q: u8| {
            let place = maze.place(local.square(q), local.square(state.player));
            maze.distances.is_dead_place(place)
        };
        if state.boxes.count_ones() > self.boxes
            || arrived.is_some_and(is_dead)
            || !state.is_suspended() && each(state.boxes).any(is_lost)
        {
            return Ok(false);
        }
        let wrong = |boxes: Bits| (boxes ^ local.goals).count_ones();
        Ok(!room.is_dead(state, Self::CAP, wrong, |_, square| !is_dead(square), meter)?)
    }

    fn is_sound(&self) -> bool {
        true
    }

    fn estimate(&mut self, _: AreaId, _: Bits) -> u32 {
        0
    }
}
