//! The successors of a position by pushes.
//!
//! A push is refused where a proof shows that it loses: dead squares by side, pairs and threes of boxes that are lost
//! together, frozen boxes, no matching; rules from outside are asked too. Where a corral may be worked on first, only
//! pushes into it are made, and pushes that must go on are one run ([`ForcedPushes`]): neither changes the number of
//! pushes of some shortest solution.

use super::forced_pushes::{ForcedPushes, Run};
use super::ground::Ground;
use super::nodes::{Child, Mark, Nodes};
use crate::deadlock::rules::{Corral, DeadSquares, Freeze, Matching, Pairs};
use crate::deadlock::{GridFreeze, LostSets, Refused, RuleId, RuleSet};
use crate::heuristic::{CostTable, Detours, IncrementalMatching};
use crate::level::{Direction, Position, Square};
use crate::packing::{Order, PackingGuide};
use crate::push::{BoxSet, CellSet, GridNode, NodeId, Push, Words};
use crate::run::{Held, Meter, Stop};
use crate::search::lean::corral;
use crate::search::lean::expander::rank;
use crate::search::lean::outside::Outside;

/// The rules that the search applies by itself.
#[derive(Clone, Copy, Debug)]
struct Own {
    dead_squares: bool,
    freeze: bool,
    tables: bool,
}

/// What was refused by these.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    by_tables: u64,
    by_freeze: u64,
    by_matching: u64,
}

/// How often proofs of corrals were due, made, and succeeded.
#[derive(Clone, Copy, Debug, Default)]
struct Proofs {
    taken: u64,
    asked: u64,
    succeeded: u64,
}

/// Generates pushes; holds working memory.
#[derive(Debug)]
pub(super) struct Pushes<'a, W> {
    own: Own,
    outside: Outside<'a>,
    corral: Outside<'a>,
    proofs: Proofs,
    freeze: GridFreeze<W>,
    tables: Option<LostSets<W>>,
    runs: ForcedPushes,
    costs: CostTable,
    matching: IncrementalMatching,
    /// The boxes of the last position that was matched, ascending, and by cell the row of each.
    boxes: Vec<Square>,
    row: Vec<u32>,
    detours: Option<Detours<'a>>,
    guide: PackingGuide,
    /// The positions whose packing was computed.
    asked: u64,
    counts: Counts,
    /// The counts at the last mark.
    marked: (Counts, Proofs),
    _held: Held,
}

/// A position that is expanded, and the region of its player.
struct Parent<'p, W> {
    boxes: &'p CellSet<W>,
    region: CellSet<W>,
    key: u32,
    mark: Mark,
}

impl<'a, W: Words> Pushes<'a, W> {
    const OWN: [RuleId; 5] = [DeadSquares::ID, Freeze::ID, Pairs::ID, Matching::ID, Corral::ID];
    /// Positions are expanded this often before the tables of pairs and threes are made, which take up to half a second.
    /// Not tuned: small levels need fewer.
    const TABLES_AFTER: u64 = 1_000;
    /// The first positions whose packing is computed. Not tuned.
    const FIRST_ASKED: u64 = 1_000;
    /// After these it is computed of one in so many positions. Not tuned.
    const ASKED: u64 = 16;
    /// Corrals are proved of all positions while one of so many is lost. On XSokoban one of 3 is on level 12, of 5 on 53,
    /// of 8 on 81 (which is not solved without) and on 83, but one of 80 to 180 on 49, 79 and 84, where nodes take thrice
    /// as long.
    const PROOFS_FOR_SUCCESS: u64 = 20;

