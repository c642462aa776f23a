//! Plain states converted to states of the crate.

use super::exhaustive::{Drawn, STEPS, State as Plain, has};
use super::small_levels::SIDE;
use sokoplan::level::{Board, Position, Square};
use sokoplan::push::{BoxSet, Push, Region, State};

pub(crate) fn cell(board: &Board, square: Square) -> usize {
    let (row, column) = board.row_column(square);
    row * SIDE + column
}

pub(crate) fn position(board: &Board, (boxes, player): Plain) -> Position {
    let square = |cell: usize| board.square(cell / SIDE, cell % SIDE).expect("a floor cell is a square");
    Position { boxes: (0..SIDE * SIDE).filter(|&cell| has(boxes, cell)).map(square).collect(), player: square(player) }
}

pub(crate) fn state(board: &Board, plain: Plain) -> (State, Region) {
    let mut region = Region::new(board.len());
    let Position { boxes, player } = position(board, plain);
    let boxes = BoxSet::of(board.len(), boxes);
    region.flood(board, player, |s| boxes.has(s));
    (State { boxes, player: region.representative() }, region)
}

/// The plain state that a push leads to.
pub(crate) fn after(board: &Board, drawn: &Drawn, (boxes, _): Plain, push: Push) -> Plain {
    let from = cell(board, push.from);
    let step = STEPS.iter().find(|step| step.0 == push.direction.letter(false)).expect("a step").1;
    drawn.state(boxes & !(1 << from) | 1 << from.wrapping_add_signed(step), from)
}
