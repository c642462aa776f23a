//! The positions near those of a solution.
//!
//! ```text
//!   solution   S - A - B - C - D - E        A position is near if few of its boxes stand elsewhere than in the position
//!                   \         /             of the solution that it is most like. A search among these finds shorter ways
//!                    b - - - c              (b, c) from one position of the solution to a later one.
//! ```
//! Optimisers of solutions search near a solution as well (Damgaard, YASO; Meger, JSoko).

use super::nodes::Successor;
use crate::level::Square;
use crate::push::{CellSet, GridNode, Push, Words};
use crate::run::{Held, Meter, Stop};
use crate::search::engine::problem::GridProblem;
use rustc_hash::FxHashMap;

/// A solution, and the positions near it: few of their boxes stand elsewhere than in some position of the solution.
#[derive(Debug)]
pub(super) struct Vicinity<W> {
    solution: Vec<Push>,
    /// Boxes before the first push and after each push.
    boxes: Vec<CellSet<W>>,
    /// For each hash key the positions of the solution with that key, each as the number of pushes made and the first
    /// square of the player's region.
    places: FxHashMap<u32, Vec<(usize, Square)>>,
    /// Greatest number of boxes of a near position that stand elsewhere than in the position of the solution.
    most: usize,
    _held: Held,
}

impl<W: Words> Vicinity<W> {
    /// Creates the vicinity of a solution from the start, with the player on `player`.
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

    /// Returns the number of pushes of the solution.
    pub(super) fn cost(&self) -> u32 {
        u32::try_from(self.solution.len()).unwrap_or(u32::MAX)
    }

    /// Returns whether a position with these boxes is near the solution.
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

    /// Returns the number of pushes to `successor` and from there on along this solution; `None` if the position is not
    /// on the solution.
    pub(super) fn cost_through(&self, successor: &Successor<W>) -> Option<u32> {
        let place = self.place(successor.key, &successor.boxes, successor.player)?;
        Some(successor.mark.pushes + u32::try_from(self.solution.len() - place).ok()?)
    }

    /// Returns the greatest number of pushes after which the solution is in this position; `None` if it never is.
    fn place(&self, key: u32, boxes: &CellSet<W>, player: Square) -> Option<usize> {
        let mut same = self.places.get(&key)?.iter().rev();
        same.find(|&&(place, first)| first == player && self.boxes[place] == *boxes).map(|&(place, _)| place)
    }

    /// Returns the pushes `path` to a position, then those of the solution from there if the solution passes through
    /// it.
    pub(super) fn completed(&self, problem: &GridProblem<'_, W>, node: &GridNode<W>, mut path: Vec<Push>) -> Vec<Push> {
        let key = problem.key(&node.boxes, node.player);
        let place = self.place(key, &node.boxes, node.player).unwrap_or(self.solution.len());
        path.extend(&self.solution[place..]);
        path
    }
}
