//! Push distances of a box alone on the board.
//!
//! Computed from a board with its [`PlayerSides`]: for each goal and each place of a box (its square and the player's
//! group of sides), the minimum number of pushes. A place that reaches no goal is dead, and so is a square all of whose
//! places are dead. Other boxes are ignored, so distances are lower bounds.

use super::PlayerSides;
use crate::level::{Board, Direction, Square};
use crate::run::{Held, Meter, Stop};
use std::collections::VecDeque;

/// A box's square together with the player's group of sides; see [`PushDistances::place`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub u32);

/// Push distances from every place to every goal.
#[derive(Debug)]
pub struct PushDistances {
    /// The first place of each square; its groups follow.
    first: Vec<u32>,
    goals: usize,
    /// A row for each place, a column for each goal; [`PushDistances::NEVER`] where there is no way.
    table: Vec<u16>,
    dead_place: Vec<bool>,
    dead_square: Vec<bool>,
    /// The accounted bytes of the tables.
    _held: Held,
}

impl PushDistances {
    /// The distance where the goal cannot be reached.
    pub const NEVER: u16 = u16::MAX;

    /// Computes the table by one breadth-first search by pulls from each goal: O(goals × places).
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(board: &Board, sides: &PlayerSides, meter: &mut Meter) -> Result<Self, Stop> {
        let mut first = Vec::with_capacity(board.len() + 1);
        let mut places = 0;
        for square in board.squares() {
            first.push(places);
            places += u32::from(sides.groups(square).max(1));
        }
        first.push(places);
        let (places, goals) = (places as usize, board.goals().len());
        let mut held = Held::default();
        held.grow(places * goals * 2 + places * 4 + board.len(), meter)?;
        let mut distances = Self {
            first,
            goals,
            table: vec![Self::NEVER; places * goals],
            dead_place: vec![true; places],
            dead_square: Vec::new(),
            _held: held,
        };
        for (column, &goal) in board.goals().iter().enumerate() {
            meter.check()?;
            distances.pull_from(board, sides, goal, column);
        }
        distances.find_dead(board);
        Ok(distances)
    }

    /// ```text
    ///   @ b t      A push right takes a box from b to t and the player to b. Backwards: a box on t with the player
    ///              on its left may have come from b with the player on its left.
    /// ```
    fn pull_from(&mut self, board: &Board, sides: &PlayerSides, goal: Square, column: usize) {
        let mut queue = VecDeque::new();
        for place in self.places(goal) {
            self.table[place * self.goals + column] = 0;
            queue.push_back((place, goal));
        }
        while let Some((place, t)) = queue.pop_front() {
            let pushes = self.table[place * self.goals + column];
            for direction in Direction::ALL {
                let back = direction.opposite();
                let Some(b) = board.next(t, back).filter(|&b| board.next(b, back).is_some()) else { continue };
                if self.at(t, sides.group(t, back)) != place {
                    continue;
                }
                let before = self.at(b, sides.group(b, back));
                let entry = &mut self.table[before * self.goals + column];
                if *entry == Self::NEVER {
                    *entry = pushes.saturating_add(1).min(Self::NEVER - 1);
                    queue.push_back((before, b));
                }
            }
        }
    }

    fn find_dead(&mut self, board: &Board) {
        for (place, dead) in self.dead_place.iter_mut().enumerate() {
            *dead = self.table[place * self.goals..][..self.goals].iter().all(|&d| d == Self::NEVER);
        }
        self.dead_square = board.squares().map(|s| self.places(s).all(|p| self.dead_place[p])).collect();
    }

    fn places(&self, square: Square) -> std::ops::Range<usize> {
        self.first[square.index()] as usize..self.first[square.index() + 1] as usize
    }

    fn at(&self, square: Square, group: u8) -> usize {
        self.first[square.index()] as usize + usize::from(group)
    }

    /// Returns the place of a box on `square` with the player on that group of its sides.
    #[inline]
    pub fn place(&self, square: Square, group: u8) -> Place {
        Place(self.first[square.index()] + u32::from(group))
    }

    /// Returns the pushes from a place to each goal, in the order of [`Board::goals`].
    #[inline]
    pub fn to_goals(&self, place: Place) -> &[u16] {
        &self.table[place.0 as usize * self.goals..][..self.goals]
    }

    /// Returns the number of places.
    pub const fn places_in_all(&self) -> usize {
        self.dead_place.len()
    }

    /// Returns whether a box in this place can never reach a goal.
    #[inline]
    pub fn is_dead_place(&self, place: Place) -> bool {
        self.dead_place[place.0 as usize]
    }

    /// Returns whether a box on this square can never reach a goal, wherever the player is.
    #[inline]
    pub fn is_dead(&self, square: Square) -> bool {
        self.dead_square[square.index()]
    }

    /// Returns the dead squares, as a table over squares.
    pub fn dead_squares(&self) -> &[bool] {
        &self.dead_square
    }

    /// Returns the fewest pushes from a square to the goal of that column, over all sides of the player.
    pub fn minimum(&self, square: Square, column: usize) -> u16 {
        self.places(square).map(|p| self.table[p * self.goals + column]).min().unwrap_or(Self::NEVER)
    }
}
