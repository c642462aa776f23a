//! Placement of pieces on a board, in rows.
//!
//! ```text
//!   +--+ +---+ +--+      Rows of like width, every other one from right to left, so that each piece stands beside the
//!   |1 | |2  | |3 |      one before it. The narrowest width is taken at which the board is no higher than wide.
//!   +--+ |   | +--+
//!        +---+
//!   +---+  +----+
//!   |5  |  |4   |
//!   +---+  +----+
//! ```

use super::canvas::Place;

/// Places of pieces on a board, and the size of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shelves {
    /// Upper left corner of each piece, as row and column.
    pub(super) corners: Vec<Place>,
    /// Number of rows of the board.
    pub(super) height: usize,
    /// Number of columns of the board.
    pub(super) width: usize,
}

impl Shelves {
    /// Places pieces of these heights and widths `gap` squares apart, and `gap` squares from the rim. Linear in pieces
    /// times widths tried.
    pub(super) fn new(sizes: &[(usize, usize)], gap: usize) -> Self {
        let widest = sizes.iter().map(|size| size.1).max().unwrap_or(0) + 2 * gap;
        let one_row = sizes.iter().map(|size| size.1 + gap).sum::<usize>() + gap;
        let tried = (widest..one_row).map(|width| Self::of_width(sizes, gap, width));
        let found = tried.into_iter().find(|shelves| shelves.height <= shelves.width);
        found.unwrap_or_else(|| Self::of_width(sizes, gap, one_row.max(widest)))
    }

    fn of_width(sizes: &[(usize, usize)], gap: usize, width: usize) -> Self {
        let (mut corners, mut top, mut used, mut highest, mut is_forward) = (Vec::new(), gap, gap, 0, true);
        for &(high, wide) in sizes {
            if used + wide + gap > width {
                (top, used, highest, is_forward) = (top + highest + gap, gap, 0, !is_forward);
            }
            corners.push((top, if is_forward { used } else { width - used - wide }));
            used += wide + gap;
            highest = highest.max(high);
        }
        Self { corners, height: top + highest + gap, width }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_apart_and_inside_and_each_is_beside_the_one_before_it() {
        let sizes: Vec<(usize, usize)> = (0..23).map(|n| (1 + n * 7 % 5, 2 + n * 3 % 7)).collect();
        let shelves = Shelves::new(&sizes, 3);
        assert!(shelves.height <= shelves.width && shelves.width < 2 * shelves.height, "{shelves:?}");
        let boxes: Vec<_> = shelves.corners.iter().zip(&sizes).collect();
        for (number, &(&(top, left), &(high, wide))) in boxes.iter().enumerate() {
            assert!(top >= 3 && left >= 3 && top + high + 3 <= shelves.height && left + wide + 3 <= shelves.width);
            for &(&(other_top, other_left), &(other_high, other_wide)) in &boxes[..number] {
                let is_beside = left + wide + 3 <= other_left || other_left + other_wide + 3 <= left;
                assert!(is_beside || top + high + 3 <= other_top || other_top + other_high + 3 <= top);
            }
        }
    }

    #[test]
    fn one_row_is_the_widest() {
        assert_eq!(Shelves::new(&[(40, 2), (40, 2)], 3).corners, [(3, 3), (3, 8)]);
        assert_eq!(Shelves::new(&[(9, 1)], 3), Shelves { corners: vec![(3, 3)], height: 15, width: 7 });
    }
}
