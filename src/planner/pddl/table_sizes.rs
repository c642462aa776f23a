//! The sizes of the local tables of a level, which measure the cost of a definition of rooms.
//!
//! Input: areas and a position. Output: for each area the number of its local states, including those after crossings
//! into it, up to a limit. The tables themselves are dropped.

use super::crossings::Crossing;
use super::rooms::tables;
use crate::abstraction::LocalArea;
use crate::level::Position;
use crate::planner::PlanningContext;
use crate::run::{Meter, Stop};

/// The size of the table of one area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSize {
    /// The number of local states found.
    pub local_states: usize,
    /// Whether the limit cut the table: then there may be more local states.
    pub is_cut: bool,
}

/// Returns the size of the table of each area, of about `most` local states at most. An area of more than
/// [`LocalArea::MOST_SQUARES`] squares is counted in parts, all of them cut. The list is empty if the start is lost.
///
/// # Errors
/// A limit of the meter.
pub fn table_sizes(
    context: &PlanningContext<'_>,
    start: &Position,
    most: usize,
    meter: &mut Meter,
) -> Result<Vec<TableSize>, Stop> {
    let areas = context.areas.cut_to(context.maze.board, LocalArea::MOST_SQUARES);
    let crossings = Crossing::all(context, &areas);
    let tables = tables(context, (&areas, &crossings), start, most, meter)?;
    let is_part = |index: usize| {
        let whole = areas.areas()[index].squares.first().map(|&square| context.areas.area_of(square));
        whole.is_some_and(|whole| context.areas.area(whole).squares.len() > LocalArea::MOST_SQUARES)
    };
    let sizes = tables.iter().enumerate().filter(|(_, table)| !table.objects.is_empty());
    Ok(sizes
        .map(|(index, table)| TableSize { local_states: table.local_states, is_cut: table.is_cut || is_part(index) })
        .collect())
}
