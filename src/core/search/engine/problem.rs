//! A level on a grid, as both sides of a search use it, with tables of lost sets of two and three boxes; and the pushes that a search
//! on a grid leaves out, since a proof shows that they lead to lost positions or are not needed. A rule with a form on sets of
//! squares ([`GridForm`]) is applied in that form, others to converted positions ([`Others`]).

use crate::deadlock::{Detector, GridForm, GridFreeze, Lost, LostSets, Refusals, RuleId, RuleInput, RuleSet, View};
use crate::level::{Direction, Position, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, CellSet, Grid, GridNode, Keys, Push, Words};
use crate::run::{Meter, Stop};
use crate::search::prunings::CorralsOf;
use crate::search::{Corrals, Prunings};

#[derive(Debug)]
pub(crate) struct GridProblem<'a, W> {
    pub(crate) maze: &'a Maze<'a>,
    pub(crate) grid: Grid<W>,
    pub(crate) keys: Keys,
    pub(crate) goals: CellSet<W>,
    pub(crate) start: CellSet<W>,
    /// Live cells: a lone box can be pushed from there to some goal.
    pub(crate) live: CellSet<W>,
    /// For each direction, the cells where a box that arrives by a push in this direction can still reach a goal.
    pub(crate) live_after: [CellSet<W>; 4],
}

impl<'a, W: Words> GridProblem<'a, W> {
    pub(crate) fn new(maze: &'a Maze<'a>, start: &Position) -> Self {
        let (board, grid) = (maze.board, Grid::new(maze.board));
        let live_after = Direction::ALL.map(|direction| {
            let is_live = |&to: &_| {
                board.next(to, direction.opposite()).is_some()
                    && !maze.distances.is_dead_place(maze.place_pushed(to, direction))
            };
            grid.set(board.squares().filter(is_live))
        });
        Self {
            maze,
            keys: Keys::new(grid.cells()),
            goals: grid.set(board.goals().iter().copied()),
            start: grid.set(start.boxes.iter().copied()),
            live: grid.set(board.squares().filter(|&square| !maze.distances.is_dead(square))),
            live_after,
            grid,
        }
    }

    /// Returns the hash key of a position; `player` is the lowest square of the player's region.
    pub(crate) fn key(&self, boxes: &CellSet<W>, player: Square) -> u32 {
        self.keys.of(boxes) ^ self.keys.player(self.grid.cell(player))
    }
}

/// Numbers of expanded positions after which the tables of two boxes and of three boxes are made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Due {
    pub(crate) pairs: u64,
    pub(crate) threes: u64,
}

#[derive(Debug)]
pub(crate) struct Tables<W> {
    lost: Lost,
    sets: Option<LostSets<W>>,
    has_threes: bool,
}

impl<W: Words> Tables<W> {
    pub(crate) const fn new(lost: Lost) -> Self {
        Self { lost, sets: None, has_threes: false }
    }

    /// Makes the tables due by now, for boxes on `live` that must reach `targets`; returns whether there were any.
    pub(crate) fn prepare(
        &mut self,
        grid: &Grid<W>,
        live: &CellSet<W>,
        targets: &CellSet<W>,
        expanded: u64,
        due: Due,
        meter: &Meter,
    ) -> Result<bool, Stop> {
        if expanded < due.pairs {
            return Ok(false);
        }
        let (sets, mut is_new) = match &mut self.sets {
            Some(sets) => (sets, false),
            none => (none.insert(LostSets::of_pairs(grid, self.lost, live, targets, meter)?), true),
        };
        if !self.has_threes && expanded >= due.threes {
            sets.add_threes(grid, targets, meter)?;
            self.has_threes = true;
            is_new = true;
        }
        Ok(is_new)
    }

    /// True if a box just moved to cell `to` is lost together with one or two of the boxes `others`.
    #[inline(always)]
    pub(crate) fn is_lost(&self, to: usize, direction: Direction, others: &CellSet<W>) -> bool {
        self.sets.as_ref().is_some_and(|sets| sets.is_lost(to, direction, others))
    }
}

/// Detector of the rules that have no form on sets of cells; `None` if all active rules have one.
#[derive(Debug)]
pub(crate) struct Others<'a>(Option<Detector<'a>>);

impl<'a> Others<'a> {
    pub(crate) fn new(rules: &RuleSet, maze: &'a Maze<'a>) -> Self {
        Self(rules.iter().next().map(|_| Detector::new(rules, &RuleInput::of(maze))))
    }

    /// True if a rule that tests every new position proves the position after a push lost.
    #[inline(always)]
    pub(crate) fn refuses<W: Words>(&mut self, problem: &GridProblem<'_, W>, after: &CellSet<W>, push: Push) -> bool {
        let Some(rules) = &mut self.0 else { return false };
        let Some(to) = problem.maze.board.next(push.from, push.direction) else { return false };
        rules.refuses(&boxes(problem, after), push, to)
    }

    /// Asks rules for expanded positions; `pushed` is the square of the last moved box, `None` at the start.
    #[inline(always)]
    pub(crate) fn is_lost<W: Words>(
        &mut self,
        problem: &GridProblem<'_, W>,
        node: &GridNode<W>,
        pushed: Option<Square>,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let Some(rules) = &mut self.0 else { return Ok(false) };
        let boxes = boxes(problem, &node.boxes);
        rules.is_lost(&View { boxes: &boxes, player: node.player, pushed, is_matched: None }, meter)
    }

