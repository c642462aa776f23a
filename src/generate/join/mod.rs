//! Joins: several levels on one board.
//!
//! ```text
//!   #####                   ############
//!   #@$.#   ######          #@$.# #  $.#     The boards stand in rows, every other row from right to left. A corridor
//!   #  ##   #@ $.#    ->    #  ##   ####     leads from each to the next, so the whole is a chain; the player is that
//!   ####    ######          ##    ##         of the first.
//!                            ######
//! ```
//! Levels are drawn by a seed and joined to one level, with all boxes and goals and a solution: each piece is solved,
//! and corridors begin at squares that the player reaches at the start and at the end of the piece, so that pieces can
//! be solved one after the other.

mod canvas;
mod piece;
mod shelves;

use crate::generate::layout::tidy;
use crate::level::{Board, BoardError, Direction, Grid, Level, Lurd, Symmetry};
use crate::push::{Push, walk_and_push};
use crate::run::{Answer, Limits, Meter, Random, Stop, StopFlag};
use crate::solve::Solver;
use canvas::{Canvas, Place};
use piece::Piece;
use shelves::Shelves;
use std::cell::OnceCell;

/// Distances between pieces in squares, tried in order until all corridors fit: a corridor with its two walls takes 3.
const GAPS: [usize; 6] = [3, 5, 7, 9, 11, 13];

/// Reason why levels cannot be joined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    /// No levels were given, or the number of pieces is 0.
    #[error("there is no level to join")]
    Nothing,
    /// No level is solved within the limits and can be opened where the player is both at the start and at the end.
    #[error("no level has a solution, found within {SOON} nodes, in which the player can go in and out by a corridor")]
    ShutIn,
    /// The joined level has more squares than a board may have.
    #[error("{0} levels have more than {most} squares together", most = Board::MOST_SQUARES)]
    TooLarge(usize),
    /// The corridors block each other.
    #[error("the corridors between these levels do not fit on one board")]
    NoWay,
    /// A limit was met, or a signal arrived.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The joined picture is not a level.
    #[error(transparent)]
    Board(#[from] BoardError),
}

/// Node limit of the default run for a piece, within which most levels of easy collections are solved.
const SOON: u64 = 20_000;

/// Several levels joined to one, with a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Join {
    /// The joined level.
    pub level: Level,
    /// Solutions of the pieces, one after the other.
    pub solution: Lurd,
}

/// Returns a level joined from `count` of the levels, drawn and turned by the seed; every level is used once before any
/// level is used twice. Equal levels, count and seed give an equal level on every machine.
///
/// Each piece is joined to the next by a corridor one square wide; if a piece has no second wall to open, the corridor
/// branches off the corridor before it. A corridor begins at a square that the player of the piece reaches at the start
/// and at the end of a solution, so pieces can be solved in any order. Levels that no corridor leads to, and levels
/// that the default run does not solve within 20,000 nodes, are left out. Notes of levels are dropped. Placing takes
/// time linear in the pieces for each width that is tried; digging, in the walls nearer than the end of the corridor.
///
/// # Errors
/// Nothing to join; no level that a corridor leads to; a board too large; corridors that do not fit; a limit, or a signal.
///
/// ```
/// use sokoplan::Level;
/// use sokoplan::generate::join;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let level = Level::from_xsb("one push", "######\n#@$. #\n#    #\n######")?;
/// let four = join(&[level], 4, 1)?;
/// assert_eq!((four.level.start.boxes.len(), four.level.board.goals().len()), (4, 4));
/// assert_eq!(four.level.title, "join of 4 levels, seed 1");
/// assert!(sokoplan::level::verify(&four.level.board, &four.level.start, &four.solution).is_ok());
/// # Ok(())
/// # }
/// ```
pub fn join(levels: &[Level], count: usize, seed: u64) -> Result<Join, JoinError> {
    Joiner::new(levels, Limits::default(), StopFlag::default()).join(count, seed)
}

/// Joins levels under limits, and keeps the solutions of the pieces for further joins.
#[derive(Debug)]
pub struct Joiner<'l> {
    levels: &'l [Level],
    /// Solutions of the levels, searched when first needed; the inner `None` stands for a level not solved.
    solutions: Vec<OnceCell<Option<Lurd>>>,
    limits: Limits,
    stop: StopFlag,
}

