//! Cores: patterns whose pushes the checker follows. This code need not be trusted: patterns that it adds are checked.

use super::board::Set;
use super::limits::Refusal;
use super::proof::{Pattern, Statements};
use std::collections::VecDeque;

impl Statements<'_> {
    /// Adds a core, then the patterns that pushes of its boxes lead to, unless they are covered; returns the number added. The
    /// order is fixed: box by box, row by row, to the right, down, left, up.
    pub(super) fn close(&mut self, most: usize, core: Pattern) -> Result<usize, Refusal> {
        let Pattern { line, boxes, empty, region } = core;
        // Squares that boxes leave are recorded if that can matter: goals, and the empty squares of the pattern.
        let mut noted = self.board.goals.clone();
        if !empty.is_within(&noted) {
            empty.iter().chain(boxes.iter()).for_each(|square| noted.put(square));
        }
        let first = self.patterns.len();
        let mut queue: VecDeque<_> =
            region.iter().take(1).map(|player| (boxes.clone(), empty.clone(), player, None)).collect();
        while let Some((boxes, empty, player, to)) = queue.pop_front() {
            let is_covered = match to {
                Some(to) => self.is_covered(&boxes, &empty, player, to)?,
                None => self.is_among((&boxes, &empty, player), 0..first)?,
            };
            if is_covered {
                continue;
            }
            self.left.spend(self.board.cells)?;
            let region = self.board.region(&boxes, player);
            let mut pattern = Pattern { line, boxes, empty, region };
            self.weaken(&mut pattern, &noted)?;
            if self.patterns.len() - first == most || !self.is_unsolved(&pattern.boxes, &pattern.empty) {
                return Err(Refusal::at(
                    line,
                    format!("a position of this core may be solved, or it takes more than {most} patterns"),
                ));
            }
            for (from, to) in self.open(&pattern)? {
                let (boxes, empty) = pattern.after(from, to);
                queue.push_back((boxes, empty, from, Some(to)));
            }
            self.add(pattern);
        }
        Ok(self.patterns.len() - first)
    }

    /// Keeps only empty squares that are in `noted` and that no other box may enter.
    fn weaken(&self, pattern: &mut Pattern, noted: &Set) -> Result<(), Refusal> {
        pattern.empty = pattern.empty.and(noted);
        loop {
            let before = pattern.empty.clone();
            for square in before.iter() {
                if !self.strangers(pattern, square)?.is_empty() {
                    pattern.empty = pattern.empty.clone().without(square);
                }
            }
            if pattern.empty == before {
                return Ok(());
            }
        }
    }
}
