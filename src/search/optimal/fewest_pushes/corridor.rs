//! The positions near those of a solution.

use super::ground::Ground;
use crate::level::Square;
use crate::push::{CellSet, Push, Words};
use rustc_hash::FxHashMap;

/// The positions that differ from some position of a solution in few boxes.
#[derive(Debug)]
pub(super) struct Corridor<W> {
    /// The boxes before and after each push.
    sets: Vec<CellSet<W>>,
    /// The most boxes that may stand elsewhere.
    most: usize,
    pub(super) solution: Vec<Push>,
    index: FxHashMap<u32, Vec<(usize, Square)>>,
}

impl<W: Words> Corridor<W> {
    /// Around a solution.
    pub(super) fn new(ground: &Ground<'_, W>, player: Square, solution: &[Push], most: usize) -> Self {
        let mut boxes = ground.start.clone();
        let mut sets = vec![];
        let mut index = FxHashMap::<u32, Vec<(usize, Square)>>::default();
        let mut player = ground.grid.cell(player);
        for i in 0..=solution.len() {
            let region = ground.grid.region(player, &boxes).first().unwrap_or(player);
            let key = ground.keys.of(&boxes) ^ ground.keys.player(region);
            index.entry(key).or_default().push((i, ground.grid.square(region)));
            sets.push(boxes.clone());
            let Some(push) = solution.get(i) else { break };
            let from = ground.grid.cell(push.from);
            boxes.remove(from);
            boxes.insert(ground.grid.step(from, push.direction));
            player = from;
        }
        Self { sets, most, solution: solution.to_vec(), index }
    }

    /// Returns whether a position with these boxes is near.
    pub(super) fn has(&self, boxes: &CellSet<W>) -> bool {
        self.sets.iter().any(|set| boxes.minus(set).len() <= self.most)
    }

    /// The last place on the solution of a position.
    pub(super) fn place(&self, key: u32, boxes: &CellSet<W>, player: Square) -> Option<usize> {
        let all = self.index.get(&key)?;
        all.iter().rev().find(|&&(i, p)| p == player && self.sets[i] == *boxes).map(|&(i, _)| i)
    }
}
