//! Hash keys of positions, updated push by push. After Zobrist, "A new hashing method with application for game
//! playing" (1970): the key of a position is the exclusive or of random numbers of the cells of its boxes and of its
//! player.

use super::{CellSet, Words};
use crate::run::Random;

/// For each cell, a random number for a box and one for the player.
#[derive(Debug)]
pub struct Keys {
    boxes: Vec<u32>,
    players: Vec<u32>,
}

impl Keys {
    /// Bytes of the random numbers for each cell.
    pub const BYTES_PER_CELL: usize = 2 * size_of::<u32>();

    /// Creates the numbers, which depend on the number of cells alone.
    pub fn new(cells: usize) -> Self {
        let mut random = Random::new(0);
        let mut word = || (0..2).fold(0, |word, _| word << 16 | u32::try_from(random.below(1 << 16)).unwrap_or(0));
        Self { boxes: (0..cells).map(|_| word()).collect(), players: (0..cells).map(|_| word()).collect() }
    }

    /// Returns the contribution of all boxes to the key of a position.
    #[inline(always)]
    pub fn of<W: Words>(&self, boxes: &CellSet<W>) -> u32 {
        boxes.iter().fold(0, |key, cell| key ^ self.boxes[cell])
    }

    /// Returns the change of a key by a move of a box, to be applied with exclusive or.
    #[inline(always)]
    pub fn moved(&self, from: usize, to: usize) -> u32 {
        self.boxes[from] ^ self.boxes[to]
    }

    /// Returns the contribution of the player's cell to the key of a position.
    #[inline(always)]
    pub fn player(&self, cell: usize) -> u32 {
        self.players[cell]
    }
}
