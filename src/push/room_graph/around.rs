//! The eight squares around each square, for floods that test nothing but a mark.

use crate::level::{Board, Direction, Square};

/// Returns the eight squares around a square, clockwise from the square above; a wall is the number of all squares.
pub(super) fn squares_around(board: &Board, square: Square) -> [u16; 8] {
    const TURNS: [Direction; 4] = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];
    let (row, column) = board.row_column(square);
    let wall = Square::from_index(board.len());
    std::array::from_fn(|turn| {
        let steps = [TURNS[turn / 2], TURNS[turn.div_ceil(2) % 4]];
        let steps = if turn % 2 == 0 { &steps[..1] } else { &steps[..] };
        let (mut row, mut column) = (row, column);
        for step in steps {
            match step {
                Direction::Up => row -= 1,
                Direction::Right => column += 1,
                Direction::Down => row += 1,
                Direction::Left => column -= 1,
            }
        }
        board.square(row, column).unwrap_or(wall).0
    })
}
