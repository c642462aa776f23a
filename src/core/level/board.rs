//! Pictures of levels; boards, the squares, walls and goals of a picture; and positions of boxes and player on them.

use super::{Direction, Tile};
use crate::run::counted;

/// Picture of a level: rows of tiles, all of one width.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid {
    width: usize,
    height: usize,
    tiles: Vec<Tile>,
}

impl Grid {
    /// Creates the picture of rows of any lengths; short rows are filled with floor.
    pub fn new(rows: &[Vec<Tile>]) -> Self {
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut tiles = Vec::with_capacity(width * rows.len());
        for row in rows {
            tiles.extend_from_slice(row);
            tiles.resize(tiles.len() + width - row.len(), Tile::Floor);
        }
        Self { width, height: rows.len(), tiles }
    }

    /// Returns the number of columns of the picture.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows of the picture.
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Returns the tile at a row and column; floor outside the picture.
    pub fn at(&self, row: usize, column: usize) -> Tile {
        if row < self.height && column < self.width { self.tiles[row * self.width + column] } else { Tile::Floor }
    }

    /// Sets the tile at a row and column; ignores a place outside the picture.
    pub fn set(&mut self, row: usize, column: usize, tile: Tile) {
        if row < self.height && column < self.width {
            self.tiles[row * self.width + column] = tile;
        }
    }

    /// Returns the rows of the picture, top to bottom.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[Tile]> + ExactSizeIterator {
        self.tiles.chunks_exact(self.width.max(1))
    }
}

impl std::fmt::Display for Grid {
    /// Writes the picture in XSB without trailing blanks, each row ended by a line feed.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in self.rows() {
            let line: String = row.iter().map(|t| t.xsb()).collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// A floor square inside the walls, numbered from 0 in reading order, without gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u16);

impl Square {
    /// Returns the number of the square as an index into tables over squares.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the square with this number, which must be less than [`Board::MOST_SQUARES`].
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most MOST_SQUARES squares")]
    pub const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }
}

/// Reason why a picture is not a level, with the place of the fault. `row` and `column` count from 0 in the picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct BoardError {
    /// Row of the fault in the picture, from 0.
    pub row: usize,
    /// Column of the fault in the picture, from 0.
    pub column: usize,
    /// Description of the fault.
    pub what: String,
    /// Description of the text that was expected here.
    pub expected: String,
}

/// Squares that the player could reach if there were no boxes, with the neighbours of each square, and the goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    width: usize,
    height: usize,
    /// Number of the square at each place of the picture, row by row; `NONE` where no square is.
    square_at: Vec<u16>,
    /// Place of each square in the picture: row times width plus column.
    place_of: Vec<u32>,
    /// Number of the neighbour of each square in each direction; `NONE` at a wall.
    neighbours: Vec<[u16; 4]>,
    goal: Vec<bool>,
    goals: Vec<Square>,
}

/// Boxes and player on a [`Board`]. Searches use more compact forms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Squares of the boxes, ascending.
    pub boxes: Vec<Square>,
    /// Square of the player.
    pub player: Square,
}

impl Position {
    /// True if all boxes are on goals.
    pub fn is_solved(&self, board: &Board) -> bool {
        self.boxes.iter().all(|&b| board.is_goal(b))
    }

    /// True if a box is on a square.
    pub fn has_box(&self, square: Square) -> bool {
        self.boxes.binary_search(&square).is_ok()
    }
}

const NONE: u16 = u16::MAX;

impl Board {
    /// Greatest number of squares of a board, so that their numbers fit into [`Square`].
    pub const MOST_SQUARES: usize = NONE as usize;

    /// Checks a picture, and returns the board and the starting position that it shows.
    ///
    /// Boxes on goals outside the player's reach are decoration: part of the picture, not of the position.
    pub fn from_grid(grid: &Grid) -> Result<(Self, Position), BoardError> {
        let start = the_player(grid)?;
        let inside = flood(grid, start)?;
        let mut board = Self::with_squares(grid, &inside)?;
        let boxes = board.boxes_and_goals(grid, &inside)?;
        let player = Square(board.square_at[start]);
        board.goals = (0..board.goal.len()).filter(|&s| board.goal[s]).map(Square::from_index).collect();
        if boxes.len() != board.goals.len() {
            let what = format!("{} but {}", counted(boxes.len(), "box"), counted(board.goals.len(), "goal"));
            let expected = "equal numbers of goals and boxes in the part that the player can reach";
            return Err(offence(grid, start, what, expected));
        }
        Ok((board, Position { boxes, player }))
    }

