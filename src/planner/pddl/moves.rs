//! Positions as problems of `sokoban-moves.pddl`, with an object for each square.

use super::contracted::Lone;
use super::draft::{Draft, Exported};
use super::{Model, names};
use crate::level::{Position, Square};
use crate::planner::PlanningContext;
use crate::run::{Meter, Stop};

pub(super) fn export(context: &PlanningContext<'_>, start: &Position, meter: &Meter) -> Result<Exported, Stop> {
    let board = context.maze.board;
    let name = |s: Square| names::square(board, s);
    let mut draft = Draft::new(Model::Moves);
    board.squares().for_each(|s| draft.object(name(s), "square"));
    draft.fact("player-at", [&name(start.player)]);
    for square in board.squares() {
        let predicate = if start.has_box(square) { "box-at" } else { "clear" };
        draft.fact(predicate, [&name(square)]);
        draft.pay(meter)?;
    }
    for (from, to) in board.squares().flat_map(|s| board.neighbours(s).map(move |neighbour| (s, neighbour))) {
        draft.fact("next-to", [&name(from), &name(to)]);
        draft.pay(meter)?;
    }
    for [behind, from, to] in Lone::new(context.maze, start).pushes {
        draft.fact("in-line", [&name(behind), &name(from), &name(to)]);
        draft.pay(meter)?;
    }
    board.goals().iter().for_each(|&goal| draft.goal("box-at", [&name(goal)]));
    Ok(draft.finish(Vec::new()))
}
