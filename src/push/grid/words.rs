//! Memory of a set of cells: a fixed number of words, or any number on the heap.

use std::fmt::Debug;

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

    /// Returns the bytes on the heap of a set of `length` words.
    fn heap_bytes(length: usize) -> usize;
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

    fn heap_bytes(_: usize) -> usize {
        0
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

    fn heap_bytes(length: usize) -> usize {
        length * size_of::<u64>()
    }
}
