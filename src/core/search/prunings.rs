//! What searches by pushes leave out; and PI-corral pruning: corrals that must be worked on first.
//!
//! ```text
//!   ######      The boxes close the squares on the right to the player. Each of them can only be pushed inwards, and
//!   #  $ #      the player can make every such push now. Whatever a solution does first elsewhere, it could as well
//!   # @$.#      make its first push into the corral first: other boxes are not in the way of it, and it closes no
//!   #  $ #      path. So only pushes into the corral must be tried; without one the position is dead.
//!   ######
//! ```
//! The proof holds for any closed squares with any boxes that include all boxes on the border of the squares. So a corral
//! may grow: boxes and closed squares in the way of a first push join it, until every first push goes inwards and is
//! possible now, or a first push leads out.
//!
//! Sources: Virkkala 2011, section 4.6; Damgaard's YASS. The rule restricts the pushes and does not prove a position
//! lost; it holds only for searches that fill all goals.

use crate::deadlock::{Purposes, RuleSet};
use crate::level::Direction;
use crate::maze::Maze;
use crate::push::{BoxSet, CellSet, Grid, Push, State, Words, for_board};
use std::fmt;

/// What a search by pushes leaves out: pushes that rules refuse, pushes outside a corral, and symmetric positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prunings {
    /// Deadlock rules; the pushes that they refuse are left out.
    pub rules: RuleSet,
    /// Corrals whose boxes alone are pushed, if they must be worked on first; see [`PiCorral`].
    pub corrals: Corrals,
    /// Whether a position is skipped once its image under a symmetry of the level was expanded.
    pub symmetry: bool,
}

/// Corrals that PI-corral pruning looks at; see [`PiCorral`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corrals {
    /// No corral.
    None,
    /// Each closed part of the floor with the boxes on its border.
    Single,
    /// The same, joined by boxes and closed parts that are in the way of a first push.
    Growing,
}

impl Prunings {
    /// Returns all prunings: the rules for searches of `purpose`, PI-corrals and symmetries.
    pub fn all(purpose: Purposes) -> Self {
        Self { rules: RuleSet::of(purpose), corrals: Corrals::Single, symmetry: true }
    }

    /// Returns the setting without any pruning.
    pub const fn none() -> Self {
        Self { rules: RuleSet::none(), corrals: Corrals::None, symmetry: false }
    }
}

/// PI-corral pruning on one board.
#[derive(Debug)]
pub struct PiCorral(Box<dyn Suffice>);

impl PiCorral {
    /// Creates the pruning by these corrals.
    pub fn new(maze: &Maze<'_>, corrals: Corrals) -> Self {
        Self(for_board!(maze.board, W => Box::new(OnGrid::<W>::new(maze, corrals)) as Box<dyn Suffice>))
    }

    /// Returns the pushes that suffice: all, or those into the corral with the fewest, if one must be worked on first.
    pub fn pushes(&self, state: &State) -> Vec<Push> {
        self.0.pushes(state)
    }

    /// Returns the boxes of [`Self::pushes`].
    pub fn movers(&self, maze: &Maze<'_>, state: &State) -> BoxSet {
        BoxSet::of(maze.board.len(), self.pushes(state).into_iter().map(|push| push.from))
    }
}

/// The pruning for one number of words.
trait Suffice: fmt::Debug + Send + Sync {
    fn pushes(&self, state: &State) -> Vec<Push>;
}

#[derive(Debug)]
struct OnGrid<W> {
    grid: Grid<W>,
    goals: CellSet<W>,
    live: CellSet<W>,
    corrals: Corrals,
}

impl<W: Words> OnGrid<W> {
    fn new(maze: &Maze<'_>, corrals: Corrals) -> Self {
        let (board, grid) = (maze.board, Grid::new(maze.board));
        let goals = grid.set(board.goals().iter().copied());
        let live = grid.set(board.squares().filter(|&square| !maze.distances.is_dead(square)));
        Self { grid, goals, live, corrals }
    }
}

impl<W: Words> Suffice for OnGrid<W> {
    fn pushes(&self, state: &State) -> Vec<Push> {
        let &Self { ref grid, ref goals, ref live, corrals } = self;
        let boxes = grid.set(state.boxes.iter());
        let region = grid.region(grid.cell(state.player), &boxes);
        let free = grid.floor().minus(&boxes);
        let mut pushable = Direction::ALL.map(|direction| grid.pushable(&boxes, &region, &free, direction));
        CorralsOf { grid, goals, live, boxes: &boxes, region: &region, corrals }.prune(&mut pushable);
        let of = |(direction, from): (_, &CellSet<W>)| {
            from.iter().map(move |cell| Push { from: grid.square(cell), direction }).collect::<Vec<_>>()
        };
        Direction::ALL.into_iter().zip(&pushable).flat_map(of).collect()
    }
}

