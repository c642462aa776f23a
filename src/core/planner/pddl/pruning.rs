//! Drops local states of an area from export if they are proved lost: by dead squares, or by a dead room. Input: local
//! states. Output: whether boxes on dead squares, or a dead room, make them lost.

use crate::abstraction::{Bits, Borders, Counts, DeadRoom, LocalArea, LocalPruning, LocalState, Supply, each};
use crate::level::Position;
use crate::maze::{Area, AreaId, Areas, Maze};
use crate::run::{Meter, Stop};

/// Pruning of the local states of all areas of a level.
#[derive(Debug)]
pub(super) struct ExportPruning<'m> {
    maze: &'m Maze<'m>,
    rooms: Vec<Room>,
    /// Number of boxes of the level.
    boxes: u32,
}

#[derive(Debug)]
struct Room {
    local: LocalArea,
    dead: DeadRoom,
    /// Whether the area has few enough states for an exhaustive search.
    is_small: bool,
}

impl<'m> ExportPruning<'m> {
    /// Maximum number of live squares of an area that is searched exhaustively: each square doubles the states.
    const SMALL: usize = 16;
    /// Number of local states after which the search of a larger area ends undecided.
    const CAP: usize = 10;

    pub(super) fn new(maze: &'m Maze<'m>, areas: &Areas, start: &Position) -> Self {
        let borders = Borders::new(maze.board, areas);
        let boxes = u32::try_from(start.boxes.len()).unwrap_or(u32::MAX);
        let room = |area: &Area| {
            let local = LocalArea::new(maze.board, areas, area);
            let dead = DeadRoom::new(&borders, areas, area, local.clone(), Supply::Free(boxes));
            let live = area.squares.iter().filter(|&&s| !maze.distances.is_dead(s)).count();
            Room { local, dead, is_small: live <= Self::SMALL }
        };
        Self { maze, rooms: areas.areas().iter().map(room).collect(), boxes }
    }
}

impl LocalPruning for ExportPruning<'_> {
    fn admits(
        &mut self,
        area: AreaId,
        state: LocalState,
        arrived: Option<u8>,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let Self { maze, rooms, .. } = self;
        let Room { local, dead, is_small } = &mut rooms[area.index()];
        let is_dead = |square: u8| maze.distances.is_dead(local.square(square));
        // With the player inside, the sides from which he can reach a lone box are known.
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
        let lives = |_, square| !is_dead(square);
        let is_dead = if *is_small {
            dead.is_dead_among_all(state, lives, meter)?
        } else {
            let wrong = |boxes: Bits| (boxes ^ local.goals).count_ones();
            dead.is_dead(state, Self::CAP, wrong, lives, meter)?
        };
        Ok(!is_dead)
    }

    fn is_sound(&self) -> bool {
        true
    }

    fn estimate(&mut self, _: AreaId, _: Bits) -> u32 {
        0
    }

    fn detour(&self, _: &Counts) -> Option<u32> {
        Some(0)
    }
}
