//! What boxes cost: lower bounds on pushes, and what each box has to spare.
//!
//! Let every goal have a price. A box alone on the board, with the player on its side, costs the least sum of the pushes
//! to a goal and the price of that goal. With each push of a solution the costs of all boxes together fall by one at most, and at
//! the end of the solution they are at most the prices of the filled goals. So for n boxes the costs, less the n highest prices,
//! are a lower bound, for any prices. Two boxes may be counted together ([`Pairs`]): then their cost is the least sum of the pushes that
//! both need to two goals, without other boxes, and of the prices of these goals, and a push lowers it by one at most as well.
//!
//! *Colours.* Each push changes the colour of a box's cell, as on a chess board. So if all goals are filled in the end, the pushes of
//! all solutions of a position are odd in number, or even.

use super::board::{Board, Set};
use super::limits::Refusal;
use super::pairs::Pairs;
use super::proof::Statements;
use std::collections::VecDeque;

/// Maximum number of cells of a picture for a bound: limits the size of the tables.
const MOST_CELLS: usize = 4096;
/// Number of pushes that stands for an impossible path: a finite number is safe, since bounds only become lower.
const FAR: i64 = 1 << 32;

/// Costs of boxes alone on the board, and of pairs of boxes.
pub(super) struct Costs {
    /// For a box on a cell (outer index), the number of the part of the other floor with a cell (inner index).
    parts: Vec<Vec<u8>>,
    /// Number of pushes of a lone box to each goal (outer index) from each [`Costs::place`] (inner index).
    pushes: Vec<Vec<i64>>,
    /// Cells from which a lone box can be pushed to some goal.
    pub(super) live: Set,
    /// Price of each goal that was found last; these prices often suffice for the next position.
    prices: Vec<i64>,
    /// For each [`Costs::place`] the cost of a box there, by the prices.
    pub(super) values: Vec<i64>,
    /// Pushes of two boxes, computed when boxes alone cost too little for the first time; `None` inside if there is no table.
    pairs: Option<Option<Pairs>>,
}

impl Costs {
    pub(super) fn new(proof: &Statements<'_>, line: usize) -> Result<Self, Refusal> {
        let board = &proof.board;
        if board.cells > MOST_CELLS {
            return Err(Refusal::at(line, format!("expected a picture of at most {MOST_CELLS} cells for a bound")));
        }
        let cells = board.cells;
        let prices = vec![0; board.goals.len()];
        let mut costs = Self {
            parts: vec![vec![0; board.cells]; board.cells],
            pushes: Vec::new(),
            live: Set::none(cells),
            prices,
            values: Vec::new(),
            pairs: None,
        };
        for cell in board.floor.iter() {
            proof.left.spend(4 * cells)?;
            let alone = Set::none(board.cells).with(cell);
            for (number, near) in (0..).zip(board.steps().map(|step| cell.wrapping_add(step))) {
                let part = board.floor.has(near).then(|| board.region(&alone, near));
                part.iter().flat_map(Set::iter).for_each(|other| costs.parts[cell][other] = number);
            }
        }
        let to = |goal| proof.left.spend(16 * cells).map(|()| costs.pushes_to(board, goal));
        costs.pushes = board.goals.iter().map(to).collect::<Result<_, _>>()?;
        // Other cells are dead: a box there reaches no goal.
        let is_live =
            |&cell: &usize| costs.pushes.iter().flat_map(|to| &to[4 * cell..][..4]).any(|&pushes| pushes < FAR);
        board.floor.iter().filter(is_live).for_each(|cell| costs.live.put(cell));
        Ok(costs)
    }

    /// Returns the place of a lone box on a cell, by the part of the other floor with the player.
    pub(super) fn place(&self, cell: usize, player: usize) -> usize {
        4 * cell + usize::from(self.parts[cell][player])
    }

    /// Returns the goals that a lone box on a cell reaches, each with the number of pushes.
    pub(super) fn alone(&self, board: &Board, cell: usize, player: usize) -> Vec<(usize, i64)> {
        let pushes = self.pushes.iter().map(|pushes| pushes[self.place(cell, player)]);
        board.goals.iter().zip(pushes).filter(|&(_, pushes)| pushes < FAR).collect()
    }

    /// Returns for each [`Costs::place`] the number of pushes of a lone box to a goal, computed backwards.
    fn pushes_to(&self, board: &Board, goal: usize) -> Vec<i64> {
        let mut pushes = vec![FAR; 4 * board.cells];
        let mut queue: VecDeque<usize> = (4 * goal..4 * goal + 4).collect();
        queue.iter().for_each(|&place| pushes[place] = 0);
        while let Some(place) = queue.pop_front() {
            let cell = place / 4;
            for (from, player) in
                board.steps().map(|step| (cell.wrapping_sub(step), cell.wrapping_sub(step).wrapping_sub(step)))
            {
                let is_push = board.floor.has(from) && board.floor.has(player) && self.place(cell, from) == place;
                if is_push && pushes[self.place(from, player)] == FAR {
                    pushes[self.place(from, player)] = pushes[place] + 1;
                    queue.push_back(self.place(from, player));
                }
            }
        }
        pushes
    }

