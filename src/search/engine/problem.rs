//! A level on a grid, as both sides of a search use it.

use crate::level::{Direction, Position, Square};
use crate::maze::Maze;
use crate::push::{CellSet, Grid, Keys, Words};
use crate::run::{Held, Meter, Stop};

/// A level and its start on a grid, with precomputed sets of cells.
#[derive(Debug)]
pub(in crate::search) struct GridProblem<'a, W> {
    pub(in crate::search) maze: &'a Maze<'a>,
    pub(in crate::search) grid: Grid<W>,
    pub(in crate::search) keys: Keys,
    pub(in crate::search) goals: CellSet<W>,
    /// Cells of the boxes at the start.
    pub(in crate::search) start: CellSet<W>,
    /// Cells from which a lone box can be pushed to some goal.
    pub(in crate::search) live: CellSet<W>,
    /// For each direction, the cells from which a box that was pushed onto the cell in this direction can reach a goal.
    pub(in crate::search) live_after: [CellSet<W>; 4],
    _held: Held,
}

impl<'a, W: Words> GridProblem<'a, W> {
    pub(in crate::search) fn new(maze: &'a Maze<'a>, start: &Position, meter: &Meter) -> Result<Self, Stop> {
        let (board, grid) = (maze.board, Grid::new(maze.board, meter)?);
        let mut held = Held::default();
        held.grow(grid.cells() * Keys::BYTES_PER_CELL + 7 * grid.words() * size_of::<u64>(), meter)?;
        let live_after = Direction::ALL.map(|direction| {
            let is_live = |&to: &_| {
                board.next(to, direction.opposite()).is_some()
                    && !maze.distances.is_dead_place(maze.place_pushed(to, direction))
            };
            grid.set(board.squares().filter(is_live))
        });
        Ok(Self {
            maze,
            keys: Keys::new(grid.cells()),
            goals: grid.set(board.goals().iter().copied()),
            start: grid.set(start.boxes.iter().copied()),
            live: grid.set(board.squares().filter(|&square| !maze.distances.is_dead(square))),
            live_after,
            grid,
            _held: held,
        })
    }

    /// Returns the hash key of a position; `player` is the lowest square of the player's region.
    pub(in crate::search) fn key(&self, boxes: &CellSet<W>, player: Square) -> u32 {
        self.keys.of(boxes) ^ self.keys.player(self.grid.cell(player))
    }
}
