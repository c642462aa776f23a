//! A piece of a join: the squares of one level, and where corridors may begin.

use super::canvas::{Canvas, Place};
use crate::level::{Board, Grid, Level, Square, Tile};

/// The squares of a level, without walls and decoration around them.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// As small as the squares allow; what is none is a wall.
    picture: Grid,
    /// The squares that a corridor may begin at, by row and column of the picture.
    doors: Vec<Place>,
    squares: usize,
}

/// Walls around a piece that stands alone: one, a lane for a corridor, and the rim.
const MARGIN: usize = 3;

impl Piece {
    /// Cuts a level out; `None` where no corridor leads from the player to the outside.
    pub(super) fn new(level: &Level) -> Option<Self> {
        let board = &level.board;
        let places: Vec<Place> = board.squares().map(|square| board.row_column(square)).collect();
        let top = places.iter().map(|place| place.0).min()?;
        let left = places.iter().map(|place| place.1).min()?;
        let height = places.iter().map(|place| place.0 + 1 - top).max()?;
        let width = places.iter().map(|place| place.1 + 1 - left).max()?;
        let mut picture = Grid::new(&vec![vec![Tile::Wall; width]; height]);
        places.iter().for_each(|&(row, column)| picture.set(row - top, column - left, level.grid.at(row, column)));
        let inside = |square: Square| (places[square.index()].0 - top, places[square.index()].1 - left);
        let doors = doors(level).map(|squares| squares.into_iter().map(inside).collect::<Vec<_>>());
        let doors = doors.into_iter().find(|doors| leads_outside(&picture, doors))?;
        Some(Self { picture, doors, squares: board.len() })
    }

    /// Returns the picture: floor at the rim, no walls around it.
    pub(super) const fn picture(&self) -> &Grid {
        &self.picture
    }

    /// Returns height and width of the picture.
    pub(super) const fn size(&self) -> (usize, usize) {
        (self.picture.height(), self.picture.width())
    }

    /// Returns the number of squares.
    pub(super) const fn squares(&self) -> usize {
        self.squares
    }

    /// Returns the squares that a corridor may begin at, where the upper left corner of the picture is at this place.
    pub(super) fn doors_at(&self, corner: Place) -> Vec<Place> {
        self.doors.iter().map(|&(row, column)| (corner.0 + row, corner.1 + column)).collect()
    }
}

/// Returns the squares that the player reaches at the start: first only those from which he also comes out in the end, as
/// far as goals that are filled let him through, then all.
///
/// ```text
///   ########
///   #@ $.  #    The player reaches both sides of the goals, but when they are filled only one of them. The larger one, on
///   ##  .$ #    the left, is likelier to be where he is then, or to be all that he has to come through.
///   ########
/// ```
fn doors(level: &Level) -> [Vec<Square>; 2] {
    let board = &level.board;
    let reached = board.region(level.start.player, |square| level.start.has_box(square));
    let open = largest_without_goals(board);
    let first: Vec<Square> = board.squares().filter(|s| reached[s.index()]).collect();
    [first.iter().copied().filter(|s| open[s.index()]).collect(), first]
}

/// Returns the largest region of squares that are no goals, the first one of several.
fn largest_without_goals(board: &Board) -> Vec<bool> {
    let mut largest = (0, vec![false; board.len()]);
    let mut seen = vec![false; board.len()];
    for square in board.squares().filter(|&s| !board.is_goal(s)) {
        if seen[square.index()] {
            continue;
        }
        let region = board.region(square, |s| board.is_goal(s));
        let size = region.iter().filter(|&&inside| inside).count();
        seen.iter_mut().zip(&region).for_each(|(seen, inside)| *seen |= inside);
        if size > largest.0 {
            largest = (size, region);
        }
    }
    largest.1
}

/// Returns whether a corridor leads from one of these squares out of the picture.
fn leads_outside(picture: &Grid, doors: &[Place]) -> bool {
    let mut canvas = Canvas::new(picture.height() + 2 * MARGIN, picture.width() + 2 * MARGIN);
    canvas.draw(picture, (MARGIN, MARGIN), true);
    let doors: Vec<Place> = doors.iter().map(|&(row, column)| (row + MARGIN, column + MARGIN)).collect();
    // The lane in the margin goes all around, so that one side of it stands for all.
    canvas.way(&doors, |(row, _)| row == 1).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(text: &str) -> Option<Piece> {
        Piece::new(&Level::from_xsb("", text).expect("a good board"))
    }

    #[test]
    fn decoration_and_walls_around_are_cut_off() {
        let piece = piece("########\n#*##   #\n########\n##@$. ##\n########").expect("a piece");
        assert_eq!((piece.picture().to_string().as_str(), piece.squares()), ("@$.\n", 4));
    }

    #[test]
    fn corridors_begin_where_the_player_is_and_comes_back() {
        // Left of the box, and on the larger side of the goals.
        let piece = piece("########\n#@ $.  #\n##  .$ #\n########").expect("a piece");
        assert_eq!(piece.doors, [(0, 0), (0, 1), (1, 1), (1, 2)]);
    }
}
