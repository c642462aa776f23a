//! The player's sides of a box: the neighbours of its square, grouped by connection while the box is there.
//!
//! ```text
//!   #####      A box on B, alone on the board, cuts the maze in two: pushed from the left it is not the
//!   #  B  #    same as pushed from the right. A box on C does not cut it: all its sides are one group.
//!   # C####
//! ```
//! Other boxes are ignored, so a box changes its group only when it is pushed itself: the player cannot walk through it.

use crate::level::{Board, Direction, Square};

const NO_GROUP: u8 = u8::MAX;

/// For a box on each square, its neighbours in groups: the player can walk between neighbours of one group.
#[derive(Clone, Debug)]
pub struct PlayerSides {
    cuts: Cuts,
    /// For each square and direction, the part of the maze that the neighbour there is in, and the number of its group.
    sides: Vec<[(Square, u8); 4]>,
    /// For each square, the number of groups: 1 unless the square is an articulation point.
    count: Vec<u8>,
}

impl PlayerSides {
    /// Groups the sides of all squares of a board, in linear time.
    pub fn new(board: &Board) -> Self {
        let mut cuts = Cuts::default();
        cuts.find(board, |_| false);
        let (sides, count) = board.squares().map(|square| grouped(board, &cuts, square)).unzip();
        Self { cuts, sides, count }
    }

    /// Returns the number of groups of a square: 1 unless a box there cuts the maze; 0 on a board of one square.
    pub fn groups(&self, square: Square) -> u8 {
        self.count[square.index()]
    }

    /// Returns the group of the neighbour of a square in a direction; the neighbour must not be a wall.
    #[inline]
    pub fn group(&self, square: Square, direction: Direction) -> u8 {
        self.sides[square.index()][direction.index()].1
    }

    /// Returns the group of sides of a box on `square` that the player reaches from `player`, another square.
    pub fn towards(&self, board: &Board, square: Square, player: Square) -> u8 {
        if self.count[square.index()] <= 1 {
            return 0;
        }
        let part = self.cuts.part(board, square, player);
        self.sides[square.index()].iter().find(|side| side.0 == part).map_or(0, |side| side.1)
    }
}

/// Returns the parts and groups of the neighbours of a square, and the number of groups.
fn grouped(board: &Board, cuts: &Cuts, square: Square) -> ([(Square, u8); 4], u8) {
    let mut count = 0;
    // No neighbour is in the part of the square itself, which stands for walls.
    let mut sides = [(square, NO_GROUP); 4];
    for direction in Direction::ALL {
        let Some(neighbour) = board.next(square, direction) else { continue };
        let part = cuts.part(board, square, neighbour);
        let known = sides.iter().find(|side| side.0 == part).map(|side| side.1);
        sides[direction.index()] = (part, known.unwrap_or(count));
        count += u8::from(known.is_none());
    }
    (sides, count)
}

const UNSEEN: u32 = u32::MAX;

/// Connected parts for one set of blocked squares and any further one, with working memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cuts {
    /// For each free square, the number of squares visited before it.
    entered: Vec<u32>,
    /// For each square, the number of squares visited when the search of its subtree ended.
    left: Vec<u32>,
    /// For each square, the least value of `entered` of a square beside its subtree.
    low: Vec<u32>,
    /// For each square the root of its search, which represents the region of the square.
    root: Vec<Square>,
    /// For each square, a mask of the directions to the subtrees that the square cuts off.
    cut_off: Vec<u8>,
    /// Squares on the path from the root, each with the direction back and the number of directions already tried.
    stack: Vec<(Square, Option<Direction>, usize)>,
}

impl Cuts {
    /// Finds the parts for these blocked squares. Linear in the squares.
    pub(crate) fn find(&mut self, board: &Board, is_blocked: impl Fn(Square) -> bool) {
        self.entered.clear();
        self.entered.resize(board.len(), UNSEEN);
        self.left.resize(board.len(), 0);
        self.low.resize(board.len(), 0);
        self.root.resize(board.len(), Square(0));
        self.cut_off.clear();
        self.cut_off.resize(board.len(), 0);
        let mut clock = 0;
        for root in board.squares() {
            if self.entered[root.index()] == UNSEEN && !is_blocked(root) {
                self.search(board, &is_blocked, root, &mut clock);
            }
        }
    }

