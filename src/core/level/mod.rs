//! What is a level, and which moves are legal? Text in one of several formats is read into levels: a [`Grid`] of tiles, a [`Board`]
//! of numbered squares, and a starting [`Position`]. Moves are read, replayed and verified.

mod alphabet;
mod board;
mod collection;
mod lurd;
mod read;
mod symmetry;
mod task;
mod write;

pub use alphabet::{Alphabet, BadLetters, Format, InputFormat, Letters, Tile};
pub use board::{Board, BoardError, Grid, Position, Square};
pub use collection::{Collection, Entry, Fault, Note, RecordedMoves, Recording};
pub use lurd::{Direction, Lurd, LurdError};
pub use read::{
    Entries, LevelText, PddlFile, ReadOptions, decode, is_drawn_otherwise, is_json, moves_alone, read, suggested,
};
use serde::Serialize;
pub(crate) use symmetry::rectangle;
pub use symmetry::{Canonical, Pictures, Symmetry};
pub use task::{NoLevel, SokobanTask};
pub use write::{Unwritable, WriteOptions, write};

/// One puzzle, whose board was checked.
///
/// ```
/// use sokoplan_core::Level;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let level = Level::from_xsb("one push", "#####\n#@$.#\n#####")?;
/// assert_eq!((level.board.len(), level.start.boxes.len()), (3, 1));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Title of the level; empty if the file does not name it.
    pub title: String,
    /// Picture of the level, decoration included.
    pub grid: Grid,
    /// Squares, walls and goals.
    pub board: Board,
    /// Squares of the boxes and the player at the start.
    pub start: Position,
}

impl Level {
    /// Checks a picture, and creates the level; see [`Board::from_grid`].
    pub fn from_grid(title: impl Into<String>, grid: Grid) -> Result<Self, BoardError> {
        let (board, start) = Board::from_grid(&grid)?;
        Ok(Self { title: title.into(), grid, board, start })
    }

    /// Reads one board in XSB letters (`# @ + $ * .`, floor as space, `-` or `_`); other letters are floor. For examples and
    /// tests: files are read by [`read()`], which accepts all dialects and reports the place of a fault.
    pub fn from_xsb(title: impl Into<String>, text: &str) -> Result<Self, BoardError> {
        let tile = |letter| Tile::ALL.into_iter().find(|tile| tile.xsb() == letter).unwrap_or_default();
        let rows: Vec<Vec<Tile>> =
            text.lines().filter(|l| !l.trim().is_empty()).map(|line| line.chars().map(tile).collect()).collect();
        Self::from_grid(title, Grid::new(&rows))
    }

    /// Returns the level whose start is the position after these moves.
    pub fn after(&self, moves: &Lurd) -> Result<Self, ReplayError> {
        Ok(self.at(replay(&self.board, &self.start, moves)?.end))
    }

    /// Returns the level with `position`, a position on the board, as the start.
    #[must_use]
    pub fn at(&self, position: Position) -> Self {
        let mut grid = self.grid.clone();
        for square in self.board.squares() {
            let (row, column) = self.board.row_column(square);
            let (goal, player) = (self.board.is_goal(square), square == position.player);
            grid.set(row, column, Tile::floor_with(goal, position.has_box(square), player));
        }
        Self { title: self.title.clone(), grid, board: self.board.clone(), start: position }
    }
}

/// Reason why a move cannot be made, or why the moves do not solve the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// The player walks into a wall.
    #[error("the player walks into a wall")]
    Wall,
    /// A box is pushed into a wall.
    #[error("a box is pushed into a wall")]
    BoxAgainstWall,
    /// A box is pushed into another box.
    #[error("a box is pushed into another box")]
    BoxAgainstBox,
    /// All moves can be made, but this number of boxes is off the goals at the end.
    #[error("the end leaves {0} {boxes} off the goals", boxes = if *.0 == 1 { "box" } else { "boxes" })]
    NotSolved(usize),
}

/// Reason why moves are not a solution, with the number of the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {at}{}: {why}", direction.map(|d| format!(" ({})", d.letter(false))).unwrap_or_default())]
pub struct ReplayError {
    /// Number of the illegal move, from 1; if all moves are legal, number of the last move.
    pub at: usize,
    /// Direction of the illegal move; `None` if all moves are legal.
    pub direction: Option<Direction>,
    /// Reason why the move is illegal, or why the moves do not solve the level.
    pub why: Why,
}

/// Result of a replay of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// Position after the last move.
    pub end: Position,
    /// Moves in LURD notation: pushes in upper case, other moves in lower case.
    pub lurd: String,
    /// Cost of the moves.
    pub metrics: Metrics,
}

/// Position that is changed by moves made one by one, each in constant time.
#[derive(Clone, Debug)]
pub struct Course<'b> {
    board: &'b Board,
    has_box: Vec<bool>,
    player: Square,
}

impl<'b> Course<'b> {
    /// Creates the course, beginning at a position of the board.
    pub fn new(board: &'b Board, start: &Position) -> Self {
        let mut has_box = vec![false; board.len()];
        start.boxes.iter().for_each(|&at| has_box[at.index()] = true);
        Self { board, has_box, player: start.player }
    }

    /// Returns the square of the player.
    pub const fn player(&self) -> Square {
        self.player
    }

    /// True if a box is on a square.
    pub fn has_box(&self, square: Square) -> bool {
        self.has_box[square.index()]
    }

