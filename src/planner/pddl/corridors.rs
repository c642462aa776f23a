//! Straight pieces of tunnels (runs), each contracted to one place.
//!
//! Input: areas and squares that boxes can reach. Output: runs of corridor squares that hold at most one box, and for
//! each square the run or the passage of the player in which it lies. No bend that boxes can reach is part of a run.
//!
//! ```text
//!   #########
//!   near 1 2 3 far        the run is 1 2 3; its mouths are the squares before and behind it
//!   #########
//! ```

use super::contracted::{Lone, parts};
use crate::level::{Direction, Position, Square};
use crate::planner::PlanningContext;

/// A straight piece of a tunnel, and the squares at both ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// Squares of the run, at least two, in order.
    pub(super) squares: Vec<Square>,
    /// Direction from the first square to the last.
    pub(super) direction: Direction,
    /// Squares before the first and behind the last square of the run.
    pub(super) mouths: [Square; 2],
}

/// All runs of a board, and the run or passage to which each square is contracted.
#[derive(Clone, Debug)]
pub(super) struct Corridors {
    pub(super) runs: Vec<Run>,
    /// For each square the first square of its run or of its passage (which only the player uses); `None` in neither.
    pub(super) first: Vec<Option<Square>>,
}

impl Corridors {
    /// Finds all runs and passages of a board.
    pub(super) fn new(context: &PlanningContext<'_>, start: &Position, lone: &Lone) -> Self {
        let board = context.maze.board;
        let runs: Vec<Run> = board.squares().filter_map(|s| run_from(context, start, s)).collect();
        let mut first = vec![None; board.len()];
        for run in &runs {
            run.squares.iter().for_each(|s| first[s.index()] = Some(run.squares[0]));
        }
        let is_tunnel = |s: Square| context.areas.area(context.areas.area_of(s)).is_tunnel();
        let is_passage = |s: Square| is_tunnel(s) && !lone.has(s) && !board.is_goal(s);
        let passages = parts(board, |s| first[s.index()].is_none() && is_passage(s));
        for (run, passage) in first.iter_mut().zip(passages) {
            *run = run.or(passage);
        }
        Self { runs, first }
    }
}

/// Returns the direction of a straight tunnel square, down or right; `None` if the square is a goal, holds a box at the
/// start, or is not straight.
fn along(context: &PlanningContext<'_>, start: &Position, square: Square) -> Option<Direction> {
    let board = context.maze.board;
    let is_plain = !board.is_goal(square)
        && !start.has_box(square)
        && context.areas.area(context.areas.area_of(square)).is_tunnel()
        && board.neighbours(square).count() == 2;
    let leads = |direction: &Direction| {
        board.next(square, *direction).is_some() && board.next(square, direction.opposite()).is_some()
    };
    [Direction::Down, Direction::Right].into_iter().find(leads).filter(|_| is_plain)
}

/// Returns the run that begins with this square; `None` if there is none of at least two squares.
fn run_from(context: &PlanningContext<'_>, start: &Position, first: Square) -> Option<Run> {
    let board = context.maze.board;
    let direction = along(context, start, first)?;
    let goes_on = |s: &Square| along(context, start, *s) == Some(direction);
    let before = board.next(first, direction.opposite()).filter(|s| !goes_on(s))?;
    let squares: Vec<Square> =
        std::iter::successors(Some(first), |&s| board.next(s, direction).filter(|next| goes_on(next))).collect();
    let behind = board.next(*squares.last()?, direction)?;
    (squares.len() >= 2).then_some(Run { squares, direction, mouths: [before, behind] })
}
