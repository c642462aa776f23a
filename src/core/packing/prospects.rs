//! Whether the rest of a packing plan is still possible, for each box by itself.
//!
//! ```text
//!   ###########      The plan fills b with the box on the left, then a with the box on the right. Once the box on the
//!   #@$ ba  $ #      right is on b, the other cannot come to a: it can be used for no remaining step, and b
//!   ###########      does not count as filled.
//! ```
//! Output: whether the boxes that no step has placed yet can be assigned different later steps, so that each reaches the square of
//! its step past the boxes in place by then, for a player who reaches every square. How these boxes block each other is left to the
//! search.

use crate::level::Square;
use crate::maze::Maze;
use crate::push::{BoxSet, Macros, Play};
use crate::run::{Meter, Stop};
use fixedbitset::FixedBitSet;
use itertools::Itertools;

/// One step of a packing plan: a box, any one or the one parked on `from`, is pushed to `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackingMove {
    /// Square on which the box is parked before; `None` if any box may be used.
    pub from: Option<Square>,
    /// Square of the box after the step.
    pub to: Square,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prospects {
    /// For each square, the steps for which a box on it can be used; only steps that take any box are numbered.
    uses: Vec<FixedBitSet>,
    counts: Vec<usize>,
    /// For each number of steps done, how many of them take any box.
    before: Vec<usize>,
}

impl Prospects {
    /// Computes for which steps boxes can be used, given the boxes in place before each step.
    pub(super) fn new(maze: &Maze<'_>, steps: &[PackingMove], sets: &[BoxSet], meter: &Meter) -> Result<Self, Stop> {
        let squares = maze.board.len();
        let count = steps.iter().filter(|step| step.from.is_none()).count();
        let mut uses = vec![FixedBitSet::with_capacity(count); squares];
        let (mut before, mut number) = (vec![0], 0);
        let mut macros = Macros::new(squares);
        for (step, walls) in steps.iter().zip(sets) {
            meter.check_time()?;
            if step.from.is_none() {
                uses[step.to.index()].insert(number);
                for found in macros.of_box(maze, walls, step.to, |s| !walls.has(s), Play::Pull) {
                    uses[found.to.index()].insert(number);
                }
                number += 1;
            }
            before.push(number);
        }
        let counts = uses.iter().map(|uses| uses.count_ones(..)).collect();
        Ok(Self { uses, counts, before })
    }

    /// True if a box can be used for equal sets of steps on both squares.
    pub(super) fn are_same(&self, one: Square, other: Square) -> bool {
        self.uses[one.index()] == self.uses[other.index()]
    }

    /// True if these boxes can be assigned different steps, all after the first `done` steps.
    pub(super) fn suffice(&self, boxes: &[Square], done: usize) -> bool {
        let mut given = StepAssignment { by: vec![None; self.before[self.before.len() - 1]], all: FixedBitSet::new() };
        given.all.grow(given.by.len());
        let mut past = given.all.clone();
        past.insert_range(..self.before[done]);
        // Boxes with few steps come first, so that few have to be reassigned.
        let order = (0..boxes.len()).sorted_by_key(|&place| self.counts[boxes[place].index()]);
        order.into_iter().all(|place| match first_of(&self.uses[boxes[place].index()], &past, &given.all) {
            Some(free) => given.give(free, place),
            None => self.give(place, boxes, &mut given, &mut past.clone()),
        })
    }

    /// Assigns a box a step not in `seen`, and reassigns other boxes if needed (augmenting path); false if no step is free.
    fn give(&self, place: usize, boxes: &[Square], given: &mut StepAssignment, seen: &mut FixedBitSet) -> bool {
        let uses = &self.uses[boxes[place].index()];
        if let Some(free) = first_of(uses, seen, &given.all) {
            return given.give(free, place);
        }
        while let Some(step) = first_of(uses, seen, seen) {
            seen.insert(step);
            if given.by[step].is_none_or(|other| self.give(other, boxes, given, seen)) {
                return given.give(step, place);
            }
        }
        false
    }
}

struct StepAssignment {
    /// For each step, the index of its box in the list of boxes.
    by: Vec<Option<usize>>,
    all: FixedBitSet,
}

impl StepAssignment {
    fn give(&mut self, step: usize, place: usize) -> bool {
        self.by[step] = Some(place);
        self.all.insert(step);
        true
    }
}

/// Returns the first step in `uses` that is in neither `one` nor `other` (sets of equal size); `None` without one.
fn first_of(uses: &FixedBitSet, one: &FixedBitSet, other: &FixedBitSet) -> Option<usize> {
    let (uses, one, other) = (uses.as_slice(), one.as_slice(), other.as_slice());
    let rest = |at: usize| uses[at] & !one[at] & !other[at];
    let at = (0..uses.len()).find(|&at| rest(at) != 0)?;
    Some(at * usize::BITS as usize + rest(at).trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::run::Random;

    #[test]
    fn boxes_suffice_exactly_where_some_assignment_gives_each_a_step_of_its_own() {
        let level =
            Level::from_xsb("", "#########\n#@      #\n# $ $ $ #\n#  #    #\n# . . . #\n#       #\n#########").unwrap();
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
        let squares: Vec<Square> = level.board.squares().collect();
        let mut random = Random::new(7);
        let (mut sufficient, mut insufficient) = (0, 0);
        for _ in 0..3_000 {
            let mut place = || squares[random.below(squares.len())];
            let (targets, boxes) = ([place(), place(), place()], [place(), place(), place()]);
            let is_double = |s: [Square; 3]| s[0] == s[1] || s[0] == s[2] || s[1] == s[2];
            if is_double(targets) || is_double(boxes) || targets.iter().any(|s| boxes.contains(s)) {
                continue;
            }
            let steps = targets.map(|to| PackingMove { from: None, to });
            let sets = [0, 1, 2, 3].map(|done| BoxSet::of(level.board.len(), targets[..done].iter().copied()));
            let prospects = Prospects::new(&maze, &steps, &sets, &Meter::unlimited()).unwrap();
            let uses = |b: Square, step: usize| prospects.uses[b.index()].contains(step);
            let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
            let expected = orders.iter().any(|order| (0..3).all(|place| uses(boxes[place], order[place])));
            assert_eq!(prospects.suffice(&boxes, 0), expected);
            *if expected { &mut sufficient } else { &mut insufficient } += 1;
        }
        assert!(sufficient > 100 && insufficient > 100, "{sufficient}, {insufficient}");
    }
}