    fn with_squares(grid: &Grid, inside: &[bool]) -> Result<Self, BoardError> {
        let (width, height) = (grid.width(), grid.height());
        let places: Vec<usize> = (0..width * height).filter(|&p| inside[p]).collect();
        if places.len() > Self::MOST_SQUARES {
            let (what, expected) = (format!("{} squares", places.len()), format!("at most {}", Self::MOST_SQUARES));
            return Err(offence(grid, places[0], what, &expected));
        }
        let mut square_at = vec![NONE; width * height];
        for (number, &place) in places.iter().enumerate() {
            square_at[place] = Square::from_index(number).0;
        }
        // No square lies on the rim of the picture, as the flood has checked, so all four places exist.
        let neighbours = places
            .iter()
            .map(|&p| [p - width, p - 1, p + width, p + 1].map(|neighbour| square_at[neighbour]))
            .collect();
        let goal = places.iter().map(|&p| grid.at(p / width, p % width).has_goal()).collect();
        #[expect(clippy::cast_possible_truncation, reason = "a picture of 2^32 tiles does not fit into memory")]
        let place_of = places.iter().map(|&p| p as u32).collect();
        Ok(Self { width, height, square_at, place_of, neighbours, goal, goals: Vec::new() })
    }

    fn boxes_and_goals(&self, grid: &Grid, inside: &[bool]) -> Result<Vec<Square>, BoardError> {
        let mut boxes = Vec::new();
        for (place, &is_inside) in inside.iter().enumerate() {
            let tile = grid.at(place / self.width, place % self.width);
            match (is_inside, tile) {
                (true, t) if t.has_box() => boxes.push(Square(self.square_at[place])),
                (false, Tile::Box) => {
                    let what = "a box that the player can never reach".to_owned();
                    return Err(offence(grid, place, what, "every box outside the reachable part on a goal"));
                }
                (false, Tile::Goal) => {
                    let what = "an empty goal that no box can ever reach".to_owned();
                    return Err(offence(grid, place, what, "goals outside the reachable part to hold boxes"));
                }
                _ => {}
            }
        }
        Ok(boxes)
    }

    /// Returns the number of columns of the picture.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows of the picture.
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Returns the number of squares.
    pub const fn len(&self) -> usize {
        self.neighbours.len()
    }

    /// Returns false: a board always has the player's square.
    pub const fn is_empty(&self) -> bool {
        self.neighbours.is_empty()
    }

    /// Returns all squares of the board, ascending.
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator + use<> {
        (0..self.len()).map(Square::from_index)
    }

    /// Returns the square at a row and column of the picture, from 0; `None` for a place that is no square.
    #[inline]
    pub fn square(&self, row: usize, column: usize) -> Option<Square> {
        let place = (row < self.height && column < self.width).then(|| row * self.width + column)?;
        Some(self.square_at[place]).filter(|&s| s != NONE).map(Square)
    }

    /// Returns row and column of a square in the picture, from 0.
    #[inline]
    pub fn row_column(&self, square: Square) -> (usize, usize) {
        let place = self.place_of[square.index()] as usize;
        (place / self.width, place % self.width)
    }

    /// Returns the difference in rows plus the difference in columns: the fewest steps that a walk can have.
    pub fn apart(&self, one: Square, other: Square) -> usize {
        let ((row, column), (other_row, other_column)) = (self.row_column(one), self.row_column(other));
        row.abs_diff(other_row) + column.abs_diff(other_column)
    }

    /// Returns a square in words: `(3,4)`, row and column from 0.
    pub fn place_words(&self, square: Square) -> String {
        let (row, column) = self.row_column(square);
        format!("({row},{column})")
    }

    /// Returns the next square in a direction; `None` if a wall is there.
    #[inline]
    pub fn next(&self, square: Square, direction: Direction) -> Option<Square> {
        let neighbour = self.neighbours[square.index()][direction.index()];
        if neighbour == NONE { None } else { Some(Square(neighbour)) }
    }

