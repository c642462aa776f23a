//! Corrals that must be worked on first, on a grid; see [`crate::search::PiCorral`] for the rule and its proof.

use super::ground::Ground;
use crate::level::Direction;
use crate::push::{CellSet, Words};

/// Leaves of the boxes that can be pushed, by direction, only those into the corral that allows fewest pushes, where
/// there is such a corral. `region` must be the player's.
#[inline(never)]
pub(super) fn prune<W: Words>(
    ground: &Ground<'_, W>,
    boxes: &CellSet<W>,
    region: &CellSet<W>,
    pushable: &mut [CellSet<W>; 4],
) {
    let grid = &ground.grid;
    let mut rest = grid.floor().minus(boxes).minus(region);
    if rest.is_empty() {
        return;
    }
    let border = boxes.and(&grid.around(region));
    let inner = grid.floor().minus(region).minus(&border);
    let mut best: Option<(usize, [CellSet<W>; 4])> = None;
    while let Some(cell) = rest.first() {
        let inside = grid.flood(&CellSet::one(grid.words(), cell), &inner);
        rest = rest.minus(&inside);
        let corral = inside.or(&grid.around(&inside).and(&border));
        let members = corral.and(boxes);
        let has_work = members != corral.and(&ground.goals);
        if has_work && is_pi(ground, &members, &corral, region) {
            let free = corral.minus(boxes);
            let inwards = Direction::ALL.map(|direction| {
                let into = grid.moved(&free, direction.opposite());
                pushable[direction.index()].and(&members).and(&into)
            });
            let count = inwards.iter().map(CellSet::len).sum();
            if best.as_ref().is_none_or(|&(fewest, _)| count < fewest) {
                best = Some((count, inwards));
            }
        }
    }
    if let Some((_, inwards)) = best {
        *pushable = inwards;
    }
}

/// Returns whether every first push of a box of the corral goes inwards, and can be made as soon as its target is free.
#[inline]
fn is_pi<W: Words>(ground: &Ground<'_, W>, members: &CellSet<W>, corral: &CellSet<W>, region: &CellSet<W>) -> bool {
    let grid = &ground.grid;
    let outside = grid.floor().minus(corral);
    Direction::ALL.into_iter().all(|direction| {
        let back = direction.opposite();
        let to = |targets: &CellSet<W>| grid.moved(targets, back);
        let from = |players: &CellSet<W>| grid.moved(players, direction);
        let first = members.and(&to(&ground.live)).and(&from(&outside));
        first.is_subset(&to(corral).and(&from(region)))
    })
}
