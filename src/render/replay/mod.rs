//! Moves shown one after the other: as text or as animated SVG.

mod svg;

use crate::level::{Course, Level, Lurd, ReplayError, Tile, replay};
pub use svg::{AnimationError, Timing, animation};

/// Position of a replay, with the move that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Board of the position in XSB.
    pub picture: String,
    /// Number and letter of the move; for a push also its number among the pushes: `3 of 9: R, push 1`.
    pub caption: String,
}

/// Returns the start, and the position after each move. Boards are drawn on demand, since every move has a board.
pub fn frames(level: &Level, moves: &Lurd) -> Result<impl Iterator<Item = Frame>, ReplayError> {
    replay(&level.board, &level.start, moves)?;
    let (mut course, mut grid, mut pushes) = (Course::new(&level.board, &level.start), level.grid.clone(), 0);
    let first = Frame { picture: grid.to_string(), caption: format!("0 of {}", moves.len()) };
    let others = (1..).zip(&moves.0).map_while(move |(number, &direction)| {
        let left = course.player();
        let pushed = course.make(direction).ok()?;
        for square in [left, course.player()].into_iter().chain(pushed.map(|(_, to)| to)) {
            let (row, column) = level.board.row_column(square);
            let goal = level.board.is_goal(square);
            grid.set(row, column, Tile::floor_with(goal, course.has_box(square), square == course.player()));
        }
        pushes += usize::from(pushed.is_some());
        let push = if pushed.is_some() { format!(", push {pushes}") } else { String::new() };
        let caption = format!("{number} of {}: {}{push}", moves.len(), direction.letter(pushed.is_some()));
        Some(Frame { picture: grid.to_string(), caption })
    });
    Ok(std::iter::once(first).chain(others))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_frame_for_each_move_and_one_before() {
        let level = Level::from_xsb("", "#######\n#@ $ .#\n#######").unwrap();
        let shown: Vec<Frame> = frames(&level, &"rrr".parse().unwrap()).unwrap().collect();
        let captions: Vec<&str> = shown.iter().map(|frame| frame.caption.as_str()).collect();
        assert_eq!(captions, ["0 of 3", "1 of 3: r", "2 of 3: R, push 1", "3 of 3: R, push 2"]);
        assert_eq!(shown[3].picture, "#######\n#   @*#\n#######\n");
        assert!(frames(&level, &"u".parse().unwrap()).is_err());
    }
}