    /// Returns what each box can lose in a solution with fewer than `pushes` pushes; `None` if prices show that none exists.
    pub(super) fn spare(
        &mut self,
        proof: &Statements<'_>,
        boxes: &Set,
        player: usize,
        pushes: i64,
    ) -> Result<Option<Vec<i64>>, Refusal> {
        let board = &proof.board;
        let row = |cell| self.pushes.iter().map(|pushes| pushes[self.place(cell, player)]).collect();
        let rows: Vec<Vec<i64>> = boxes.iter().map(row).collect();
        if least(&rows, &self.prices) < pushes {
            let prices = prices(&rows);
            if self.values.is_empty() || prices != self.prices {
                let value = |place| self.pushes.iter().zip(&prices).map(|(to, price)| to[place] + price).min();
                self.values = (0..4 * board.cells).map(|place| value(place).unwrap_or(FAR)).collect();
            }
            self.prices = prices;
        }
        // All solutions have as many pushes, odd or even, as the board's colours say.
        let colour = |cell: usize| (cell / board.wide + cell % board.wide) as i64;
        let parity: i64 = boxes.iter().chain(board.goals.iter()).map(colour).sum();
        let is_full = rows.len() == self.prices.len();
        let most = pushes - 1 - i64::from(is_full && (pushes - 1 - parity).rem_euclid(2) == 1);
        let spare = most - least(&rows, &self.prices);
        if spare < 0 {
            return Ok(None);
        }
        if self.pairs.is_none() {
            let live: Vec<usize> = self.live.iter().collect();
            self.pairs = Some(Pairs::new(board, &live, &proof.left)?);
        }
        let more = match &self.pairs {
            Some(Some(pairs)) => self.more(pairs, (boxes, player), &rows),
            _ => vec![0; rows.len()],
        };
        // Both boxes of a pair have what the pair costs more.
        let spare = spare - more.iter().sum::<i64>() / 2;
        if spare < 0 {
            return Ok(None);
        }
        Ok(Some(more.into_iter().map(|more| spare + more).collect()))
    }

    /// Returns for each box what the pair that it is in, if any, costs beyond the costs of its boxes alone.
    fn more(&self, pairs: &Pairs, (boxes, player): (&Set, usize), rows: &[Vec<i64>]) -> Vec<i64> {
        let cells: Vec<usize> = boxes.iter().collect();
        let cost = |row: &Vec<i64>| row.iter().zip(&self.prices).map(|(pushes, price)| pushes + price).collect();
        let costs: Vec<Vec<i64>> = rows.iter().map(cost).collect();
        let alone: Vec<i64> = costs.iter().map(|row: &Vec<i64>| row.iter().copied().min().unwrap_or(0)).collect();
        let mut found = Vec::new();
        for one in 0..cells.len() {
            for other in one + 1..cells.len() {
                let least = alone[one] + alone[other];
                let cost =
                    pairs.cost([cells[one], cells[other]], player, [&costs[one], &costs[other]], (&self.prices, least));
                found.extend(cost.filter(|&cost| cost > least).map(|cost| (least - cost, one, other)));
            }
        }
        // The pairs that cost most first: not always the greatest sum, but any choice is a bound.
        found.sort_unstable();
        let mut more = vec![0; cells.len()];
        for (less, one, other) in found {
            if more[one] == 0 && more[other] == 0 {
                (more[one], more[other]) = (-less, -less);
            }
        }
        more
    }
}

/// Returns a lower bound on the pushes of all boxes, from the pushes of each box to each goal and prices of goals.
fn least(rows: &[Vec<i64>], prices: &[i64]) -> i64 {
    let cost = |row: &Vec<i64>| row.iter().zip(prices).map(|(pushes, price)| pushes + price).min().unwrap_or(0);
    let mut dearest = prices.to_vec();
    dearest.sort_unstable_by(|one, other| other.cmp(one));
    rows.iter().map(cost).sum::<i64>() - dearest[..rows.len()].iter().sum::<i64>()
}

/// Returns prices of goals at which each box can have a goal of its own that costs it least, pushes and price together;
/// `rows` are the pushes of each box (outer index) to each goal. Boxes are assigned one by one, along cheapest chains
/// of boxes that change goals. This code need not be trusted, since any prices give a bound.
fn prices(rows: &[Vec<i64>]) -> Vec<i64> {
    let goals = rows.first().map_or(0, Vec::len);
    // Goal 0 is no goal: a box begins there. Box 0 is no box.
    let (mut of_box, mut of_goal) = (vec![0; rows.len() + 1], vec![0; goals + 1]);
    let (mut box_at, mut came_by) = (vec![0; goals + 1], vec![0; goals + 1]);
    for next in 1..=rows.len() {
        box_at[0] = next;
        let (mut least, mut is_done) = (vec![i64::MAX; goals + 1], vec![false; goals + 1]);
        let mut goal = 0;
        while box_at[goal] != 0 {
            is_done[goal] = true;
            let who = box_at[goal];
            let (mut cheapest, mut then) = (i64::MAX, 0);
            for other in (1..=goals).filter(|&other| !is_done[other]) {
                let cost = rows[who - 1][other - 1] - of_box[who] - of_goal[other];
                if cost < least[other] {
                    (least[other], came_by[other]) = (cost, goal);
                }
                if least[other] < cheapest {
                    (cheapest, then) = (least[other], other);
                }
            }
            for other in 0..=goals {
                if is_done[other] {
                    of_box[box_at[other]] += cheapest;
                    of_goal[other] -= cheapest;
                } else {
                    least[other] = least[other].saturating_sub(cheapest);
                }
            }
            goal = then;
        }
        while goal != 0 {
            (box_at[goal], goal) = (box_at[came_by[goal]], came_by[goal]);
        }
    }
    of_goal[1..].iter().map(|price: &i64| -price).collect()
}
