//! The targets that a lone box reaches from each square, among given walls, for all targets at once. (Pulls by [`Macros::of_box`]
//! compute them for one target.) A place is a square of the box and a group of sides between which the player can walk. A place
//! reaches the targets of all places that pushes lead to, so all places of a strongly connected component reach equal sets.

use super::BoxSet;
use super::macros::Macros;
use crate::level::{Board, Direction, Square};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// For each square, the set of targets that a lone box on it reaches, one bit for each index in the list of targets.
#[derive(Debug)]
pub(crate) struct Reach {
    words: usize,
    bits: Vec<u64>,
}

impl Reach {
    fn new(rows: usize, targets: usize) -> Self {
        let words = targets.div_ceil(64);
        Self { words, bits: vec![0; rows * words] }
    }

    /// Returns the targets reached from a square, one bit for each target.
    pub(crate) fn from(&self, square: Square) -> &[u64] {
        self.row(square.index())
    }

    /// True if a box on a square reaches the target with index `target`.
    pub(crate) fn leads(&self, square: Square, target: usize) -> bool {
        self.from(square)[target / 64] >> (target % 64) & 1 != 0
    }

    fn insert(&mut self, row: usize, target: usize) {
        self.bits[row * self.words + target / 64] |= 1 << (target % 64);
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..][..self.words]
    }

    fn add(&mut self, row: usize, targets: &[u64]) {
        self.bits[row * self.words..].iter_mut().zip(targets).for_each(|(word, more)| *word |= more);
    }

    fn join(&mut self, row: usize, other: usize) {
        for word in 0..self.words {
            self.bits[row * self.words + word] |= self.bits[other * self.words + word];
        }
    }
}

impl Macros {
    /// Returns for each square the targets that a lone box on it can be pushed to. Linear in squares times words of a set.
    pub(crate) fn reach(&mut self, board: &Board, walls: &BoxSet, targets: &[Square]) -> Reach {
        self.reach_by(board, walls, targets, |_, _| true)
    }

    /// Returns the reach by pushes that `is_allowed` accepts, given the box's square after a push and the direction.
    pub(crate) fn reach_by(
        &mut self,
        board: &Board,
        walls: &BoxSet,
        targets: &[Square],
        is_allowed: impl Fn(Square, Direction) -> bool,
    ) -> Reach {
        self.lift(board, walls, None);
        let pushes = self.pushes_between_places(board, walls, is_allowed);
        self.forget();
        let mut squares = Reach::new(board.len(), targets.len());
        for (number, &target) in targets.iter().enumerate().filter(|(_, target)| !walls.has(**target)) {
            squares.insert(target.index(), number);
        }
        // All places of a component reach one set: the targets on their squares, and the sets of later components, which are
        // computed already.
        let mut places = Reach::new(pushes.node_count(), targets.len());
        // Components come in an order in which all that one leads to come before it.
        for component in kosaraju_scc(&pushes) {
            let first = component[0].index();
            for &place in &component {
                places.add(first, squares.from(pushes[place]));
                pushes.neighbors(place).for_each(|after| places.join(first, after.index()));
            }
            // Inside a component each place leads to each other, so one set serves all.
            component[1..].iter().for_each(|other| places.join(other.index(), first));
        }
        for place in pushes.node_indices() {
            squares.add(pushes[place].index(), places.row(place.index()));
        }
        squares
    }

    /// Returns the graph of places, each with its square, and of the pushes between places, found as reversed pulls.
    fn pushes_between_places(
        &mut self,
        board: &Board,
        walls: &BoxSet,
        is_allowed: impl Fn(Square, Direction) -> bool,
    ) -> DiGraph<Square, ()> {
        let mut pushes = DiGraph::with_capacity(board.len(), 4 * board.len());
        let mut at_side = vec![NodeIndex::end(); 4 * board.len()];
        for square in board.squares().filter(|&square| !walls.has(square)) {
            for (side, group) in self.masks(board, walls, square, square).into_iter().enumerate() {
                let first = group.trailing_zeros() as usize;
                if group != 0 {
                    let place =
                        if first == side { pushes.add_node(square) } else { at_side[4 * square.index() + first] };
                    at_side[4 * square.index() + side] = place;
                }
            }
        }
        for (at, side) in board.squares().flat_map(|square| Direction::ALL.map(|side| (square, side))) {
            let place = at_side[4 * at.index() + side.index()];
            let Some(to) = board.next(at, side).filter(|_| place != NodeIndex::end()) else { continue };
            if board.next(to, side).is_some_and(|player| !walls.has(player)) && is_allowed(at, side.opposite()) {
                pushes.add_edge(at_side[4 * to.index() + side.index()], place, ());
            }
        }
        pushes
    }
}

#[cfg(test)]
mod tests {
    use super::super::Play;
    use super::*;
    use crate::maze::Maze;
    use crate::push::strewn;
    use crate::run::{Meter, Random};

    #[test]
    fn all_targets_at_once_are_reached_from_the_squares_from_which_each_is_reached_alone() {
        let mut random = Random::new(5);
        let mut reached = 0;
        for _ in 0..200 {
            let Some(level) = strewn(&mut random, 6, 7, 25, "@$$$...") else { continue };
            let board = &level.board;
            let maze = Maze::new(board, &mut Meter::unlimited()).unwrap();
            let walls = BoxSet::of(board.len(), board.squares().filter(|_| random.below(12) == 0));
            let mut macros = Macros::new(board.len());
            let reach = macros.reach(board, &walls, board.goals());
            for (number, &goal) in board.goals().iter().enumerate().filter(|(_, goal)| !walls.has(**goal)) {
                let mut alone = BoxSet::of(board.len(), [goal]);
                let pulled = macros.of_box(&maze, &walls, goal, |s| !walls.has(s), Play::Pull);
                pulled.iter().for_each(|m| alone.insert(m.to));
                for square in board.squares() {
                    assert_eq!(reach.leads(square, number), alone.has(square), "{}", level.grid);
                    reached += usize::from(alone.has(square));
                }
            }
        }
        assert!(reached > 500, "only {reached}");
    }
}
