//! A piece of a join: the squares of one level, a solution of the level, and the squares at which corridors may begin.

use super::canvas::{Canvas, Place};
use crate::level::{Direction, Grid, Level, Lurd, Square, Tile};
use crate::push::{Push, pushes_of, walk_and_push};

/// The squares of a level without the walls and decoration around, and a solution of the level.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Smallest picture of the squares; all other tiles are walls.
    picture: Grid,
    /// Squares at which a corridor may begin, by row and column of the picture.
    doors: Vec<Place>,
    /// Pushes of a solution, each as the place of the box and the direction.
    solution: Vec<(Place, Direction)>,
    squares: usize,
}

/// Width, in squares, of the margin around a single piece: a wall, a lane for a corridor, and the rim.
const MARGIN: usize = 3;

impl Piece {
    /// Creates the piece of a level; `None` if no corridor leads outside from a square that the player reaches at the
    /// start and at the end of `solution`.
    pub(super) fn new(level: &Level, solution: &Lurd) -> Option<Self> {
        let board = &level.board;
        let places: Vec<Place> = board.squares().map(|square| board.row_column(square)).collect();
        let top = places.iter().map(|place| place.0).min()?;
        let left = places.iter().map(|place| place.1).min()?;
        let height = places.iter().map(|place| place.0 + 1 - top).max()?;
        let width = places.iter().map(|place| place.1 + 1 - left).max()?;
        let mut picture = Grid::new(&vec![vec![Tile::Wall; width]; height]);
        places.iter().for_each(|&(row, column)| picture.set(row - top, column - left, level.grid.at(row, column)));
        let inside = |square: Square| (places[square.index()].0 - top, places[square.index()].1 - left);
        let pushes = pushes_of(board, &level.start, solution);
        let doors: Vec<Place> = doors(level, &pushes)?.into_iter().map(inside).collect();
        let solution = pushes.into_iter().map(|push| (inside(push.from), push.direction)).collect();
        leads_outside(&picture, &doors).then_some(Self { picture, doors, solution, squares: board.len() })
    }

    /// Returns the picture of the piece, with floor at the rim and without walls around it.
    pub(super) const fn picture(&self) -> &Grid {
        &self.picture
    }

    /// Returns height and width of the picture, in squares.
    pub(super) const fn size(&self) -> (usize, usize) {
        (self.picture.height(), self.picture.width())
    }

    /// Returns the number of squares of the level.
    pub(super) const fn squares(&self) -> usize {
        self.squares
    }

    /// Returns the places on the board at which a corridor may begin, if the upper left corner of the picture is at
    /// `corner`.
    pub(super) fn doors_at(&self, corner: Place) -> Vec<Place> {
        self.doors.iter().map(|&(row, column)| (corner.0 + row, corner.1 + column)).collect()
    }

    /// Returns the pushes of the solution (place of the box, and direction) with the picture's upper left corner at
    /// `corner`.
    pub(super) fn solution_at(&self, corner: Place) -> impl Iterator<Item = (Place, Direction)> {
        self.solution.iter().map(move |&((row, column), by)| ((corner.0 + row, corner.1 + column), by))
    }
}

/// Returns the squares that the player reaches both at the start and at the end; `None` if the pushes cannot be made.
///
/// ```text
///   ########
///   #@ $.  #    The player reaches both sides of the goals, but when they are filled only the one on which he is then. He
///   ##  .$ #    comes from there, and goes back there, or on to other pieces, before and after this one is solved.
///   ########
/// ```
fn doors(level: &Level, pushes: &[Push]) -> Option<Vec<Square>> {
    let Level { board, start, .. } = level;
    let (_, end) = walk_and_push(board, start, pushes)?;
    let [first, last] = [start, &end].map(|at| board.region(at.player, |square| at.has_box(square)));
    Some(board.squares().filter(|square| first[square.index()] && last[square.index()]).collect())
}

/// Returns whether a corridor leads from one of the squares `doors` out of the picture.
fn leads_outside(picture: &Grid, doors: &[Place]) -> bool {
    let mut canvas = Canvas::new(picture.height() + 2 * MARGIN, picture.width() + 2 * MARGIN);
    canvas.draw(picture, (MARGIN, MARGIN), true);
    let doors: Vec<Place> = doors.iter().map(|&(row, column)| (row + MARGIN, column + MARGIN)).collect();
    // The lane in the margin goes all around, so one side of it represents all.
    canvas.way(&doors, |(row, _)| row == 1).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(text: &str, solution: &str) -> Option<Piece> {
        Piece::new(&Level::from_xsb("", text).expect("a good board"), &solution.parse().expect("moves"))
    }

    #[test]
    fn decoration_and_walls_around_are_cut_off() {
        let piece = piece("########\n#*##   #\n########\n##@$. ##\n########", "R").expect("a piece");
        assert_eq!((piece.picture().to_string().as_str(), piece.squares()), ("@$.\n", 4));
    }

    #[test]
    fn corridors_begin_where_the_player_is_and_comes_back() {
        // Through the lower row the player walks around the box, at the start and at the end.
        let piece = piece("########\n#@ $.  #\n##    ##\n########", "rR").expect("a piece");
        assert_eq!(piece.doors.len(), 8, "all but the box at the start and in the end: {:?}", piece.doors);
        let shut = piece_of_one_lane();
        assert_eq!(shut.doors, [(0, 0), (0, 1)], "not beyond the box that shuts the lane");
    }

    fn piece_of_one_lane() -> Piece {
        piece("########\n#@ $.  #\n########", "rR").expect("a piece")
    }
}
