//! Canonical form of a level, for finding duplicates.

use super::{Level, Square, Symmetry};

/// The canonical form of a level: equal for levels that differ only by turning and mirroring, by the player's place
/// within his region, by decoration, and by walls out of reach.
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

impl Canonical {
    /// Returns the smallest of the eight pictures.
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
        Symmetry::all()
            .map(|symmetry| picture(level, &region, &squares, symmetry))
            .min()
            .expect("invariant: there are eight symmetries")
    }

    /// Returns a hash that is the same in every run and on every machine: FNV-1a of the size and the cells.
    pub fn digest(&self) -> u64 {
        let sizes = [self.height, self.width].map(|size| (size as u64).to_le_bytes());
        let bytes = sizes.iter().flatten().chain(&self.cells);
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }
}

/// Returns one picture, cut to the squares, with the player at the first place of his region.
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

    fn canonical(text: &str) -> Canonical {
        Canonical::of(&Level::from_xsb("", text).expect("a good board"))
    }

    #[test]
    fn turned_walked_and_decorated_levels_are_the_same() {
        let plain = canonical("#####\n#@  ##\n# $. #\n##   #\n #####");
        assert_eq!(plain, canonical("  #####\n ##   #\n # .$ #\n #@  ##\n #####"), "mirrored, walked");
        assert_eq!(plain, canonical("######\n#@  ##\n# $. #\n##   ##\n #####*#\n     ###"), "decorated, thicker walls");
    }

    #[test]
    fn other_boxes_goals_or_regions_make_another_level() {
        let plain = canonical("#######\n#@ $ .#\n#######");
        assert_ne!(plain, canonical("#######\n#@$  .#\n#######"));
        assert_ne!(plain, canonical("#######\n#  $@.#\n#######"));
        assert_ne!(plain, canonical("#######\n#@ $. #\n#######"));
    }
}
