//! The search for a small set of boxes that are dead without the other boxes.

use super::closure::Followed;
use super::lemmas::Lemmas;
use super::pattern_space::Step;
use crate::level::Square;
use crate::push::BoxSet;
use crate::run::{Meter, Stop};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Some boxes of a position, goals that are required to be empty, and the square of the player.
#[derive(Clone, Debug)]
pub(super) struct PartialPosition {
    pub(super) boxes: BoxSet,
    pub(super) empty: BoxSet,
    pub(super) player: Square,
}

impl Lemmas<'_> {
    /// Returns dead boxes: begins with the box on `seed`, and adds again and again the first box that blocks the pushes
    /// which would solve the boxes chosen so far, or else the nearest box. `None` if more than `most` boxes are needed.
    pub(super) fn grow(
        &mut self,
        all: &PartialPosition,
        seed: Square,
        (patterns, most): (usize, usize),
        meter: &mut Meter,
    ) -> Result<Option<BoxSet>, Stop> {
        let mut boxes = self.space.none().with(seed);
        loop {
            let next = match self.follow(&boxes, &all.empty, all.player, patterns, meter)? {
                Followed::Dead => return Ok(Some(boxes)),
                Followed::Solved(steps) => self.in_the_way(all, &boxes, &steps),
                Followed::TooMany => None,
            };
            let nearest = |square: &Square| boxes.iter().map(|other| self.space.apart(*square, other)).min();
            let next = next.or_else(|| all.boxes.minus(&boxes).iter().min_by_key(nearest));
            match next.filter(|_| boxes.len() < most) {
                Some(next) => boxes.insert(next),
                None => return Ok(None),
            }
        }
    }

    /// Returns fewer dead boxes of a dead part: one by one, each box is removed if the others are still dead.
    pub(super) fn fewest(
        &mut self,
        part: &PartialPosition,
        patterns: usize,
        meter: &mut Meter,
    ) -> Result<BoxSet, Stop> {
        let mut boxes = part.boxes.clone();
        for square in part.boxes.iter().filter(|_| part.boxes.len() > 1) {
            let fewer = boxes.clone().without(square);
            if let Followed::Dead = self.follow(&fewer, &part.empty, part.player, patterns, meter)? {
                boxes = fewer;
            }
        }
        Ok(boxes)
    }

    /// Returns the first box of a position, not among `chosen`, that blocks the pushes `steps`; `None` if none does.
    fn in_the_way(&self, all: &PartialPosition, chosen: &BoxSet, steps: &[Step]) -> Option<Square> {
        let (mut boxes, mut chosen, mut player) = (all.boxes.clone(), chosen.clone(), all.player);
        for step in steps {
            let stand = self.space.next(step.from, step.direction.opposite())?;
            if !self.space.region(&boxes, player).has(stand) {
                return self.on_the_walk(&boxes, &chosen, player, stand);
            }
            if boxes.has(step.to) {
                return Some(step.to);
            }
            boxes.shift(step.from, step.to);
            chosen.shift(step.from, step.to);
            player = step.from;
        }
        None
    }

    /// Returns the first box on the walk to `to` that passes through the fewest boxes, and through no chosen box;
    /// `None` if it passes through no box.
    fn on_the_walk(&self, boxes: &BoxSet, chosen: &BoxSet, player: Square, to: Square) -> Option<Square> {
        let mut best: FxHashMap<Square, (usize, Option<Square>)> = FxHashMap::default();
        best.insert(player, (0, None));
        let mut queue = VecDeque::from([player]);
        while let Some(at) = queue.pop_front() {
            let (met, _) = best[&at];
            for near in self.space.maze.board.neighbours(at).filter(|&near| !chosen.has(near)) {
                let is_box = boxes.has(near);
                let now = met + usize::from(is_box);
                if best.get(&near).is_none_or(|&(before, _)| before > now) {
                    best.insert(near, (now, Some(at)));
                    if is_box { queue.push_back(near) } else { queue.push_front(near) }
                }
            }
        }
        let back = std::iter::successors(Some(to), |at| best.get(at).and_then(|&(_, before)| before));
        back.filter(|&square| boxes.has(square)).last()
    }
}
