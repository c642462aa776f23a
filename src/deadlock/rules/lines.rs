//! Boxes at a wall between corners.
//!
//! ```text
//!   #######
//!   #clllc#      l: a straight line from corner to corner along which one side is all wall. A box there never leaves the
//!   #  $ .#      line, and without a goal on it it is lost.
//!   #c@#  #
//!   #######      The dead squares find these too: the rule is there for searches that go without them.
//! ```

use super::Corners;
use super::corners::Closed;
use crate::deadlock::{About, AskedBy, CostClass, Known, Rule, RuleId, RuleInstance};
use crate::level::{Board, Direction, Square};

/// The rule.
#[derive(Clone, Copy, Debug)]
pub struct Lines;

impl Lines {
    /// Its identity.
    pub const ID: RuleId = RuleId::built_in(12, "line");

    /// A table over squares: between two corners, on a line without goals and with walls along one side.
    fn table(board: &Board) -> Vec<bool> {
        let corners = Corners::table(board);
        let mut dead = vec![false; board.len()];
        for corner in board.squares().filter(|s| corners[s.index()]) {
            for (direction, wall) in [
                (Direction::Right, Direction::Up),
                (Direction::Right, Direction::Down),
                (Direction::Down, Direction::Left),
                (Direction::Down, Direction::Right),
            ] {
                let fits = |&s: &Square| !board.is_goal(s) && board.next(s, wall).is_none();
                let line: Vec<Square> =
                    std::iter::successors(Some(corner), |&s| board.next(s, direction)).take_while(fits).collect();
                let end = line.iter().rposition(|s| corners[s.index()]).unwrap_or(0);
                line[..(end + 1).min(line.len())].iter().for_each(|s| dead[s.index()] = true);
            }
        }
        corners.iter().zip(dead).map(|(is_corner, is_dead)| is_dead && !is_corner).collect()
    }
}

impl Rule for Lines {
    fn about(&self) -> &'static About {
        &About {
            id: Self::ID,
            deadlock: "line",
            sentence: "a box stands at a wall between corners, with no goal along it",
            source: "folklore; the assignments of the textbook searches",
            cost: CostClass::Push,
            uses_player: false,
            asked_by: AskedBy::TEXTBOOK,
        }
    }

    fn instance<'a>(&self, known: &Known<'a>) -> Box<dyn RuleInstance + 'a> {
        Box::new(Closed(Self::table(known.maze.board)))
    }
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
        assert_eq!(drawn(&board, &Corners::table(&board)), [(1, 1), (1, 5), (3, 1), (3, 2), (3, 4), (3, 5)]);
        assert_eq!(drawn(&board, &Lines::table(&board)), [(1, 2), (1, 3), (1, 4), (2, 1)], "the right wall has a goal");
    }

    #[test]
    fn what_they_find_the_dead_squares_find_too() {
        let text = "#########\n#   #   #\n# $ # . #\n##     ##\n# $ # . #\n#  @#   #\n#########";
        let board = Level::from_xsb("", text).unwrap().board;
        let maze = Maze::new(&board, &mut Meter::unlimited()).unwrap();
        let (corners, lines) = (Corners::table(&board), Lines::table(&board));
        assert!(lines.iter().any(|&l| l));
        assert!(board.squares().all(|s| !(corners[s.index()] || lines[s.index()]) || maze.distances.is_dead(s)));
    }
}