    /// Makes a move; returns the squares of the pushed box before and after, if there is one. An illegal move changes nothing.
    pub fn make(&mut self, direction: Direction) -> Result<Option<(Square, Square)>, Why> {
        let ahead = self.board.next(self.player, direction).ok_or(Why::Wall)?;
        let mut pushed = None;
        if self.has_box(ahead) {
            let beyond = self.board.next(ahead, direction).ok_or(Why::BoxAgainstWall)?;
            if self.has_box(beyond) {
                return Err(Why::BoxAgainstBox);
            }
            self.has_box[ahead.index()] = false;
            self.has_box[beyond.index()] = true;
            pushed = Some((ahead, beyond));
        }
        self.player = ahead;
        Ok(pushed)
    }

    /// Returns the present position.
    pub fn position(&self) -> Position {
        let boxes = self.board.squares().filter(|&square| self.has_box(square)).collect();
        Position { boxes, player: self.player }
    }
}

/// Returns the result of making moves from a position; boxes may be off the goals at the end.
pub fn replay(board: &Board, start: &Position, moves: &Lurd) -> Result<Replay, ReplayError> {
    let (mut course, mut metrics) = (Course::new(board, start), Metrics::default());
    let mut lurd = String::with_capacity(moves.len());
    // Square of the box after the last push, and the direction of that push.
    let mut last: Option<(Square, Direction)> = None;
    let mut is_pushing = false;
    for (index, &direction) in moves.0.iter().enumerate() {
        let broken = |why| ReplayError { at: index + 1, direction: Some(direction), why };
        let pushed = course.make(direction).map_err(broken)?;
        metrics.moves += 1;
        if let Some((from, to)) = pushed {
            metrics.pushes += 1;
            metrics.box_changes += usize::from(last.is_none_or(|(at, _)| at != from));
            metrics.box_lines += usize::from(last != Some((from, direction)));
            metrics.pushing_sessions += usize::from(!is_pushing);
            last = Some((to, direction));
        }
        is_pushing = pushed.is_some();
        lurd.push(direction.letter(is_pushing));
    }
    Ok(Replay { end: course.position(), lurd, metrics })
}

/// Makes moves from a position, and checks that all boxes then are on goals; returns the cost of the moves.
pub fn verify(board: &Board, start: &Position, moves: &Lurd) -> Result<Metrics, ReplayError> {
    verified(board, start, moves).map(|replay| replay.metrics)
}

pub(crate) fn verified(board: &Board, start: &Position, moves: &Lurd) -> Result<Replay, ReplayError> {
    let replay = replay(board, start, moves)?;
    match replay.end.boxes.iter().filter(|&&square| !board.is_goal(square)).count() {
        0 => Ok(replay),
        left => Err(ReplayError { at: moves.len(), direction: None, why: Why::NotSolved(left) }),
    }
}

/// The five measures of a solution, counted by the rules of YASC. (JSoko counts two box lines if the player walks between two
/// pushes of one box in one direction.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, schemars::JsonSchema, Serialize)]
pub struct Metrics {
    /// Number of steps of the player, pushes included.
    pub moves: usize,
    /// Number of steps that move a box.
    pub pushes: usize,
    /// Number of straight lines of pushes: a push of another box, or in another direction, begins a new line.
    pub box_lines: usize,
    /// Number of changes of the pushed box: the first push counts, and each push of another box than the push before.
    pub box_changes: usize,
    /// Number of unbroken runs of pushes: the first push, and each push after a step without a push, begin one.
    pub pushing_sessions: usize,
}

impl Metrics {
    /// Returns the five numbers in the form `42/17/9/5/4`.
    pub fn slashed(&self) -> String {
        let Self { moves, pushes, box_lines, box_changes, pushing_sessions } = self;
        format!("{moves}/{pushes}/{box_lines}/{box_changes}/{pushing_sessions}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> Level {
        Level::from_xsb("test", text).expect("a good board")
    }

    fn verified(text: &str, lurd: &str) -> Result<Metrics, ReplayError> {
        let level = level(text);
        verify(&level.board, &level.start, &lurd.parse().expect("good LURD"))
    }

    const LINE: &str = "########\n#@ $  .#\n########";

    #[test]
    fn a_bad_solution_breaks_at_its_first_impossible_move() {
        let right = Some(Direction::Right);
        assert_eq!(verified(LINE, "rrrrr"), Err(ReplayError { at: 5, direction: right, why: Why::BoxAgainstWall }));
        assert_eq!(verified(LINE, "ru").map_err(|b| (b.at, b.why)), Err((2, Why::Wall)));
        assert_eq!(verified(LINE, "rr").map_err(|b| (b.at, b.why)), Err((2, Why::NotSolved(1))));
        let two = "#######\n#@$$..#\n#######";
        assert_eq!(verified(two, "r").map_err(|b| (b.at, b.why)), Err((1, Why::BoxAgainstBox)));
    }

    #[test]
    fn lines_changes_and_sessions_are_counted_apart() {
        let level = level("#######\n#     #\n# $$  #\n#@    #\n# ..  #\n#######");
        let cost = |lurd: &str| {
            let replay = replay(&level.board, &level.start, &lurd.parse().expect("good LURD")).expect("good moves");
            (replay.metrics.slashed(), replay.lurd)
        };
        assert_eq!(cost("uurddluurrdd"), ("12/4/2/2/2".to_owned(), "uurDDluurrDD".to_owned()));
        // A walk in the middle of a straight line breaks the session, not the line.
        assert_eq!(cost("uurdlrd"), ("7/2/1/1/2".to_owned(), "uurDlrD".to_owned()));
    }
}
