//! Turns a plan, found by any planner for an exported problem, into moves of the player. Whether the plan is valid, and
//! whether the moves solve the level, is checked elsewhere.

use super::contracted::Lone;
use super::corridors::{Corridors, Run};
use super::crossings::Crossing;
use super::{Model, counts_follow, names, rooms_follow};
use crate::level::{Board, Direction, Position, Square};
use crate::maze::Areas;
use crate::planner::{PlanningContext, Refusal, Step};
use crate::push::{Push, walk_and_push};
use crate::run::{Meter, Stop};
use std::iter::successors;

/// Why a plan cannot be turned into moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FollowError {
    /// A step is not in the domain, or has names of another level.
    #[error("step {number}, `({step})`, is not a step of this domain and level")]
    Unknown {
        /// Number of the step in the plan, from 1.
        number: usize,
        /// Step as written in the plan.
        step: String,
    },
    /// The steps are valid, but their pushes cannot be made in this order.
    #[error("the pushes of the plan cannot be made in this order")]
    NoWay,
    /// A step of a plan on box counts could not be carried out after the steps before it.
    #[error("step {number}, `({step})`, cannot be carried out by pushes: {why}")]
    Refused {
        /// Number of the step in the plan, from 1.
        number: usize,
        /// Step as written in the plan.
        step: String,
        /// Reason in words why no pushes were found, with the boxes in the way.
        why: String,
        /// Reason as data why no pushes were found, with the position.
        broken: Box<Broken>,
    },
    /// A limit of the meter was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// The first step of a plan on box counts that could not be carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Steps before the failed one, each over one border.
    pub before: Vec<Step>,
    /// How the step failed in the most promising position after these steps.
    pub refusal: Refusal,
    /// Most promising position, in which the step failed.
    pub position: Position,
}

/// Returns the pushes of a plan of [`Model::Counts`], with at most `cap` push nodes for a step in one position.
///
/// # Errors
/// See [`FollowError`].
pub fn follow_counts(
    context: &PlanningContext<'_>,
    start: &Position,
    steps: &[&str],
    cap: u64,
    meter: &mut Meter,
) -> Result<Vec<Push>, FollowError> {
    counts_follow::pushes(context, start, steps, cap, meter)
}

/// Returns the moves of a plan in LURD notation. `areas` are those of [`super::Exported`], for [`Model::Rooms`].
///
/// # Errors
/// See [`FollowError`].
pub fn follow(
    model: Model,
    (context, areas): (&PlanningContext<'_>, Option<&Areas>),
    start: &Position,
    steps: &[&str],
    meter: &mut Meter,
) -> Result<String, FollowError> {
    let board = context.maze.board;
    let pushes = match model {
        Model::Counts => counts_follow::pushes(context, start, steps, counts_follow::NODE_CAP, meter)?,
        Model::Moves => return moves(board, start, steps),
        Model::Pushes => each(steps, |words| push(board, words))?.concat(),
        Model::Tunnels => {
            let runs = Corridors::new(context, start, &Lone::new(context.maze, start)).runs;
            each(steps, |words| tunnel_pushes(board, &runs, words))?.concat()
        }
        Model::Rooms => {
            let areas = areas.unwrap_or(context.areas);
            let all = Crossing::all(context, areas);
            let crossings = each(steps, |words| crossings(&all, words))?.concat();
            rooms_follow::pushes(context, areas, start, &crossings, meter)?.ok_or(FollowError::NoWay)?
        }
    };
    walk_and_push(board, start, &pushes).map(|(lurd, _)| lurd).ok_or(FollowError::NoWay)
}

/// Reads every step with `read`, which returns `None` for a step that is not of the domain.
pub(super) fn each<T>(steps: &[&str], read: impl Fn(&[&str]) -> Option<T>) -> Result<Vec<T>, FollowError> {
    let unknown = |number: usize, step: &str| FollowError::Unknown { number, step: step.to_owned() };
    let read_one = |(index, step): (usize, &&str)| {
        read(&step.split_whitespace().collect::<Vec<_>>()).ok_or_else(|| unknown(index + 1, step))
    };
    steps.iter().enumerate().map(read_one).collect()
}

/// Returns the moves, in LURD notation, of a plan of [`Model::Moves`], in which each step is one move.
fn moves(board: &Board, start: &Position, steps: &[&str]) -> Result<String, FollowError> {
    let mut player = start.player;
    let one = |words: &[&str]| match words {
        ["step", from, to] => way_between(board, from, to).map(|(_, direction)| vec![(direction, false)]),
        ["push", _, from, to] => way_between(board, from, to).map(|(_, direction)| vec![(direction, true)]),
        _ => None,
    };
    let mut lurd = String::new();
    for (direction, is_push) in each(steps, one)?.concat() {
        player = board.next(player, direction).ok_or(FollowError::NoWay)?;
        lurd.push(direction.letter(is_push));
    }
    Ok(lurd)
}

fn way_between(board: &Board, from: &str, to: &str) -> Option<(Square, Direction)> {
    let (from, to) = (names::read_square(board, from)?, names::read_square(board, to)?);
    Some((from, Direction::ALL.into_iter().find(|&direction| board.next(from, direction) == Some(to))?))
}

fn push(board: &Board, words: &[&str]) -> Option<Vec<Push>> {
    match words {
        ["walk", _, _] => Some(Vec::new()),
        ["push", _, from, to] => way_between(board, from, to).map(|(from, direction)| vec![Push { from, direction }]),
        _ => None,
    }
}

fn tunnel_pushes(board: &Board, runs: &[Run], words: &[&str]) -> Option<Vec<Push>> {
    let run_at = |tunnel: &str, mouth: &str| {
        let place = tunnel.strip_prefix("tunnel-")?;
        let run = runs.iter().find(|run| names::place(board, run.squares[0]) == place)?;
        let mouth = names::read_square(board, mouth).filter(|mouth| run.mouths.contains(mouth))?;
        // The direction from this mouth into the tunnel.
        let direction = if mouth == run.mouths[0] { run.direction } else { run.direction.opposite() };
        Some((run, mouth, direction))
    };
    match words {
        ["park", _, mouth, tunnel] => run_at(tunnel, mouth).map(|(_, from, direction)| vec![Push { from, direction }]),
        ["cross", tunnel, near, _] => {
            let (run, mouth, direction) = run_at(tunnel, near)?;
            let inside =
                successors(board.next(mouth, direction), |&s| board.next(s, direction)).take(run.squares.len());
            Some(inside.map(|from| Push { from, direction }).collect())
        }
        ["unpark", tunnel, near, _] => {
            let (_, mouth, direction) = run_at(tunnel, near)?;
            board.next(mouth, direction).map(|from| vec![Push { from, direction: direction.opposite() }])
        }
        _ => push(board, words),
    }
}

fn crossings<'c>(all: &'c [Crossing], words: &[&str]) -> Option<Vec<&'c Crossing>> {
    match words {
        ["walk-out" | "push-in" | "push-out" | "push-through", _, _, name, _] => {
            all.iter().find(|crossing| crossing.name == *name).map(|crossing| vec![crossing])
        }
        ["finish", _, _] | ["slide", _, _, _] | ["receive" | "enter", _, _, _, _] => Some(Vec::new()),
        _ => None,
    }
}
