//! What the two sides of the search have in common: the successors of a position.

use super::children::{Child, Children, Made};
use super::ground::Ground;
use super::images::Image;
use super::open::Rank;
use crate::push::{CellSet, GridArena, NodeId, Words};
use crate::run::{Meter, Stop};

/// The estimate where there is no matching, and that is no reason to refuse.
const UNMATCHED: u16 = u16::MAX;

/// One side: pushes from the start, or pulls from the goals.
pub(in crate::search) trait Expander<W> {
    /// Whether a position stands for its image under this symmetry.
    fn is_like(image: &Image) -> bool;

    /// Prepares what is due after this number of expanded positions. Returns whether the search should begin anew: positions
    /// were made that would be refused now, and what is lost among them is never noticed again.
    ///
    /// # Errors
    /// A limit of the meter. Asked again, it goes on.
    fn prepare(&mut self, ground: &Ground<'_, W>, expanded: u64, meter: &Meter) -> Result<bool, Stop>;

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

/// Lists those of the positions that were made which are not held; without an estimate, only if none is needed.
#[inline(always)]
pub(in crate::search) fn keep_new<W: Words>(
    ground: &Ground<'_, W>,
    arena: &GridArena<W>,
    targets: &CellSet<W>,
    children: &mut Children<W>,
    needs_estimate: bool,
    mut estimate: impl FnMut(&Made<W>) -> Option<i32>,
) {
    let Children { made, list, unmatched, .. } = children;
    arena.touch(made.iter().map(|made| made.key));
    for made in made.drain(..) {
        if arena.find(made.key, &made.boxes, made.player).is_some() {
            continue;
        }
        let estimate = estimate(&made);
        if needs_estimate && estimate.is_none() {
            *unmatched += 1;
            continue;
        }
        let rank = rank(ground, &made.boxes, &made.region, targets, estimate.map_or(UNMATCHED, stored));
        let Made { boxes, key, player, push, .. } = made;
        list.push(Child { boxes, key, player, push, rank });
    }
}

/// An estimate as it is stored.
fn stored(estimate: i32) -> u16 {
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
