//! Turns a plan of `rooms.pddl` into pushes. Output: pushes that make the crossings of the plan, with silent pushes
//! between. Every crossing has one outcome, so the plan is followed without choices; the local
//! states in which areas were left are then chosen from the end, as for plans on `sets`.

use super::crossings::Crossing;
use super::export_pruning::ExportPruning;
use crate::abstraction::Exact;
use crate::level::Position;
use crate::maze::Areas;
use crate::planner::{PlanningContext, realise};
use crate::push::Push;
use crate::run::{Meter, Stop};

/// Returns pushes that make the crossings in this order, with the pushes between; `None` if no pushes do.
pub(super) fn pushes(
    context: &PlanningContext<'_>,
    areas: &Areas,
    start: &Position,
    crossings: &[&Crossing],
    meter: &mut Meter,
) -> Result<Option<Vec<Push>>, Stop> {
    let board = context.maze.board;
    let guide = ExportPruning::new(context.maze, areas, start);
    let mut exact = Exact::new(board, areas, None, Box::new(guide));
    let Some(first) = exact.start(start, meter)? else { return Ok(None) };
    let (mut states, mut operators) = (vec![first], Vec::new());
    for crossing in crossings {
        let next = exact.apply(&states[states.len() - 1], crossing.operator, meter)?;
        let Some((operator, state)) = next else { return Ok(None) };
        operators.push(operator);
        states.push(state);
    }
    let member = exact.local_start(start, meter)?;
    let segments = realise(&mut exact, board, &states, &operators, member, meter)?;
    let pushes = |segment: crate::planner::Segment| segment.crossing.into_iter().chain(segment.silent);
    Ok(segments.map(|segments| segments.into_iter().flat_map(pushes).collect()))
}
