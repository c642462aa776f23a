//! The forward side: single pushes from the start. [`Prune`] refuses pushes; a position whose boxes cannot be matched
//! to goals is refused here, where the matching is updated.

use super::side::LeanSetting;
use crate::deadlock::GridForm;
use crate::level::Direction;
use crate::push::{GridArena, NodeId, Push, Words};
use crate::run::{Meter, Stop};
use crate::search::Prunings;
use crate::search::engine::{BoxMatching, Candidate, Due, Expander, GridProblem, Image, Prune, Successors, keep_new};

/// Generates the pushes of positions of the forward side.
#[derive(Debug)]
pub(super) struct Pushes<'a, W> {
    setting: LeanSetting,
    pub(super) prune: Prune<'a, W>,
    matching: BoxMatching,
}

impl<'a, W: Words> Pushes<'a, W> {
    pub(super) fn new(problem: &GridProblem<'a, W>, prunings: &Prunings, setting: LeanSetting) -> Self {
        Self { setting, prune: Prune::new(problem, prunings), matching: BoxMatching::new(problem.grid.cells()) }
    }
}

impl<W: Words> Expander<W> for Pushes<'_, W> {
    /// Returns true, since every symmetry maps goals onto goals.
    fn is_like(_: &Image) -> bool {
        true
    }

    fn prepare(&mut self, problem: &GridProblem<'_, W>, expanded: u64, meter: &Meter) -> Result<bool, Stop> {
        let LeanSetting { pairs_after, threes_after, .. } = self.setting;
        Ok(self.prune.prepare(problem, expanded, Due { pairs: pairs_after, threes: threes_after }, meter)?
            && expanded > 0)
    }

    fn expand(
        &mut self,
        problem: &GridProblem<'_, W>,
        arena: &GridArena<W>,
        id: NodeId,
        successors: &mut Successors<W>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let (grid, maze) = (&problem.grid, problem.maze);
        let node = arena.node(id);
        let boxes = &node.boxes;
        let region = grid.region(grid.cell(node.player), boxes);
        let needs_matching = self.prune.has(GridForm::Matching);
        let place = |cell| maze.place(grid.square(cell), node.player);
        let is_matched = self.matching.solve(&maze.distances, boxes, place, meter)?.is_some();
        let pushed = node.parent().and_then(|(_, push)| maze.board.next(push.from, push.direction));
        let is_lost = (needs_matching && !is_matched) || self.prune.others.is_lost(problem, node, pushed, meter)?;
        let pushable = self.prune.pushable(problem, boxes, &region);
        successors.clear();
        if is_lost {
            return Ok(());
        }
        let key = problem.keys.of(boxes);
        for direction in Direction::ALL {
            for from in pushable[direction.index()].iter() {
                if W::IS_WIDE {
                    meter.check_time()?;
                }
                successors.generated += 1;
                let to = grid.step(from, direction);
                let push = Push { from: grid.square(from), direction };
                let Some(after) = self.prune.after(problem, boxes, (from, to), direction) else { continue };
                let mut walked = region.clone();
                walked.insert(from);
                let region = grid.region_after(&walked, [from], to, from, &after);
                let Some(player) = region.first() else { continue };
                let key = key ^ problem.keys.moved(from, to) ^ problem.keys.player(player);
                successors.candidates.push(Candidate {
                    boxes: after,
                    region,
                    key,
                    player: grid.square(player),
                    from,
                    to,
                    push,
                });
            }
        }
        let matching = &mut self.matching;
        keep_new(problem, arena, &problem.goals, successors, needs_matching, |candidate| {
            let place = maze.place_pushed(grid.square(candidate.to), candidate.push.direction);
            is_matched.then(|| matching.moved(&maze.distances, candidate.from, place, 1))?
        });
        Ok(())
    }
}
