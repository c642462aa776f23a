//! Sets of cells of one picture.

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Set(Box<[u64]>);

impl Set {
    pub(super) fn none(cells: usize) -> Self {
        Self(vec![0; cells.div_ceil(64)].into())
    }

    pub(super) fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    pub(super) fn put(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    pub(super) fn with(mut self, cell: usize) -> Self {
        self.put(cell);
        self
    }

    pub(super) fn without(mut self, cell: usize) -> Self {
        self.0[cell / 64] &= !(1 << (cell % 64));
        self
    }

    pub(super) fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| one & !other == 0)
    }

    pub(super) fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one & other).collect())
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one & !other).collect())
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let rests = |word: u64| std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
        let cells = move |(at, &word)| {
            rests(word).take_while(|&rest| rest != 0).map(move |rest| 64 * at + rest.trailing_zeros() as usize)
        };
        self.0.iter().enumerate().flat_map(cells)
    }
}
