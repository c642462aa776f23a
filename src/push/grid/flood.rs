//! The cells that are connected with some cells.
//!
//! ```text
//!   word 2   # . . . #      A word holds a few rows. It is filled by itself until nothing changes; then the words before
//!   word 1   # . # . #      and after it have their turn where cells have become reached along the seam. A word that
//!   word 0   # x # . #      nothing reaches is never looked at, so a small region in a large board costs little.
//! ```

use super::{CellSet, Words};

/// Returns all cells of `free` that are connected with `seed` by cells of `free`; a row has `row` cells. All cells of the
/// seed must be free.
#[inline(never)]
pub(super) fn flood<W: Words>(seed: &CellSet<W>, free: &CellSet<W>, row: usize) -> CellSet<W> {
    if W::IS_WIDE { by_rounds(seed, free, row) } else { by_words(seed, free, row) }
}

/// For rows of fewer than 64 cells and at most 64 words: a cell's neighbours are in its word and those beside it.
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

/// Fills a word.
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

/// For boards of any size.
fn by_rounds<W: Words>(seed: &CellSet<W>, free: &CellSet<W>, row: usize) -> CellSet<W> {
    let mut region = seed.clone();
    loop {
        let across = region.or(&region.raised(1)).or(&region.lowered(1)).and(free);
        let grown = across.or(&across.raised(row)).or(&across.lowered(row)).and(free);
        if grown == region {
            return region;
        }
        region = grown;
    }
}
