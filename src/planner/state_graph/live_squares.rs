//! Pruning of the graph of abstract states: no box is pushed onto a dead square.

use crate::abstraction::{Bits, Counts, LocalArea, LocalPruning, LocalState};
use crate::maze::{AreaId, Areas, Maze};
use crate::run::{Meter, Stop};

/// For each area, the set of its dead squares.
#[derive(Debug)]
pub(super) struct LiveSquares(Vec<Bits>);

impl LiveSquares {
    pub(super) fn new(maze: &Maze<'_>, areas: &Areas) -> Self {
        let dead = |area| {
            let local = LocalArea::new(maze.board, areas, area);
            local.boxes(local.squares.iter().copied().filter(|&square| maze.distances.is_dead(square)))
        };
        Self(areas.areas().iter().map(dead).collect())
    }
}

impl LocalPruning for LiveSquares {
    fn admits(&mut self, area: AreaId, _: LocalState, arrived: Option<u8>, _: &mut Meter) -> Result<bool, Stop> {
        Ok(arrived.is_none_or(|square| self.0[area.index()] >> square & 1 == 0))
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
