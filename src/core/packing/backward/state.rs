//! Positions and moves of the search from the end, features and scores; boxes that can never be pulled; and one
//! matching of the boxes with the bases (starts on which no box was removed yet) for all removals of a position.

use crate::feature_space;
use crate::heuristic::{BipartiteMatching, Targets};
use crate::level::{Board, Direction, Position, Square};
use crate::maze::{AreaId, AreaPatterns, Areas, Maze, PushDistances, RoomsBy};
use crate::push::{BoxSet, Macro, Region};
use crate::run::{Meter, Stop, count32};
use std::cmp::Reverse;

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

/// Returns the boxes left after removing, again and again, each that can be pulled by one square for some player.
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
            // A box that can move may make room for others; which goes first does not matter.
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
        // The matching is mended for the one box and base, in place of a new one for each removal.
        let mut matching = self.matching.clone();
        let is_left_out = |&(thing, slot): &(usize, usize)| self.boxes[thing] == from || self.bases[slot] == to;
        let left_out: Vec<(usize, usize)> = matching.pairs().filter(is_left_out).collect();
        left_out.iter().for_each(|&(_, slot)| matching.free(slot));
        let mut without = self.unmatched.iter().copied().chain(left_out.into_iter().map(|(thing, _)| thing));
        without.all(|thing| self.boxes[thing] == from || matching.add(thing, &fits))
    }
}

/// Features of a position, compared in the order of the fields; the lowest value of each is best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score {
    pub(super) boxes: Reverse<u32>,
    pub(super) regions: Reverse<u32>,
    pub(super) on_goals: Reverse<u32>,
    /// Sum of the pulls from each box to its nearest base, each box alone on the board.
    pub(super) distance: Reverse<u32>,
}

impl feature_space::Score for Score {
    type Cell = [u32; 3];
    type Tie = Self;

    fn cell(self) -> [u32; 3] {
        [self.boxes.0, self.on_goals.0, self.regions.0]
    }

    fn tie(self) -> Self {
        self
    }
}

/// Kinds of pulls that the search may make; a search that fails starts again with more kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Freedom {
    /// Boxes on goals at the start stay there; the others have the pulls of [`Freedom::Strict`].
    Settled,
    /// Boxes are pulled to other squares only if none can be removed.
    Strict,
    All,
}

impl Freedom {
    pub(super) const fn next(self) -> Option<Self> {
        match self {
            Self::Settled => Some(Self::Strict),
            Self::Strict => Some(Self::All),
            Self::All => None,
        }
    }

    pub(super) fn settled(self, board: &Board, start: &Position) -> BoxSet {
        let stays = |square: &Square| self == Self::Settled && board.is_goal(*square);
        BoxSet::of(board.len(), start.boxes.iter().copied().filter(stays))
    }
}

#[derive(Debug)]
pub(super) struct Measure<'a> {
    maze: &'a Maze<'a>,
    starts: Vec<Square>,
    /// For each square, the number of pulls of a lone box to each start, with the player on the best side.
    to_starts: Targets,
    /// Areas by blocks of 2x2 squares: with usual rooms `fess` solves 15 levels less of 730 (3,000 nodes).
    areas: Areas,
    region: Region,
}

impl<'a> Measure<'a> {
    pub(super) fn new(maze: &'a Maze<'a>, start: &Position, meter: &mut Meter) -> Result<Self, Stop> {
        let to_starts = Targets::by_pulls(maze.board, start, meter)?;
        let areas = Areas::within(maze.board, RoomsBy::Blocks, &AreaPatterns::default(), meter)?;
        let region = Region::new(maze.board.len());
        Ok(Self { maze, starts: start.boxes.clone(), to_starts, areas, region })
    }

    /// Returns the room of a square; `None` in a tunnel.
    pub(super) fn room_of(&self, square: Square) -> Option<AreaId> {
        Some(self.areas.area_of(square)).filter(|&area| self.areas.area(area).is_room())
    }

    fn columns(&self, bases: &BoxSet) -> Vec<usize> {
        (0..self.starts.len()).filter(|&column| bases.has(self.starts[column])).collect()
    }

    /// Returns for each square the pulls of a lone box to the nearest base; [`PushDistances::NEVER`] without a path.
    pub(super) fn to_nearest(&self, bases: &BoxSet) -> Vec<u16> {
        let columns = self.columns(bases);
        let nearest = |s| columns.iter().map(|&column| self.to_starts.row(s)[column]).min();
        self.maze.board.squares().map(|s| nearest(s).unwrap_or(PushDistances::NEVER)).collect()
    }

    pub(super) fn matched<'m>(
        &'m self,
        state: &State,
        meter: &Meter,
    ) -> Result<BaseMatching<impl Fn(Square, usize) -> bool + use<'m, 'a>>, Stop> {
        let columns = self.columns(&state.bases);
        let bases = columns.iter().map(|&column| self.starts[column]).collect();
        let can_reach = move |one, base: usize| self.to_starts.row(one)[columns[base]] != PushDistances::NEVER;
        BaseMatching::new(state.boxes.iter().collect(), bases, can_reach, meter)
    }

    /// Returns the score of a position, from scratch. Linear in the squares, and in boxes and bases together.
    pub(super) fn score(&mut self, boxes: &BoxSet, bases: &BoxSet) -> Score {
        let board = self.maze.board;
        let columns = self.columns(bases);
        let to_nearest = |b| columns.iter().map(|&column| self.to_starts.row(b)[column]).min().map_or(0, u32::from);
        let regions = self.region.each(board, |s| boxes.has(s)).len();
        Score {
            boxes: Reverse(count32(boxes.len())),
            regions: Reverse(count32(regions)),
            on_goals: Reverse(count32(boxes.iter().filter(|&b| board.is_goal(b)).count())),
            distance: Reverse(boxes.iter().map(to_nearest).sum()),
        }
    }

    /// Returns the score after a pull, given the score before it, the other boxes, and [`Measure::to_nearest`].
    pub(super) fn score_after(&self, before: Score, found: Macro, to_nearest: &[u16]) -> Score {
        let goal = |s| u32::from(self.maze.board.is_goal(s));
        let way = |s: Square| u32::from(to_nearest[s.index()]);
        Score {
            boxes: before.boxes,
            regions: Reverse(before.regions.0.saturating_add_signed(i32::from(found.regions))),
            on_goals: Reverse((before.on_goals.0 + goal(found.to)).saturating_sub(goal(found.from))),
            distance: Reverse((before.distance.0 + way(found.to)).saturating_sub(way(found.from))),
        }
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
