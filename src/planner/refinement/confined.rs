//! The search that proves nogoods: it visits the positions in which each box is still in its area, and looks for one of
//! these positions in which a step can be made.
//!
//! Boxes that are not given are not put on the board, which forbids no push of a given box. So if no sequence of pushes
//! leads to the step, none does in the level, unless some box first crosses a border of an area with a given box.

use crate::level::Position;
use crate::planner::{PlanningContext, Step};
use crate::push::{Region, State};
use crate::run::{Held, Meter, NodeKind, Stop};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// Returns whether no pushes inside areas make the step possible with only the boxes of `position`; false if `most`
/// positions do not decide it. Pushes that make a lone box dead are left out, since no solution makes them.
///
/// # Errors
/// A limit of the meter.
pub(super) fn is_impossible(
    context: &PlanningContext<'_>,
    position: &Position,
    step: &Step,
    most: usize,
    meter: &mut Meter,
) -> Result<bool, Stop> {
    let (maze, areas) = (context.maze, context.areas);
    let board = maze.board;
    let mut region = Region::new(board.len());
    let mut states: IndexSet<State, FxBuildHasher> = IndexSet::default();
    let mut held = Held::default();
    states.insert(State::of(board, position, &mut region));
    let mut next = 0;
    while let Some(state) = states.get_index(next).cloned() {
        if is_settled(context, &state, step) {
            return Ok(false);
        }
        meter.tick(NodeKind::Push)?;
        region.flood(board, state.player, |square| state.boxes.has(square));
        for push in state.pushes(board, &region).collect::<Vec<_>>() {
            let Some(to) = board.next(push.from, push.direction) else { continue };
            if maze.distances.is_dead_place(maze.place_pushed(to, push.direction)) {
                continue;
            }
            let [from_area, to_area] = [push.from, to].map(|square| areas.area_of(square));
            if from_area != to_area {
                if matches!(step, Step::Transfer(route) if route[..] == [from_area, to_area]) {
                    return Ok(false);
                }
                continue;
            }
            let after = state.after(board, push, &mut region);
            held.grow(2 * (size_of::<State>() + after.boxes.bytes()), meter)?;
            states.insert(after);
        }
        next += 1;
        if states.len() > most {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns whether the step is a settle, and all boxes of its area stand on goals.
fn is_settled(context: &PlanningContext<'_>, state: &State, step: &Step) -> bool {
    let Step::Settle(area) = step else { return false };
    let board = context.maze.board;
    state.boxes.iter().filter(|&b| context.areas.area_of(b) == *area).all(|b| board.is_goal(b))
}
