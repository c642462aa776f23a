//! Test whether a cell can be removed from a region without cutting it, by the eight cells around it.
//!
//! ```text
//!   7 0 1      Where the neighbours 0, 2, 4, 6 that are in the region are connected by cells of the ring that are in
//!   6 x 2      it too, any walk through x can go around it: the region without x is connected. Otherwise it may be cut.
//!   5 4 3
//! ```

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

/// Returns whether the neighbours among the ring cells `ring` are connected by cells of `ring`. Bit 0 is the cell
/// above; the other bits follow clockwise.
#[inline(always)]
pub(super) fn keeps(ring: usize) -> bool {
    KEEPS[ring & 255]
}

/// Returns whether walks from one neighbour in both directions along the ring reach all other neighbours.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_cuts_nothing_where_its_neighbours_are_connected_around_it() {
        assert!(keeps(0) && keeps(0b1) && keeps(0b1111_1111));
        assert!(keeps(0b111) && keeps(0b1100_0001), "around a corner");
        assert!(keeps(0b1111_1101), "around the other way");
        assert!(!keeps(0b101) && !keeps(0b0001_0001) && !keeps(0b0111_0111));
        assert!(keeps(0b1000_1010) && keeps(0b1010_0001), "corners alone are no neighbours");
    }
}