    pub(super) fn new(
        ground: &Ground<'a, W>,
        detours: Option<Detours<'a>>,
        (start, rules): (&Position, &RuleSet),
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let (cells, distances) = (ground.grid.cells(), &ground.maze.distances);
        let mut held = Held::default();
        held.grow(cells * (size_of::<Square>() + size_of::<u32>()), meter)?;
        let own = Self::OWN.into_iter();
        let corral = if rules.has(Corral::ID) { RuleSet::none().with(Corral) } else { RuleSet::none() };
        let costs = CostTable::new(distances, distances.places_in_all(), ground.goals.len(), meter)?;
        Ok(Self {
            own: Own {
                dead_squares: rules.has(DeadSquares::ID),
                freeze: rules.has(Freeze::ID),
                tables: rules.has(Pairs::ID),
            },
            outside: Outside::new(&own.fold(rules.clone(), RuleSet::without), ground.maze),
            corral: Outside::new(&corral, ground.maze),
            proofs: Proofs::default(),
            freeze: GridFreeze::new(&ground.grid, &ground.live, &ground.goals),
            tables: None,
            runs: ForcedPushes::new(ground.maze),
            matching: IncrementalMatching::new(&costs),
            costs,
            boxes: Vec::with_capacity(cells),
            row: vec![0; cells],
            _held: held,
            detours,
            guide: PackingGuide::new(ground.maze, start, Order::Any, meter)?,
            asked: 0,
            counts: Counts::default(),
            marked: Default::default(),
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
    pub(super) fn unfold<'s>(&'s self, ground: &'s Ground<'_, W>, first: Push) -> impl Iterator<Item = Push> + 's {
        self.runs.pushes(ground.maze.board, first)
    }

    /// The pushes that the boxes need, each as if it were alone; `None` where they cannot be matched with goals.
    pub(super) fn matched(
        &mut self,
        ground: &Ground<'_, W>,
        boxes: &CellSet<W>,
        player: Square,
        meter: &Meter,
    ) -> Result<Option<u32>, Stop> {
        self.boxes.clear();
        self.boxes.extend(boxes.iter().map(|cell| ground.grid.square(cell)));
        let places = self.boxes.iter().map(|&square| ground.maze.place(square, player));
        Ok(self.matching.solve(&self.costs, places, meter)?.and_then(|cost| u32::try_from(cost).ok()))
    }

    /// Computes what is still to be known of a position that was taken; returns whether it is to be expanded. Otherwise it
    /// is lost, or was put back since its total is more than `most`. After an error nothing has changed.
    pub(super) fn bound(
        &mut self,
        ground: &Ground<'_, W>,
        nodes: &mut Nodes<W>,
        id: NodeId,
        most: u32,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let node = nodes.arena.node(id);
        if self.matched(ground, &node.boxes, node.player, meter)?.is_none() {
            nodes.marks[id.index()].is_open = false;
            return Ok(false);
        }
        if !nodes.marks[id.index()].is_full && self.raise(ground, nodes, id, most, meter)? {
            return Ok(false);
        }
        let node = nodes.arena.node(id);
        let is_lost = self.outside.is_lost(ground, node, meter)? || self.is_corral_lost(ground, node, meter)?;
        nodes.marks[id.index()].is_open = !is_lost;
        Ok(!is_lost)
    }

    /// Adds detours to the bound of a position, and finds its place in the order; returns whether it was put back.
    fn raise(
        &mut self,
        ground: &Ground<'_, W>,
        nodes: &mut Nodes<W>,
        id: NodeId,
        most: u32,
        meter: &Meter,
    ) -> Result<bool, Stop> {
        let (mut mark, player) = (nodes.marks[id.index()], nodes.arena.node(id).player);
        let options = self.matching.options(&self.costs);
        let more = self.detours.as_mut().map_or(0, |detours| detours.of(&self.boxes, player, options));
        mark.extra = mark.extra.max(u16::try_from(more).unwrap_or(u16::MAX));
        mark.is_full = true;
        let packed = self.packed(ground, nodes, id);
        let goes_back = mark.total() > most || packed.is_some_and(|packed| packed < mark.classes[1]);
        mark.classes[1] = packed.unwrap_or(mark.classes[1]);
        if goes_back {
            nodes.put_back(id, mark, meter)?;
        }
        nodes.marks[id.index()] = mark;
        self.asked += u64::from(packed.is_some());
        Ok(goes_back)
    }

    /// Returns whether a corral of a position is proved lost. The proofs take longer than all the rest of a position, so
    /// that they are made for few where they seldom succeed.
    fn is_corral_lost(&mut self, ground: &Ground<'_, W>, node: &GridNode<W>, meter: &mut Meter) -> Result<bool, Stop> {
        let Proofs { taken, asked, succeeded } = self.proofs;
        let is_due = asked < Self::FIRST_ASKED + taken / Self::ASKED + succeeded * Self::PROOFS_FOR_SUCCESS;
        let is_lost = is_due && self.corral.is_lost(ground, node, meter)?;
        self.proofs =
            Proofs { taken: taken + 1, asked: asked + u64::from(is_due), succeeded: succeeded + u64::from(is_lost) };
        Ok(is_lost)
    }

    /// The boxes that are packed, or the steps made of a packing plan. It is computed only where the last push can have
    /// changed it, and for some positions: with many goals it costs more than all the rest, and a stale value only
    /// affects the order among equals.
    fn packed(&mut self, ground: &Ground<'_, W>, nodes: &Nodes<W>, id: NodeId) -> Option<u16> {
        let node = nodes.arena.node(id);
        let may_change = node.parent().is_none_or(|(_, first)| {
            let last = self.runs.pushes(ground.maze.board, first).last().unwrap_or(first);
            let to = ground.maze.board.next(last.from, last.direction);
            to.is_none_or(|to| self.guide.may_change(first.from, to))
        });
        if !may_change || self.asked > Self::FIRST_ASKED + nodes.marks.len() as u64 / Self::ASKED {
            return None;
        }
        let squares = node.boxes.iter().map(|cell| ground.grid.square(cell));
        let boxes = BoxSet::of(ground.maze.board.len(), squares);
        Some(u16::try_from(self.guide.progress(ground.maze, &boxes).done).unwrap_or(u16::MAX))
    }

    /// Lists the successors that are not held at as little cost, but for those that are refused; returns how many were
    /// made. The position must be the last of [`Pushes::bound`].
    pub(super) fn expand(
        &mut self,
        ground: &Ground<'_, W>,
        nodes: &Nodes<W>,
        id: NodeId,
        children: &mut Vec<Child<W>>,
        meter: &Meter,
    ) -> Result<usize, Stop> {
        children.clear();
        let (grid, node) = (&ground.grid, nodes.arena.node(id));
        let region = grid.region(grid.cell(node.player), &node.boxes);
        for (row, &square) in (0..).zip(&self.boxes) {
            self.row[grid.cell(square)] = row;
        }
        let pushable = self.pushable(ground, &node.boxes, &region);
        let made = pushable.iter().map(CellSet::len).sum();
        let key = ground.keys.of(&node.boxes);
        let parent = Parent { boxes: &node.boxes, region, key, mark: nodes.marks[id.index()] };
        for direction in Direction::ALL {
            for from in pushable[direction.index()].iter() {
                if W::IS_WIDE {
                    meter.check()?;
                }
                let push = Push { from: grid.square(from), direction };
                children.extend(self.child(ground, nodes, &parent, push));
            }
        }
        Ok(made)
    }

    /// The successor by a push, unless it is refused, or held at as little cost.
    #[inline(always)]
    fn child(
        &mut self,
        ground: &Ground<'_, W>,
        nodes: &Nodes<W>,
        parent: &Parent<'_, W>,
        push: Push,
    ) -> Option<Child<W>> {
        let (grid, direction) = (&ground.grid, push.direction);
        let is_box = |square| parent.boxes.has(grid.cell(square));
        let Run { to, pushes } = self.runs.run(ground.maze.board, is_box, push)?;
        let (from, to) = (grid.cell(push.from), grid.cell(to));
        let behind = grid.step(to, direction.opposite());
        let boxes = self.after(ground, parent.boxes, (from, to), direction)?;
        let last = Push { from: grid.square(behind), direction };
        if self.outside.refuses(ground, &boxes, last) {
            return None;
        }
        let mut walked = parent.region.clone();
        let way = std::iter::successors(Some(from), |&cell| Some(grid.step(cell, direction)));
        way.take(pushes as usize).for_each(|cell| walked.insert(cell));
        let region = grid.region_after(&walked, to, behind, &boxes);
        let player = region.first()?;
        let key = parent.key ^ ground.keys.moved(from, to) ^ ground.keys.player(player);
        let player = grid.square(player);
        let made = parent.mark.made + pushes;
        let mark = if let Some(known) = nodes.arena.find(key, &boxes, player) {
            let known = nodes.marks[known.index()];
            (made < known.made).then_some(Mark { made, is_open: true, ..known })?
        } else {
            let (row, place) = (self.row[from] as usize, ground.maze.place_pushed(grid.square(to), direction));
            let left = self.matching.moved(&self.costs, row, place, pushes == 1);
            let Some(left) = left.and_then(|left| u32::try_from(left).ok()) else {
                self.counts.by_matching += 1;
                return None;
            };
            // No solution through the parent is shorter than its total (pathmax).
            let extra = parent.mark.total().saturating_sub(made + left);
            let extra = u16::try_from(extra).unwrap_or(u16::MAX);
            let class = rank(ground, &boxes, &region, &ground.goals, 0).class();
            let class = u16::try_from(class).unwrap_or(u16::MAX);
            let classes = [class, parent.mark.classes[1]];
            Mark { made, extra, classes, ..Mark::start(left) }
        };
        Some(Child { boxes, key, player, push, mark })
    }

    /// The boxes after a push, unless it is refused.
    #[inline(always)]
    fn after(
        &mut self,
        ground: &Ground<'_, W>,
        boxes: &CellSet<W>,
        (from, to): (usize, usize),
        direction: Direction,
    ) -> Option<CellSet<W>> {
        let mut after = boxes.clone();
        after.remove(from);
        if self.tables.as_ref().is_some_and(|tables| tables.is_lost(to, direction, &after)) {
            self.counts.by_tables += 1;
            return None;
        }
        after.insert(to);
        if self.own.freeze && self.freeze.is_lost(&ground.grid, &after, to) {
            self.counts.by_freeze += 1;
            return None;
        }
        Some(after)
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

    /// Marks what was refused so far.
    pub(super) fn mark(&mut self) {
        self.marked = (self.counts, self.proofs);
        self.outside.mark();
        self.corral.mark();
    }

    /// Forgets what was refused since the last mark.
    pub(super) fn undo(&mut self) {
        (self.counts, self.proofs) = self.marked;
        self.outside.undo();
        self.corral.undo();
    }

    /// What each rule refused.
    pub(super) fn refused(&self) -> Refused {
        let Counts { by_tables, by_freeze, by_matching } = self.counts;
        let own = [(Pairs::ID, by_tables), (Freeze::ID, by_freeze), (Matching::ID, by_matching)];
        Refused::of(own.into_iter().chain(self.outside.refused().by_rule()).chain(self.corral.refused().by_rule()))
    }
}
