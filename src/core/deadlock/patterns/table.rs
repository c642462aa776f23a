//! LISA's table: the pictures that are still consistent with the contents at an offset from the box.
//!
//! ```text
//!   offsets, nearest first      for each offset and tile, the set of pictures that it leaves
//!   0,0 -1,0 0,-1 0,1 1,0 ..    free: pictures without a tile there; box: without a wall there; wall: all
//! ```
//! Input: pictures centred on a box. Output: for a box on a board, the first accepted picture that fits around it.

use super::Picture;
use crate::level::Tile;
use fixedbitset::FixedBitSet;

/// Numbers of rows and columns from the box on which a picture is centred, negative upwards and to the left.
pub(super) type Offset = (isize, isize);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stands {
    Nothing,
    Box,
    Wall,
}

#[derive(Clone, Debug)]
struct Entry {
    offset: Offset,
    /// Pictures that allow an empty square, and pictures that allow a box, at the offset. All pictures allow a wall.
    consistent: [FixedBitSet; 2],
    /// Pictures whose last requirement is at this offset.
    covered: FixedBitSet,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    entries: Vec<Entry>,
    pictures: usize,
}

impl Table {
    /// Creates the table of pictures, each given with the row and column of the box on which it is centred.
    pub(super) fn new<'p>(centred: impl ExactSizeIterator<Item = (&'p Picture, (usize, usize))>) -> Self {
        let pictures = centred.len();
        let demands: Vec<Vec<(Offset, Tile)>> = centred.map(|(picture, centre)| demands(picture, centre)).collect();
        let mut offsets: Vec<Offset> = demands.iter().flatten().map(|(offset, _)| *offset).collect();
        offsets.sort_unstable_by_key(|&(row, column)| (row * row + column * column, row, column));
        offsets.dedup();
        let all = || {
            let mut all = FixedBitSet::with_capacity(pictures);
            all.insert_range(..);
            all
        };
        let entry = |&offset: &Offset| Entry {
            offset,
            consistent: [all(), all()],
            covered: FixedBitSet::with_capacity(pictures),
        };
        let mut entries: Vec<Entry> = offsets.iter().map(entry).collect();
        for (number, demands) in demands.iter().enumerate() {
            let mut last = 0;
            for (offset, tile) in demands {
                let Some(at) = offsets.iter().position(|o| o == offset) else { continue };
                last = last.max(at);
                entries[at].consistent[0].set(number, false);
                entries[at].consistent[1].set(number, tile.has_box());
            }
            entries[last].covered.insert(number);
        }
        Self { entries, pictures }
    }

    /// Returns the number of the first picture that `accepts` accepts and whose requirements `stands` meets at all offsets.
    pub(super) fn search(
        &self,
        stands: impl Fn(Offset) -> Stands,
        mut accepts: impl FnMut(usize) -> bool,
    ) -> Option<usize> {
        let mut left = FixedBitSet::with_capacity(self.pictures);
        left.insert_range(..);
        for entry in &self.entries {
            match stands(entry.offset) {
                Stands::Nothing => left.intersect_with(&entry.consistent[0]),
                Stands::Box => left.intersect_with(&entry.consistent[1]),
                Stands::Wall => {}
            }
            if left.is_clear() {
                return None;
            }
            let covered = left.intersection(&entry.covered).find(|&number| accepts(number));
            if covered.is_some() {
                return covered;
            }
            left.difference_with(&entry.covered);
        }
        None
    }
}

fn demands(picture: &Picture, centre: (usize, usize)) -> Vec<(Offset, Tile)> {
    let offset = |(row, column): (usize, usize)| {
        (row.cast_signed() - centre.0.cast_signed(), column.cast_signed() - centre.1.cast_signed())
    };
    picture.demands().map(|(place, tile)| (offset(place), tile)).collect()
}
