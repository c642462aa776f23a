//! Numbers of local states of the areas of a level, which measure the cost of a definition of rooms. States after
//! crossings into the area are included. The tables themselves are dropped.

use super::crossings::Crossing;
use super::rooms::tables;
use crate::abstraction::LocalArea;
use crate::level::Position;
use crate::planner::PlanningContext;
use crate::run::{Meter, Stop};

/// The number of local states of one area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSize {
    /// Number of local states of the area that were found.
    pub local_states: usize,
    /// Whether the limit ended the search, so that the area may have more local states.
    pub is_cut: bool,
}

/// Returns the number of local states of each area; the count ends at about `most`. An area of more than
/// [`LocalArea::MOST_SQUARES`] squares is counted in several pieces, all marked as cut. Empty if the start is lost.
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