    /// Returns the square some rows below and some columns to the right of another; `None` for a wall.
    #[inline]
    pub fn offset(&self, square: Square, (rows, columns): (isize, isize)) -> Option<Square> {
        let (row, column) = self.row_column(square);
        self.square(row.checked_add_signed(rows)?, column.checked_add_signed(columns)?)
    }

    /// Returns the squares of the 3x3 block around a square.
    #[inline]
    pub fn around(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        let (row, column) = self.row_column(square);
        let places = (0..3).flat_map(move |r| (0..3).map(move |c| (row + r, column + c)));
        places.filter_map(|(r, c)| self.square(r.checked_sub(1)?, c.checked_sub(1)?))
    }

    /// Returns the direction from a square to a neighbour; `None` if the squares are not neighbours.
    pub fn direction(&self, from: Square, to: Square) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.next(from, direction) == Some(to))
    }

    /// Returns the squares beside a square, walls left out, in the order of [`Direction::ALL`].
    #[inline]
    pub fn neighbours(&self, square: Square) -> impl Iterator<Item = Square> + use<> {
        self.neighbours[square.index()].into_iter().filter(|&s| s != NONE).map(Square)
    }

    /// True if a square is a goal.
    #[inline]
    pub fn is_goal(&self, square: Square) -> bool {
        self.goal[square.index()]
    }

    /// Returns the squares of the goals, ascending.
    pub fn goals(&self) -> &[Square] {
        &self.goals
    }

    /// Returns the squares that `next` leads to from `starts`, these included, each once, nearest first.
    pub fn spread<N: IntoIterator<Item = Square>>(
        &self,
        starts: impl IntoIterator<Item = Square>,
        mut next: impl FnMut(Square) -> N,
    ) -> Vec<Square> {
        let mut seen = vec![false; self.len()];
        let mut is_new = |square: &Square| !std::mem::replace(&mut seen[square.index()], true);
        let mut found: Vec<Square> = starts.into_iter().filter(&mut is_new).collect();
        let mut at = 0;
        while let Some(&square) = found.get(at) {
            at += 1;
            found.extend(next(square).into_iter().filter(&mut is_new));
        }
        found
    }

    /// Returns for each square whether the player reaches it from `from` without a push; `blocked` squares have boxes.
    pub fn region(&self, from: Square, blocked: impl Fn(Square) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.len()];
        let found = self.spread([from], |at| self.neighbours(at).filter(|&square| !blocked(square)));
        found.into_iter().for_each(|square| reached[square.index()] = true);
        reached
    }
}

fn offence(grid: &Grid, place: usize, what: String, expected: &str) -> BoardError {
    BoardError { row: place / grid.width(), column: place % grid.width(), what, expected: expected.to_owned() }
}

fn the_player(grid: &Grid) -> Result<usize, BoardError> {
    let places = grid.rows().flatten().enumerate().filter(|(_, t)| t.has_player()).map(|(place, _)| place);
    match places.collect::<Vec<_>>()[..] {
        [player] => Ok(player),
        [] => Err(BoardError { row: 0, column: 0, what: "no player".to_owned(), expected: "one player".to_owned() }),
        [_, second, ..] => Err(offence(grid, second, "a second player".to_owned(), "one player")),
    }
}

/// Returns for each place whether the player could reach it without boxes; an error if the rim of the picture can be reached.
fn flood(grid: &Grid, start: usize) -> Result<Vec<bool>, BoardError> {
    let (width, height) = (grid.width(), grid.height());
    let mut inside = vec![false; width * height];
    inside[start] = true;
    let mut stack = vec![start];
    while let Some(place) = stack.pop() {
        let (row, column) = (place / width, place % width);
        if row == 0 || column == 0 || row + 1 == height || column + 1 == width {
            let what = "the board is open: the player can walk out here".to_owned();
            return Err(offence(grid, place, what, "walls all around"));
        }
        for neighbour in [place - width, place - 1, place + width, place + 1] {
            if !inside[neighbour] && grid.at(neighbour / width, neighbour % width) != Tile::Wall {
                inside[neighbour] = true;
                stack.push(neighbour);
            }
        }
    }
    Ok(inside)
}
