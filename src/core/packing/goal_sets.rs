//! Sets of goals that can be filled first without closing off the other goals. Goals are emptied from the end: all are full, and
//! boxes are pulled away and removed at possible sources. A set of filled goals is *consistent* if, with its boxes fixed, all other
//! goals can be emptied in this way. A box on a goal is packed if the filled goals stay consistent; every order within consistent
//! sets is allowed.

use super::PackingGuide;
use super::sinks::{Among, Gone, Sinks};
use crate::heuristic::ReachabilityCache;
use crate::level::{Position, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Region};
use crate::run::{Meter, Stop};
use rustc_hash::FxHashMap;

/// A set of goals, by their index in [`crate::level::Board::goals`].
pub type GoalSet = BoxSet;

/// On which squares a box that is pulled from a goal may be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sink {
    /// Squares of the boxes at the start.
    Starts,
    /// Any square that is not a goal.
    AnyFloor,
    /// No squares: no order was found on this level, and packing is not used.
    None,
}

/// Computes which filled goals are packed, with a cache of sets.
#[derive(Debug)]
pub struct Packing {
    goals: Vec<Square>,
    sinks: Sinks,
    /// On which squares boxes that are pulled from goals may be removed.
    pub sink: Sink,
    /// Goals, by index, in an order that can fill them; empty if no order was found.
    pub order: Vec<usize>,
    /// For each goal of the order, the squares that its box may come from.
    pub sources: Vec<BoxSet>,
    consistent: FxHashMap<GoalSet, bool>,
    packed: FxHashMap<GoalSet, GoalSet>,
    region: Region,
    starts: Vec<Square>,
    reach: ReachabilityCache,
}

impl Packing {
    const MEMORY: usize = 200_000;

    /// Determines on which squares boxes must be removed, and one order of goals; no order if the board is too large,
    /// see [`PackingGuide::suit`].
    pub fn new(maze: &Maze<'_>, start: &Position, meter: &Meter) -> Result<Self, Stop> {
        let mut packing = Self::without_order(maze, start);
        if !PackingGuide::suit(maze.board) {
            return Ok(packing);
        }
        packing.sink = Sink::Starts;
        if !packing.find_order(maze, meter)? {
            packing.sink = Sink::AnyFloor;
            packing.sinks = Sinks::new(maze.board.len(), &start.boxes, |s| !maze.board.is_goal(s));
            if !packing.find_order(maze, meter)? {
                packing.sink = Sink::None;
            }
        }
        Ok(packing)
    }

    /// Creates a packing for boards too large for an order: every filled goal counts as packed.
    pub fn without_order(maze: &Maze<'_>, start: &Position) -> Self {
        let squares = maze.board.len();
        let goals = maze.board.goals().to_vec();
        Self {
            sinks: Sinks::new(squares, &start.boxes, |s| start.has_box(s)),
            sink: Sink::None,
            order: Vec::new(),
            sources: Vec::new(),
            consistent: FxHashMap::default(),
            packed: FxHashMap::default(),
            region: Region::new(squares),
            starts: start.boxes.to_vec(),
            reach: ReachabilityCache::new(squares),
            goals,
        }
    }

    fn find_order(&mut self, maze: &Maze<'_>, meter: &Meter) -> Result<bool, Stop> {
        let none = GoalSet::empty(self.goals.len());
        let Some((mut columns, mut gone)) = self.empty_all(maze, &none, meter)? else { return Ok(false) };
        columns.reverse();
        gone.sinks.reverse();
        (self.order, self.sources) = (columns, gone.sinks);
        Ok(true)
    }

    /// True if all goals except the fixed ones can be emptied, with the boxes on the fixed goals in place.
    fn is_consistent(&mut self, maze: &Maze<'_>, fixed: &GoalSet, meter: &Meter) -> Result<bool, Stop> {
        if let Some(&known) = self.consistent.get(fixed) {
            return Ok(known);
        }
        let answer = self.has_enough_starts(maze, fixed, meter)? && self.empty_all(maze, fixed, meter)?.is_some();
        if self.consistent.len() < Self::MEMORY {
            self.consistent.insert(fixed.clone(), answer);
        }
        Ok(answer)
    }

    /// True if every other goal can be filled from a start of its own, past the fixed boxes; emptying does not check this.
    fn has_enough_starts(&mut self, maze: &Maze<'_>, fixed: &GoalSet, meter: &Meter) -> Result<bool, Stop> {
        let walls = BoxSet::of(maze.board.len(), fixed.iter().map(|c| self.goals[c.index()]));
        let unmatched = self.reach.basins(maze, &walls, meter)?.unmatched(&self.starts, meter)?;
        Ok(self.starts.len() - unmatched >= self.goals.len() - fixed.len())
    }

