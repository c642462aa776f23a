//! A packing plan: box sets from the start to all goals, by single steps; and the plans of a level, each computed once.

use crate::level::{Position, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Macros, Play};
use crate::run::{Meter, Stop};
use fixedbitset::FixedBitSet;
use itertools::Itertools;
use std::sync::{Arc, OnceLock};

/// A packing plan: steps, and the set of boxes in place after each; the last set is all goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackingPlan {
    steps: Vec<PackingMove>,
    /// For each step, the squares that its box may come from.
    sources: Vec<BoxSet>,
    sets: Vec<BoxSet>,
    /// For each set in `sets`, the boxes that never move again.
    settled: Vec<BoxSet>,
    matter: BoxSet,
    /// For each box, the steps for which it can be used; `None` if that is not considered.
    prospects: Option<Box<Prospects>>,
}

impl PackingPlan {
    /// Creates a plan; `starts` has, for each step without a parked box, the squares that its box may come from.
    pub(super) fn new(
        squares: usize,
        first: BoxSet,
        steps: Vec<PackingMove>,
        starts: impl IntoIterator<Item = BoxSet>,
    ) -> Self {
        let mut starts = starts.into_iter();
        let source = |step: &PackingMove| match step.from {
            Some(parked) => BoxSet::of(squares, [parked]),
            None => starts.next().unwrap_or_else(|| BoxSet::empty(squares)),
        };
        let sources = steps.iter().map(source).collect();
        let mut sets = vec![first];
        for step in &steps {
            let mut next = sets[sets.len() - 1].clone();
            step.from.into_iter().for_each(|from| next.remove(from));
            next.insert(step.to);
            sets.push(next);
        }
        let mut settled: Vec<BoxSet> = Vec::with_capacity(sets.len());
        let mut stays = sets[steps.len()].clone();
        for (set, step) in sets.iter().rev().zip(steps.iter().rev().map(Some).chain([None])) {
            stays = BoxSet::of(squares, stays.iter().filter(|&s| set.has(s)));
            settled.push(stays.clone());
            step.into_iter().for_each(|step| stays.remove(step.to));
        }
        settled.reverse();
        let matter = BoxSet::of(squares, sets[0].iter().chain(steps.iter().map(|step| step.to)));
        Self { steps, sources, sets, settled, matter, prospects: None }
    }

    /// Returns the plan with a stricter count: a step is done only while boxes not in place can be assigned different later steps.
    pub(super) fn with_prospects(mut self, maze: &Maze<'_>, meter: &Meter) -> Result<Self, Stop> {
        self.prospects = Some(Box::new(Prospects::new(maze, &self.steps, &self.sets, meter)?));
        Ok(self)
    }

    /// Returns the steps done: the last set whose boxes are in place while the others suffice for the rest.
    pub fn done(&self, boxes: &BoxSet) -> usize {
        let is_done = |done: &usize| {
            let set = &self.sets[*done];
            let others = || boxes.iter().filter(|&b| !set.has(b)).collect::<Vec<_>>();
            // Boxes in place are worth nothing if those that are left cannot fill the rest.
            let suffice = || self.prospects.as_ref().is_none_or(|prospects| prospects.suffice(&others(), *done));
            set.is_subset(boxes) && suffice()
        };
        (0..self.sets.len()).rev().find(is_done).unwrap_or(0)
    }

    /// Returns the boxes that are in place after `done` steps.
    pub fn set(&self, done: usize) -> &BoxSet {
        &self.sets[done]
    }

    /// Returns the boxes in place after `done` steps that never move again.
    pub fn settled(&self, done: usize) -> &BoxSet {
        &self.settled[done]
    }

    /// True if a box that moves from one square to another can change the number of steps done.
    pub fn may_change(&self, from: Square, to: Square) -> bool {
        // Squares from which a box has equal uses are the same to the plan.
        let is_same = || self.prospects.as_ref().is_none_or(|all| all.uses[from.index()] == all.uses[to.index()]);
        self.matter.has(from) || self.matter.has(to) || !is_same()
    }

    /// Returns all steps in order, each with the squares that its box may come from.
    pub fn steps(&self) -> impl Iterator<Item = (PackingMove, &BoxSet)> {
        self.steps.iter().copied().zip(&self.sources)
    }

    /// Returns the squares that are filled for good, in the order of their steps.
    pub fn places(&self) -> impl Iterator<Item = Square> {
        let stays = |&(number, step): &(usize, &PackingMove)| {
            self.steps[number + 1..].iter().all(|later| later.from != Some(step.to))
        };
        self.steps.iter().enumerate().filter(stays).map(|(_, step)| step.to)
    }

    /// Returns the number of boxes to park on the way, and of boxes that stand on a place too early at the start.
    pub fn boxes_aside(&self, start: &BoxSet) -> usize {
        let kept = self.set(self.done(start));
        let parked = self.steps.iter().filter_map(|step| step.from).unique().count();
        let is_early = |b: &Square| !kept.has(*b) && self.steps.iter().any(|step| step.to == *b);
        parked + start.iter().filter(is_early).count()
    }

    /// Returns the step that is due after `done` steps; `None` if all are done.
    pub fn next(&self, done: usize) -> Option<PackingMove> {
        self.steps.get(done).copied()
    }
}

/// The packing plans of a level. Clones, also on other threads, share the plans; each is computed when first needed.
#[derive(Clone, Debug, Default)]
pub struct PackingPlans(Arc<PlanCache>);

/// Plans of a level; the inner `None` means that a search found no plan.
#[derive(Debug, Default)]
struct PlanCache {
    by_sinks: OnceLock<Option<PackingPlan>>,
    by_starts: OnceLock<Option<PackingPlan>>,
}

impl PackingPlans {
    /// Returns the plan that takes boxes directly from their starts, or parks them if necessary; `None` without a plan.
    pub fn by_starts(&self, maze: &Maze<'_>, start: &Position, meter: &Meter) -> Result<Option<PackingPlan>, Stop> {
        if let Some(known) = self.0.by_starts.get() {
            return Ok(known.clone());
        }
        let plan = PackingPlan::by_starts(maze, start, meter)?;
        Ok(self.0.by_starts.get_or_init(|| plan).clone())
    }

    /// Returns the plan of the search from the end, `Some(None)` if it found none; `None` before the search has ended.
    pub(super) fn by_sinks(&self) -> Option<Option<PackingPlan>> {
        self.0.by_sinks.get().cloned()
    }

    pub(super) fn keep_by_sinks(&self, plan: Option<&PackingPlan>) {
        self.0.by_sinks.get_or_init(|| plan.cloned());
    }
}

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
                // Pulled back from its place, with earlier boxes as walls, a lone box finds where it may come from.
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
            // No step is free at once, so other boxes must change theirs.
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