pub(super) struct CorralsOf<'a, W> {
    pub(super) grid: &'a Grid<W>,
    pub(super) goals: &'a CellSet<W>,
    /// Live cells: a lone box can be pushed from there to some goal.
    pub(super) live: &'a CellSet<W>,
    pub(super) boxes: &'a CellSet<W>,
    pub(super) region: &'a CellSet<W>,
    pub(super) corrals: Corrals,
}

impl<W: Words> CorralsOf<'_, W> {
    /// Keeps in `pushable` (boxes by direction) only the pushes into the corral with fewest that must be worked on.
    #[inline(never)]
    pub(super) fn prune(&self, pushable: &mut [CellSet<W>; 4]) {
        let mut rest = self.closed();
        if rest.is_empty() || self.corrals == Corrals::None {
            return;
        }
        let border = self.boxes.and(&self.grid.around(self.region));
        let mut best: Option<(usize, [CellSet<W>; 4])> = None;
        while let Some(cell) = rest.first() {
            let corral = self.around(&CellSet::one(self.grid.words(), cell), &border);
            rest = rest.minus(&corral);
            let has_work = corral.and(self.boxes) != corral.and(self.goals);
            let Some(corral) = has_work.then(|| self.first(corral, &border)).flatten() else { continue };
            let inwards = self.inwards(&corral, pushable);
            let count = inwards.iter().map(CellSet::len).sum();
            if best.as_ref().is_none_or(|&(fewest, _)| count < fewest) {
                best = Some((count, inwards));
            }
        }
        if let Some((_, inwards)) = best {
            *pushable = inwards;
        }
    }

    /// Returns the free squares that the player does not reach.
    fn closed(&self) -> CellSet<W> {
        self.grid.floor().minus(self.boxes).minus(self.region)
    }

    /// Returns the closed squares connected to `seed`, with the boxes deeper inside and the boxes on their border.
    fn around(&self, seed: &CellSet<W>, border: &CellSet<W>) -> CellSet<W> {
        let inside = self.grid.flood(seed, &self.grid.floor().minus(self.region).minus(border));
        inside.or(&self.grid.around(&inside).and(border))
    }

    /// Returns the corral, grown if it may grow, if every first push of its boxes goes inwards and is possible now.
    fn first(&self, mut corral: CellSet<W>, border: &CellSet<W>) -> Option<CellSet<W>> {
        loop {
            let mut joins = self.grid.none();
            for direction in Direction::ALL {
                let open = self.open(&corral, direction);
                if !open.is_empty() {
                    joins = joins.or(&self.in_the_way(&corral, open, direction)?);
                }
            }
            if joins.is_empty() {
                return Some(corral);
            }
            let squares = joins.minus(self.boxes);
            corral = corral.or(&joins).or(&self.around(&squares, border));
        }
    }

    /// Returns the boxes whose first push of the corral may go in a direction, but not inwards, or not now. A first push comes from
    /// outside, and no box of the corral is on its target.
    fn open(&self, corral: &CellSet<W>, direction: Direction) -> CellSet<W> {
        let (grid, back) = (self.grid, direction.opposite());
        let members = corral.and(self.boxes);
        let first = members.and(&grid.moved(self.live, back)).and(&grid.moved(&grid.floor().minus(corral), direction));
        let first = first.minus(&grid.moved(&members, back));
        first.minus(&grid.moved(corral, back).and(&grid.moved(self.region, direction)))
    }

    /// For each box in `open`, returns a box or a closed square outside the corral that is in the way of its push; `None` if a push
    /// is free, or the corral may not grow.
    fn in_the_way(&self, corral: &CellSet<W>, mut open: CellSet<W>, direction: Direction) -> Option<CellSet<W>> {
        let mut joins = self.grid.none();
        let grows = self.corrals == Corrals::Growing;
        for things in grows.then(|| [self.boxes.clone(), self.closed()]).iter().flatten() {
            for way in [direction, direction.opposite()] {
                let found = self.grid.moved(&open, way).and(things).minus(corral);
                open = open.minus(&self.grid.moved(&found, way.opposite()));
                joins = joins.or(&found);
            }
        }
        open.is_empty().then_some(joins)
    }

    fn inwards(&self, corral: &CellSet<W>, pushable: &[CellSet<W>; 4]) -> [CellSet<W>; 4] {
        let (members, free) = (corral.and(self.boxes), corral.minus(self.boxes));
        Direction::ALL.map(|direction| {
            let into = self.grid.moved(&free, direction.opposite());
            pushable[direction.index()].and(&members).and(&into)
        })
    }
}
