//! The statements of a proof, and the rules that each statement is checked by.

use super::board::{Board, Set};
use super::limits::{Left, Refusal};
use std::collections::BTreeMap;

/// A pattern: squares with a box, squares without a box, and the region of the player.
pub(super) struct Pattern {
    pub(super) line: usize,
    pub(super) boxes: Set,
    pub(super) empty: Set,
    pub(super) region: Set,
}

/// A zone: boxes that are present (`held`), and squares (`zone`) that hold more other boxes than `goals`.
pub(super) struct Zone {
    pub(super) line: usize,
    pub(super) held: Set,
    pub(super) zone: Set,
    /// For each square that counts only with the player on one side, the region where the player makes it count.
    pub(super) only: BTreeMap<usize, Set>,
    pub(super) goals: usize,
}

/// A kind of position: squares with a box, squares without a box, and the square of the player.
pub(super) type Kind<'k> = (&'k Set, &'k Set, usize);

/// A board, and the statements about positions on it.
pub(super) struct Statements<'l> {
    pub(super) board: Board,
    /// Whether the numbers of boxes and goals are equal.
    is_full: bool,
    pub(super) patterns: Vec<Pattern>,
    pub(super) zones: Vec<Zone>,
    /// For each square, the indices of the patterns with a box on it, and of the patterns with it among the empty squares.
    on: Vec<[Vec<usize>; 2]>,
    pub(super) left: Left<'l>,
}

impl Zone {
    fn counts(&self, cell: usize, player: usize) -> bool {
        self.zone.has(cell) && self.only.get(&cell).is_none_or(|region| region.has(player))
    }

    fn covers(&self, boxes: &Set, player: usize) -> bool {
        self.held.is_within(boxes) && boxes.iter().filter(|&cell| self.counts(cell, player)).count() > self.goals
    }
}

impl Pattern {
    fn covers(&self, (boxes, empty, player): Kind<'_>) -> bool {
        self.region.has(player) && self.boxes.is_within(boxes) && self.empty.is_within(empty)
    }

    pub(super) fn after(&self, from: usize, to: usize) -> (Set, Set) {
        (self.boxes.clone().without(from).with(to), self.empty.clone().with(from).without(to))
    }
}

impl<'l> Statements<'l> {
    pub(super) fn new(board: Board, boxes: usize, left: Left<'l>) -> Self {
        let (on, is_full) = (vec![[Vec::new(), Vec::new()]; board.cells], boxes == board.goals.len());
        Self { board, is_full, patterns: Vec::new(), zones: Vec::new(), on, left }
    }

    pub(super) fn add(&mut self, pattern: Pattern) {
        pattern.boxes.iter().for_each(|cell| self.on[cell][0].push(self.patterns.len()));
        pattern.empty.iter().for_each(|cell| self.on[cell][1].push(self.patterns.len()));
        self.patterns.push(pattern);
    }

    /// True if the position after the push of a box from `from` to `to`, with `boxes`, no box on `empty` and the player on `from`, is
    /// covered. A pattern without a box on `to` and without `from` among its empty squares is skipped: it would cover the position
    /// before the push as well.
    pub(super) fn is_covered(&self, boxes: &Set, empty: &Set, from: usize, to: usize) -> Result<bool, Refusal> {
        self.is_among((boxes, empty, from), self.on[to][0].iter().chain(&self.on[from][1]).copied())
    }

    pub(super) fn is_among(&self, kind: Kind<'_>, mut by: impl Iterator<Item = usize>) -> Result<bool, Refusal> {
        let mut steps = kind.0.len() * self.zones.len() + 1;
        let by_pattern = by.any(|at| {
            steps += 1;
            self.patterns[at].covers(kind)
        });
        self.left.spend(steps)?;
        Ok(by_pattern || self.zones.iter().any(|zone| zone.covers(kind.0, kind.2)))
    }

