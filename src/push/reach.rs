//! Which targets a lone box reaches from each square, with some walls more.
//!
//! Answers for all targets at once what [`Macros::of_box`] with pulls from one target answers for that one: pulls carry
//! the set of targets from place to place until nothing changes, a place being a square and a group of sides of the box
//! that the player can walk between.

use super::BoxSet;
use super::macros::Macros;
use crate::level::{Board, Direction, Square};
use crate::run::{Meter, Stop};

/// For each square a set of targets, by their places in the list.
#[derive(Debug)]
pub struct Reach {
    words: usize,
    bits: Vec<u64>,
}

impl Reach {
    /// The places between two checks of the meter. Not tuned: trades the delay of a stop for time.
    const UNWATCHED: usize = 4096;

    fn new(rows: usize, targets: usize) -> Self {
        let words = targets.div_ceil(64);
        Self { words, bits: vec![0; rows * words] }
    }

    /// The targets reached from a square, as bits.
    pub fn from(&self, square: Square) -> &[u64] {
        &self.bits[square.index() * self.words..][..self.words]
    }

    fn insert(&mut self, row: usize, target: usize) {
        self.bits[row * self.words + target / 64] |= 1 << (target % 64);
    }

    /// Adds one row to another; returns whether that changed it.
    fn add(&mut self, from: usize, to: usize) -> bool {
        let mut has_changed = false;
        for word in 0..self.words {
            let more = self.bits[from * self.words + word];
            let bits = &mut self.bits[to * self.words + word];
            has_changed |= more & !*bits != 0;
            *bits |= more;
        }
        has_changed
    }
}

impl Macros {
    /// From which squares a lone box can be pushed to which of the targets, for the best place of the player. About
    /// linear in squares times the words of a set of targets.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn reach(&mut self, board: &Board, walls: &BoxSet, targets: &[Square], meter: &Meter) -> Result<Reach, Stop> {
        let mut places = Reach::new(4 * board.len(), targets.len());
        let mut squares = Reach::new(board.len(), targets.len());
        self.lift(board, walls, None);
        let (mut queue, mut is_queued) = (Vec::new(), vec![false; 4 * board.len()]);
        for (number, &target) in targets.iter().enumerate().filter(|(_, target)| !walls.has(**target)) {
            squares.insert(target.index(), number);
            for group in self.masks(board, walls, target, target).into_iter().filter(|&group| group != 0) {
                let place = place(target, group);
                places.insert(place, number);
                if !std::mem::replace(&mut is_queued[place], true) {
                    queue.push((target, group));
                }
            }
        }
        let mut next = 0;
        while let Some(&(at, group)) = queue.get(next) {
            next += 1;
            if next % Reach::UNWATCHED == 0 {
                meter.check().inspect_err(|_| self.forget())?;
            }
            let from = place(at, group);
            is_queued[from] = false;
            for side in Direction::ALL.into_iter().filter(|side| group >> side.index() & 1 != 0) {
                let Some(to) = board.next(at, side) else { continue };
                if board.next(to, side).is_none_or(|player| walls.has(player)) {
                    continue;
                }
                let group = self.masks(board, walls, to, to)[side.index()];
                let place = place(to, group);
                if places.add(from, place) && !std::mem::replace(&mut is_queued[place], true) {
                    queue.push((to, group));
                }
            }
        }
        self.forget();
        for square in board.squares() {
            for (word, side) in (0..squares.words).flat_map(|word| (0..4).map(move |side| (word, side))) {
                let bits = places.bits[(square.index() * 4 + side) * places.words + word];
                squares.bits[square.index() * squares.words + word] |= bits;
            }
        }
        Ok(squares)
    }
}

/// The row of a place: that of the first side of the group.
const fn place(square: Square, group: u8) -> usize {
    square.index() * 4 + group.trailing_zeros() as usize % 4
}

#[cfg(test)]
mod tests {
    use super::super::Play;
    use super::*;
    use crate::level::Level;
    use crate::maze::Maze;
    use crate::run::Random;

    #[test]
    fn all_targets_at_once_are_reached_from_the_squares_from_which_each_is_reached_alone() {
        let mut random = Random::new(5);
        let mut reached = 0;
        for _ in 0..200 {
            let mut rows = vec![vec!['#'; 9]; 8];
            rows[1..7].iter_mut().for_each(|row| {
                row[1..8].fill_with(|| if random.below(4) == 0 { '#' } else { ' ' });
            });
            for piece in "@$$$...".chars() {
                rows[1 + random.below(6)][1 + random.below(7)] = piece;
            }
            let text: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
            let Ok(level) = Level::from_xsb("", &text.join("\n")) else { continue };
            let board = &level.board;
            let maze = Maze::new(board, &mut Meter::unlimited()).unwrap();
            let walls = BoxSet::of(board.len(), board.squares().filter(|_| random.below(12) == 0));
            let mut macros = Macros::new(board.len());
            let reach = macros.reach(board, &walls, board.goals(), &Meter::unlimited()).unwrap();
            for (number, &goal) in board.goals().iter().enumerate().filter(|(_, goal)| !walls.has(**goal)) {
                let mut alone = BoxSet::of(board.len(), [goal]);
                let pulled = macros.of_box(&maze, &walls, goal, |s| !walls.has(s), Play::Pull);
                pulled.iter().for_each(|m| alone.insert(m.to));
                for square in board.squares() {
                    assert_eq!(reach.from(square)[0] >> number & 1 != 0, alone.has(square), "{}", level.grid);
                    reached += usize::from(alone.has(square));
                }
            }
        }
        assert!(reached > 500, "only {reached}");
    }
}
