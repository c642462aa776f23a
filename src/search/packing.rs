//! In which order can the goals be filled?
//!
//! Looked at from the end: all goals are full, and boxes are pulled away and vanish where a box may have come from. A
//! set of filled goals is *consistent* when, with its boxes fixed, all other goals can be emptied so. A box that is
//! put on a goal such that the filled goals stay consistent is packed; one that closes others off is not. In comes a
//! maze with a start; out come packed sets. There is no single order: whatever order a consistent set allows is good.

use crate::deadlock::{Pairing, Reach};
use crate::level::{Position, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Macros, Play, Region};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// A set of goals, by their column in [`crate::level::Board::goals`].
pub type GoalSet = BoxSet;

/// Where a pulled box may vanish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sink {
    /// Where boxes stand at the start.
    Starts,
    /// On any square that is no goal.
    AnyFloor,
    /// Packing says nothing on this level: no order was found.
    None,
}

/// Answers which filled goals are packed, and remembers.
#[derive(Debug)]
pub struct Packing {
    goals: Vec<Square>,
    column: Vec<Option<u16>>,
    sinks: Vec<bool>,
    /// What boxes may vanish on.
    pub sink: Sink,
    /// The goals in one order in which they can be filled from nothing, where there is one.
    pub order: Vec<usize>,
    consistent: FxHashMap<GoalSet, bool>,
    packed: FxHashMap<GoalSet, GoalSet>,
    macros: Macros,
    region: Region,
    starts: Vec<Square>,
    reach: Reach,
}

impl Packing {
    /// The most sets that are remembered.
    const MEMORY: usize = 200_000;

    /// Finds out which sink the level wants, and one order of its goals.
    pub fn new(maze: &Maze<'_>, start: &Position) -> Self {
        let mut packing = Self::without_order(maze, start);
        packing.sink = Sink::Starts;
        for b in &start.boxes {
            packing.sinks[b.index()] = true;
        }
        if !packing.find_order(maze) {
            packing.sink = Sink::AnyFloor;
            packing.sinks = maze.board.squares().map(|s| !maze.board.is_goal(s)).collect();
            if !packing.find_order(maze) {
                packing.sink = Sink::None;
            }
        }
        packing
    }

    /// Takes every filled goal for packed: for boards where an order would take too long to find.
    pub fn without_order(maze: &Maze<'_>, start: &Position) -> Self {
        let squares = maze.board.len();
        let goals = maze.board.goals().to_vec();
        let mut column = vec![None; squares];
        for (index, goal) in (0..).zip(&goals) {
            column[goal.index()] = Some(index);
        }
        Self {
            column,
            sinks: vec![false; squares],
            sink: Sink::None,
            order: Vec::new(),
            consistent: FxHashMap::default(),
            packed: FxHashMap::default(),
            macros: Macros::new(squares),
            region: Region::new(squares),
            starts: start.boxes.to_vec(),
            reach: Reach::new(squares),
            goals,
        }
    }

    /// What is remembered, in bytes.
    pub fn bytes(&self) -> usize {
        let set = GoalSet::empty(self.goals.len()).bytes();
        self.consistent.len() * (set + 1) + self.packed.len() * 2 * set + self.reach.bytes()
    }

    fn find_order(&mut self, maze: &Maze<'_>) -> bool {
        let none = GoalSet::empty(self.goals.len());
        match self.empty_all(maze, &none) {
            Some(mut emptied) => {
                emptied.reverse();
                self.order = emptied;
                true
            }
            None => false,
        }
    }

    /// Can all goals be emptied but these?
    fn is_consistent(&mut self, maze: &Maze<'_>, fixed: &GoalSet) -> bool {
        if let Some(&known) = self.consistent.get(fixed) {
            return known;
        }
        let answer = self.has_enough_starts(maze, fixed) && self.empty_all(maze, fixed).is_some();
        if self.consistent.len() < Self::MEMORY {
            self.consistent.insert(fixed.clone(), answer);
        }
        answer
    }

    /// With the fixed boxes as walls, can every other goal be filled from a start of its own? Emptying lets any number
    /// of boxes vanish in one place, and that may be too many.
    fn has_enough_starts(&mut self, maze: &Maze<'_>, fixed: &GoalSet) -> bool {
        let walls = BoxSet::of(maze.board.len(), fixed.iter().map(|c| self.goals[c.index()]));
        let basins = self.reach.basins(maze, &walls);
        self.starts.len() - basins.unmatched(&self.starts) >= self.goals.len() - fixed.len()
    }

    /// The packed goals among the filled ones: taken in the order of packing, as long as they stay consistent.
    pub fn packed(&mut self, maze: &Maze<'_>, filled: &GoalSet) -> GoalSet {
        if self.sink == Sink::None {
            return filled.clone();
        }
        if let Some(known) = self.packed.get(filled) {
            return known.clone();
        }
        let answer = if self.is_consistent(maze, filled) { filled.clone() } else { self.largest(maze, filled) };
        if self.packed.len() < Self::MEMORY {
            self.packed.insert(filled.clone(), answer.clone());
        }
        answer
    }