    pub(super) fn holds(&self) -> Result<(), Refusal> {
        self.zones.iter().try_for_each(|zone| self.zone_holds(zone))?;
        self.patterns.iter().try_for_each(|pattern| self.pattern_holds(pattern))
    }

    /// True if no position with these boxes and empty squares is solved.
    pub(super) fn is_unsolved(&self, boxes: &Set, empty: &Set) -> bool {
        !boxes.is_within(&self.board.goals) || self.is_full && empty.and(&self.board.goals).len() > 0
    }

    fn pattern_holds(&self, pattern: &Pattern) -> Result<(), Refusal> {
        if !self.is_unsolved(&pattern.boxes, &pattern.empty) {
            return Err(Refusal::at(pattern.line, "a position of this pattern may be solved"));
        }
        if let Some((from, to)) = self.open(pattern)?.into_iter().next() {
            return Err(self.way(pattern.line, "this pattern", from, to));
        }
        for to in pattern.empty.iter() {
            for from in self.strangers(pattern, to)? {
                let (boxes, empty) = (pattern.boxes.clone().with(to), pattern.empty.clone().without(to).with(from));
                if !self.is_covered(&boxes, &empty, from, to)? {
                    return Err(self.way(pattern.line, "another box into this pattern", from, to));
                }
            }
        }
        Ok(())
    }

    /// Returns the pushes of boxes of a pattern to positions not covered, each as squares of the box before and after.
    pub(super) fn open(&self, pattern: &Pattern) -> Result<Vec<(usize, usize)>, Refusal> {
        let mut open = Vec::new();
        for from in pattern.boxes.iter() {
            for (to, _) in self.board.pushes(from, &pattern.boxes).filter(|&(_, player)| pattern.region.has(player)) {
                let (boxes, empty) = pattern.after(from, to);
                if !self.is_covered(&boxes, &empty, from, to)? {
                    open.push((from, to));
                }
            }
        }
        Ok(open)
    }

    /// Returns the squares from where a box that is not in the pattern may be pushed to `to`. Omits a push if a statement without
    /// empty squares covers the position before it: only such a statement may justify another statement about an equal position.
    pub(super) fn strangers(&self, pattern: &Pattern, to: usize) -> Result<Vec<usize>, Refusal> {
        let mut strangers = Vec::new();
        for step in self.board.steps() {
            let (from, player) = (to.wrapping_add(step), to.wrapping_add(step).wrapping_add(step));
            let is_free = self.board.floor.has(from) && !pattern.boxes.has(from) && !pattern.empty.has(from);
            if is_free && pattern.region.has(player) {
                let (boxes, none) = (pattern.boxes.clone().with(from), Set::none(self.board.cells));
                if !self.is_among((&boxes, &none, player), self.on[from][0].iter().copied())? {
                    strangers.push(from);
                }
            }
        }
        Ok(strangers)
    }

    fn zone_holds(&self, zone: &Zone) -> Result<(), Refusal> {
        let Zone { line, held, .. } = zone;
        let leaves = |from, to, player| held.has(from) || zone.counts(from, player) && !zone.counts(to, from);
        for from in held.iter().chain(zone.zone.iter()) {
            for (to, _) in self.board.pushes(from, held).filter(|&(to, player)| leaves(from, to, player)) {
                let boxes = held.clone().without(from).with(to);
                if !self.is_covered(&boxes, &Set::none(self.board.cells), from, to)? {
                    return Err(self.way(*line, "this zone", from, to));
                }
            }
        }
        Ok(())
    }

    /// Returns the refusal of a statement, with a push that leads to positions which are not covered.
    fn way(&self, line: usize, of: &str, from: usize, to: usize) -> Refusal {
        let [from, to] =
            [from, to].map(|cell| format!("row {}, column {}", cell / self.board.wide, cell % self.board.wide));
        Refusal::at(line, format!("a push of {of} is open: from {from} to {to}, to positions that no statement covers"))
    }
}
