//! Zone of closed squares: the surroundings in which boxes are kept.
//!
//! ```text
//!   ########     c are closed squares; the zone holds them and the squares around them, here the boxes 1, 2 and 3.
//!   #   4  #     Box 4 stands behind box 1, so that 1 cannot be pushed in; neither can 1 be pushed sideways. Box 4 is
//!   # # 15 #     kept too: if it were left out, 1 could be pushed at once. Box 5 stands beside 1 and is kept as it is
//!   # #2c3 #     around c.
//!   # ##c###
//! ```
//! Any zone is sound; boxes outside it are left out of the proof.

use crate::level::{Board, Direction, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Region};

/// Returns the zone of the closed squares `closed`. `region` must be the player's region. Linear in `closed`.
pub(in crate::deadlock) fn zone_of(maze: &Maze<'_>, closed: &BoxSet, boxes: &BoxSet, region: &Region) -> BoxSet {
    let board = maze.board;
    let mut zone = BoxSet::empty(board.len());
    for square in closed.iter() {
        around(board, square).for_each(|s| zone.insert(s));
        for direction in Direction::ALL {
            let Some(border) = board.next(square, direction).filter(|&b| boxes.has(b)) else { continue };
            let Some(behind) = board.next(border, direction).filter(|&b| boxes.has(b)) else { continue };
            if !can_be_pushed_across(maze, boxes, region, border, direction) {
                zone.insert(behind);
            }
        }
    }
    zone
}

/// Returns whether the player can push box `b` along the axis perpendicular to `along`.
fn can_be_pushed_across(maze: &Maze<'_>, boxes: &BoxSet, region: &Region, b: Square, along: Direction) -> bool {
    let mut across =
        Direction::ALL.into_iter().filter(|&direction| direction != along && direction != along.opposite());
    across.any(|direction| {
        let is_free = |to: Square| !boxes.has(to) && !maze.distances.is_dead(to);
        maze.board.next(b, direction).is_some_and(is_free)
            && maze.board.next(b, direction.opposite()).is_some_and(|stand| region.has(stand))
    })
}

/// Returns the floor squares of the 3 x 3 block around a square.
pub(in crate::deadlock) fn around(board: &Board, square: Square) -> impl Iterator<Item = Square> + '_ {
    let (row, column) = board.row_column(square);
    let places = (0..3).flat_map(move |r| (0..3).map(move |c| (row + r, column + c)));
    places.filter_map(|(r, c)| board.square(r.checked_sub(1)?, c.checked_sub(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::run::Meter;

    #[test]
    fn a_box_behind_the_border_is_kept_only_where_that_before_it_cannot_step_aside() {
        // As drawn above.
        let picture = "########\n#@..$  #\n# #.$$ #\n# #$.$ #\n# ##.###\n########";
        let level = Level::from_xsb("", picture).unwrap();
        let (board, maze) = (&level.board, Maze::new(&level.board, &mut Meter::unlimited()).unwrap());
        let at = |row, column| board.square(row, column).unwrap();
        let (four, five) = (at(1, 4), at(2, 5));
        let closed = BoxSet::of(board.len(), [at(3, 4), at(4, 4)]);
        let zone = |boxes: &BoxSet| {
            let mut region = Region::new(board.len());
            region.flood(board, level.start.player, |s| boxes.has(s));
            zone_of(&maze, &closed, boxes, &region)
        };
        let boxes = BoxSet::of(board.len(), level.start.boxes.iter().copied());
        assert!(level.start.boxes.iter().all(|&s| zone(&boxes).has(s)), "all five");
        let mut without = boxes.clone();
        without.remove(five);
        assert!(!zone(&without).has(four) && zone(&without).has(at(2, 4)), "the first steps to the right");
    }
}