    /// The columns of the goals that can be packed next.
    pub fn next(&mut self, maze: &Maze<'_>, packed: &GoalSet) -> Vec<usize> {
        let open: Vec<Square> = (0..self.goals.len()).map(Square::from_index).filter(|&c| !packed.has(c)).collect();
        let mut more = packed.clone();
        let mut next = Vec::new();
        for column in open {
            more.insert(column);
            if self.sink == Sink::None || self.is_consistent(maze, &more) {
                next.push(column.index());
            }
            more.remove(column);
        }
        next
    }

    fn largest(&mut self, maze: &Maze<'_>, filled: &GoalSet) -> GoalSet {
        let mut packed = GoalSet::empty(self.goals.len());
        let mut left: Vec<Square> =
            self.order.iter().map(|&c| Square::from_index(c)).filter(|&c| filled.has(c)).collect();
        loop {
            let before = left.len();
            left.retain(|&goal| {
                packed.insert(goal);
                let fits = self.is_consistent(maze, &packed);
                if !fits {
                    packed.remove(goal);
                }
                !fits
            });
            if left.len() == before {
                return packed;
            }
        }
    }

    /// The set of goals that hold boxes.
    pub fn filled(&self, boxes: &BoxSet) -> GoalSet {
        let mut set = GoalSet::empty(self.goals.len());
        for (index, &goal) in self.goals.iter().enumerate() {
            if boxes.has(goal) {
                set.insert(Square::from_index(index));
            }
        }
        set
    }

    /// The column of a goal square.
    pub fn column(&self, square: Square) -> Option<usize> {
        self.column[square.index()].map(usize::from)
    }

    /// Empties all goals but the fixed ones, from any region that the player may have ended in; gives the columns in
    /// the order of emptying.
    fn empty_all(&mut self, maze: &Maze<'_>, fixed: &GoalSet) -> Option<Vec<usize>> {
        let all = BoxSet::of(maze.board.len(), self.goals.iter().copied());
        let mut tried = vec![false; maze.board.len()];
        for square in maze.board.squares() {
            if tried[square.index()] || all.has(square) {
                continue;
            }
            self.region.flood(maze.board, square, |s| all.has(s));
            for s in maze.board.squares().filter(|&s| self.region.has(s)) {
                tried[s.index()] = true;
            }
            let emptied = self.empty_from(maze, &all, square, fixed);
            if emptied.is_some() {
                return emptied;
            }
        }
        // No square is left free by the boxes: then nothing can be pulled.
        None
    }

    /// A box that vanishes makes room, but it takes a start from others: so the box that can go to the most starts goes
    /// first, and of those the nearest where the order counts.
    fn empty_from(&mut self, maze: &Maze<'_>, all: &BoxSet, player: Square, fixed: &GoalSet) -> Option<Vec<usize>> {
        let (mut boxes, mut player) = (all.clone(), player);
        let mut left: Vec<usize> = (0..self.goals.len()).filter(|&c| !fixed.has(Square::from_index(c))).collect();
        let mut emptied = Vec::with_capacity(left.len());
        let mut pairing = Pairing::new(self.starts.len());
        let mut reached = vec![BoxSet::empty(maze.board.len()); self.goals.len()];
        let is_order = fixed.is_empty();
        let mut from = 0;
        while !left.is_empty() {
            self.region.flood(maze.board, player, |s| boxes.has(s));
            let mut pulls = Vec::new();
            for index in (0..left.len()).map(|step| (from + step) % left.len()) {
                let Some(pull) = self.pull(maze, &boxes, self.goals[left[index]]) else { continue };
                let is_free = pull.starts.len() == self.starts.len();
                pulls.push((index, pull));
                if is_free && !is_order {
                    break;
                }
            }
            pulls.sort_by_key(|(_, pull)| (Reverse(pull.starts.len()), if is_order { pull.length } else { 0 }));
            let takes = pulls.into_iter().find(|(index, pull)| {
                let column = left[*index];
                reached[column].clone_from(&pull.starts);
                let starts = &self.starts;
                self.sink == Sink::AnyFloor || pairing.add(column, &|goal, start| reached[goal].has(starts[start]))
            });
            let (index, pull) = takes?;
            boxes.remove(self.goals[left[index]]);
            player = pull.player;
            emptied.push(left.remove(index));
            from = index;
        }
        Some(emptied)
    }

    /// What pulling a box from a goal leads to; the region must be the player's.
    fn pull(&mut self, maze: &Maze<'_>, boxes: &BoxSet, from: Square) -> Option<Pull> {
        let region = &self.region;
        let mut starts = BoxSet::empty(maze.board.len());
        let mut nearest = None;
        if self.sinks[from.index()] {
            // It need not move; the player stays where he is.
            starts.insert(from);
            nearest = maze.board.near(from).find(|&s| region.has(s)).map(|player| (0, player));
        }
        let found = self.macros.of_box(maze, boxes, from, |s| region.has(s), Play::Pull);
        for (length, m) in found.iter().enumerate().filter(|(_, m)| self.sinks[m.to.index()]) {
            starts.insert(m.to);
            nearest = nearest.or_else(|| Some((length + 1, m.player(maze.board, true))));
        }
        nearest.map(|(length, player)| Pull { length, player, starts })
    }
}

/// A box that vanishes.
#[derive(Clone, Debug)]
struct Pull {
    /// How many squares it is pulled at least.
    length: usize,
    /// Where the player ends.
    player: Square,
    /// Where it may have come from.
    starts: BoxSet,
}
