//! Exact tables of the boxes that are lost together with a box that was just moved, even alone on the board. A table is built for one
//! board by retrograde analysis, within bounds on positions and bytes; a look-up is a few operations on sets of cells.

use super::retrograde::{Live, Lost, Retrograde, choose};
use crate::level::Direction;
use crate::push::{CellSet, Grid, Words};
use crate::run::{Meter, Stop, table};

/// For each square and direction of a move onto the square: the squares of a second box that is lost together with the moved box.
/// For each square of a second box: the squares of a third box such that the three boxes are lost.
#[derive(Debug)]
pub(crate) struct LostSets<W> {
    live: Live,
    lost: Lost,
    /// Cells of a second box that is lost with the moved box; the index is four times the moved square plus the direction.
    with_one: Vec<CellSet<W>>,
    /// Cells of a third box that is lost with these two; the index is that in `with_one` times the number of squares plus the
    /// second square. Empty if the sets of three are too many.
    with_two: Vec<CellSet<W>>,
}

impl<W: Words> LostSets<W> {
    /// Maximum number of sets of two live squares, and of three, at about a microsecond each; more sets gave no gain.
    const MOST_SETS: usize = 600_000;

    /// Creates the table of all sets of two boxes; it is empty if there are too many sets, or too few bytes. `live`
    /// are the cells that are not dead, `targets` the cells that all boxes must reach.
    pub(crate) fn of_pairs(
        grid: &Grid<W>,
        lost: Lost,
        live: &CellSet<W>,
        targets: &CellSet<W>,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let (with_one, with_two) = (Vec::new(), Vec::new());
        let mut sets = Self { live: Live::new(grid, live), lost, with_one, with_two };
        if targets.len() >= 2 && choose(sets.live.cells.len(), 2) <= Self::MOST_SETS {
            if_there_is_memory(sets.add_pairs(grid, targets, meter))?;
        }
        Ok(sets)
    }

    /// Adds all sets of three boxes. The table stays as it is if there are too many sets, or too few bytes, or on an error.
    pub(crate) fn add_threes(&mut self, grid: &Grid<W>, targets: &CellSet<W>, meter: &Meter) -> Result<(), Stop> {
        if targets.len() < 3 || choose(self.live.cells.len(), 3) > Self::MOST_SETS || self.with_one.is_empty() {
            return Ok(());
        }
        if_there_is_memory(self.add_all_threes(grid, targets, meter))
    }

    fn add_pairs(&mut self, grid: &Grid<W>, targets: &CellSet<W>, meter: &Meter) -> Result<(), Stop> {
        let solved = Retrograde::<W, 2>::new(grid, &self.live, self.lost, targets, meter)?;
        let mut sets = vec![grid.none(); self.live.cells.len() * 4];
        solved.each_lost(|set, member, direction| {
            let other = self.live.cells[usize::from(set[1 - member])];
            sets[Self::moved(set[member], direction)].insert(other);
        });
        drop(solved);
        self.with_one = sets;
        Ok(())
    }

    /// Adds all lost sets of three boxes that contain no lost set of two with the moved box.
    fn add_all_threes(&mut self, grid: &Grid<W>, targets: &CellSet<W>, meter: &Meter) -> Result<(), Stop> {
        let count = self.live.cells.len();
        let solved = Retrograde::<W, 3>::new(grid, &self.live, self.lost, targets, meter)?;
        let mut sets = table(grid.none(), count * 4 * count)?;
        solved.each_lost(|set, member, direction| {
            let moved = Self::moved(set[member], direction);
            let [one, other] = [1, 2].map(|further| set[(member + further) % 3]);
            let cells = [one, other].map(|number| self.live.cells[usize::from(number)]);
            // Sets that hold a lost pair need no place here: the pair is asked first.
            if cells.iter().all(|&cell| !self.with_one[moved].has(cell)) {
                sets[moved * count + usize::from(one)].insert(cells[1]);
                sets[moved * count + usize::from(other)].insert(cells[0]);
            }
        });
        drop(solved);
        self.with_two = sets;
        Ok(())
    }

    #[inline(always)]
    fn moved(to: u16, direction: Direction) -> usize {
        usize::from(to) * 4 + direction.index()
    }

    /// True if a box just moved to cell `to` in `direction` is lost together with one or two of `others`.
    #[inline(always)]
    pub(crate) fn is_lost(&self, to: usize, direction: Direction, others: &CellSet<W>) -> bool {
        let number = self.live.number[to];
        if self.with_one.is_empty() || number == Live::DEAD {
            return false;
        }
        let moved = Self::moved(number, direction);
        self.with_one[moved].meets(others) || self.is_lost_with_two(moved, others)
    }

    /// Returns one or two of `others` that the tables show lost together with the box just moved to cell `to`.
    pub(crate) fn lost_with(&self, to: usize, direction: Direction, others: &CellSet<W>) -> Option<Vec<usize>> {
        let number = self.live.number[to];
        if self.with_one.is_empty() || number == Live::DEAD {
            return None;
        }
        let moved = Self::moved(number, direction);
        // The fewest boxes explain a deadlock best.
        if let Some(one) = self.with_one[moved].and(others).first() {
            return Some(vec![one]);
        }
        let sets = self.with_two_of(moved);
        others.iter().find_map(|one| {
            let set = sets.get(usize::from(self.live.number[one]))?;
            set.and(others).first().map(|other| vec![one, other])
        })
    }

