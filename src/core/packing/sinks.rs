//! Finds the next box that can be pulled to a sink (a square on which boxes are removed). A removal makes room, but
//! takes a start from other boxes: so the box that can reach most starts goes first, and none goes if that leaves a
//! removed box without a start of its own. Pulls aside are not made here.

use crate::heuristic::BipartiteMatching;
use crate::level::Square;
use crate::maze::Maze;
use crate::push::{BoxSet, Macros, Play, Region};
use crate::run::{Meter, Stop};
use std::cmp::Reverse;

#[derive(Debug)]
pub(super) struct Sinks {
    is_sink: Vec<bool>,
    /// Squares of the boxes at the start. A box that can reach at least this number of sinks takes none from others.
    starts: Vec<Square>,
    macros: Macros,
}

#[derive(Clone, Debug)]
pub(super) struct Removal {
    pub(super) from: Square,
    pub(super) player: Square,
    /// Whether the box can reach at least as large a number of sinks as there are boxes.
    pub(super) is_free: bool,
    /// Lower bound on the number of pulls of the removal.
    length: usize,
    sinks: BoxSet,
}

/// For each removed box, the sinks that it could reach, in the order of removal.
#[derive(Clone, Debug)]
pub(super) struct Gone {
    pub(super) sinks: Vec<BoxSet>,
    /// Start assigned to each box; `None` if boxes may share starts.
    pairing: Option<BipartiteMatching>,
}

/// The box that is chosen among boxes with equal numbers of sinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Among {
    /// The first box found; the search ends with a box that takes no sink from others.
    First,
    /// The box nearest to a sink.
    Nearest,
}

impl Sinks {
    pub(super) fn new(squares: usize, starts: &[Square], is_sink: impl Fn(Square) -> bool) -> Self {
        let is_sink = (0..squares).map(|s| is_sink(Square::from_index(s))).collect();
        Self { is_sink, starts: starts.to_vec(), macros: Macros::new(squares) }
    }

    /// Returns the next box of `waiting` to be removed, and adds it to `gone`; `region` is the player's region.
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
            meter.check_time()?;
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

    fn removal(&mut self, maze: &Maze<'_>, boxes: &BoxSet, region: &Region, from: Square) -> Option<Removal> {
        let mut sinks = BoxSet::empty(maze.board.len());
        let mut nearest = None;
        if self.is_sink[from.index()] {
            // The box is on a sink already, and the player does not move.
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
    /// Creates an empty list. If a number of starts is given, each box must have a start of its own.
    pub(super) fn new(starts: Option<usize>) -> Self {
        Self { sinks: Vec::new(), pairing: starts.map(BipartiteMatching::new) }
    }

    /// Adds a box with its sinks; false if a box would then be without a start of its own.
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
