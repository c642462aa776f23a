//! A set of boxes as bits over dense squares.
//!
//! Our own and no library's, because states are made, hashed and compared by the million: up to 256 squares stand
//! inline, larger boards spill to the heap.

use crate::level::Square;
use smallvec::SmallVec;

/// The squares that hold boxes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoxSet(SmallVec<[u64; 4]>);

impl BoxSet {
    /// Without boxes, for a board of so many squares.
    pub fn empty(squares: usize) -> Self {
        Self(SmallVec::from_elem(0, Self::words_for(squares)))
    }

    /// With these boxes.
    pub fn of(squares: usize, boxes: impl IntoIterator<Item = Square>) -> Self {
        let mut set = Self::empty(squares);
        for square in boxes {
            set.insert(square);
        }
        set
    }

    /// How many words a board of so many squares needs.
    pub const fn words_for(squares: usize) -> usize {
        squares.div_ceil(64)
    }

    /// From packed words, as [`BoxSet::words`] gave them.
    pub fn from_words(words: &[u64]) -> Self {
        Self(SmallVec::from_slice(words))
    }

    /// The packed words.
    pub fn words(&self) -> &[u64] {
        &self.0
    }

    /// Is there a box?
    #[inline]
    pub fn has(&self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }

    /// Puts a box there.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Takes the box away.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// Moves a box.
    #[inline]
    pub fn shift(&mut self, from: Square, to: Square) {
        self.remove(from);
        self.insert(to);
    }

    /// The same with one box moved.
    pub fn shifted(&self, from: Square, to: Square) -> Self {
        let mut boxes = self.clone();
        boxes.shift(from, to);
        boxes
    }

    /// What it takes, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + if self.0.spilled() { size_of_val(self.words()) } else { 0 }
    }

    /// How many boxes.
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// No box at all?
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// Do all boxes of this set stand in the other too?
    pub fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// The boxes, ascending.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(Square::from_index(index * 64 + bit))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in_and_lists_it_in_order() {
        let mut set = BoxSet::of(300, [Square(299), Square(0), Square(64), Square(63)]);
        set.remove(Square(64));
        assert_eq!(set.iter().collect::<Vec<_>>(), [Square(0), Square(63), Square(299)]);
        assert_eq!((set.len(), set.has(Square(63)), set.has(Square(64))), (3, true, false));
        assert!(BoxSet::of(300, [Square(63)]).is_subset(&set) && !set.is_subset(&BoxSet::empty(300)));
        assert_eq!(BoxSet::from_words(set.words()), set);
    }
}
