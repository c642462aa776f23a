//! Sets of cells of a grid, one bit for each cell. Loops avoid `zip`, which calls functions of the standard library
//! that only link-time optimisation inlines.

use crate::push::CellIterator;
use std::fmt::Debug;

/// Set of cells. Sets of one grid have an equal number of words; only sets of one grid may be combined.
#[derive(Clone, Debug)]
pub struct CellSet<W>(W);

impl<W: Words> PartialEq for CellSet<W> {
    /// Avoids the library call of a comparison of arrays.
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        !self.has_word(other, |word, other| word ^ other)
    }
}

impl<W: Words> Eq for CellSet<W> {}

impl<W: Words> CellSet<W> {
    /// Returns the empty set of `length` words.
    #[inline(always)]
    pub fn empty(length: usize) -> Self {
        Self(W::zero(length))
    }

    #[inline(always)]
    pub(super) fn words(&self) -> &[u64] {
        self.0.words()
    }

    #[inline(always)]
    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        self.0.words_mut()
    }

    /// True if a cell is in the set.
    #[inline(always)]
    pub fn has(&self, cell: usize) -> bool {
        self.0.words()[cell / 64] >> (cell % 64) & 1 != 0
    }

    /// Adds a cell.
    #[inline(always)]
    pub fn insert(&mut self, cell: usize) {
        self.0.words_mut()[cell / 64] |= 1 << (cell % 64);
    }

    /// Removes a cell.
    #[inline(always)]
    pub fn remove(&mut self, cell: usize) {
        self.0.words_mut()[cell / 64] &= !(1 << (cell % 64));
    }

    /// Returns the set of `length` words with the one cell `cell`.
    #[inline(always)]
    pub fn one(length: usize, cell: usize) -> Self {
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

    /// Returns the cells that are in both sets.
    #[inline(always)]
    pub fn and(&self, other: &Self) -> Self {
        self.with(other, |word, other| word & other)
    }

    /// Returns the cells in one of the sets or both.
    #[inline(always)]
    pub fn or(&self, other: &Self) -> Self {
        self.with(other, |word, other| word | other)
    }

    /// Returns the cells of this set that are not in the other set.
    #[inline(always)]
    pub fn minus(&self, other: &Self) -> Self {
        self.with(other, |word, other| word & !other)
    }

    /// True if the set has no cell.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.words().iter().fold(0, |all, word| all | word) == 0
    }

    /// True if the sets have a cell in common.
    #[inline(always)]
    pub fn meets(&self, other: &Self) -> bool {
        self.has_word(other, |word, other| word & other)
    }

    /// True if all cells of this set are in the other set.
    #[inline(always)]
    pub fn is_subset(&self, other: &Self) -> bool {
        !self.has_word(other, |word, other| word & !other)
    }

    /// Returns the number of cells of this set that are not in the other set.
    #[inline(always)]
    pub fn len_minus(&self, other: &Self) -> usize {
        let other = other.0.words();
        self.0.words().iter().enumerate().map(|(at, word)| (word & !other[at]).count_ones() as usize).sum()
    }

    /// Returns the number of cells in the set.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.0.words().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the lowest cell of the set; `None` if it is empty.
    #[inline(always)]
    pub fn first(&self) -> Option<usize> {
        let words = self.0.words();
        let at = words.iter().position(|&word| word != 0)?;
        Some(at * 64 + words[at].trailing_zeros() as usize)
    }

    /// Returns the cells of the set, ascending.
    #[inline(always)]
    pub fn iter(&self) -> CellIterator<'_> {
        CellIterator::new(self.0.words())
    }

    /// Returns the set with `by` added to each cell number; cells past the end are dropped.
    #[inline(always)]
    pub fn raised(&self, by: usize) -> Self {
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
    pub fn lowered(&self, by: usize) -> Self {
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
pub trait Words: Clone + PartialEq + Eq + Debug + Send + Sync + 'static {
    /// Whether the words are on the heap. Only sets on the heap may have rows of 64 cells and more.
    const IS_WIDE: bool;

    /// Returns words without a bit. Only sets on the heap use `length`, the number of words.
    fn zero(length: usize) -> Self;

    /// Returns the words: cell 0 is the lowest bit of the first word.
    fn words(&self) -> &[u64];

    /// Returns the words, to be changed.
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
