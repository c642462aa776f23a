//! Random areas, to separate the effect of rooms from the effect of any areas: each area is replaced by a random connected area of
//! equal size.
//!
//! ```text
//!   AAAB      o-o-o o      ABBB     Two neighbours are joined, a random spanning tree of their squares is drawn, and cut
//!   AABB  ->    |   |  ->  AABB     where as many squares are on one side as the first had.
//!   BBB       o-o-o-o      AAB
//! ```
//! This is repeated with random neighbours (recombination: DeFord, Duchin and Solomon, Harvard Data Science Review 3(1), 2021),
//! beginning with the given areas, which shows that areas of these sizes exist. Trees are drawn by loop-erased random walks
//! (Wilson, "Generating random spanning trees more quickly than the cover time", STOC 1996).

use super::Areas;
use crate::level::{Board, Square};
use crate::run::Random;

/// Number of steps of random walks for each square of a board: each area is redrawn many times.
const STEPS: usize = 500;
/// Maximum number of steps of random walks, which take about a second.
const MOST_STEPS: usize = 5_000_000;

struct Draw<'a> {
    board: &'a Board,
    random: Random,
    label: Vec<usize>,
    members: Vec<Vec<Square>>,
    /// For each square the next square of the last walk through it; in a tree the parent of the square.
    next: Vec<Square>,
    is_in_tree: Vec<bool>,
    /// Number of steps of random walks left.
    left: usize,
}

impl Areas {
    /// Returns random areas with the number and the sizes of these areas. Equal seeds give equal areas.
    #[must_use]
    pub fn redrawn(&self, board: &Board, seed: u64) -> Self {
        let mut draw = Draw {
            board,
            random: Random::new(seed),
            label: board.squares().map(|square| self.area_of(square).index()).collect(),
            members: self.areas().iter().map(|area| area.squares.clone()).collect(),
            next: board.squares().collect(),
            is_in_tree: vec![false; board.len()],
            left: MOST_STEPS.min(STEPS * board.len()),
        };
        let borders = |one: Square| board.neighbours(one).map(move |other| [one, other]);
        let steps: Vec<[Square; 2]> = board.squares().flat_map(borders).collect();
        while draw.left > 0 && !steps.is_empty() {
            let [one, other] = draw.random.pick(&steps);
            draw.left -= 1;
            if draw.label[one.index()] != draw.label[other.index()] {
                draw.recombine(one, other);
            }
        }
        Self::from_labels(board, &draw.label, |square| self.areas()[draw.label[square.index()]].kind)
    }
}

impl Draw<'_> {
    /// Divides two joined areas again, if the random tree allows it.
    fn recombine(&mut self, one: Square, other: Square) {
        let pair = [one, other].map(|square| self.label[square.index()]);
        let sizes = pair.map(|area| self.members[area].len());
        let tree = self.spanning_tree(one, pair);
        // 1. The number of squares below each square in the tree, itself included; parents come before their children.
        let mut below = vec![1; tree.len()];
        let mut place = vec![0; self.board.len()];
        tree.iter().enumerate().for_each(|(at, square)| place[square.index()] = at);
        for at in (1..tree.len()).rev() {
            below[place[self.next[tree[at].index()].index()]] += below[at];
        }
        // 2. Cuts that keep the sizes.
        let cuts: Vec<usize> = (1..tree.len()).filter(|&at| sizes.contains(&below[at])).collect();
        if cuts.is_empty() {
            return;
        }
        let cut = self.random.pick(&cuts);
        let is_first = if sizes[0] == sizes[1] { self.random.chance(50) } else { below[cut] == sizes[0] };
        let [lower, upper] = if is_first { pair } else { [pair[1], pair[0]] };
        // 3. The squares below the cut are one area, the rest the other.
        let mut is_lower = vec![false; tree.len()];
        pair.iter().for_each(|&area| self.members[area].clear());
        for (at, &square) in tree.iter().enumerate() {
            is_lower[at] = at == cut || at > 0 && is_lower[place[self.next[square.index()].index()]];
            let area = if is_lower[at] { lower } else { upper };
            self.label[square.index()] = area;
            self.members[area].push(square);
        }
    }

    /// Returns the squares of two areas by a spanning tree, all equally likely, parents before their children.
    fn spanning_tree(&mut self, root: Square, pair: [usize; 2]) -> Vec<Square> {
        let squares = pair.map(|area| self.members[area].clone()).concat();
        squares.iter().for_each(|square| self.is_in_tree[square.index()] = false);
        self.is_in_tree[root.index()] = true;
        let mut tree = vec![root];
        for &start in &squares {
            // 1. A walk to the tree, whose loops are erased.
            let mut at = start;
            while !self.is_in_tree[at.index()] {
                let is_near = |next: &Square| pair.contains(&self.label[next.index()]);
                let around: Vec<Square> = self.board.neighbours(at).filter(is_near).collect();
                self.next[at.index()] = self.random.pick(&around);
                at = self.next[at.index()];
                self.left = self.left.saturating_sub(1);
            }
            // 2. The squares of the walk join the tree, from its end to its start.
            let before = tree.len();
            let mut at = start;
            while !self.is_in_tree[at.index()] {
                self.is_in_tree[at.index()] = true;
                tree.push(at);
                at = self.next[at.index()];
            }
            tree[before..].reverse();
        }
        tree
    }
}
