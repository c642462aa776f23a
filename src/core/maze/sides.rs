//! The player's sides of a box: the neighbours of its square, grouped by connection while the box is there.
//!
//! ```text
//!   #####      A box on B, alone on the board, cuts the maze in two: pushed from the left it is not the
//!   #  B  #    same as pushed from the right. A box on C does not cut it: all its sides are one group.
//!   # C####
//! ```
//! Other boxes are ignored, so a box changes its group only when it is pushed itself: the player cannot walk through it.

use super::cuts::Cuts;
use crate::level::{Board, Direction, Square};

const NO_GROUP: u8 = u8::MAX;

/// For a box on each square, its neighbours in groups: the player can walk between neighbours of one group.
#[derive(Clone, Debug)]
pub struct PlayerSides {
    cuts: Cuts,
    /// For each square and direction, the part of the maze that the neighbour there is in, and the number of its group.
    sides: Vec<[(Square, u8); 4]>,
    /// For each square, the number of groups: 1 unless the square is an articulation point.
    count: Vec<u8>,
}

impl PlayerSides {
    /// Groups the sides of all squares of a board, in linear time.
    pub fn new(board: &Board) -> Self {
        let mut cuts = Cuts::default();
        cuts.find(board, |_| false);
        let (sides, count) = board.squares().map(|square| grouped(board, &cuts, square)).unzip();
        Self { cuts, sides, count }
    }

    /// Returns the number of groups of a square: 1 unless a box there cuts the maze; 0 on a board of one square.
    pub fn groups(&self, square: Square) -> u8 {
        self.count[square.index()]
    }

    /// Returns the group of the neighbour of a square in a direction; the neighbour must not be a wall.
    #[inline]
    pub fn group(&self, square: Square, direction: Direction) -> u8 {
        self.sides[square.index()][direction.index()].1
    }

    /// Returns the group of sides of a box on `square` that the player reaches from `player`, another square.
    pub fn towards(&self, board: &Board, square: Square, player: Square) -> u8 {
        if self.count[square.index()] <= 1 {
            return 0;
        }
        let part = self.cuts.part(board, square, player);
        self.sides[square.index()].iter().find(|side| side.0 == part).map_or(0, |side| side.1)
    }
}

/// Returns the parts and groups of the neighbours of a square, and the number of groups.
fn grouped(board: &Board, cuts: &Cuts, square: Square) -> ([(Square, u8); 4], u8) {
    let mut count = 0;
    // No neighbour is in the part of the square itself, which stands for walls.
    let mut sides = [(square, NO_GROUP); 4];
    for direction in Direction::ALL {
        let Some(neighbour) = board.next(square, direction) else { continue };
        let part = cuts.part(board, square, neighbour);
        let known = sides.iter().find(|side| side.0 == part).map(|side| side.1);
        sides[direction.index()] = (part, known.unwrap_or(count));
        count += u8::from(known.is_none());
    }
    (sides, count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    /// Checks the groups by their definition, with one flood for each square.
    fn assert_groups_are_floods(board: &Board) {
        let sides = PlayerSides::new(board);
        for square in board.squares() {
            for one in Direction::ALL {
                let Some(from) = board.next(square, one) else { continue };
                let region = board.region(from, |s| s == square);
                for other in Direction::ALL {
                    let Some(to) = board.next(square, other) else { continue };
                    let same = sides.group(square, one) == sides.group(square, other);
                    assert_eq!(same, region[to.index()], "{square:?} {one:?} {other:?}");
                }
                for player in board.squares().filter(|&p| p != square && region[p.index()]) {
                    assert_eq!(sides.towards(board, square, player), sides.group(square, one));
                }
            }
        }
    }

    #[test]
    fn groups_are_what_floods_around_the_box_say() {
        let drawn = [
            "#######\n#@$ . #\n# #####\n#     #\n### ###\n#     #\n#######",
            "########\n#@ #   #\n#  # # #\n# $  # #\n#  # #.#\n#  # # #\n########",
            "#########\n# # # # #\n#@$.    #\n# # # # #\n#########",
        ];
        for text in drawn {
            assert_groups_are_floods(&Level::from_xsb("", text).unwrap().board);
        }
    }
}
