//! The push searches of the whole level.

use crate::deadlock::{Purposes, Refusals};
use crate::maze::Areas;
use crate::packing::{BackwardPacking, PackingPlan};
use crate::run::Meter;
use crate::search::{self, ByTarget, Corrals, Fess, Lean, LeanSetting};
use crate::solve::registry::{Entry, Kind};
use crate::solve::schedule::{Begun, ScheduledSearch, Turn};
use crate::solve::strategies::Context;

/// Entry of `lean`, which solves most easy levels in its first turn; see `FIGURES.md`, `LEAN`.
pub(in crate::solve) static LEAN: Entry = Entry {
    word: "lean",
    sentence: "single pushes from the start and single pulls from the goals until they meet",
    turns: [Turn::new(2_000, 80), Turn::new(40_000, 600)],
    share: 4,
    kind: Kind::Push,
    start: lean,
};

/// Maximum number of squares of a small board.
const SMALL: usize = 64;
/// Maximum number of squares of a dense board that counts as small.
const SMALL_IF_DENSE: usize = 80;
/// Minimum number of boxes per 100 squares of a dense board.
const DENSE: usize = 15;

/// Minimum number of cells of the picture of a sparse board, for each of its squares and in all.
const SPARSE: usize = 16;
const SPARSE_CELLS: usize = 1 << 14;

/// Factor of turns of `lean` on a small board, where a complete search is fast; see `FIGURES.md`, `LEAN`.
const SHARE_ON_SMALL: u32 = 16;
/// First two turns of `lean` on a small board of one room, where transfers between rooms play no part; see `FIGURES.md`.
const TURNS_IN_ONE_ROOM: [Turn; 2] = [Turn::new(2_000, 5), Turn::new(8_000, 20)];
/// First two turns of `lean` on small boards of several rooms: after the first turn of `parts`, before the first of `fess`.
const TURNS_ON_SMALL: [Turn; 2] = [Turn::new(2_000, 72), LEAN.turns[1]];

/// Entry of `fess`, whose first turn comes before the first of `lean`; computed from the CPU seconds of each strategy alone.
pub(in crate::solve) static FESS: Entry = Entry {
    word: "fess",
    sentence: "feature-space search along a packing plan: a move pushes one box to any square",
    turns: [Turn::new(150, 75), Turn::new(1_000, 450)],
    share: 1,
    kind: Kind::Push,
    start: fess,
};

/// Entry of `fess-by-starts`. Turns from here on are computed from the CPU seconds of each strategy alone.
pub(in crate::solve) static FESS_BY_STARTS: Entry = Entry {
    word: "fess-by-starts",
    sentence: "`fess` with a packing plan that takes boxes directly from their starts",
    turns: [Turn::new(1_000, 450), Turn::new(1_000, 450).doubled()],
    share: 1,
    kind: Kind::Push,
    start: fess_by_starts,
};

/// Entry of `target`, whose first turn suffices for a first target.
pub(in crate::solve) static TARGET: Entry = Entry {
    word: "target",
    sentence: "pulls from the goals to a position near the start, then pushes to it",
    turns: [Turn::new(1_500, 150), Turn::new(6_000, 450)],
    share: 4,
    kind: Kind::Push,
    start: target,
};

fn lean<'a>(context: &'a Context<'a>, meter: &mut Meter) -> Begun<'a> {
    let prunings = context.options.prunings(Purposes::FAST_SEARCHES);
    Ok(Box::new(search::lean(context.maze, &context.level.start, &prunings, LeanSetting::default(), meter)?))
}

fn target<'a>(context: &'a Context<'a>, meter: &mut Meter) -> Begun<'a> {
    let Context { maze, level, options, perimeter, .. } = context;
    let prunings = options.prunings(Purposes::THOROUGH_SEARCHES);
    Ok(Box::new(ByTarget::new(maze, &level.start, perimeter.clone(), &prunings, meter)?))
}

fn fess<'a>(context: &'a Context<'a>, meter: &mut Meter) -> Begun<'a> {
    if !context.packs() {
        return context.fess_along(None, meter);
    }
    let packing = BackwardPacking::new(context.maze, &context.level.start, meter)?.shared(&context.packing);
    let mut setting = context.options.setting();
    if setting.prunings.corrals == Corrals::Single {
        setting.prunings.corrals = Corrals::Growing;
    }
    Ok(Box::new(Fess::by_sinks(packing, setting, context.perimeter.clone())))
}

fn fess_by_starts<'a>(context: &'a Context<'a>, meter: &mut Meter) -> Begun<'a> {
    let Context { maze, level, packing, .. } = context;
    let plan = if context.packs() { packing.by_starts(maze, &level.start, meter)? } else { None };
    context.fess_along(plan, meter)
}

impl<'a> Context<'a> {
    /// Returns the first two turns of `lean` on a small board, and their share; `None` for other boards.
    pub(super) fn turns_on_small(&self) -> Option<([Turn; 2], u32)> {
        let (squares, boxes) = (self.maze.board.len(), self.level.start.boxes.len());
        let is_dense = boxes * 100 >= squares * DENSE;
        let is_small = squares <= if is_dense { SMALL_IF_DENSE } else { SMALL };
        is_small.then(|| {
            let areas = Areas::by_patterns(self.maze.board);
            let rooms = areas.areas().iter().filter(|area| area.is_room()).count();
            (if rooms <= 1 { TURNS_IN_ONE_ROOM } else { TURNS_ON_SMALL }, SHARE_ON_SMALL)
        })
    }

    /// True if the board is large and nearly all of its picture is wall: `lean` alone would take a gigabyte.
    pub(super) fn is_sparse(&self) -> bool {
        let board = self.maze.board;
        let cells = board.width() * board.height();
        cells > SPARSE_CELLS && cells > SPARSE * board.len()
    }

    fn fess_along(&'a self, plan: Option<PackingPlan>, meter: &mut Meter) -> Begun<'a> {
        let (setting, perimeter) = (self.options.setting(), self.perimeter.clone());
        Ok(Box::new(Fess::new(self.maze, &self.level.start, plan, setting, perimeter, meter)?))
    }
}

impl ScheduledSearch for Box<dyn Lean + '_> {
    fn refused(&self) -> Refusals {
        (**self).refused()
    }
}

impl ScheduledSearch for Fess<'_> {
    fn refused(&self) -> Refusals {
        self.refused()
    }
}

impl ScheduledSearch for ByTarget<'_> {
    fn refused(&self) -> Refusals {
        self.refused()
    }
}
