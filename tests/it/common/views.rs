//! Plain states converted to those of the crate.

use super::exhaustive::{Cells, Drawn, STEPS, State as Plain, has};
use super::small_levels::SIDE;
use sokoplan::level::{Board, Square};
use sokoplan::push::{BoxSet, Push, Region, State};

fn square(board: &Board, cell: usize) -> Square {
    board.square(cell / SIDE, cell % SIDE).expect("a floor cell is a square")
}

fn boxes(board: &Board, boxes: Cells) -> BoxSet {
    let cells = (0..SIDE * SIDE).filter(|&cell| has(boxes, cell));
    BoxSet::of(board.len(), cells.map(|cell| square(board, cell)))
}

pub(crate) fn state(board: &Board, (cells, player): Plain) -> (State, Region) {
    let mut region = Region::new(board.len());
    let boxes = boxes(board, cells);
    region.flood(board, square(board, player), |s| boxes.has(s));
    (State { boxes, player: region.representative() }, region)
}

/// The plain state that a push leads to.
pub(crate) fn after(board: &Board, drawn: &Drawn, (boxes, _): Plain, push: Push) -> Plain {
    let (row, column) = board.row_column(push.from);
    let from = row * SIDE + column;
    let step = STEPS.iter().find(|step| step.0 == push.direction.letter(false)).expect("a step").1;
    drawn.state(boxes & !(1 << from) | 1 << from.wrapping_add_signed(step), from)
}