    /// Returns the packed goals among the filled ones: goals are added in packing order while the set stays consistent.
    pub fn packed(&mut self, maze: &Maze<'_>, filled: &GoalSet, meter: &Meter) -> Result<GoalSet, Stop> {
        if self.sink == Sink::None {
            return Ok(filled.clone());
        }
        if let Some(known) = self.packed.get(filled) {
            return Ok(known.clone());
        }
        let is_whole = self.is_consistent(maze, filled, meter)?;
        let answer = if is_whole { filled.clone() } else { self.largest(maze, filled, meter)? };
        if self.packed.len() < Self::MEMORY {
            self.packed.insert(filled.clone(), answer.clone());
        }
        Ok(answer)
    }

    fn largest(&mut self, maze: &Maze<'_>, filled: &GoalSet, meter: &Meter) -> Result<GoalSet, Stop> {
        let mut packed = GoalSet::empty(self.goals.len());
        let mut left: Vec<Square> =
            self.order.iter().map(|&c| Square::from_index(c)).filter(|&c| filled.has(c)).collect();
        loop {
            let mut over = Vec::new();
            for &goal in &left {
                packed.insert(goal);
                if !self.is_consistent(maze, &packed, meter)? {
                    packed.remove(goal);
                    over.push(goal);
                }
            }
            if over.len() == left.len() {
                return Ok(packed);
            }
            left = over;
        }
    }

    /// Returns the set of filled goals.
    pub fn filled(&self, boxes: &BoxSet) -> GoalSet {
        let mut set = GoalSet::empty(self.goals.len());
        for (index, &goal) in self.goals.iter().enumerate() {
            if boxes.has(goal) {
                set.insert(Square::from_index(index));
            }
        }
        set
    }

    fn empty_all(
        &mut self,
        maze: &Maze<'_>,
        fixed: &GoalSet,
        meter: &Meter,
    ) -> Result<Option<(Vec<usize>, Gone)>, Stop> {
        let all = BoxSet::of(maze.board.len(), self.goals.iter().copied());
        // If the boxes leave no square free, no box can be pulled.
        let players = self.region.each(maze.board, |s| all.has(s));
        for player in players {
            let emptied = self.empty_from(maze, &all, player, fixed, meter)?;
            if emptied.is_some() {
                return Ok(emptied);
            }
        }
        Ok(None)
    }

    /// Empties the goals; returns them, by index, in that order. Without fixed goals, of boxes that reach equal numbers of starts
    /// the nearest goes first.
    fn empty_from(
        &mut self,
        maze: &Maze<'_>,
        all: &BoxSet,
        player: Square,
        fixed: &GoalSet,
        meter: &Meter,
    ) -> Result<Option<(Vec<usize>, Gone)>, Stop> {
        let (mut boxes, mut player) = (all.clone(), player);
        let mut left: Vec<usize> = (0..self.goals.len()).filter(|&c| !fixed.has(Square::from_index(c))).collect();
        let mut emptied = Vec::with_capacity(left.len());
        let mut gone = Gone::new((self.sink == Sink::Starts).then_some(self.starts.len()));
        let among = if fixed.is_empty() { Among::Nearest } else { Among::First };
        let mut last = 0;
        while !left.is_empty() {
            self.region.flood(maze.board, player, |s| boxes.has(s));
            let waiting = (last..left.len()).chain(0..last).map(|index| self.goals[left[index]]);
            let exit = self.sinks.next(maze, (&boxes, &self.region), waiting, (among, &mut gone), meter)?;
            let Some(exit) = exit else { return Ok(None) };
            last = left.iter().position(|&column| self.goals[column] == exit.from).unwrap_or(last);
            boxes.remove(exit.from);
            player = exit.player;
            emptied.push(left.remove(last));
        }
        Ok(Some((emptied, gone)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    /// A dead end of two goals: the far one is packed first.
    #[test]
    fn what_was_asked_before_is_answered_from_memory() {
        let level = Level::from_xsb("", "#########\n#@ $ ####\n#  $  ..#\n#    ####\n#########").unwrap();
        let (maze, meter) = (Maze::new(&level.board, &mut Meter::unlimited()).unwrap(), Meter::unlimited());
        let mut packing = Packing::new(&maze, &level.start, &meter).unwrap();
        let set = |columns: &[usize]| GoalSet::of(2, columns.iter().copied().map(Square::from_index));
        let (none, near, far) = (set(&[]), set(&[0]), set(&[1]));
        assert_eq!(packing.packed(&maze, &near, &meter).unwrap(), none);
        assert_eq!(packing.packed(&maze, &far, &meter).unwrap(), far);
        assert_eq!([&near, &far].map(|set| packing.consistent.get(set).copied()), [Some(false), Some(true)]);
        packing.packed.insert(near.clone(), near.clone());
        assert_eq!(packing.packed(&maze, &near, &meter).unwrap(), near);
    }
}
