//! The connected parts of the free squares of a board when one more of them is blocked. One depth-first search serves
//! all squares: a square cuts off a subtree below it if no square of the subtree is beside a square that was visited
//! before the cutting square (Hopcroft and Tarjan, "Efficient Algorithms for Graph Manipulation", 1973).
//! ```text
//!   #########      Searched from a, by way of b and x. With x blocked, c and d are a part, for the squares visited
//!   #ab x cd#      after x reach none before it, and a and b are the rest.
//!   #########
//! ```

use crate::level::{Board, Direction, Square};

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
                } else if back != Some(direction) {
                    self.low[at.index()] = self.low[at.index()].min(seen);
                }
            } else {
                self.stack.pop();
                self.left[at.index()] = *clock;
                if let (Some(&(above, ..)), Some(back)) = (self.stack.last(), back) {
                    let low = self.low[at.index()];
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

    /// Returns the square that represents the part of `square` once `blocked` is blocked too: a square of the part, or
    /// the representative of the region for the rest of the region.
    #[inline]
    pub(crate) fn part(&self, board: &Board, blocked: Square, square: Square) -> Square {
        let (root, cut_off) = (self.root[square.index()], self.cut_off[blocked.index()]);
        if cut_off == 0 || self.root[blocked.index()] != root {
            return root;
        }
        let when = self.entered[square.index()];
        let holds = |below: &Square| (self.entered[below.index()]..self.left[below.index()]).contains(&when);
        let below = Direction::ALL.into_iter().filter(|direction| cut_off >> direction.index() & 1 != 0);
        below.filter_map(|direction| board.next(blocked, direction)).find(holds).unwrap_or(root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::push::{BoxSet, Region, strewn};
    use crate::run::Random;

    #[test]
    fn parts_are_the_regions_with_one_square_more_blocked() {
        let (mut random, mut apart) = (Random::new(11), 0);
        for _ in 0..60 {
            let Some(level) = strewn(&mut random, (6, 8), 25, "@") else { continue };
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