    fn search(&mut self, board: &Board, is_blocked: impl Fn(Square) -> bool, root: Square, clock: &mut u32) {
        self.enter(root, root, None, clock);
        while let Some(&mut (at, back, ref mut tried)) = self.stack.last_mut() {
            if let Some(&direction) = Direction::ALL.get(*tried) {
                *tried += 1;
                let Some(beside) = board.next(at, direction).filter(|&s| !is_blocked(s)) else { continue };
                let seen = self.entered[beside.index()];
                if seen == UNSEEN {
                    self.enter(beside, root, Some(direction.opposite()), clock);
                // The step back to the square before is no other way round.
                } else if back != Some(direction) {
                    self.low[at.index()] = self.low[at.index()].min(seen);
                }
            } else {
                self.stack.pop();
                self.left[at.index()] = *clock;
                if let (Some(&(above, ..)), Some(back)) = (self.stack.last(), back) {
                    let low = self.low[at.index()];
                    // No way leads from the subtree around this square. At the root each subtree is apart: a depth-
                    // first search enters a second one only if the first has no way there.
                    if above == root || low >= self.entered[above.index()] {
                        self.cut_off[above.index()] |= 1 << back.opposite().index();
                    }
                    self.low[above.index()] = self.low[above.index()].min(low);
                }
            }
        }
    }

    fn enter(&mut self, at: Square, root: Square, back: Option<Direction>, clock: &mut u32) {
        (self.entered[at.index()], self.low[at.index()]) = (*clock, *clock);
        self.root[at.index()] = root;
        *clock += 1;
        self.stack.push((at, back, 0));
    }

    #[inline]
    pub(crate) fn region(&self, square: Square) -> Square {
        self.root[square.index()]
    }

    /// Returns the representative of the part of `square` once `blocked` is blocked too: the region's for the rest of the region.
    #[inline]
    pub(crate) fn part(&self, board: &Board, blocked: Square, square: Square) -> Square {
        let (root, cut_off) = (self.root[square.index()], self.cut_off[blocked.index()]);
        // Most squares cut nothing off, so most answers take no search.
        if cut_off == 0 || self.root[blocked.index()] != root {
            return root;
        }
        let when = self.entered[square.index()];
        // The squares of a subtree were entered one after another, so two numbers tell whether a square is in it.
        let holds = |below: &Square| (self.entered[below.index()]..self.left[below.index()]).contains(&when);
        let below = Direction::ALL.into_iter().filter(|direction| cut_off >> direction.index() & 1 != 0);
        below.filter_map(|direction| board.next(blocked, direction)).find(holds).unwrap_or(root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::push::{BoxSet, Region, strewn};
    use crate::run::Random;
    use itertools::Itertools;

    #[test]
    fn groups_are_what_floods_around_the_box_say() {
        let drawn = [
            "#######\n#@$ . #\n# #####\n#     #\n### ###\n#     #\n#######",
            "########\n#@ #   #\n#  # # #\n# $  # #\n#  # #.#\n#  # # #\n########",
            "#########\n# # # # #\n#@$.    #\n# # # # #\n#########",
        ];
        for text in drawn {
            let board = &Level::from_xsb("", text).unwrap().board;
            let sides = PlayerSides::new(board);
            for (square, side) in board.squares().cartesian_product(Direction::ALL) {
                let Some(from) = board.next(square, side) else { continue };
                let region = board.region(from, |s| s == square);
                for player in board.squares().filter(|&player| player != square) {
                    let is_there = sides.towards(board, square, player) == sides.group(square, side);
                    assert_eq!(is_there, region[player.index()], "{square:?} {side:?} {player:?}");
                }
            }
        }
    }

    #[test]
    fn parts_are_the_regions_with_one_square_more_blocked() {
        let (mut random, mut apart) = (Random::new(11), 0);
        for _ in 0..60 {
            let Some(level) = strewn(&mut random, 6, 8, 25, "@") else { continue };
            let board = &level.board;
            let boxes = BoxSet::of(board.len(), board.squares().filter(|_| random.chance(15)));
            let mut cuts = Cuts::default();
            cuts.find(board, |s| boxes.has(s));
            let mut region = Region::new(board.len());
            let free: Vec<Square> = board.squares().filter(|&s| !boxes.has(s)).collect();
            for &blocked in &free {
                for &one in free.iter().filter(|&&one| one != blocked) {
                    region.flood(board, one, |s| s == blocked || boxes.has(s));
                    for &other in free.iter().filter(|&&other| other != blocked) {
                        let are_joined = cuts.part(board, blocked, one) == cuts.part(board, blocked, other);
                        assert_eq!(are_joined, region.has(other), "{} {blocked:?} {one:?} {other:?}", level.grid);
                        apart += u32::from(!are_joined && cuts.region(one) == cuts.region(other));
                    }
                }
            }
        }
        assert!(apart > 2_000, "{apart}");
    }
}
