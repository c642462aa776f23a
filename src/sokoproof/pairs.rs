//! Pushes that two boxes, with no other box on the board, need together to two goals: where the boxes are in each other's way,
//! these are more than the pushes of each box alone.

use super::board::{Board, Set};
use super::limits::{Left, Refusal};
use std::collections::VecDeque;

/// Number that stands for an impossible path.
const NEVER: u16 = u16::MAX;
/// Cost of a pair of boxes without a solution, in place of an infinite one.
const LOST: i64 = 1 << 32;
/// Maximum number of entries of a table: larger boards have none.
const MOST: usize = 1 << 25;

/// A place is two cells of boxes, and the part of the other floor on which the player is.
pub(super) struct Pairs {
    cells: usize,
    goals: usize,
    /// For each cell its number among the cells that boxes can leave for a goal.
    number: Vec<Option<usize>>,
    live: usize,
    /// For each pair of numbers, the lesser first, and each cell, the place with the player there.
    places: Vec<u32>,
    /// For each goal of the box on the lesser cell, goal of the other box, and place, in this order: the pushes.
    pushes: Vec<u16>,
    /// Number of places.
    count: usize,
}

impl Pairs {
    /// Computes the table for boxes on the `live` cells; `None` if it is too large.
    pub(super) fn new(board: &Board, live: &[usize], left: &Left<'_>) -> Result<Option<Self>, Refusal> {
        let goals: Vec<usize> = board.goals.iter().collect();
        let pairs = live.len() * live.len();
        if pairs * board.cells.max(goals.len() * goals.len()) > MOST {
            return Ok(None);
        }
        let mut number = vec![None; board.cells];
        live.iter().enumerate().for_each(|(at, &cell)| number[cell] = Some(at));
        let places = vec![u32::MAX; pairs * board.cells];
        let (cells, live_count) = (board.cells, live.len());
        let mut table =
            Self { cells, goals: goals.len(), number, live: live_count, places, pushes: Vec::new(), count: 0 };
        for (at, &one) in live.iter().enumerate() {
            for &other in &live[at + 1..] {
                left.spend(board.cells)?;
                table.divide(board, one, other);
            }
        }
        table.pushes = vec![NEVER; table.count * goals.len() * goals.len()];
        for one in 0..goals.len() {
            for other in one + 1..goals.len() {
                left.spend(table.count)?;
                table.pull_from(board, [one, other], [goals[one], goals[other]]);
            }
        }
        Ok(Some(table))
    }

    /// Numbers the places of boxes on two cells, the lesser first.
    fn divide(&mut self, board: &Board, one: usize, other: usize) {
        let boxes = Set::none(board.cells).with(one).with(other);
        for player in board.floor.iter().filter(|&cell| !boxes.has(cell)) {
            if self.place([one, other], player).is_none()
                && let Some(at) = self.at([one, other])
            {
                let number = u32::try_from(self.count).unwrap_or(u32::MAX);
                board.region(&boxes, player).iter().for_each(|cell| self.places[at + cell] = number);
                self.count += 1;
            }
        }
    }

    fn at(&self, [one, other]: [usize; 2]) -> Option<usize> {
        let (one, other) = (self.number[one.min(other)]?, self.number[one.max(other)]?);
        Some((one * self.live + other) * self.cells)
    }

    /// Returns the place of boxes on two cells, in any order; `None` if a box there is lost, or the player cannot be there.
    fn place(&self, boxes: [usize; 2], player: usize) -> Option<usize> {
        let place = self.places[self.at(boxes)? + player];
        (place != u32::MAX).then_some(place as usize)
    }

    /// Returns the index of the pushes of two boxes, each to the goal of the same index in `goals`.
    fn entry(&self, boxes: [usize; 2], goals: [usize; 2], place: usize) -> usize {
        let [one, other] = if boxes[0] < boxes[1] { goals } else { [goals[1], goals[0]] };
        (one * self.goals + other) * self.count + place
    }

    /// Enters the pushes of two boxes to two goals, given by their numbers and cells, breadth first backwards.
    fn pull_from(&mut self, board: &Board, goals: [usize; 2], ends: [usize; 2]) {
        let mut queue = VecDeque::new();
        for player in board.floor.iter() {
            if let Some(place) = self.place(ends, player) {
                let entry = self.entry(ends, goals, place);
                if self.pushes[entry] == NEVER {
                    self.pushes[entry] = 0;
                    queue.push_back((ends, place));
                }
            }
        }
        while let Some((boxes, place)) = queue.pop_front() {
            let pushes = self.pushes[self.entry(boxes, goals, place)].saturating_add(1).min(NEVER - 1);
            for (moved, step) in [0, 1].into_iter().flat_map(|moved| board.steps().map(|step| (moved, step))) {
                // The push took the box from `from` to its cell, and the player from `player` to `from`.
                let from = boxes[moved].wrapping_sub(step);
                let player = from.wrapping_sub(step);
                let mut before = boxes;
                before[moved] = from;
                if !board.floor.has(from) || !board.floor.has(player) || self.place(boxes, from) != Some(place) {
                    continue;
                }
                if let Some(place) = self.place(before, player) {
                    let entry = self.entry(before, goals, place);
                    if self.pushes[entry] == NEVER {
                        self.pushes[entry] = pushes;
                        queue.push_back((before, place));
                    }
                }
            }
        }
    }

    /// Returns the least cost of two boxes on cells in ascending order: pushes to two goals, and the prices of these. Goals whose
    /// costs for the boxes alone (`rows`) add up to the best sum so far are not looked at; `least` is a sum of these costs that no pair
    /// of goals can be below.
    pub(super) fn cost(
        &self,
        boxes: [usize; 2],
        player: usize,
        rows: [&[i64]; 2],
        (prices, least): (&[i64], i64),
    ) -> Option<i64> {
        let place = self.place(boxes, player)?;
        let mut best = i64::MAX;
        for (one, alone) in rows[0].iter().enumerate() {
            for (other, also) in rows[1].iter().enumerate() {
                if one != other && alone + also < best {
                    let pushes = self.pushes[self.entry(boxes, [one, other], place)];
                    if pushes != NEVER {
                        best = best.min(i64::from(pushes) + prices[one] + prices[other]);
                    }
                }
            }
            if best == least {
                break;
            }
        }
        // Boxes that can be brought to no two goals together have no solution: any cost is a bound.
        Some(if best == i64::MAX { least + LOST } else { best })
    }
}
