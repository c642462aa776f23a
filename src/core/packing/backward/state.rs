//! Positions and moves of the search from the end; boxes that can never be pulled; and a matching of the boxes with the
//! bases (start squares on which no box was removed yet), one for all removals of a position.

use crate::heuristic::BipartiteMatching;
use crate::level::{Board, Direction, Square};
use crate::push::BoxSet;
use crate::run::{Meter, Stop};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) boxes: BoxSet,
    /// Squares of boxes at the start on which no box was removed yet.
    pub(super) bases: BoxSet,
    /// Lowest square of the player's region; `None` before the first move.
    pub(super) player: Option<Square>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The player begins in the region of this square.
    Enter { player: Square },
    /// A box is pulled to a square and stays.
    Pull(Pull),
    /// A box is pulled to a base; box and base are removed.
    Remove(Pull),
}

/// Pulls of one box in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pull {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) player: Square,
}

impl State {
    pub(super) fn after(&self, step: Step) -> (BoxSet, BoxSet, Square) {
        let (mut boxes, mut bases) = (self.boxes.clone(), self.bases.clone());
        let player = match step {
            Step::Enter { player } => player,
            Step::Pull(pull) => {
                boxes.shift(pull.from, pull.to);
                pull.player
            }
            Step::Remove(pull) => {
                boxes.remove(pull.from);
                bases.remove(pull.to);
                pull.player
            }
        };
        (boxes, bases, player)
    }
}

/// Returns the boxes that are left after removing, again and again, each box that can be pulled by one square for some
/// place of the player.
///
/// ```text
///   #####
///   #bb #     With b on the right taken out the other is free; c can never leave its corner: it needs two free squares
///   ##c##     in a row.
///   #####
/// ```
pub(super) fn stuck_boxes(board: &Board, boxes: &BoxSet) -> BoxSet {
    let mut left = boxes.clone();
    loop {
        let movable = left.iter().find(|&b| {
            let free = |s| !left.has(s);
            Direction::ALL.into_iter().any(|direction| {
                let beside = board.next(b, direction).filter(|&s| free(s));
                beside.and_then(|s| board.next(s, direction)).is_some_and(free)
            })
        });
        match movable {
            Some(b) => left.remove(b),
            None => return left,
        }
    }
}

pub(super) struct BaseMatching<F> {
    boxes: Vec<Square>,
    bases: Vec<Square>,
    /// True if the box on a square can be pulled to the base with an index.
    can_reach: F,
    matching: BipartiteMatching,
    unmatched: Vec<usize>,
}

impl<F: Fn(Square, usize) -> bool> BaseMatching<F> {
    pub(super) fn new(boxes: Vec<Square>, bases: Vec<Square>, can_reach: F, meter: &Meter) -> Result<Self, Stop> {
        let matching = BipartiteMatching::new(bases.len());
        let mut found = Self { boxes, bases, can_reach, matching, unmatched: Vec::new() };
        for thing in 0..found.boxes.len() {
            meter.check_time()?;
            let fits = |thing: usize, slot: usize| (found.can_reach)(found.boxes[thing], slot);
            if !found.matching.add(thing, &fits) {
                found.unmatched.push(thing);
            }
        }
        Ok(found)
    }

    /// True if each box except the box on `from` can have a base of its own other than `to`.
    pub(super) fn suffices_without(&self, from: Square, to: Square) -> bool {
        let fits = |thing: usize, slot: usize| self.bases[slot] != to && (self.can_reach)(self.boxes[thing], slot);
        let mut matching = self.matching.clone();
        let is_left_out = |&(thing, slot): &(usize, usize)| self.boxes[thing] == from || self.bases[slot] == to;
        let left_out: Vec<(usize, usize)> = matching.pairs().filter(is_left_out).collect();
        left_out.iter().for_each(|&(_, slot)| matching.free(slot));
        let mut without = self.unmatched.iter().copied().chain(left_out.into_iter().map(|(thing, _)| thing));
        without.all(|thing| self.boxes[thing] == from || matching.add(thing, &fits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn a_base_suffices_exactly_where_the_others_can_be_matched_without_it() {
        // All relations of three boxes to three bases, against all orders of the two other bases.
        let level = Level::from_xsb("", "#######\n#@$$$ #\n# ... #\n#######\n").unwrap();
        let (boxes, bases) = (level.start.boxes.clone(), level.board.goals().to_vec());
        let place = |squares: &[Square], square| squares.iter().position(|&s| s == square).unwrap();
        for relation in 0u32..512 {
            let can_reach = |one, base| relation >> (place(&boxes, one) * 3 + base) & 1 != 0;
            let matching = BaseMatching::new(boxes.clone(), bases.clone(), can_reach, &Meter::unlimited()).unwrap();
            for (&from, &to) in boxes.iter().flat_map(|from| bases.iter().map(move |to| (from, to))) {
                let others: Vec<Square> = boxes.iter().copied().filter(|&b| b != from).collect();
                let left: Vec<Square> = bases.iter().copied().filter(|&b| b != to).collect();
                let suffice = [[0, 1], [1, 0]].iter().any(|order| {
                    others.iter().zip(order).all(|(&one, &base)| can_reach(one, place(&bases, left[base])))
                });
                assert_eq!(matching.suffices_without(from, to), suffice, "{relation:b} {from:?} {to:?}");
            }
        }
    }
}
