//! What the two sides of the search have in common: the successors of a position.

use super::child::Children;
use super::ground::Ground;
use super::queues::Rank;
use crate::push::{CellSet, GridArena, NodeId, Words};
use crate::run::{Meter, Stop};

/// The estimate where there is no matching, and that is no reason to refuse.
pub(super) const UNMATCHED: u16 = u16::MAX;

/// One side: pushes from the start, or pulls from the goals.
pub(super) trait Expander<W> {
    /// Lists the successors of a position that are not held, but for those that are refused.
    ///
    /// # Errors
    /// A limit of the meter. Asked again, it gives the same list.
    fn expand(
        &mut self,
        ground: &Ground<'_, W>,
        arena: &GridArena<W>,
        id: NodeId,
        children: &mut Children<W>,
        meter: &mut Meter,
    ) -> Result<(), Stop>;

    /// Forgets what was counted since the last expansion began.
    fn undo(&mut self) {}
}

/// An estimate as it is stored.
pub(super) fn stored(estimate: i32) -> u16 {
    u16::try_from(estimate).unwrap_or(UNMATCHED)
}

/// The class of a position: the boxes on `targets`, and the regions that boxes divide the board into, of which the
/// player's is given.
#[inline(never)]
pub(in crate::search) fn rank<W: Words>(
    ground: &Ground<'_, W>,
    boxes: &CellSet<W>,
    region: &CellSet<W>,
    targets: &CellSet<W>,
    estimate: u16,
) -> Rank {
    let grid = &ground.grid;
    let mut rest = grid.floor().minus(boxes).minus(region);
    let mut regions = 1;
    while regions < Rank::MOST_REGIONS
        && let Some(cell) = rest.first()
    {
        rest = rest.minus(&grid.flood(&CellSet::one(grid.words(), cell), &rest));
        regions += 1;
    }
    let on_targets = u16::try_from(boxes.and(targets).len()).unwrap_or(u16::MAX);
    Rank { estimate, made: 0, on_targets, regions }
}
