//! All positions of `K` boxes alone on the board, solved backwards from those with all boxes on goals.
//!
//! A position is a set of squares that are not dead and a region of the player. One from which pulls lead to no
//! position with all boxes on goals is lost; more boxes on the board change nothing about it, as they can only be in the
//! way. Boxes need goals of their own, but may take any: a goal holds one box at a time.

use super::combinations::{choose, rank, sets};
use crate::level::Direction;
use crate::push::{CellSet, Grid, Words};
use crate::run::{Held, Meter, Stop};

/// The cells on which boxes may stand, with their numbers.
#[derive(Debug)]
pub(super) struct Live {
    pub(super) cells: Vec<usize>,
    /// By cell, [`Live::DEAD`] where no box may stand.
    pub(super) number: Vec<u16>,
}

impl Live {
    pub(super) const DEAD: u16 = u16::MAX;

    pub(super) fn new<W: Words>(grid: &Grid<W>, live: &CellSet<W>) -> Self {
        let cells: Vec<usize> = live.iter().take(usize::from(Self::DEAD)).collect();
        let mut number = vec![Self::DEAD; grid.cells()];
        (0..).zip(&cells).for_each(|(n, &cell)| number[cell] = n);
        Self { cells, number }
    }

    fn count(&self) -> u16 {
        u16::try_from(self.cells.len()).unwrap_or(Self::DEAD)
    }
}

/// The regions of all sets of `K` boxes, and which of them are solvable.
pub(super) struct Retrograde<'a, W, const K: usize> {
    grid: &'a Grid<W>,
    live: &'a Live,
    /// For each set, its first region; those of the next set follow.
    first: Vec<u32>,
    regions: Vec<CellSet<W>>,
    is_solvable: Vec<bool>,
    held: Held,
}

impl<'a, W: Words, const K: usize> Retrograde<'a, W, K> {
    /// The clock is read after this number of sets. Not tuned.
    const WATCHED: usize = 1024;

    /// Solves all positions. Linear in the positions, times a flood.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn new(grid: &'a Grid<W>, live: &'a Live, goals: &CellSet<W>, meter: &Meter) -> Result<Self, Stop> {
        let mut solved =
            Self { grid, live, first: Vec::new(), regions: Vec::new(), is_solvable: Vec::new(), held: Held::default() };
        solved.find_regions(meter)?;
        solved.pull_from(goals, meter)?;
        Ok(solved)
    }

    fn boxes(&self, set: [u16; K]) -> CellSet<W> {
        let mut boxes = self.grid.none();
        set.into_iter().for_each(|number| boxes.insert(self.live.cells[usize::from(number)]));
        boxes
    }

    fn find_regions(&mut self, meter: &Meter) -> Result<(), Stop> {
        let each = self.grid.words() * size_of::<u64>();
        self.held.vec(&mut self.first, choose(self.live.cells.len(), K) + 1, meter)?;
        for set in sets::<K>(self.live.count()) {
            if self.first.len().is_multiple_of(Self::WATCHED) {
                meter.check()?;
            }
            self.first.push(u32::try_from(self.regions.len()).unwrap_or(u32::MAX));
            let mut rest = self.grid.floor().minus(&self.boxes(set));
            while let Some(cell) = rest.first() {
                let region = self.grid.flood(&CellSet::one(self.grid.words(), cell), &rest);
                rest = rest.minus(&region);
                self.held.vec(&mut self.regions, 1, meter)?;
                if W::IS_WIDE {
                    self.held.grow(each, meter)?;
                }
                self.regions.push(region);
            }
        }
        self.first.push(u32::try_from(self.regions.len()).unwrap_or(u32::MAX));
        Ok(())
    }

    /// The indices of a set's regions.
    fn regions_of(&self, set: [u16; K]) -> std::ops::Range<usize> {
        let number = rank(set);
        self.first[number] as usize..self.first[number + 1] as usize
    }

    fn pull_from(&mut self, goals: &CellSet<W>, meter: &Meter) -> Result<(), Stop> {
        self.held.vec(&mut self.is_solvable, self.regions.len(), meter)?;
        self.is_solvable.resize(self.regions.len(), false);
        let mut open: Vec<([u16; K], u32)> = Vec::new();
        self.held.vec(&mut open, self.regions.len(), meter)?;
        for set in sets::<K>(self.live.count()) {
            if self.boxes(set).is_subset(goals) {
                for region in self.regions_of(set) {
                    self.is_solvable[region] = true;
                    open.push((set, u32::try_from(region).unwrap_or(u32::MAX)));
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
                    let Some((before, region)) = self.pulled(set, region as usize, member, direction) else { continue };
                    if !std::mem::replace(&mut self.is_solvable[region], true) {
                        open.push((before, u32::try_from(region).unwrap_or(u32::MAX)));
                    }
                }
            }
        }
        Ok(())
    }

    /// ```text
    ///   b @ +      The box b is pulled to @, where the player stands, who steps to +.
    /// ```
    fn pulled(
        &self,
        mut set: [u16; K],
        region: usize,
        member: usize,
        direction: Direction,
    ) -> Option<([u16; K], usize)> {
        let at = self.live.cells[usize::from(set[member])];
        let to = self.grid.step(at, direction);
        let region = &self.regions[region];
        if !region.has(to) || !region.has(self.grid.step(to, direction)) {
            return None;
        }
        set[member] = self.live.number[to];
        if set[member] == Live::DEAD {
            return None;
        }
        let player = self.grid.step(to, direction);
        self.regions_of(set).find(|&region| self.regions[region].has(player)).map(|region| (set, region))
    }

    /// Calls `found` with each lost position in which the player stands behind a box, as after a push of it: the set,
    /// the box's place in it, and the direction of the push.
    pub(super) fn each_lost(&self, mut found: impl FnMut([u16; K], usize, Direction)) {
        for set in sets::<K>(self.live.count()) {
            for region in self.regions_of(set).filter(|&region| !self.is_solvable[region]) {
                for member in 0..K {
                    let cell = self.live.cells[usize::from(set[member])];
                    for direction in Direction::ALL {
                        if self.regions[region].has(self.grid.step(cell, direction.opposite())) {
                            found(set, member, direction);
                        }
                    }
                }
            }
        }
    }
}
