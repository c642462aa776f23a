//! Which box can be pulled to where boxes come from, and vanish there?
//!
//! Packing looked at from the end: in come the boxes that stand, and those that have gone already; out comes the one that
//! goes next. A box that vanishes makes room, but it takes a start from others: so the box that can go to the most goes
//! first, and none goes that leaves one which is gone without a start of its own. Pulls aside are not made here.

use crate::heuristic::BipartiteMatching;
use crate::level::Square;
use crate::maze::Maze;
use crate::push::{BoxSet, Macros, Play, Region};
use std::cmp::Reverse;

/// The squares where boxes vanish, with memory to work in.
#[derive(Debug)]
pub(super) struct Sinks {
    is_sink: Vec<bool>,
    /// Where boxes stand at the start; a box that can go to so many sinks takes none from others.
    starts: Vec<Square>,
    macros: Macros,
}

/// A box that can vanish.
#[derive(Clone, Debug)]
pub(super) struct Exit {
    /// Where it stands.
    pub(super) from: Square,
    /// Where the player is after.
    pub(super) player: Square,
    /// Can it go to as many sinks as there are boxes?
    pub(super) is_free: bool,
    /// How many squares it is pulled at least.
    length: usize,
    /// The sinks it can go to.
    sinks: BoxSet,
}

/// Which sinks each box that is gone could go to, in the order of going.
#[derive(Clone, Debug)]
pub(super) struct Gone {
    pub(super) sinks: Vec<BoxSet>,
    /// Who has which start, where each must have one of its own.
    pairing: Option<BipartiteMatching>,
}

/// Which box goes first, of those that can go to equally many sinks?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Among {
    /// The first that can: asking ends with one that takes no sink from others.
    First,
    /// The nearest to a sink.
    Nearest,
}

impl Sinks {
    /// The starts alone, or all squares that `is_sink` names, on a board of so many squares.
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
        among: Among,
        gone: &mut Gone,
    ) -> Option<Exit> {
        let mut exits: Vec<Exit> = Vec::new();
        for from in waiting {
            let Some(exit) = self.exit(maze, boxes, region, from) else { continue };
            let is_enough = among == Among::First && exit.is_free;
            exits.push(exit);
            if is_enough {
                break;
            }
        }
        exits.sort_by_key(|exit| (Reverse(exit.sinks.len()), if among == Among::Nearest { exit.length } else { 0 }));
        exits.into_iter().find(|exit| gone.add(&exit.sinks, &self.starts))
    }

    /// Where a box can be pulled to vanish, if anywhere.
    fn exit(&mut self, maze: &Maze<'_>, boxes: &BoxSet, region: &Region, from: Square) -> Option<Exit> {
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
        Some(Exit { from, player, is_free: sinks.len() == self.starts.len(), length, sinks })
    }
}

impl Gone {
    /// None yet. Each must have a start of its own, of so many; without a number they share them.
    pub(super) fn new(starts: Option<usize>) -> Self {
        Self { sinks: Vec::new(), pairing: starts.map(BipartiteMatching::new) }
    }

    /// One more, unless that leaves one without a start of its own.
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
