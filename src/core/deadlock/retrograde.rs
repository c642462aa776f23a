//! Numbers of the sets of `K` things in the combinatorial number system: the set `{a < b < c}` has the number `C(c, 3)
//! + C(b, 2) + C(a, 1)`, so the numbers run from 0 without gaps.
//!
//! Retrograde analysis: all positions of `K` boxes alone on the board that are not lost. A position is a set of squares
//! that are not dead, with a box on each, and a region of the player. Positions are found by moves from the positions
//! with all boxes on target squares. A position that is not found is lost, also with more boxes on the board, which can
//! only be in the way.

use crate::level::Direction;
use crate::push::{CellSet, Grid, Words};
use crate::run::{Meter, Stop, count32};

/// Returns `C(n, k)` for `k` from 1 to 3, saturating.
pub(super) const fn choose(n: usize, k: usize) -> usize {
    match k {
        1 => n,
        2 => n.saturating_mul(n.saturating_sub(1)) / 2,
        _ => n.saturating_mul(n.saturating_sub(1)).saturating_mul(n.saturating_sub(2)) / 6,
    }
}

/// Returns the number of a set, whose members are given in any order.
pub(super) fn rank<const K: usize>(mut set: [u16; K]) -> usize {
    set.sort_unstable();
    set.iter().enumerate().map(|(at, &thing)| choose(usize::from(thing), at + 1)).sum()
}

/// Returns all sets of `K` numbers below `things`, in the order of the numbers of the sets.
pub(super) fn sets<const K: usize>(things: u16) -> impl Iterator<Item = [u16; K]> {
    let first = (usize::from(things) >= K).then(|| std::array::from_fn(|at| u16::try_from(at).unwrap_or(0)));
    std::iter::successors(first, move |&set| following(set, things))
}

/// Returns the set with the next number: the lowest member that can be raised is raised; `None` after the last.
fn following<const K: usize>(mut set: [u16; K], things: u16) -> Option<[u16; K]> {
    for at in 0..K {
        let bound = set.get(at + 1).copied().unwrap_or(things);
        if set[at] + 1 < bound {
            set[at] += 1;
            (0..at).for_each(|below| set[below] = u16::try_from(below).unwrap_or(0));
            return Some(set);
        }
    }
    None
}

/// Kind of moves, pushes or pulls, for which positions of a table are lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lost {
    /// Pushes cannot bring the boxes to the targets, the goals; pulls from the goals find positions that are not lost.
    ToPushes,
    /// Pulls cannot bring the boxes to the targets, the start; pushes from the start find positions that are not lost.
    ToPulls,
}

/// Cells that boxes may be on, numbered from 0.
#[derive(Debug)]
pub(super) struct Live {
    pub(super) cells: Vec<usize>,
    /// Number of each cell; [`Live::DEAD`] if no box may be there.
    pub(super) number: Vec<u16>,
}

impl Live {
    pub(super) const DEAD: u16 = u16::MAX;

    pub(super) fn new<W: Words>(grid: &Grid<W>, live: &CellSet<W>) -> Self {
        // Numbers are 16 bits wide: a board with more live cells has tables only for the first of them.
        let cells: Vec<usize> = live.iter().take(usize::from(Self::DEAD)).collect();
        let mut number = vec![Self::DEAD; grid.cells()];
        (0..).zip(&cells).for_each(|(n, &cell)| number[cell] = n);
        Self { cells, number }
    }

    fn count(&self) -> u16 {
        u16::try_from(self.cells.len()).unwrap_or(Self::DEAD)
    }
}

/// Regions of the player for all sets of `K` boxes, each with a mark: whether the position was found, so not lost.
pub(super) struct Retrograde<'a, W, const K: usize> {
    grid: &'a Grid<W>,
    live: &'a Live,
    lost: Lost,
    /// For each set, by its number, the index of its first region in `regions`; the regions of one set are adjacent.
    first: Vec<u32>,
    regions: Vec<CellSet<W>>,
    is_found: Vec<bool>,
}

impl<'a, W: Words, const K: usize> Retrograde<'a, W, K> {
    /// Number of sets between two readings of the clock.
    const WATCHED: usize = 64;

