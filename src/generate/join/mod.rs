//! Joins: several levels on one board.
//!
//! ```text
//!   #####                   ############
//!   #@$.#   ######          #@$.# #  $.#     The boards stand in rows, every other row from right to left. A corridor
//!   #  ##   #@ $.#    ->    #  ##   ####     leads from each to the next, so the whole is a chain; the player is that
//!   ####    ######          ##    ##         of the first.
//!                            ######
//! ```
//! Draws levels by a seed, and returns one that has all their boxes and goals. Each piece can be solved as before: where
//! walls are opened, the player has more ways and the boxes none fewer. Whether the whole can be solved depends on whether
//! the player comes out of each piece when it is done; corridors begin where that is likeliest, see [`join()`].

mod canvas;
mod piece;
mod shelves;

use crate::generate::layout::tidy;
use crate::level::{Board, BoardError, Grid, Level, Symmetry};
use crate::run::Random;
use canvas::{Canvas, Place};
use piece::Piece;
use shelves::Shelves;

/// Squares between two pieces, one width after the other until all corridors fit: a corridor between two walls takes three.
const GAPS: [usize; 6] = [3, 5, 7, 9, 11, 13];

/// The reason why levels cannot be joined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    /// No levels, or none of them asked for.
    #[error("there is no level to join")]
    Nothing,
    /// Each level has walls or boxes all around the squares that its player reaches.
    #[error("no corridor leads to the player of any of these levels")]
    ShutIn,
    /// More squares than a board may have.
    #[error("{0} levels have more than {most} squares together", most = Board::MOST_SQUARES)]
    TooLarge(usize),
    /// The corridors get into each other's way.
    #[error("the corridors between these levels do not fit on one board")]
    NoWay,
    /// The result is no level.
    #[error(transparent)]
    Board(#[from] BoardError),
}

/// Returns one level of `count` others, drawn and turned by the seed: each once before one is taken twice. The same levels,
/// count and seed give the same level on every machine.
///
/// Each is joined to the next by a corridor one square wide, which branches off the one before it where a piece has no
/// second wall to open. It begins at a square that the player of the piece reaches at
/// its start and, where there is such a square, that belongs to the largest region without goals: where these are in one,
/// the way is open when the piece is solved, so the whole can be solved if each piece can. Levels that no corridor leads to
/// are left out. Notes and solutions of the pieces are lost. The places of
/// pieces take time linear in them for each width that is tried, corridors in what lies nearer than their ends.
///
/// # Errors
/// Nothing to join; no level that a corridor leads to; a board too large; corridors that do not fit.
///
/// ```
/// use sokoplan::Level;
/// use sokoplan::generate::join;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let level = Level::from_xsb("one push", "######\n#@$. #\n#    #\n######")?;
/// let four = join(&[level], 4, 1)?;
/// assert_eq!((four.start.boxes.len(), four.board.goals().len()), (4, 4));
/// assert_eq!(four.title, "join of 4 levels, seed 1");
/// # Ok(())
/// # }
/// ```
pub fn join(levels: &[Level], count: usize, seed: u64) -> Result<Level, JoinError> {
    if levels.is_empty() || count == 0 {
        return Err(JoinError::Nothing);
    }
    let pieces = drawn(levels, count, &mut Random::new(seed))?;
    let grid = GAPS.iter().find_map(|&gap| joined(&pieces, gap)).ok_or(JoinError::NoWay)?;
    let noun = if count == 1 { "level" } else { "levels" };
    Ok(Level::from_grid(format!("join of {count} {noun}, seed {seed}"), tidy(&grid))?)
}

/// Draws pieces: all levels in random order, then all again in another one.
fn drawn(levels: &[Level], count: usize, random: &mut Random) -> Result<Vec<Piece>, JoinError> {
    let symmetries: Vec<Symmetry> = Symmetry::all().collect();
    let (mut pieces, mut squares) = (Vec::new(), 0);
    while pieces.len() < count {
        let mut order: Vec<&Level> = levels.iter().collect();
        random.shuffle(&mut order);
        let turned = order.into_iter().map(|level| level.turned(random.pick(&symmetries)));
        let more: Vec<Piece> = turned.filter_map(|level| Piece::new(&level)).take(count - pieces.len()).collect();
        squares += more.iter().map(Piece::squares).sum::<usize>();
        if more.is_empty() {
            return Err(JoinError::ShutIn);
        }
        if squares > Board::MOST_SQUARES {
            return Err(JoinError::TooLarge(count));
        }
        pieces.extend(more);
    }
    Ok(pieces)
}

