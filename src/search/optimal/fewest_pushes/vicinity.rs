//! The positions near those of a solution.
//!
//! ```text
//!   solution   S - A - B - C - D - E        A position is near if few of its boxes stand elsewhere than in the position
//!                   \         /             of the solution that it is most like. A search among these finds shorter ways
//!                    b - - - c              (b, c) from one position of the solution to a later one.
//! ```
//! Optimisers of solutions search near a solution too (Damgaard, YASO; Meger, JSoko).

use super::nodes::Successor;
use crate::level::Square;
use crate::push::{CellSet, GridNode, Push, Words};
use crate::run::{Held, Meter, Stop};
use crate::search::engine::problem::GridProblem;
use rustc_hash::FxHashMap;

/// A solution, and the positions near it.
#[derive(Debug)]
pub(super) struct Vicinity<W> {
    solution: Vec<Push>,
    /// The boxes before and after each push.
    boxes: Vec<CellSet<W>>,
    /// The place of each position of the solution, by its key, with the first square of the player's region.
    places: FxHashMap<u32, Vec<(usize, Square)>>,
    /// The most boxes that may stand elsewhere.
    most: usize,
    _held: Held,
}

impl<W: Words> Vicinity<W> {
    /// Makes the vicinity of a solution from the start, with the player on this square.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn new(
        problem: &GridProblem<'_, W>,
        player: Square,
        solution: &[Push],
        most: usize,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let grid = &problem.grid;
        let mut held = Held::default();
        held.grow((solution.len() + 1) * (size_of::<CellSet<W>>() + 8 * grid.words() + 64), meter)?;
        let mut vicinity = Self {
            solution: solution.to_vec(),
            boxes: Vec::with_capacity(solution.len() + 1),
            places: FxHashMap::default(),
            most,
            _held: held,
        };
        let (mut boxes, mut player) = (problem.start.clone(), grid.cell(player));
        vicinity.add(problem, &boxes, player);
        for push in solution {
            player = grid.cell(push.from);
            boxes.remove(player);
            boxes.insert(grid.step(player, push.direction));
            vicinity.add(problem, &boxes, player);
        }
        Ok(vicinity)
    }

    fn add(&mut self, problem: &GridProblem<'_, W>, boxes: &CellSet<W>, player: usize) {
        let first = problem.grid.square(problem.grid.region(player, boxes).first().unwrap_or(player));
        self.places.entry(problem.key(boxes, first)).or_default().push((self.boxes.len(), first));
        self.boxes.push(boxes.clone());
    }

    /// Returns the cost of the solution.
    pub(super) fn cost(&self) -> u32 {
        u32::try_from(self.solution.len()).unwrap_or(u32::MAX)
    }

    /// Returns whether a position with these boxes is near.
    pub(super) fn has(&self, boxes: &CellSet<W>) -> bool {
        let mut at = 0;
        while let Some(near) = self.boxes.get(at) {
            let elsewhere = boxes.len_minus(near);
            if elsewhere <= self.most {
                return true;
            }
            // Each push moves one box, so the number changes by one at most from a position to the next.
            at += elsewhere - self.most;
        }
        false
    }

    /// Returns the cost of the solution through a position and then along this solution; `None` if the position is not
    /// on it.
    pub(super) fn cost_through(&self, successor: &Successor<W>) -> Option<u32> {
        let place = self.place(successor.key, &successor.boxes, successor.player)?;
        Some(successor.mark.pushes + u32::try_from(self.solution.len() - place).ok()?)
    }

    /// Returns the last place of a position on the solution.
    fn place(&self, key: u32, boxes: &CellSet<W>, player: Square) -> Option<usize> {
        let mut same = self.places.get(&key)?.iter().rev();
        same.find(|&&(place, first)| first == player && self.boxes[place] == *boxes).map(|&(place, _)| place)
    }

    /// Returns the pushes to a position, and then those of this solution if the position is on it.
    pub(super) fn completed(&self, problem: &GridProblem<'_, W>, node: &GridNode<W>, mut path: Vec<Push>) -> Vec<Push> {
        let key = problem.key(&node.boxes, node.player);
        let place = self.place(key, &node.boxes, node.player).unwrap_or(self.solution.len());
        path.extend(&self.solution[place..]);
        path
    }
}
