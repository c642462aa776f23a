//! Drops the least promising positions of a side when memory is short. Half of the positions stay: open ones in the
//! order of the queues with their ancestors, and the newest of the other closed ones with their ancestors, so that they
//! are not made again. Nothing is allocated: arrays are packed in place, and then shortened. Positions without a parent
//! always stay: the sides may meet there.

use super::side::Side;
use crate::push::{GridArena, NodeId, Words};
use crate::search::engine::{Expander, GridProblem, Queues};

/// Number of positions below which none is dropped.
const FEWEST: usize = 16;
/// Percentage of open positions and their ancestors among the positions that stay.
const OPEN: usize = 75;

impl<W: Words, E: Expander<W>> Side<W, E> {
    /// Drops the least promising half of the positions; true if any position was dropped.
    pub(super) fn compact(&mut self, problem: &GridProblem<'_, W>) -> bool {
        let before = self.arena.len();
        if before < FEWEST {
            return false;
        }
        self.select(before / 2);
        self.queues.number();
        let queues = &self.queues;
        self.arena.retain(|id| queues.renamed(id), |node| problem.key(&node.boxes, node.player));
        self.queues.drop_others();
        let has_dropped = self.arena.len() < before;
        self.has_gaps |= has_dropped;
        has_dropped
    }

    fn select(&mut self, budget: usize) {
        let (arena, queues) = (&self.arena, &mut self.queues);
        let ids = || (0..arena.len()).map(|id| NodeId(u32::try_from(id).unwrap_or(u32::MAX)));
        let mut kept = 0;
        for root in arena.roots() {
            kept += usize::from(queues.keep_root(root));
        }
        while kept < budget * OPEN / 100
            && let Some(chosen) = queues.choose()
        {
            kept += 1 + keep_way(arena, queues, chosen);
        }
        for id in ids().rev() {
            if kept >= budget {
                break;
            }
            if queues.keep(id) {
                kept += 1 + keep_way(arena, queues, id);
            }
        }
    }
}

/// Marks the ancestors of a position to stay; returns the number of newly marked positions.
fn keep_way<W: Words>(arena: &GridArena<W>, queues: &mut Queues, id: NodeId) -> usize {
    let parent = |id| arena.node(id).parent().map(|(parent, _)| parent);
    std::iter::successors(parent(id), |&id| parent(id)).take_while(|&id| queues.keep(id)).count()
}

#[cfg(test)]
mod tests {
    use super::FEWEST;
    use crate::deadlock::Purposes;
    use crate::level::Collection;
    use crate::maze::Maze;
    use crate::run::{Meter, Search, Status};
    use crate::search::Prunings;
    use crate::search::lean::{LeanSetting, Reach, lean};

    #[test]
    fn about_half_of_the_positions_stay_until_few_are_left() {
        let levels = include_bytes!("../../../../levels/8-signature.xsb");
        let levels = Collection::parse(levels);
        let level = levels.levels().nth(12).unwrap();
        let (meter, rules) = (&mut Meter::unlimited(), Prunings::all(Purposes::FAST_SEARCHES));
        let maze = Maze::new(&level.board, meter).unwrap();
        let setting = LeanSetting { reach: Reach::Forward, ..LeanSetting::default() };
        let mut search = lean(&maze, &level.start, &rules, setting, meter).unwrap();
        assert!(!search.compact() && search.is_complete(), "all positions are kept");
        while search.progress().kept < 16 * FEWEST as u64 {
            assert!(matches!(search.step(meter), Ok(Status::Running)));
        }
        let mut before = search.progress().kept;
        while search.compact() {
            let after = search.progress().kept;
            assert!(before / 4 <= after && after <= before / 2 + before / 4, "{before} {after}");
            before = after;
        }
        let few = FEWEST as u64 / 4..2 * FEWEST as u64;
        assert!(few.contains(&before) && !search.is_complete(), "{before}");
    }
}
