//! The two deadlocks of the assignment that a wall alone makes.
//!
//! ```text
//!   #######      c: a corner, walls on two sides that meet. l: a straight line from corner to corner along which one
//!   #clllc#      side is all wall. A box on either never leaves it; without a goal there it is lost.
//!   #  $ .#
//!   #c@#  #
//!   #######
//! ```
//! In comes a board; out come tables over its squares. Both are part of what the dead squares find.

use crate::level::{Board, Direction, Square};

/// Squares off goal with walls on two sides that meet.
pub fn corners(board: &Board) -> Vec<bool> {
    let is_wall = |s: Square, way: Direction| board.next(s, way).is_none();
    let beside = |s: Square, one: Direction, other: Direction| is_wall(s, one) || is_wall(s, other);
    let is_corner = |s: Square| {
        !board.is_goal(s) && beside(s, Direction::Up, Direction::Down) && beside(s, Direction::Left, Direction::Right)
    };
    board.squares().map(is_corner).collect()
}

/// Squares between two corners, on a line without goals and with walls along one side.
pub fn lines(board: &Board) -> Vec<bool> {
    let corners = corners(board);
    let mut dead = vec![false; board.len()];
    for corner in board.squares().filter(|s| corners[s.index()]) {
        for (way, wall) in [
            (Direction::Right, Direction::Up),
            (Direction::Right, Direction::Down),
            (Direction::Down, Direction::Left),
            (Direction::Down, Direction::Right),
        ] {
            let fits = |&s: &Square| !board.is_goal(s) && board.next(s, wall).is_none();
            let line: Vec<Square> =
                std::iter::successors(Some(corner), |&s| board.next(s, way)).take_while(fits).collect();
            let end = line.iter().rposition(|s| corners[s.index()]).unwrap_or(0);
            line[..(end + 1).min(line.len())].iter().for_each(|s| dead[s.index()] = true);
        }
    }
    corners.iter().zip(dead).map(|(is_corner, is_dead)| is_dead && !is_corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::maze::Maze;
    use crate::run::Meter;

    fn drawn(board: &Board, table: &[bool]) -> Vec<(usize, usize)> {
        board.squares().filter(|s| table[s.index()]).map(|s| board.row_column(s)).collect()
    }

    #[test]
    fn corners_and_lines_of_the_picture_are_found() {
        let text = "#######\n#     #\n#  $ .#\n# @#  #\n#######";
        let board = Level::from_xsb("", text).unwrap().board;
        assert_eq!(drawn(&board, &corners(&board)), [(1, 1), (1, 5), (3, 1), (3, 2), (3, 4), (3, 5)]);
        assert_eq!(drawn(&board, &lines(&board)), [(1, 2), (1, 3), (1, 4), (2, 1)], "the right wall has a goal");
    }

    #[test]
    fn what_they_find_the_dead_squares_find_too() {
        let text = "#########\n#   #   #\n# $ # . #\n##     ##\n# $ # . #\n#  @#   #\n#########";
        let board = Level::from_xsb("", text).unwrap().board;
        let maze = Maze::new(&board, &mut Meter::unlimited()).unwrap();
        let (corners, lines) = (corners(&board), lines(&board));
        assert!(lines.iter().any(|&l| l));
        assert!(board.squares().all(|s| !(corners[s.index()] || lines[s.index()]) || maze.distances.is_dead(s)));
    }
}