    /// Finds all positions that are not lost. Linear in the positions times the cost of a flood.
    pub(super) fn new(
        grid: &'a Grid<W>,
        live: &'a Live,
        lost: Lost,
        targets: &CellSet<W>,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let (first, regions, is_found) = (Vec::new(), Vec::new(), Vec::new());
        let mut found = Self { grid, live, lost, first, regions, is_found };
        found.find_regions(meter)?;
        found.find_from(targets, meter)?;
        Ok(found)
    }

    fn boxes(&self, set: [u16; K]) -> CellSet<W> {
        let mut boxes = self.grid.none();
        set.into_iter().for_each(|number| boxes.insert(self.live.cells[usize::from(number)]));
        boxes
    }

    fn find_regions(&mut self, meter: &Meter) -> Result<(), Stop> {
        for set in sets::<K>(self.live.count()) {
            if self.first.len().is_multiple_of(Self::WATCHED) {
                meter.check()?;
            }
            self.first.push(count32(self.regions.len()));
            let mut rest = self.grid.floor().minus(&self.boxes(set));
            while let Some(cell) = rest.first() {
                let region = self.grid.flood(&CellSet::one(self.grid.words(), cell), &rest);
                rest = rest.minus(&region);
                self.regions.push(region);
            }
        }
        self.first.push(count32(self.regions.len()));
        Ok(())
    }

    fn regions_of(&self, set: [u16; K]) -> std::ops::Range<usize> {
        let number = rank(set);
        self.first[number] as usize..self.first[number + 1] as usize
    }

    fn find_from(&mut self, targets: &CellSet<W>, meter: &Meter) -> Result<(), Stop> {
        self.is_found.resize(self.regions.len(), false);
        // The search goes back from the end, since from there one search finds all positions that are not lost.
        let mut open: Vec<([u16; K], u32)> = Vec::new();
        for set in sets::<K>(self.live.count()) {
            if self.boxes(set).is_subset(targets) {
                for region in self.regions_of(set) {
                    self.is_found[region] = true;
                    open.push((set, count32(region)));
                }
            }
        }
        let mut done = 0usize;
        while let Some((set, region)) = open.pop() {
            done += 1;
            if done.is_multiple_of(Self::WATCHED) {
                meter.check()?;
            }
            for member in 0..K {
                for direction in Direction::ALL {
                    let Some((set, region)) = self.moved(set, region as usize, member, direction) else { continue };
                    if !std::mem::replace(&mut self.is_found[region], true) {
                        open.push((set, count32(region)));
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the set after a move of its box `member`, and the index of the player's region; `None` if impossible.
    ///
    /// ```text
    ///   b @ +      Pulled to the right: the box b comes to @, the player's square, and he steps to +.
    ///   @ b +      Pushed to the right: it comes to +, and the player to b.
    /// ```
    fn moved(
        &self,
        mut set: [u16; K],
        region: usize,
        member: usize,
        direction: Direction,
    ) -> Option<([u16; K], usize)> {
        let (grid, region) = (self.grid, &self.regions[region]);
        let at = self.live.cells[usize::from(set[member])];
        let to = grid.step(at, direction);
        let number = self.live.number[to];
        if number == Live::DEAD || set.contains(&number) {
            return None;
        }
        let (is_movable, player) = match self.lost {
            Lost::ToPushes => (region.has(to) && region.has(grid.step(to, direction)), grid.step(to, direction)),
            Lost::ToPulls => (region.has(grid.step(at, direction.opposite())), at),
        };
        if !is_movable {
            return None;
        }
        set[member] = number;
        self.regions_of(set).find(|&region| self.regions[region].has(player)).map(|region| (set, region))
    }

    /// Calls `found` with each lost set, the index of each box that could have been moved last, and the direction.
    pub(super) fn each_lost(&self, mut found: impl FnMut([u16; K], usize, Direction)) {
        for set in sets::<K>(self.live.count()) {
            for region in self.regions_of(set).filter(|&region| !self.is_found[region]) {
                for member in 0..K {
                    let cell = self.live.cells[usize::from(set[member])];
                    for direction in Direction::ALL {
                        let side = match self.lost {
                            Lost::ToPushes => direction.opposite(),
                            Lost::ToPulls => direction,
                        };
                        if self.regions[region].has(self.grid.step(cell, side)) {
                            found(set, member, direction);
                        }
                    }
                }
            }
        }
    }
}
