//! Flood fill on sets of cells: the cells that are connected with given cells.
//!
//! ```text
//!   word 2   # . . . #      A word holds a few rows. It is filled by itself until it is stable; then the words before
//!   word 1   # . # . #      and after it have their turn where cells have become reached along the seam. A word that
//!   word 0   # x # . #      no flood reaches is never read, so a small region in a large board costs little.
//! ```
//!
//! Test whether a cell can be removed from a region without cutting it, by the eight cells around it.
//!
//! ```text
//!   7 0 1      Where the neighbours 0, 2, 4, 6 that are in the region are connected by cells of the ring that are in
//!   6 x 2      it too, any walk through x can go around it: the region without x is connected. Otherwise it may be cut.
//!   5 4 3
//! ```

use super::{CellSet, Words};

/// Returns all cells of `free` that are connected with `seed` by cells of `free`; a row of the grid has `row` cells.
/// All cells of `seed` must be free.
#[inline(never)]
pub(super) fn flood<W: Words>(seed: &CellSet<W>, free: &CellSet<W>, row: usize) -> CellSet<W> {
    if W::IS_WIDE { by_list(seed, free, row) } else { by_words(seed, free, row) }
}

/// [`flood`] for rows of fewer than 64 cells and at most 64 words: neighbours are in one word or in adjacent words.
#[inline(always)]
fn by_words<W: Words>(seed: &CellSet<W>, free: &CellSet<W>, row: usize) -> CellSet<W> {
    let mut region = seed.clone();
    let (reached, free) = (region.words_mut(), free.words());
    let count = reached.len();
    let mut waiting = (0..count).fold(0u64, |waiting, at| waiting | u64::from(reached[at] != 0) << at);
    while waiting != 0 {
        let at = waiting.trailing_zeros() as usize;
        waiting &= waiting - 1;
        let word = filled(reached[at], free[at], row);
        reached[at] = word;
        if at + 1 < count {
            // Over the seam go the last cell, to the right, and the last row, to the row beside it.
            let over = (word >> 63 | word >> (64 - row)) & free[at + 1] & !reached[at + 1];
            reached[at + 1] |= over;
            waiting |= u64::from(over != 0) << (at + 1);
        }
        if at > 0 {
            let over = (word << 63 | word << (64 - row)) & free[at - 1] & !reached[at - 1];
            reached[at - 1] |= over;
            waiting |= u64::from(over != 0) << (at - 1);
        }
    }
    region
}

/// Returns the cells of `word` and all cells of `free` that are connected with these cells within this word.
#[inline(always)]
fn filled(mut word: u64, free: u64, row: usize) -> u64 {
    loop {
        let across = (word | word << 1 | word >> 1) & free;
        let grown = (across | across << row | across >> row) & free;
        if grown == word {
            return word;
        }
        word = grown;
    }
}

/// [`flood`] for boards of any size: a cell above or below may be in a distant word.
fn by_list<W: Words>(seed: &CellSet<W>, free: &CellSet<W>, row: usize) -> CellSet<W> {
    let mut region = seed.clone();
    let (reached, free) = (region.words_mut(), free.words());
    let (far, near) = (row / 64, row % 64);
    let mut waiting: Vec<usize> = (0..reached.len()).filter(|&at| reached[at] != 0).collect();
    while let Some(at) = waiting.pop() {
        // In a row of 64 cells or more no word has two cells of a column, so cells spread along the row alone.
        let word = if far == 0 { filled(reached[at], free[at], row) } else { filled_across(reached[at], free[at]) };
        reached[at] = word;
        let beyond = 64 - near as u32;
        let over = [
            (at.checked_add(1), word >> 63),
            (at.checked_add(far), word << near),
            (at.checked_add(far + 1), word.checked_shr(beyond).unwrap_or(0)),
            (at.checked_sub(1), word << 63),
            (at.checked_sub(far), word >> near),
            (at.checked_sub(far + 1), word.checked_shl(beyond).unwrap_or(0)),
        ];
        for (to, cells) in over {
            let Some(to) = to.filter(|&to| to < reached.len()) else { continue };
            let new = cells & free[to] & !reached[to];
            if new != 0 {
                reached[to] |= new;
                waiting.push(to);
            }
        }
    }
    region
}

/// Returns `word` spread along its row over free cells, for a word without two cells of a column, by doubling steps.
const fn filled_across(word: u64, free: u64) -> u64 {
    let (mut left, mut free_left, mut right, mut free_right) = (word, free, word, free);
    let mut by = 1;
    while by < 64 {
        left |= free_left & left >> by;
        free_left &= free_left >> by;
        right |= free_right & right << by;
        free_right &= free_right << by;
        by *= 2;
    }
    left | right
}

/// Result of [`keeps`] for each set of ring cells in the region, given as a number with one bit for each ring cell.
static KEEPS: [bool; 256] = {
    let mut keeps = [false; 256];
    let mut ring = 0;
    while ring < 256 {
        keeps[ring] = neighbours_are_connected(ring);
        ring += 1;
    }
    keeps
};

/// True if the neighbours among the ring cells `ring` are connected by cells of `ring`. Bit 0 is the cell above; the other bits
/// follow clockwise.
#[inline(always)]
pub(super) fn keeps(ring: usize) -> bool {
    KEEPS[ring & 255]
}

/// Walks from one neighbour in both directions along the ring reach all other neighbours.
const fn neighbours_are_connected(ring: usize) -> bool {
    let neighbours = ring & 0b0101_0101;
    if neighbours == 0 {
        return true;
    }
    let mut reached = 1 << neighbours.trailing_zeros();
    let mut rounds = 0;
    while rounds < 8 {
        let turned = reached << 1 | reached >> 7 | reached >> 1 | reached << 7;
        reached |= turned & ring & 255;
        rounds += 1;
    }
    neighbours & !reached == 0
}
