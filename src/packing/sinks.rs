//! The next box that can be pulled to where boxes come from, and vanish there.
//!
//! Input: the boxes on the board, and those that have vanished already. Output: the box that vanishes next. A box that
//! vanishes makes room, but it takes a start from others: so the box that can reach the most starts goes first, and
//! none goes if that leaves a vanished box without a start of its own. Pulls aside are not made here.

use crate::heuristic::BipartiteMatching;
use crate::level::Square;
use crate::maze::Maze;
use crate::push::{BoxSet, Macros, Play, Region};
use crate::run::{Meter, Stop};
use std::cmp::Reverse;

/// The squares where boxes vanish, with memory to work in.
#[derive(Debug)]
pub(super) struct Sinks {
    is_sink: Vec<bool>,
    /// The squares of the boxes at the start; a box that can go to as many sinks takes none from others.
    starts: Vec<Square>,
    macros: Macros,
}

/// A box that can vanish.
#[derive(Clone, Debug)]
pub(super) struct Removal {
    /// Its square.
    pub(super) from: Square,
    /// The player's square after.
    pub(super) player: Square,
    /// Whether it can go to as many sinks as there are boxes.
    pub(super) is_free: bool,
    /// Lower bound on the number of pulls.
    length: usize,
    /// The sinks it can go to.
    sinks: BoxSet,
}

/// Which sinks each box that is gone could go to, in the order of going.
#[derive(Clone, Debug)]
pub(super) struct Gone {
    pub(super) sinks: Vec<BoxSet>,
    /// The start of each box, if each must have one of its own.
    pairing: Option<BipartiteMatching>,
}

/// The box that goes first, of those that can go to equally many sinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Among {
    /// The first found: the search ends with one that takes no sink from others.
    First,
    /// The nearest to a sink.
    Nearest,
}

impl Sinks {
    /// The starts alone, or all squares that `is_sink` accepts, on a board of `squares` squares.
    pub(super) fn new(squares: usize, starts: &[Square], is_sink: impl Fn(Square) -> bool) -> Self {
        let is_sink = (0..squares).map(|s| is_sink(Square::from_index(s))).collect();
        Self { is_sink, starts: starts.to_vec(), macros: Macros::new(squares) }
    }

    /// The one of `waiting`, among all boxes, that goes next; it is marked as gone. `region` must be the player's.
    pub(super) fn next(
        &mut self,
        maze: &Maze<'_>,
        (boxes, region): (&BoxSet, &Region),
        waiting: impl Iterator<Item = Square>,
        (among, gone): (Among, &mut Gone),
        meter: &Meter,
    ) -> Result<Option<Removal>, Stop> {
        let mut removals: Vec<Removal> = Vec::new();
        for from in waiting {
            meter.check()?;
            let Some(removal) = self.removal(maze, boxes, region, from) else { continue };
            let is_enough = among == Among::First && removal.is_free;
            removals.push(removal);
            if is_enough {
                break;
            }
        }
        removals.sort_by_key(|removal| {
            (Reverse(removal.sinks.len()), if among == Among::Nearest { removal.length } else { 0 })
        });
        Ok(removals.into_iter().find(|removal| gone.add(&removal.sinks, &self.starts)))
    }

    /// The removal of a box, if it can be pulled to a sink.
    fn removal(&mut self, maze: &Maze<'_>, boxes: &BoxSet, region: &Region, from: Square) -> Option<Removal> {
        let mut sinks = BoxSet::empty(maze.board.len());
        let mut nearest = None;
        if self.is_sink[from.index()] {
            // It need not move; the player stays where he is.
            sinks.insert(from);
            nearest = maze.board.neighbours(from).find(|&s| region.has(s)).map(|player| (0, player));
        }
        let found = self.macros.of_box(maze, boxes, from, |s| region.has(s), Play::Pull);
        for (length, m) in found.iter().enumerate().filter(|(_, m)| self.is_sink[m.to.index()]) {
            sinks.insert(m.to);
            nearest = nearest.or_else(|| Some((length + 1, m.player(maze.board, true))));
        }
        let (length, player) = nearest?;
        Some(Removal { from, player, is_free: sinks.len() == self.starts.len(), length, sinks })
    }
}

impl Gone {
    /// Without boxes. With a number of starts each box must have one of its own; without they share them.
    pub(super) fn new(starts: Option<usize>) -> Self {
        Self { sinks: Vec::new(), pairing: starts.map(BipartiteMatching::new) }
    }

    /// Adds a box, unless that leaves one without a start of its own. Returns whether it was added.
    fn add(&mut self, sinks: &BoxSet, starts: &[Square]) -> bool {
        self.sinks.push(sinks.clone());
        let (gone, last) = (&self.sinks, self.sinks.len() - 1);
        let fits = |thing: usize, start: usize| gone[thing].has(starts[start]);
        let is_fit = self.pairing.as_mut().is_none_or(|pairing| pairing.add(last, &fits));
        if !is_fit {
            self.sinks.pop();
        }
        is_fit
    }
}