impl<'l> Joiner<'l> {
    /// Creates a joiner of these levels. The time limit is for each board, the memory limit for each search.
    pub fn new(levels: &'l [Level], limits: Limits, stop: StopFlag) -> Self {
        Self { levels, solutions: vec![OnceCell::new(); levels.len()], limits, stop }
    }

    /// Returns a level joined from `count` of the levels; see [`join`].
    ///
    /// # Errors
    /// The errors of [`join`].
    pub fn join(&self, count: usize, seed: u64) -> Result<Join, JoinError> {
        if self.levels.is_empty() || count == 0 {
            return Err(JoinError::Nothing);
        }
        let meter = Meter::new(self.limits, self.stop.clone());
        let pieces = self.drawn(count, &mut Random::new(seed), &meter)?;
        let joined = GAPS.iter().find_map(|&gap| Joined::new(&pieces, gap, &meter).transpose());
        let joined = joined.ok_or(JoinError::NoWay)??;
        let noun = if count == 1 { "level" } else { "levels" };
        let level = Level::from_grid(format!("join of {count} {noun}, seed {seed}"), tidy(&joined.grid))?;
        let solution = joined.solution(&pieces, &level).ok_or(JoinError::NoWay)?;
        Ok(Join { level, solution })
    }

    /// Returns `count` random pieces: all levels in random order, then all levels in another order, and so on.
    fn drawn(&self, count: usize, random: &mut Random, meter: &Meter) -> Result<Vec<Piece>, JoinError> {
        let symmetries: Vec<Symmetry> = Symmetry::all().collect();
        let (mut pieces, mut squares) = (Vec::new(), 0);
        while pieces.len() < count {
            let mut order: Vec<usize> = (0..self.levels.len()).collect();
            random.shuffle(&mut order);
            let turned: Vec<_> = order.into_iter().map(|at| (at, random.pick(&symmetries))).collect();
            let before = pieces.len();
            for (at, symmetry) in turned {
                if pieces.len() == count {
                    break;
                }
                meter.check()?;
                if let Some(piece) = self.piece(at, symmetry, meter)? {
                    squares += piece.squares();
                    pieces.push(piece);
                }
                if squares > Board::MOST_SQUARES {
                    return Err(JoinError::TooLarge(count));
                }
            }
            if pieces.len() == before {
                return Err(JoinError::ShutIn);
            }
        }
        Ok(pieces)
    }

    /// Returns a level as a piece; `None` if it is not solved within [`SOON`] nodes or cannot be opened.
    fn piece(&self, at: usize, symmetry: Symmetry, meter: &Meter) -> Result<Option<Piece>, Stop> {
        let level = &self.levels[at];
        let solution = match self.solutions[at].get() {
            Some(solution) => solution,
            None => {
                let solution = self.solution(level, meter)?;
                self.solutions[at].get_or_init(|| solution)
            }
        };
        let turned = solution.as_ref().map(|solution| symmetry.of_lurd(solution));
        Ok(turned.and_then(|solution| Piece::new(&level.turned(symmetry), &solution)))
    }

    /// Returns the solution of a level by the default run; `None` if it is not solved within [`SOON`] nodes.
    fn solution(&self, level: &Level, meter: &Meter) -> Result<Option<Lurd>, Stop> {
        let limits = Limits { nodes: Some(SOON), time: meter.time_left(), ..self.limits };
        let report = Solver::new(level).limits(limits).stop(self.stop.clone()).solve();
        match report.answer() {
            Answer::TimeLimit => Err(Stop::TimeLimit),
            Answer::Interrupted => Err(Stop::Interrupted),
            _ => Ok(report.solution().and_then(|solution| solution.lurd.parse().ok())),
        }
    }
}

/// Pieces and corridors drawn on one board.
struct Joined {
    grid: Grid,
    /// Upper left corner of each piece, as row and column.
    corners: Vec<Place>,
}

