//! The pushes of the forward side and the pulls of the backward side.

use super::side::LeanSetting;
use crate::deadlock::{GridForm, Lost, RuleSet};
use crate::heuristic::Targets;
use crate::level::{Direction, Position, Square};
use crate::push::{CellSet, GridArena, NodeId, Push, Words};
use crate::run::{Meter, Stop};
use crate::search::Prunings;
use crate::search::engine::{
    BoxMatching, Candidate, Due, Expander, GridProblem, Image, Prune, Successors, Tables, keep_new,
};

/// Generates single pulls from the filled goals. A pull is refused if the boxes cannot be matched to the squares of the
/// start, or if two or three boxes, alone on the board, cannot all be pulled to such squares.
#[derive(Debug)]
pub(super) struct Pulls<W> {
    tables_due: Due,
    needs_tables: bool,
    tables: Tables<W>,
    /// Number of pulls refused by the tables of lost sets.
    pub(super) lost: u64,
    needs_matching: bool,
    /// Cells where a lone box can be pulled to a square of a box at the start from.
    live: CellSet<W>,
    costs: Targets,
    matching: BoxMatching,
}

impl<W: Words> Pulls<W> {
    /// Factor of the delay of the table of three boxes, which refuses less than on the forward side.
    const THREES_LATER: u64 = 20;

    pub(super) fn new(
        problem: &GridProblem<'_, W>,
        start: &Position,
        rules: &RuleSet,
        setting: LeanSetting,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let (grid, board) = (&problem.grid, problem.maze.board);
        let costs = Targets::by_pulls(board, start, meter)?;
        let dead = costs.dead_squares();
        let has = |form| rules.iter().any(|rule| rule.on_grid() == Some(form));
        let has_live = has(GridForm::LiveSquares);
        let is_live = |square: &Square| !has_live || !dead.get(square.index()).is_some_and(|is_dead| *is_dead);
        Ok(Self {
            tables_due: Due { pairs: setting.pairs_after, threes: setting.threes_after * Self::THREES_LATER },
            needs_tables: has(GridForm::LostSets),
            tables: Tables::new(Lost::ToPulls),
            lost: 0,
            needs_matching: has(GridForm::Matching),
            live: grid.set(board.squares().filter(is_live)),
            matching: BoxMatching::new(grid.cells()),
            costs,
        })
    }
}

impl<W: Words> Expander<W> for Pulls<W> {
    fn is_like(image: &Image) -> bool {
        image.keeps_start
    }

    fn prepare(&mut self, problem: &GridProblem<'_, W>, expanded: u64, meter: &Meter) -> Result<bool, Stop> {
        if !self.needs_tables {
            return Ok(false);
        }
        let has_new =
            self.tables.prepare(&problem.grid, &self.live, &problem.start, expanded, self.tables_due, meter)?;
        Ok(has_new && expanded > 0)
    }

    fn expand(
        &mut self,
        problem: &GridProblem<'_, W>,
        arena: &GridArena<W>,
        id: NodeId,
        successors: &mut Successors<W>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let grid = &problem.grid;
        let node = arena.node(id);
        let boxes = &node.boxes;
        let region = grid.region(grid.cell(node.player), boxes);
        let place = |cell| Targets::place(grid.square(cell));
        let pullable = Direction::ALL.map(|direction| grid.pullable(boxes, &region, &self.live, direction));
        successors.clear();
        let key = problem.keys.of(boxes);
        for direction in Direction::ALL {
            for at in pullable[direction.index()].iter() {
                if W::IS_WIDE {
                    meter.check_time()?;
                }
                successors.generated += 1;
                let to = grid.step(at, direction);
                let mut before = boxes.clone();
                before.remove(at);
                // The table is asked without the moved box: it lists the other boxes of lost sets by this one.
                if self.tables.is_lost(to, direction, &before) {
                    self.lost += 1;
                    continue;
                }
                before.insert(to);
                let region = grid.region_after(&region, [at], to, grid.step(to, direction), &before);
                let Some(player) = region.first() else { continue };
                let key = key ^ problem.keys.moved(at, to) ^ problem.keys.player(player);
                let (player, push) =
                    (grid.square(player), Push { from: grid.square(to), direction: direction.opposite() });
                successors.candidates.push(Candidate { boxes: before, region, key, player, from: at, to, push });
            }
        }
        let Self { costs, matching, needs_matching, .. } = self;
        keep_new(problem, arena, &problem.start, successors, *needs_matching, || {
            let is_matched = matching.solve(costs, boxes, place, meter)?.is_some();
            Ok(move |candidate: &Candidate<W>| {
                is_matched.then(|| matching.moved(costs, candidate.from, place(candidate.to), 1))?
            })
        })
    }
}

/// Generates single pushes from the start. [`Prune`] refuses pushes; here a position without a matching is refused.
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
        let pushed = node.parent().and_then(|(_, push)| maze.board.next(push.from, push.direction));
        // Rules for whole positions are asked on expansion, as most positions are never expanded.
        let is_lost = self.prune.others.is_lost(problem, node, pushed, meter)?;
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
        keep_new(problem, arena, &problem.goals, successors, needs_matching, || {
            let place = |cell| maze.place(grid.square(cell), node.player);
            let is_matched = matching.solve(&maze.distances, boxes, place, meter)?.is_some();
            Ok(move |candidate: &Candidate<W>| {
                let place = maze.place_pushed(grid.square(candidate.to), candidate.push.direction);
                is_matched.then(|| matching.moved(&maze.distances, candidate.from, place, 1))?
            })
        })
    }
}