    pub(crate) fn refused(&self) -> Refusals {
        self.0.as_ref().map(Detector::refused).unwrap_or_default()
    }
}

fn boxes<W: Words>(problem: &GridProblem<'_, W>, set: &CellSet<W>) -> BoxSet {
    BoxSet::of(problem.maze.board.len(), set.iter().map(|cell| problem.grid.square(cell)))
}

/// Number of refusals by rules of each form, in the order of [`GridForm::ALL`].
type Counts = [u64; GridForm::ALL.len()];

/// Applies deadlock rules and PI-corral pruning to pushes; holds working memory.
#[derive(Debug)]
pub(crate) struct Prune<'a, W> {
    /// Rule applied in each form; `None` for a form that no active rule has.
    rules: [Option<RuleId>; GridForm::ALL.len()],
    corrals: Corrals,
    pub(crate) others: Others<'a>,
    freeze: GridFreeze<W>,
    tables: Tables<W>,
    counts: Counts,
}

impl<'a, W: Words> Prune<'a, W> {
    pub(crate) fn new(problem: &GridProblem<'a, W>, prunings: &Prunings) -> Self {
        let mut rules = [None; GridForm::ALL.len()];
        let mut others = RuleSet::none();
        for rule in prunings.rules.iter() {
            match rule.on_grid() {
                Some(form) => rules[form.index()] = Some(rule.about().id),
                None => others = others.with_shared(rule.clone()),
            }
        }
        Self {
            rules,
            corrals: prunings.corrals,
            others: Others::new(&others, problem.maze),
            freeze: GridFreeze::new(&problem.grid, &problem.live, &problem.goals),
            tables: Tables::new(Lost::ToPushes),
            counts: Counts::default(),
        }
    }

    pub(crate) const fn has(&self, form: GridForm) -> bool {
        self.rules[form.index()].is_some()
    }

    /// Makes the tables of lost sets that are due after `expanded` expanded positions; returns whether one was made.
    pub(crate) fn prepare(
        &mut self,
        problem: &GridProblem<'_, W>,
        expanded: u64,
        due: Due,
        meter: &Meter,
    ) -> Result<bool, Stop> {
        if !self.has(GridForm::LostSets) {
            return Ok(false);
        }
        self.tables.prepare(&problem.grid, &problem.live, &problem.goals, expanded, due, meter)
    }

    /// Returns the boxes that can be pushed in each direction; if a corral must be worked on first, into the corral.
    #[inline(always)]
    pub(crate) fn pushable(
        &self,
        problem: &GridProblem<'_, W>,
        boxes: &CellSet<W>,
        region: &CellSet<W>,
    ) -> [CellSet<W>; 4] {
        let mut pushable = self.all_pushable(problem, boxes, region);
        let GridProblem { grid, goals, live, .. } = problem;
        CorralsOf { grid, goals, live, boxes, region, corrals: self.corrals }.prune(&mut pushable);
        pushable
    }

    /// Returns the boxes that can be pushed in each direction.
    #[inline(always)]
    pub(crate) fn all_pushable(
        &self,
        problem: &GridProblem<'_, W>,
        boxes: &CellSet<W>,
        region: &CellSet<W>,
    ) -> [CellSet<W>; 4] {
        let grid = &problem.grid;
        let has_live = self.has(GridForm::LiveSquares);
        Direction::ALL.map(|direction| {
            let live = if has_live { &problem.live_after[direction.index()] } else { grid.floor() };
            grid.pushable(boxes, region, &live.minus(boxes), direction)
        })
    }

    /// Returns the boxes after a box was pushed, in one or more pushes, from cell `from` to cell `to`, the last push in
    /// `direction`; `None` if a rule refuses the push.
    #[inline(always)]
    pub(crate) fn after(
        &mut self,
        problem: &GridProblem<'_, W>,
        boxes: &CellSet<W>,
        (from, to): (usize, usize),
        direction: Direction,
    ) -> Option<CellSet<W>> {
        let mut after = boxes.clone();
        after.remove(from);
        // The cheapest test comes first: a look-up, before the walk over neighbours, before rules that need squares.
        if self.tables.is_lost(to, direction, &after) {
            self.counts[GridForm::LostSets.index()] += 1;
            return None;
        }
        after.insert(to);
        if self.has(GridForm::FrozenBoxes) && self.freeze.is_lost(&problem.grid, &after, to) {
            self.counts[GridForm::FrozenBoxes.index()] += 1;
            return None;
        }
        // Rules are told the last push of several.
        let from = problem.grid.square(problem.grid.step(to, direction.opposite()));
        (!self.others.refuses(problem, &after, Push { from, direction })).then_some(after)
    }

    /// Returns the refusals by rule, with `lost` more refusals by lost sets and `unmatched` for want of a matching.
    pub(crate) fn refused(&self, lost: u64, unmatched: u64) -> Refusals {
        let mut counts = self.counts;
        counts[GridForm::LostSets.index()] += lost;
        counts[GridForm::Matching.index()] = unmatched;
        let on_grid = self.rules.iter().zip(counts).filter_map(|(rule, count)| rule.map(|rule| (rule, count)));
        Refusals::of(on_grid.chain(self.others.refused().by_rule()))
    }
}
