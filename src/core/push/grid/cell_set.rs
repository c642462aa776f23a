//! Sets of cells of a grid, one bit for each cell. Loops avoid `zip`, which calls functions of the standard library
//! that only link-time optimisation inlines.
//!
//! Flood fill on sets of cells: the cells that are connected with given cells.
//!
//! ```text
//!   word 2   # . . . #      A word holds a few rows. It is filled by itself until it is stable; then the words before
//!   word 1   # . # . #      and after it have their turn where cells have become reached along the seam. A word that
//!   word 0   # x # . #      no flood reaches is never read, so a small region in a large board costs little.
//! ```

use crate::push::CellIterator;
use std::fmt::Debug;

/// Set of cells. Sets of one grid have an equal number of words; only sets of one grid may be combined.
#[derive(Clone, Debug)]
pub(crate) struct CellSet<W>(W);

impl<W: Words> PartialEq for CellSet<W> {
    /// Avoids the library call of a comparison of arrays.
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        !self.has_word(other, |word, other| word ^ other)
    }
}

impl<W: Words> Eq for CellSet<W> {}

impl<W: Words> CellSet<W> {
    #[inline(always)]
    pub(crate) fn empty(length: usize) -> Self {
        Self(W::zero(length))
    }

    #[inline(always)]
    pub(super) fn words(&self) -> &[u64] {
        self.0.words()
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64] {
        self.0.words_mut()
    }

    #[inline(always)]
    pub(crate) fn has(&self, cell: usize) -> bool {
        self.0.words()[cell / 64] >> (cell % 64) & 1 != 0
    }

    #[inline(always)]
    pub(crate) fn insert(&mut self, cell: usize) {
        self.0.words_mut()[cell / 64] |= 1 << (cell % 64);
    }

    #[inline(always)]
    pub(crate) fn remove(&mut self, cell: usize) {
        self.0.words_mut()[cell / 64] &= !(1 << (cell % 64));
    }

    #[inline(always)]
    pub(crate) fn one(length: usize, cell: usize) -> Self {
        let mut set = Self::empty(length);
        set.insert(cell);
        set
    }

    #[inline(always)]
    fn with(&self, other: &Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        let mut result = self.clone();
        let other = other.0.words();
        for (at, word) in result.0.words_mut().iter_mut().enumerate() {
            *word = combine(*word, other[at]);
        }
        result
    }

    #[inline(always)]
    fn has_word(&self, other: &Self, combine: impl Fn(u64, u64) -> u64) -> bool {
        let other = other.0.words();
        let mut all = 0;
        for (at, &word) in self.0.words().iter().enumerate() {
            all |= combine(word, other[at]);
        }
        all != 0
    }

    #[inline(always)]
    pub(crate) fn and(&self, other: &Self) -> Self {
        self.with(other, |word, other| word & other)
    }

    #[inline(always)]
    pub(crate) fn or(&self, other: &Self) -> Self {
        self.with(other, |word, other| word | other)
    }

    #[inline(always)]
    pub(crate) fn minus(&self, other: &Self) -> Self {
        self.with(other, |word, other| word & !other)
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.words().iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.has_word(other, |word, other| word & other)
    }

    #[inline(always)]
    pub(crate) fn is_subset(&self, other: &Self) -> bool {
        !self.has_word(other, |word, other| word & !other)
    }

    #[inline(always)]
    pub(crate) fn len_minus(&self, other: &Self) -> usize {
        let other = other.0.words();
        self.0.words().iter().enumerate().map(|(at, word)| (word & !other[at]).count_ones() as usize).sum()
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.0.words().iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline(always)]
    pub(crate) fn first(&self) -> Option<usize> {
        let words = self.0.words();
        let at = words.iter().position(|&word| word != 0)?;
        Some(at * 64 + words[at].trailing_zeros() as usize)
    }

    #[inline(always)]
    pub(crate) fn iter(&self) -> CellIterator<'_> {
        CellIterator::new(self.0.words())
    }

    /// Returns the set with `by` added to each cell number; cells past the end are dropped.
    #[inline(always)]
    pub(crate) fn raised(&self, by: usize) -> Self {
        let mut result = self.clone();
        let (from, to) = (self.0.words(), result.0.words_mut());
        let (jump, by) = if W::IS_WIDE { (by / 64, by % 64) } else { (0, by) };
        for (at, word) in to.iter_mut().enumerate() {
            let low = |at: usize| from.get(at).copied().unwrap_or(0);
            // Below word 0 the index wraps to one past all words, which reads as empty.
            let (own, before) = (low(at.wrapping_sub(jump)), low(at.wrapping_sub(jump + 1)));
            // A shift by all 64 bits would overflow.
            *word = if W::IS_WIDE && by == 0 { own } else { own << by | before >> (64 - by) };
        }
        result
    }

    /// Returns the set with `by` subtracted from each cell number; cells below 0 are dropped.
    #[inline(always)]
    pub(crate) fn lowered(&self, by: usize) -> Self {
        let mut result = self.clone();
        let (from, to) = (self.0.words(), result.0.words_mut());
        let (jump, by) = if W::IS_WIDE { (by / 64, by % 64) } else { (0, by) };
        for (at, word) in to.iter_mut().enumerate() {
            let high = |at: usize| from.get(at).copied().unwrap_or(0);
            let (own, after) = (high(at + jump), high(at + jump + 1));
            // As above: a shift by 64 bits.
            *word = if W::IS_WIDE && by == 0 { own } else { own >> by | after << (64 - by) };
        }
        result
    }
}

/// Words that hold one bit for each cell. All sets of one grid have an equal number of words.
pub(crate) trait Words: Clone + PartialEq + Eq + Debug + Send + Sync + 'static {
    /// Whether the words are on the heap. Only sets on the heap may have rows of 64 cells and more.
    const IS_WIDE: bool;

    /// Returns words without a bit. Only sets on the heap use `length`, the number of words.
    fn zero(length: usize) -> Self;

    /// Returns the words: cell 0 is the lowest bit of the first word.
    fn words(&self) -> &[u64];

    fn words_mut(&mut self) -> &mut [u64];
}

impl<const N: usize> Words for [u64; N] {
    const IS_WIDE: bool = false;

    #[inline(always)]
    fn zero(_: usize) -> Self {
        [0; N]
    }

    #[inline(always)]
    fn words(&self) -> &[u64] {
        self
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64] {
        self
    }
}

impl Words for Box<[u64]> {
    const IS_WIDE: bool = true;

    fn zero(length: usize) -> Self {
        vec![0; length].into_boxed_slice()
    }

    fn words(&self) -> &[u64] {
        self
    }

    fn words_mut(&mut self) -> &mut [u64] {
        self
    }
}

/// Returns the cells of `free` connected with `seed`, which must be free; a row of the grid has `row` cells.
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

/// True if the neighbours in `ring` are connected by its cells; bit 0 is the cell above, the others follow clockwise.
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
