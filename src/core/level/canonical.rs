//! Canonical forms of levels, for finding duplicates and similar levels.

use super::{Level, Square, Symmetry};

/// Canonical form of a level: equal for levels that differ only by a symmetry, by the player's place within a region,
/// by decoration, and by walls out of reach.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Canonical {
    height: usize,
    width: usize,
    cells: Vec<u8>,
}

const WALL: u8 = 0;
const FLOOR: u8 = 1;
const GOAL: u8 = 2;
const BOX: u8 = 4;
const PLAYER: u8 = 8;

/// The pictures of a level under all eight rotations and reflections.
#[derive(Clone, Debug)]
pub struct Pictures(Vec<Canonical>);

impl Pictures {
    /// Draws the pictures of a level under all symmetries.
    pub fn of(level: &Level) -> Self {
        let board = &level.board;
        let region = board.region(level.start.player, |square| level.start.has_box(square));
        let squares: Vec<(Square, usize, usize)> = board
            .squares()
            .map(|square| {
                let (row, column) = board.row_column(square);
                (square, row, column)
            })
            .collect();
        Self(Symmetry::all().map(|symmetry| picture(level, &region, &squares, symmetry)).collect())
    }

    /// Returns the number of squares that differ between two levels, ignoring the player, under the symmetry with the smallest
    /// number; `None` if it exceeds `most`, or if the sizes differ under every symmetry.
    pub fn difference(&self, other: &Self, most: usize) -> Option<usize> {
        let first = self.0.first()?;
        let differences =
            other.0.iter().filter(|picture| (picture.height, picture.width) == (first.height, first.width));
        differences.filter_map(|picture| first.difference(picture, most)).min()
    }
}

impl Canonical {
    /// Returns the canonical form of a level: the smallest of its eight pictures.
    pub fn of(level: &Level) -> Self {
        Pictures::of(level).0.into_iter().min().expect("invariant: there are eight symmetries")
    }

    /// Returns the number of places that differ between two pictures of equal size; `None` if it exceeds `most`.
    fn difference(&self, other: &Self, most: usize) -> Option<usize> {
        let mut differing = 0;
        for (one, another) in self.cells.iter().zip(&other.cells) {
            differing += usize::from((one ^ another) & !PLAYER != 0);
            if differing > most {
                return None;
            }
        }
        Some(differing)
    }

    /// Returns a hash of the form that does not depend on run or machine: FNV-1a of the size and the cells.
    pub fn digest(&self) -> u64 {
        let sizes = [self.height, self.width].map(|size| (size as u64).to_le_bytes());
        fnv(sizes.iter().flatten().chain(&self.cells).copied())
    }
}

fn fnv(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Returns the picture under a symmetry, cut to the rectangle of squares, with the player on the first place of
/// `region`.
fn picture(level: &Level, region: &[bool], squares: &[(Square, usize, usize)], symmetry: Symmetry) -> Canonical {
    let board = &level.board;
    let places: Vec<(usize, usize)> =
        squares.iter().map(|&(_, row, column)| symmetry.target(row, column, board.height(), board.width())).collect();
    let top = places.iter().map(|p| p.0).min().unwrap_or(0);
    let left = places.iter().map(|p| p.1).min().unwrap_or(0);
    let height = places.iter().map(|p| p.0 + 1 - top).max().unwrap_or(0);
    let width = places.iter().map(|p| p.1 + 1 - left).max().unwrap_or(0);
    let mut cells = vec![WALL; height * width];
    let mut player = usize::MAX;
    for (&(square, ..), (row, column)) in squares.iter().zip(places) {
        let place = (row - top) * width + column - left;
        cells[place] =
            FLOOR + if board.is_goal(square) { GOAL } else { 0 } + if level.start.has_box(square) { BOX } else { 0 };
        if region[square.index()] {
            player = player.min(place);
        }
    }
    cells[player] += PLAYER;
    Canonical { height, width, cells }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_alike_in_the_turn_in_which_fewest_squares_differ() {
        let pictures = |text: &str| Pictures::of(&Level::from_xsb("", text).expect("a good board"));
        let plain = pictures("#####\n#@  ##\n# $. #\n##   #\n #####");
        let moved = pictures("  #####\n ##   #\n # .$ #\n #@ # #\n #####");
        assert_eq!(plain.difference(&plain, 0), Some(0));
        assert_eq!(plain.difference(&moved, 4), Some(2), "mirrored, a wall and a square of floor have changed places");
        assert_eq!(plain.difference(&moved, 0), None);
        assert_eq!(plain.difference(&pictures("#######\n#@ $ .#\n#######"), 99), None, "another size");
    }
}
