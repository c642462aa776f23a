//! Boxes that can never be pulled.

use crate::level::{Board, Direction};
use crate::push::BoxSet;

/// Returns the boxes that are left after removing, again and again, each box that can be pulled by one square for some
/// place of the player.
///
/// ```text
///   #####
///   #bb #     With b on the right taken out the other is free; c can never leave its corner: it needs two free squares
///   ##c##     in a row.
///   #####
/// ```
pub(super) fn stuck_boxes(board: &Board, boxes: &BoxSet) -> BoxSet {
    let mut left = boxes.clone();
    loop {
        let movable = left.iter().find(|&b| {
            let free = |s| !left.has(s);
            Direction::ALL.into_iter().any(|direction| {
                let beside = board.next(b, direction).filter(|&s| free(s));
                beside.and_then(|s| board.next(s, direction)).is_some_and(free)
            })
        });
        match movable {
            Some(b) => left.remove(b),
            None => return left,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn a_box_without_two_free_squares_in_a_row_is_stuck_when_all_others_are_gone() {
        let level = Level::from_xsb("", "########\n#**  @ #\n##*#####\n########\n").unwrap();
        let board = &level.board;
        let boxes = BoxSet::of(board.len(), level.start.boxes.iter().copied());
        assert_eq!(stuck_boxes(board, &boxes).iter().collect::<Vec<_>>(), [board.square(2, 2).unwrap()]);
    }
}
