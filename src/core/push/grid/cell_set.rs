//! Sets of cells of a grid, one bit for each cell. Loops avoid `zip`, which calls functions of the standard library
//! that only link-time optimisation inlines.

use super::Words;

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
            let (own, before) = (low(at.wrapping_sub(jump)), low(at.wrapping_sub(jump + 1)));
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
            *word = if W::IS_WIDE && by == 0 { own } else { own >> by | after << (64 - by) };
        }
        result
    }
}

/// Iterator over the cells of a set, ascending.
#[derive(Clone, Debug)]
pub struct CellIterator<'a> {
    words: &'a [u64],
    at: usize,
    /// Bits of word `at` that were not returned yet.
    rest: u64,
}

impl<'a> CellIterator<'a> {
    /// Creates the iterator over the numbers of the bits that are set in `words`, the lowest first.
    #[inline(always)]
    pub(crate) fn new(words: &'a [u64]) -> Self {
        Self { words, at: 0, rest: words.first().copied().unwrap_or(0) }
    }
}

impl Iterator for CellIterator<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.rest == 0 {
            self.at += 1;
            self.rest = *self.words.get(self.at)?;
        }
        let bit = self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(self.at * 64 + bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Random;
    use std::collections::BTreeSet;

    fn check<W: Words>(words: usize) {
        let (mut random, cells) = (Random::new(words as u64), words * 64);
        for _ in 0..30 {
            let mut draw = || {
                let (count, mut plain, mut set) = (random.below(40), BTreeSet::new(), CellSet::<W>::empty(words));
                for _ in 0..count {
                    let cell = random.below(cells);
                    plain.insert(cell);
                    set.insert(cell);
                }
                if let Some(&cell) = plain.first().filter(|_| random.chance(30)) {
                    plain.remove(&cell);
                    set.remove(cell);
                }
                (plain, set)
            };
            let ((a, x), (b, y)) = (draw(), draw());
            let plain = |set: CellSet<W>| set.iter().collect::<BTreeSet<usize>>();
            assert_eq!(plain(x.clone()), a);
            assert_eq!(plain(x.and(&y)), &a & &b);
            assert_eq!(plain(x.or(&y)), &a | &b);
            assert_eq!(plain(x.minus(&y)), &a - &b);
            assert_eq!((x.meets(&y), x.is_subset(&y)), (!a.is_disjoint(&b), a.is_subset(&b)));
            assert!(x.and(&y).is_subset(&x) && !x.minus(&y).meets(&y));
            assert_eq!((x.is_empty(), x.len(), x.first()), (a.is_empty(), a.len(), a.first().copied()));
            assert_eq!(x.len_minus(&y), a.difference(&b).count());
            assert!((0..cells).all(|cell| x.has(cell) == a.contains(&cell)));
            assert_eq!(plain(CellSet::<W>::one(words, cells - 1)), [cells - 1].into());
            let far = if W::IS_WIDE { cells - 1 } else { 63 };
            for by in [1, 2, 63, far, random.between(1, far)] {
                assert_eq!(plain(x.raised(by)), a.iter().map(|c| c + by).filter(|&c| c < cells).collect());
                assert_eq!(plain(x.lowered(by)), a.iter().filter_map(|c| c.checked_sub(by)).collect());
            }
        }
    }

    #[test]
    fn operations_of_every_width_are_those_of_plain_sets() {
        check::<[u64; 1]>(1);
        check::<[u64; 2]>(2);
        check::<[u64; 3]>(3);
        check::<[u64; 4]>(4);
        check::<[u64; 6]>(6);
        check::<[u64; 8]>(8);
        check::<[u64; 12]>(12);
        check::<[u64; 20]>(20);
        for words in [1, 2, 5, 33] {
            check::<Box<[u64]>>(words);
        }
    }
}