impl Joined {
    /// Places pieces and digs corridors; returns `None` if some corridor does not fit.
    fn new(pieces: &[Piece], gap: usize, meter: &Meter) -> Result<Option<Self>, Stop> {
        let sizes: Vec<(usize, usize)> = pieces.iter().map(Piece::size).collect();
        let Shelves { corners, height, width } = Shelves::new(&sizes, gap);
        let mut canvas = Canvas::new(height, width);
        for (number, (piece, &corner)) in pieces.iter().zip(&corners).enumerate() {
            canvas.draw(piece.picture(), corner, number == 0);
        }
        let mut corridor = Vec::new();
        let placed: Vec<(&Piece, Place)> = pieces.iter().zip(corners.iter().copied()).collect();
        for pair in placed.windows(2) {
            meter.check()?;
            let [from, to] = [pair[0], pair[1]].map(|(piece, corner)| piece.doors_at(corner));
            // If the only wall that can be opened is open already, the corridor branches off.
            let Some(dug) = canvas.dig(&from, &to).or_else(|| canvas.dig(&corridor, &to)) else { return Ok(None) };
            corridor = dug;
        }
        Ok(Some(Self { grid: canvas.into_grid(), corners }))
    }

    /// Returns a solution of the joined level: the solutions of the pieces one after the other, with walks between.
    /// `None` if a push cannot be made.
    fn solution(&self, pieces: &[Piece], level: &Level) -> Option<Lurd> {
        let Level { board, start, .. } = level;
        let drawn = (0..self.grid.height()).flat_map(|row| (0..self.grid.width()).map(move |column| (row, column)));
        let player = drawn.into_iter().find(|&(row, column)| self.grid.at(row, column).has_player())?;
        let there = board.row_column(start.player);
        let push = |((row, column), direction): (Place, Direction)| {
            let from =
                board.square((row + there.0).checked_sub(player.0)?, (column + there.1).checked_sub(player.1)?)?;
            Some(Push { from, direction })
        };
        let pushes = pieces.iter().zip(&self.corners).flat_map(|(piece, &corner)| piece.solution_at(corner));
        let pushes: Vec<Push> = pushes.map(push).collect::<Option<_>>()?;
        walk_and_push(board, start, &pushes)?.0.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::verify;
    use crate::maze::Parts;

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
            let level = join(&levels(), count, 7).expect("they fit").level;
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
            let level = join(levels, 9, seed).expect("they fit").level;
            let parts = Parts::new(&level.board, &level.start);
            assert_eq!((parts.parts().len(), parts.bridges().len()), (9, 8), "{}", level.grid);
            assert!(parts.bridges().iter().all(|bridge| bridge.flow == 0), "{}", level.grid);
            assert!(parts.parts().iter().all(|part| part.boxes > 0 && part.boxes == part.goals), "{}", level.grid);
        }
    }

    #[test]
    fn a_join_has_a_solution_that_replay_accepts() {
        for (count, seed) in [(1, 1), (3, 2), (9, 3), (64, 4)] {
            let Join { level, solution } = join(&levels(), count, seed).expect("they fit");
            assert!(verify(&level.board, &level.start, &solution).is_ok(), "{}\n{solution}", level.grid);
        }
    }

    #[test]
    fn a_piece_with_one_wall_to_open_stands_within_the_chain_too() {
        // The player reaches one square between two boxes, and no wall but the one above it.
        let level = Level::from_xsb("", "#######\n#.$@$.#\n# #$# #\n#  .  #\n#######").expect("a good board");
        let joined = join(&[level], 5, 1).expect("they fit").level;
        assert_eq!(joined.start.boxes.len(), 15, "{}", joined.grid);
    }

    #[test]
    fn the_same_seed_gives_the_same_level_and_another_one_another() {
        assert_eq!(join(&levels(), 5, 3), join(&levels(), 5, 3));
        assert_ne!(
            join(&levels(), 5, 3).map(|join| join.level.grid),
            join(&levels(), 5, 4).map(|join| join.level.grid)
        );
    }

    #[test]
    fn each_level_is_taken_once_before_one_is_taken_twice() {
        for seed in 1..20 {
            let levels = levels();
            let joiner = Joiner::new(&levels, Limits::default(), StopFlag::default());
            let pieces = joiner.drawn(4, &mut Random::new(seed), &Meter::unlimited()).expect("pieces");
            let mut sizes: Vec<usize> = pieces.iter().map(Piece::squares).collect();
            sizes.sort();
            let mut all: Vec<usize> = levels.iter().map(|level| level.board.len()).collect();
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
        let joined = join(&all, 4, 1).expect("the others fit").level;
        assert_eq!(joined.start.boxes.len(), 5, "one of each of the others\n{}", joined.grid);
    }
}
