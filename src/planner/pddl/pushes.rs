//! Positions as problems of `sokoban-pushes.pddl`; connected squares that no box can reach are one player region.

use super::contracted::{Lone, parts};
use super::draft::{Draft, Exported};
use super::{Model, names};
use crate::level::{Position, Square};
use crate::planner::PlanningContext;
use crate::run::{Meter, Stop};

pub(super) fn export(context: &PlanningContext<'_>, start: &Position, meter: &Meter) -> Result<Exported, Stop> {
    let board = context.maze.board;
    let lone = Lone::new(context.maze, start);
    let part = parts(board, |s| !lone.has(s) && !board.is_goal(s));
    let name = |s: Square| match part[s.index()] {
        Some(first) => format!("region-{}", names::place(board, first)),
        None => names::square(board, s),
    };
    let mut draft = Draft::new(Model::Pushes);
    for square in board.squares() {
        match part[square.index()] {
            Some(first) if first == square => draft.object(name(square), "region"),
            Some(_) => {}
            None => draft.object(name(square), "square"),
        }
    }
    draft.fact("player-in", [&name(start.player)]);
    for square in board.squares().filter(|&s| part[s.index()].is_none_or(|first| first == s)) {
        let predicate = if start.has_box(square) { "box-at" } else { "clear" };
        draft.fact(predicate, [&name(square)]);
        draft.pay(meter)?;
    }
    draft.steps(board, name, meter)?;
    for [behind, from, to] in &lone.pushes {
        draft.fact("in-line", [&name(*behind), &name(*from), &name(*to)]);
        draft.pay(meter)?;
    }
    board.goals().iter().for_each(|&goal| draft.goal("box-at", [&name(goal)]));
    Ok(draft.finish(Vec::new()))
}
