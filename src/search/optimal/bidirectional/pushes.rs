//! The successors of a position by pushes.
//!
//! A push is refused where a proof shows that it loses: dead squares by side, pairs and threes of boxes that are lost
//! together, frozen boxes, no matching; rules from outside are asked too. Where a corral may be worked on first, only
//! pushes into it are made, and pushes that must go on are one run ([`ForcedPushes`]).

use super::distances::{Costs, Matchings};
use super::forced_pushes::ForcedPushes;
use super::ground::Ground;
use super::side::{Child, Mark, Side};
use crate::deadlock::rules::{DeadSquares, Freeze, Pairs};
use crate::deadlock::{GridFreeze, LostSets, RuleSet};
use crate::level::Direction;
use crate::push::{CellSet, NodeId, Push, Words};
use crate::run::{Meter, Stop};
use crate::search::lean::corral;

/// The rules that the search applies by itself.
#[derive(Clone, Copy, Debug)]
struct Own {
    dead_squares: bool,
    freeze: bool,
    tables: bool,
}

/// What was refused.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) by_tables: u64,
    pub(super) by_freeze: u64,
    pub(super) by_matching: u64,
}

/// Generates pushes; holds working memory.
#[derive(Debug)]
pub(super) struct Pushes<W> {
    own: Own,
    freeze: GridFreeze<W>,
    tables: Option<LostSets<W>>,
    cell: u32,
    runs: ForcedPushes,
    pub(super) matchings: Matchings,
    pub(super) counts: Counts,
}

impl<W: Words> Pushes<W> {
    /// Positions are expanded this often before the tables of pairs and threes are made.
    const TABLES_AFTER: u64 = 1_000;

    pub(super) fn new(ground: &Ground<'_, W>, costs: &Costs, rules: &RuleSet, meter: &Meter) -> Result<Self, Stop> {
        Ok(Self {
            own: Own {
                dead_squares: rules.has(DeadSquares::ID),
                freeze: rules.has(Freeze::ID),
                tables: rules.has(Pairs::ID),
            },
            freeze: GridFreeze::new(&ground.grid, &ground.live, &ground.goals),
            tables: None,
            cell: std::env::var("OPT_CELL").ok().and_then(|c| c.parse().ok()).unwrap_or(1),
            runs: ForcedPushes::new(ground.maze),
            matchings: Matchings::new(costs, ground.grid.cells(), meter)?,
            counts: Counts::default(),
        })
    }

    /// Makes the tables when they are due.
    pub(super) fn prepare(&mut self, ground: &Ground<'_, W>, expanded: u64, meter: &Meter) -> Result<(), Stop> {
        if self.own.tables && self.tables.is_none() && expanded >= Self::TABLES_AFTER {
            let mut tables = LostSets::of_pairs(&ground.grid, &ground.live, &ground.goals, meter)?;
            tables.add_threes(&ground.grid, &ground.goals, meter)?;
            self.tables = Some(tables);
        }
        Ok(())
    }

    /// All pushes of a run, by its first.
    pub(super) fn unfold<'s>(
        &'s self,
        ground: &'s Ground<'_, W>,
        first: Push,
    ) -> impl Iterator<Item = Push> + 's {
        self.runs.pushes(ground.maze.board, first)
    }

    /// Lists the successors that are not held at as little cost, but for those that are refused. The position must have
    /// been matched with the goals last.
    pub(super) fn expand(
        &mut self,
        ground: &Ground<'_, W>,
        costs: &Costs,
        side: &Side<W>,
        id: NodeId,
        children: &mut Vec<Child<W>>,
        meter: &Meter,
    ) -> Result<u64, Stop> {
        children.clear();
        let grid = &ground.grid;
        let (node, mark) = (side.arena.node(id), side.marks[id.index()]);
        let boxes = &node.boxes;
        let region = grid.region(grid.cell(node.player), boxes);
        if self.matchings.solve_from_start(ground, costs, node.player, meter)?.is_none() {
            return Ok(0);
        }
        let key = ground.keys.of(boxes);
        let pushable = self.pushable(ground, boxes, &region);
        let mut made = 0;
        for direction in Direction::ALL {
            for from in pushable[direction.index()].iter() {
                if W::IS_WIDE {
                    meter.check()?;
                }
                let push = Push { from: grid.square(from), direction };
                let is_box = |square| boxes.has(grid.cell(square));
                let Some(run) = self.runs.run(ground.maze.board, is_box, push) else { continue };
                let to = grid.cell(run.to);
                made += 1;
                let mut after = boxes.clone();
                after.remove(from);
                if self.tables.as_ref().is_some_and(|tables| tables.is_lost(to, direction, &after)) {
                    self.counts.by_tables += 1;
                    continue;
                }
                after.insert(to);
                if self.own.freeze && self.freeze.is_lost(grid, &after, to) {
                    self.counts.by_freeze += 1;
                    continue;
                }
                let mut walked = region.clone();
                let mut behind = from;
                walked.insert(behind);
                for _ in 1..run.pushes {
                    behind = grid.step(behind, direction);
                    walked.insert(behind);
                }
                let region = grid.region_after(&walked, to, behind, &after);
                let Some(player) = region.first() else { continue };
                let key = key ^ ground.keys.moved(from, to) ^ ground.keys.player(player);
                let player = grid.square(player);
                let reached = mark.made + run.pushes;
                let mark = if let Some(known) = side.arena.find(key, &after, player) {
                    let known = side.marks[known.index()];
                    if known.made <= reached {
                        continue;
                    }
                    Mark { made: reached, is_open: true, ..known }
                } else {
                    let kind = (run.pushes == 1, false);
                    let moved = self.matchings.moved(ground, costs, (from, to), direction, kind);
                    let Some(distance) = moved else {
                        self.counts.by_matching += 1;
                        continue;
                    };
                    // No solution through the parent is shorter than its total (pathmax).
                    let extra = mark.total().saturating_sub(reached + distance.to_goals);
                    Mark {
                        made: reached,
                        left: distance.to_goals,
                        behind: distance.from_start,
                        extra: u16::try_from(extra).unwrap_or(u16::MAX),
                        cell: match self.cell {
                            0 => 0,
                            1 => u16::try_from(after.and(&ground.goals).len()).unwrap_or(u16::MAX),
                            _ => {
                                let rank = crate::search::lean::expander::rank(ground, &after, &region, &ground.goals, 0);
                                rank.on_targets * 6 + rank.regions
                            }
                        },
                        is_open: true,
                        is_full: false,
                    }
                };
                children.push(Child { boxes: after, key, player, push, mark });
            }
        }
        Ok(made)
    }

    /// The boxes that can be pushed, by direction.
    #[inline(always)]
    fn pushable(&self, ground: &Ground<'_, W>, boxes: &CellSet<W>, region: &CellSet<W>) -> [CellSet<W>; 4] {
        let grid = &ground.grid;
        let mut pushable = Direction::ALL.map(|direction| {
            let live = if self.own.dead_squares { &ground.live_after[direction.index()] } else { grid.floor() };
            grid.pushable(boxes, region, &live.minus(boxes), direction)
        });
        corral::prune(ground, boxes, region, &mut pushable);
        pushable
    }
}