    #[inline(always)]
    fn is_lost_with_two(&self, moved: usize, others: &CellSet<W>) -> bool {
        let sets = self.with_two_of(moved);
        !sets.is_empty()
            && others
                .iter()
                .any(|other| sets.get(usize::from(self.live.number[other])).is_some_and(|set| set.meets(others)))
    }

    /// Returns for each square of a second box the cells of a third; empty if there are too many sets of three.
    #[inline(always)]
    fn with_two_of(&self, moved: usize) -> &[CellSet<W>] {
        let count = self.live.cells.len();
        self.with_two.get(moved * count..(moved + 1) * count).unwrap_or_default()
    }
}

/// Returns `made`, but success if it is the memory limit: a search goes on without a table.
fn if_there_is_memory(made: Result<(), Stop>) -> Result<(), Stop> {
    match made {
        Err(Stop::MemoryLimit) => Ok(()),
        made => made,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Board, Level, Square};
    use crate::maze::Maze;
    use crate::push::{BoxSet, Region, State, strewn};
    use crate::run::Random;
    use std::collections::HashSet;

    type Words = [u64; 1];

    /// Returns a level of at most 4 x 5 squares with three goals.
    fn level(random: &mut Random) -> Level {
        let mut levels = std::iter::repeat_with(|| strewn(random, 4, 5, 20, "@$$$...")).flatten();
        levels.find(|level| level.board.goals().len() == 3).unwrap()
    }

    /// True if pushes bring all boxes onto goals, without other boxes on the board.
    fn is_solvable(board: &Board, boxes: &[Square], player: Square) -> bool {
        let mut region = Region::new(board.len());
        let mut open = vec![State::with(board, BoxSet::of(board.len(), boxes.iter().copied()), player, &mut region)];
        let mut seen: HashSet<State> = open.iter().cloned().collect();
        while let Some(state) = open.pop() {
            region.flood(board, state.player, |square| state.boxes.has(square));
            for push in state.pushes(board, &region).collect::<Vec<_>>() {
                let child = state.after(board, push, &mut region);
                if seen.insert(child.clone()) {
                    open.push(child);
                }
            }
        }
        seen.iter().any(|state| state.is_solved(board))
    }

    #[test]
    fn boxes_are_lost_together_where_exhaustive_search_solves_them_not() {
        let boards = 6;
        let (mut random, meter) = (Random::new(5), &mut Meter::unlimited());
        let (mut pairs, mut threes) = (0, 0);
        for _ in 0..boards {
            let level = level(&mut random);
            let board = &level.board;
            let maze = Maze::new(board, meter).unwrap();
            let live: Vec<Square> = board.squares().filter(|&square| !maze.distances.is_dead(square)).collect();
            let grid = Grid::<Words>::new(board);
            let (live_set, goals) = (grid.set(live.iter().copied()), grid.set(board.goals().iter().copied()));
            let mut lost = LostSets::of_pairs(&grid, Lost::ToPushes, &live_set, &goals, meter).unwrap();
            let one = |lost: &LostSets<Words>, boxes: &[Square], direction: Direction| {
                lost.is_lost(grid.cell(boxes[0]), direction, &grid.set(boxes[1..].iter().copied()))
            };
            // By the pushed box, the direction and the second box.
            let mut is_pair_lost = HashSet::new();
            for (&to, &other) in live.iter().flat_map(|to| live.iter().map(move |other| (to, other))) {
                for direction in Direction::ALL {
                    let player = board.next(to, direction.opposite()).filter(|&player| player != other && to != other);
                    let Some(player) = player else { continue };
                    let is_lost = !is_solvable(board, &[to, other], player);
                    assert_eq!(one(&lost, &[to, other], direction), is_lost, "{to:?} {other:?}\n{}", level.grid);
                    if is_lost {
                        is_pair_lost.insert((to, direction, other));
                    }
                }
            }
            pairs += is_pair_lost.len();
            lost.add_threes(&grid, &goals, meter).unwrap();
            for _ in 0..live.len().pow(2) {
                let [to, second, third] = [(); 3].map(|()| random.pick(&live));
                let direction = random.pick(&Direction::ALL);
                let player = board.next(to, direction.opposite()).filter(|&player| player != second && player != third);
                let Some(player) = player.filter(|_| to != second && to != third && second != third) else { continue };
                let is_lost = !is_solvable(board, &[to, second, third], player);
                let by_pair = [second, third].iter().any(|&other| is_pair_lost.contains(&(to, direction, other)));
                let found = one(&lost, &[to, second, third], direction);
                assert_eq!(found, is_lost || by_pair, "{to:?} {second:?} {third:?}\n{}", level.grid);
                threes += usize::from(is_lost && !by_pair);
            }
        }
        assert!(pairs > 8 * boards && threes > boards, "{pairs} {threes}");
    }
}
