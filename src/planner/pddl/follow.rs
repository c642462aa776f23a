//! From a plan to the player's moves.
//!
//! In come the steps of a plan, found by any planner for an exported problem; out come moves, or the step that cannot
//! be made. That the plan is a plan of the problem is checked elsewhere, and so is the solution.

use super::contracted::Lone;
use super::corridors::{Run, Runs};
use super::crossings::Crossing;
use super::{Model, names, rooms, rooms_follow};
use crate::level::{Board, Direction, Position, Square};
use crate::planner::Ground;
use crate::push::{Push, walk_and_push};
use crate::run::{Meter, Stop};
use std::iter::successors;

/// Why a plan has no moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misstep {
    /// A step that the domain does not have, or with names of another level.
    #[error("step {number}, `({step})`, is none of this domain and level")]
    Unknown {
        /// From 1.
        number: usize,
        /// As the plan has it.
        step: String,
    },
    /// The steps are known, but cannot be made in this order.
    #[error("the pushes of the plan cannot be made")]
    NoWay,
    /// Plans on numbers of boxes say nothing of squares.
    #[error("a plan of rooms-counts is a proposal, with no moves of its own")]
    Proposal,
    /// A limit was met.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// The moves of a plan as LURD, pushes in upper case.
///
/// # Errors
/// See [`Misstep`].
pub fn follow(
    model: Model,
    ground: &Ground<'_>,
    start: &Position,
    steps: &[&str],
    meter: &mut Meter,
) -> Result<String, Misstep> {
    let board = ground.maze.board;
    let pushes = match model {
        Model::Counts => return Err(Misstep::Proposal),
        Model::Moves => return moves(board, start, steps),
        Model::Pushes => each(steps, |words| push(board, words))?.concat(),
        Model::Tunnels => {
            let runs = Runs::new(ground, start, &Lone::new(ground.maze, start)).runs;
            each(steps, |words| tunnel_pushes(board, &runs, words))?.concat()
        }
        Model::Rooms => {
            let areas = rooms::areas(ground);
            let all = Crossing::all(ground, &areas);
            let crossings = each(steps, |words| crossings(&all, words))?.concat();
            rooms_follow::pushes(ground, &areas, start, &crossings, meter)?.ok_or(Misstep::NoWay)?
        }
    };
    walk_and_push(board, start, &pushes).map(|(lurd, _)| lurd).ok_or(Misstep::NoWay)
}

/// Reads every step; `None` is no step of the domain.
fn each<T>(steps: &[&str], read: impl Fn(&[&str]) -> Option<Vec<T>>) -> Result<Vec<Vec<T>>, Misstep> {
    let unknown = |number: usize, step: &str| Misstep::Unknown { number, step: step.to_owned() };
    let read_one = |(index, step): (usize, &&str)| {
        read(&step.split_whitespace().collect::<Vec<_>>()).ok_or_else(|| unknown(index + 1, step))
    };
    steps.iter().enumerate().map(read_one).collect()
}

/// Steps and pushes make one move each.
fn moves(board: &Board, start: &Position, steps: &[&str]) -> Result<String, Misstep> {
    let mut player = start.player;
    let one = |words: &[&str]| match words {
        ["step", from, to] => way_between(board, from, to).map(|(_, way)| vec![(way, false)]),
        ["push", _, from, to] => way_between(board, from, to).map(|(_, way)| vec![(way, true)]),
        _ => None,
    };
    let mut lurd = String::new();
    for (way, is_push) in each(steps, one)?.concat() {
        player = board.next(player, way).ok_or(Misstep::NoWay)?;
        lurd.push(way.letter(is_push));
    }
    Ok(lurd)
}

fn way_between(board: &Board, from: &str, to: &str) -> Option<(Square, Direction)> {
    let (from, to) = (names::read_square(board, from)?, names::read_square(board, to)?);
    Some((from, Direction::ALL.into_iter().find(|&way| board.next(from, way) == Some(to))?))
}

fn push(board: &Board, words: &[&str]) -> Option<Vec<Push>> {
    match words {
        ["walk", _, _] => Some(Vec::new()),
        ["push", _, from, to] => way_between(board, from, to).map(|(from, way)| vec![Push { from, way }]),
        _ => None,
    }
}

fn tunnel_pushes(board: &Board, runs: &[Run], words: &[&str]) -> Option<Vec<Push>> {
    let run_at = |tunnel: &str, mouth: &str| {
        let place = tunnel.strip_prefix("tunnel-")?;
        let run = runs.iter().find(|run| names::place(board, run.squares[0]) == place)?;
        let mouth = names::read_square(board, mouth).filter(|mouth| run.mouths.contains(mouth))?;
        // The way from this mouth into the tunnel.
        let way = if mouth == run.mouths[0] { run.way } else { run.way.opposite() };
        Some((run, mouth, way))
    };
    match words {
        ["park", _, mouth, tunnel] => run_at(tunnel, mouth).map(|(_, from, way)| vec![Push { from, way }]),
        ["cross", tunnel, near, _] => {
            let (run, mouth, way) = run_at(tunnel, near)?;
            let inside = successors(board.next(mouth, way), |&s| board.next(s, way)).take(run.squares.len());
            Some(inside.map(|from| Push { from, way }).collect())
        }
        ["unpark", tunnel, near, _] => {
            let (_, mouth, way) = run_at(tunnel, near)?;
            board.next(mouth, way).map(|from| vec![Push { from, way: way.opposite() }])
        }
        _ => push(board, words),
    }
}

fn crossings<'c>(all: &'c [Crossing], words: &[&str]) -> Option<Vec<&'c Crossing>> {
    match words {
        ["walk-out" | "push-in" | "push-out" | "push-through", _, name, _] => {
            all.iter().find(|crossing| crossing.name == *name).map(|crossing| vec![crossing])
        }
        ["slide" | "finish-active" | "finish-suspended", _, _] | ["receive" | "enter", _, _, _] => Some(Vec::new()),
        _ => None,
    }
}
