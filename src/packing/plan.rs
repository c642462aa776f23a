//! A chain of box sets, from none, or some that stand at the start, to all goals.
//!
//! Input: the first set and the steps, in order. Output: the sets between them, and the progress of a position along it.

use crate::level::Square;
use crate::push::BoxSet;

/// One step of a chain: some box comes to `to`; if `from` is given, the one that was parked there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackingMove {
    /// The square on which the box is parked before; `None` if any box may be used.
    pub from: Option<Square>,
    /// The square it is pushed to.
    pub to: Square,
}

/// Box sets, the last of which is that of all goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackingPlan {
    steps: Vec<PackingMove>,
    /// The squares that the box of each step may come from.
    sources: Vec<BoxSet>,
    /// The boxes before each step, and after the last.
    sets: Vec<BoxSet>,
    /// Those of them that never move again.
    settled: Vec<BoxSet>,
}

impl PackingPlan {
    /// From the first set and the steps, on a board of `squares` squares; `starts` holds, for each step without a parked box, the squares
    /// that its box may come from.
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
        Self { steps, sources, sets, settled }
    }

    /// The number of steps done: the last set whose boxes are all in place.
    pub fn done(&self, boxes: &BoxSet) -> usize {
        self.sets.iter().rposition(|set| set.is_subset(boxes)).unwrap_or(0)
    }

    /// The boxes after `done` steps.
    pub fn set(&self, done: usize) -> &BoxSet {
        &self.sets[done]
    }

    /// Those of them that never move again.
    pub fn settled(&self, done: usize) -> &BoxSet {
        &self.settled[done]
    }

    /// Returns whether any set has a box on this square.
    pub fn matters(&self, square: Square) -> bool {
        self.sets[0].has(square) || self.steps.iter().any(|step| step.to == square)
    }

    /// All steps in order, each with the squares that its box may come from.
    pub fn steps(&self) -> impl Iterator<Item = (PackingMove, &BoxSet)> {
        self.steps.iter().copied().zip(&self.sources)
    }

    /// The step after `done` steps.
    pub fn next(&self, done: usize) -> Option<PackingMove> {
        self.steps.get(done).copied()
    }
}