/// Returns the picture of all pieces with their corridors, `None` where one finds no way.
fn joined(pieces: &[Piece], gap: usize) -> Option<Grid> {
    let sizes: Vec<(usize, usize)> = pieces.iter().map(Piece::size).collect();
    let shelves = Shelves::new(&sizes, gap);
    let mut canvas = Canvas::new(shelves.height, shelves.width);
    for (number, (piece, &corner)) in pieces.iter().zip(&shelves.corners).enumerate() {
        canvas.draw(piece.picture(), corner, number == 0);
    }
    let mut corridor = Vec::new();
    let placed: Vec<(&Piece, Place)> = pieces.iter().zip(shelves.corners).collect();
    for pair in placed.windows(2) {
        let [from, to] = [pair[0], pair[1]].map(|(piece, corner)| piece.doors_at(corner));
        // Where the only wall that can be opened is open already, the corridor branches off.
        corridor = canvas.dig(&from, &to).or_else(|| canvas.dig(&corridor, &to))?;
    }
    Some(canvas.into_grid())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maze::Parts;
    use crate::solve::{Outcome, Solver};
    use std::time::Duration;

    const PIECES: [&str; 4] = [
        "######\n#@ $.#\n#    #\n######",
        "#######\n#@    #\n# $ # #\n#  .  #\n#  #  #\n#     #\n#######",
        "########\n#  @   #\n# $$   #\n#   .. #\n########",
        "   #####\n####   #\n#@ $ . #\n#  #####\n####",
    ];

    fn levels() -> Vec<Level> {
        PIECES.iter().map(|text| Level::from_xsb("", text).expect("a good board")).collect()
    }

    #[test]
    fn a_join_has_all_boxes_and_goals_and_one_player() {
        for (count, boxes) in [(1, 1..=2), (4, 5..=5), (8, 10..=10), (64, 80..=80)] {
            let level = join(&levels(), count, 7).expect("they fit");
            assert!(boxes.contains(&level.start.boxes.len()), "{}", level.grid);
            assert_eq!(level.start.boxes.len(), level.board.goals().len());
            let (height, width) = (level.grid.height(), level.grid.width());
            assert!(count < 8 || height < 2 * width && width < 2 * height, "near square\n{}", level.grid);
        }
    }

    #[test]
    fn each_corridor_is_one_bridge_that_no_box_need_cross() {
        // Pieces without bridges of their own.
        let levels = &levels()[..3];
        for seed in 1..30 {
            let level = join(levels, 9, seed).expect("they fit");
            let parts = Parts::new(&level.board, &level.start);
            assert_eq!((parts.parts().len(), parts.bridges().len()), (9, 8), "{}", level.grid);
            assert!(parts.bridges().iter().all(|bridge| bridge.flow == 0), "{}", level.grid);
            assert!(parts.parts().iter().all(|part| part.boxes > 0 && part.boxes == part.goals), "{}", level.grid);
        }
    }

    #[test]
    fn a_join_of_small_levels_is_solved() {
        for seed in 1..=8 {
            let level = join(&levels(), 3, seed).expect("they fit");
            let report = Solver::new(&level).time(Duration::from_secs(60)).solve();
            assert!(matches!(report.outcome, Outcome::Solved(_)), "{}", level.grid);
        }
    }

    #[test]
    fn a_piece_with_one_wall_to_open_stands_within_the_chain_too() {
        // The player reaches one square between two boxes, and no wall but the one above it.
        let level = Level::from_xsb("", "#######\n#.$@$.#\n# #$# #\n#  .  #\n#######").expect("a good board");
        let joined = join(&[level], 5, 1).expect("they fit");
        assert_eq!(joined.start.boxes.len(), 15, "{}", joined.grid);
    }

    #[test]
    fn the_same_seed_gives_the_same_level_and_another_one_another() {
        assert_eq!(join(&levels(), 5, 3), join(&levels(), 5, 3));
        assert_ne!(join(&levels(), 5, 3).map(|level| level.grid), join(&levels(), 5, 4).map(|level| level.grid));
    }

    #[test]
    fn each_level_is_taken_once_before_one_is_taken_twice() {
        for seed in 1..20 {
            let mut sizes: Vec<usize> =
                drawn(&levels(), 4, &mut Random::new(seed)).expect("pieces").iter().map(Piece::squares).collect();
            sizes.sort();
            let mut all: Vec<usize> = levels().iter().map(|level| level.board.len()).collect();
            all.sort();
            assert_eq!(sizes, all);
        }
    }

    #[test]
    fn what_cannot_be_joined_is_an_error() {
        assert_eq!(join(&[], 2, 1), Err(JoinError::Nothing));
        assert_eq!(join(&levels(), 0, 1), Err(JoinError::Nothing));
        assert_eq!(join(&levels(), usize::MAX, 1), Err(JoinError::TooLarge(usize::MAX)));
        // No wall stands beside a square that the player reaches.
        let text = "#######\n#.   .#\n#  $  #\n# $@$ #\n#  $  #\n#.   .#\n#######";
        let level = Level::from_xsb("", text).expect("a good board");
        assert_eq!(join(std::slice::from_ref(&level), 2, 1), Err(JoinError::ShutIn));
        let mut all = levels();
        all.push(level);
        let joined = join(&all, 4, 1).expect("the others fit");
        assert_eq!(joined.start.boxes.len(), 5, "one of each of the others\n{}", joined.grid);
    }
}
