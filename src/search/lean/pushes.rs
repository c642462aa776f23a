//! The forward side: single pushes from the start.
//!
//! A push is refused where a proof shows that it loses: dead squares by side, pairs and threes of boxes that are lost
//! together, frozen boxes, no matching of boxes to goals; rules from outside are asked too. Where a corral must be worked
//! on first, only pushes into it are made.

use super::child::{Children, Made};
use super::corral;
use super::expander::{Expander, keep_new};
use super::ground::Ground;
use super::outside::Outside;
use super::setting::LeanSetting;
use crate::deadlock::rules::{DeadSquares, Freeze, Matching, Pairs};
use crate::deadlock::{GridFreeze, LostSets, Refused, RuleSet};
use crate::heuristic::{CostTable, IncrementalMatching};
use crate::level::{Direction, Square};
use crate::push::{CellSet, GridArena, NodeId, Push, Words};
use crate::run::{Held, Meter, Stop};

/// The rules that the search applies by itself.
#[derive(Clone, Copy, Debug)]
struct Own {
    dead_squares: bool,
    freeze: bool,
    tables: bool,
    matching: bool,
}

/// The forward side.
#[derive(Debug)]
pub(super) struct Pushes<'a, W> {
    own: Own,
    setting: LeanSetting,
    outside: Outside<'a>,
    freeze: GridFreeze<W>,
    tables: Option<LostSets<W>>,
    has_threes: bool,
    /// Whether positions were made before the tables: what is lost among them is never noticed again.
    pub(super) is_stale: bool,
    costs: CostTable,
    matching: IncrementalMatching,
    /// By cell, the row of the box there.
    row: Vec<u32>,
    _held: Held,
}

impl<'a, W: Words> Pushes<'a, W> {
    pub(super) fn new(
        ground: &Ground<'a, W>,
        rules: &RuleSet,
        setting: LeanSetting,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let (grid, distances) = (&ground.grid, &ground.maze.distances);
        let mut held = Held::default();
        held.grow(grid.cells() * size_of::<u32>(), meter)?;
        let costs = CostTable::new(distances, distances.places_in_all(), ground.goals.len(), meter)?;
        Ok(Self {
            own: Own {
                dead_squares: rules.has(DeadSquares::ID),
                freeze: rules.has(Freeze::ID),
                tables: rules.has(Pairs::ID),
                matching: rules.has(Matching::ID),
            },
            setting,
            outside: Outside::new(
                &[DeadSquares::ID, Freeze::ID, Pairs::ID, Matching::ID]
                    .into_iter()
                    .fold(rules.clone(), RuleSet::without),
                ground.maze,
            ),
            freeze: GridFreeze::new(grid, &ground.live, &ground.goals),
            tables: None,
            has_threes: false,
            is_stale: false,
            matching: IncrementalMatching::new(&costs),
            costs,
            row: vec![0; grid.cells()],
            _held: held,
        })
    }

    /// Makes the tables that are due.
    pub(super) fn prepare(&mut self, ground: &Ground<'_, W>, expanded: u64, meter: &Meter) -> Result<(), Stop> {
        if !self.own.tables || expanded < self.setting.pairs_after {
            return Ok(());
        }
        let (grid, live, goals) = (&ground.grid, &ground.live, &ground.goals);
        let tables = match &mut self.tables {
            Some(tables) => tables,
            none => {
                let tables = none.insert(LostSets::of_pairs(grid, live, goals, meter)?);
                self.is_stale = expanded > 0;
                tables
            }
        };
        if !self.has_threes && expanded >= self.setting.threes_after {
            tables.add_threes(grid, goals, meter)?;
            self.has_threes = true;
            self.is_stale = expanded > 0;
        }
        Ok(())
    }

    pub(super) const fn outside(&self) -> &Outside<'a> {
        &self.outside
    }

    /// The boxes that can be pushed, by direction; none where the position is lost.
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

    /// Matches the boxes of a position; `false` where there is no matching.
    #[inline(always)]
    fn is_matched(
        &mut self,
        ground: &Ground<'_, W>,
        boxes: &CellSet<W>,
        player: Square,
        meter: &Meter,
    ) -> Result<bool, Stop> {
        for (row, cell) in (0..).zip(boxes.iter()) {
            self.row[cell] = row;
        }
        let places = boxes.iter().map(|cell| ground.maze.place(ground.grid.square(cell), player));
        Ok(self.matching.solve(&self.costs, places, meter)?.is_some())
    }
}

impl<W: Words> Expander<W> for Pushes<'_, W> {
    fn expand(
        &mut self,
        ground: &Ground<'_, W>,
        arena: &GridArena<W>,
        id: NodeId,
        children: &mut Children<W>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let (grid, maze) = (&ground.grid, ground.maze);
        let node = arena.node(id);
        let boxes = &node.boxes;
        let region = grid.region(grid.cell(node.player), boxes);
        self.outside.mark();
        let is_matched = self.is_matched(ground, boxes, node.player, meter)?;
        let pushed = node.parent().and_then(|(_, push)| maze.board.next(push.from, push.direction));
        let is_lost = (self.own.matching && !is_matched) || self.outside.is_lost(ground, node, pushed, meter)?;
        let pushable = self.pushable(ground, boxes, &region);
        children.clear(pushable.iter().map(CellSet::len).sum(), meter)?;
        if is_lost {
            return Ok(());
        }
        let key = ground.keys.of(boxes);
        for direction in Direction::ALL {
            for from in pushable[direction.index()].iter() {
                if W::IS_WIDE {
                    meter.check()?;
                }
                children.counts.made += 1;
                let to = grid.step(from, direction);
                let push = Push { from: grid.square(from), direction };
                let mut after = boxes.clone();
                after.remove(from);
                if self.tables.as_ref().is_some_and(|tables| tables.is_lost(to, direction, &after)) {
                    children.counts.by_tables += 1;
                    continue;
                }
                after.insert(to);
                if self.own.freeze && self.freeze.is_lost(grid, &after, to) {
                    children.counts.by_freeze += 1;
                    continue;
                }
                if self.outside.refuses(ground, &after, push) {
                    continue;
                }
                let mut walked = region.clone();
                walked.insert(from);
                let region = grid.region_after(&walked, [from], to, from, &after);
                let Some(player) = region.first() else { continue };
                let key = key ^ ground.keys.moved(from, to) ^ ground.keys.player(player);
                children.made.push(Made { boxes: after, region, key, player: grid.square(player), from, to, push });
            }
        }
        let Self { own, costs, matching, row, .. } = self;
        keep_new(ground, arena, &ground.goals, children, own.matching, |made| {
            let place = maze.place_pushed(grid.square(made.to), made.push.direction);
            is_matched.then(|| matching.moved(costs, row[made.from] as usize, place, true))?
        });
        Ok(())
    }

    fn undo(&mut self) {
        self.outside.undo();
    }
}

/// What the rules refused, from the counts of the search and of the rules from outside.
pub(super) fn refused<W: Words>(pushes: &Pushes<'_, W>, counts: super::child::Counts) -> Refused {
    let own = [(Pairs::ID, counts.by_tables), (Freeze::ID, counts.by_freeze), (Matching::ID, counts.by_matching)];
    Refused::of(own.into_iter().chain(pushes.outside().refused().by_rule()))
}
