//! The successors of a position by pulls, towards the start. None is refused but where no matching of boxes to the
//! squares of the start is left.

use super::distances::{Costs, Matchings};
use super::ground::Ground;
use super::side::{Child, Mark, Side};
use crate::level::Direction;
use crate::push::{CellSet, NodeId, Push, Words};
use crate::run::{Meter, Stop};

/// Generates pulls; holds working memory.
#[derive(Debug)]
pub(super) struct Pulls<W> {
    /// The cells to which a box of the start can be pushed.
    live: CellSet<W>,
    matchings: Matchings,
}

impl<W: Words> Pulls<W> {
    pub(super) fn new(ground: &Ground<'_, W>, costs: &Costs, meter: &Meter) -> Result<Self, Stop> {
        let squares = ground.maze.board.squares().filter(|square| !costs.is_out_of_reach[square.index()]);
        Ok(Self { live: ground.grid.set(squares), matchings: Matchings::new(costs, ground.grid.cells(), meter)? })
    }

    /// Lists the successors that are not held at as little cost.
    pub(super) fn expand(
        &mut self,
        ground: &Ground<'_, W>,
        costs: &Costs,
        side: &Side<W>,
        id: NodeId,
        children: &mut Vec<Child<W>>,
        meter: &Meter,
    ) -> Result<usize, Stop> {
        children.clear();
        let grid = &ground.grid;
        let (node, mark) = (side.arena.node(id), side.marks[id.index()]);
        let boxes = &node.boxes;
        let region = grid.region(grid.cell(node.player), boxes);
        if self.matchings.solve(ground, costs, (boxes, node.player), meter)?.is_none() {
            return Ok(0);
        }
        let key = ground.keys.of(boxes);
        let mut made = 0;
        for direction in Direction::ALL {
            for from in grid.pullable(boxes, &region, &self.live, direction).iter() {
                if W::IS_WIDE {
                    meter.check()?;
                }
                made += 1;
                let to = grid.step(from, direction);
                let mut before = boxes.clone();
                before.remove(from);
                before.insert(to);
                let region = grid.region_after(&region, to, grid.step(to, direction), &before);
                let Some(player) = region.first() else { continue };
                let key = key ^ ground.keys.moved(from, to) ^ ground.keys.player(player);
                let player = grid.square(player);
                let push = Push { from: grid.square(to), direction: direction.opposite() };
                let made = mark.made + 1;
                let mark = if let Some(known) = side.arena.find(key, &before, player) {
                    let known = side.marks[known.index()];
                    if known.made <= made {
                        continue;
                    }
                    Mark { made, is_open: true, ..known }
                } else {
                    let ends = (from, to);
                    let moved = self.matchings.moved(ground, costs, ends, push.direction, (false, true));
                    let Some(distance) = moved else { continue };
                    let extra = mark.total().saturating_sub(made + distance.from_start);
                    Mark {
                        made,
                        behind: distance.to_goals,
                        extra: u16::try_from(extra).unwrap_or(u16::MAX),
                        ..Mark::root(distance.from_start)
                    }
                };
                children.push(Child { boxes: before, key, player, push, mark });
            }
        }
        Ok(made)
    }
}
