//! Lower bounds on the pushes left. The matching of a position is computed from the dual values of the previous one,
//! the matching of a successor by one shortest path ([`MinCostMatching`]). The detours of pairs of boxes ([`Detours`])
//! are computed for a matched position.

use crate::heuristic::{Detours, MinCostMatching};
use crate::level::{Direction, Square};
use crate::maze::PushDistances;
use crate::push::{CellSet, Words};
use crate::run::{Held, Meter, Stop};
use crate::search::engine::problem::GridProblem;

/// Lower bounds on the pushes left; holds working memory and the last position that was matched.
#[derive(Debug)]
pub(super) struct Bounds<'a> {
    distances: &'a PushDistances,
    matching: MinCostMatching,
    /// Squares of the boxes of the position that was matched last, ascending.
    boxes: Vec<Square>,
    /// For each cell with a box, the row of the box in the matching.
    row: Vec<u32>,
    detours: Option<Detours<'a>>,
    _held: Held,
}

impl<'a> Bounds<'a> {
    pub(super) fn new<W: Words>(
        problem: &GridProblem<'a, W>,
        detours: Option<Detours<'a>>,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let (cells, distances) = (problem.grid.cells(), &problem.maze.distances);
        let mut held = Held::default();
        held.grow(cells * (size_of::<Square>() + size_of::<u32>()), meter)?;
        Ok(Self {
            distances,
            matching: MinCostMatching::default(),
            boxes: Vec::with_capacity(cells),
            row: vec![0; cells],
            detours,
            _held: held,
        })
    }

    /// Returns the cost of the minimum-cost matching of boxes to goals, in pushes of lone boxes; `None` if none exists.
    ///
    /// # Errors
    /// A limit of the meter; a further call returns an equal result.
    pub(super) fn matched<W: Words>(
        &mut self,
        problem: &GridProblem<'_, W>,
        boxes: &CellSet<W>,
        player: Square,
        meter: &Meter,
    ) -> Result<Option<u32>, Stop> {
        self.boxes.clear();
        self.boxes.extend(boxes.iter().map(|cell| problem.grid.square(cell)));
        for (row, cell) in (0..).zip(boxes.iter()) {
            self.row[cell] = row;
        }
        let places = self.boxes.iter().map(|&square| problem.maze.place(square, player));
        self.matching.solve(self.distances, places, meter)
    }

    /// Returns the number of pushes that pairs of boxes need in the matched position beyond the cost of the matching.
    pub(super) fn detours(&mut self, player: Square) -> u32 {
        let options = self.matching.options(self.distances);
        self.detours.as_mut().map_or(0, |detours| detours.of(&self.boxes, player, options))
    }

    /// Returns the cost of the matching after a run of `pushes` pushes of the box on cell `from` to cell `to`, in the
    /// matched position; `None` if no matching exists then.
    #[inline(always)]
    pub(super) fn moved<W: Words>(
        &mut self,
        problem: &GridProblem<'_, W>,
        (from, to): (usize, usize),
        direction: Direction,
        pushes: u32,
    ) -> Option<u32> {
        let place = problem.maze.place_pushed(problem.grid.square(to), direction);
        self.matching.moved(self.distances, self.row[from] as usize, place, Some(pushes))
    }
}
