//! Least sum of push distances over all ways to assign a goal of its own to each box.
//!
//! The Hungarian method (Kuhn 1955), in the row-by-row form of Jonker and Volgenant (1987): cubic in the number of
//! boxes. Without a matching the position is lost. Pushing one box changes one row, so a successor takes one
//! augmentation, quadratic at most.

use crate::maze::{Place, PushDistances};
use crate::run::{Meter, Stop};

/// Value that stands for no row or no column.
const FREE: u32 = u32::MAX;
/// Length greater than that of any path; sums of a few of these do not overflow.
const FAR: i64 = i64::MAX / 4;

/// Costs of bringing a box from each place to each goal.
pub trait Costs {
    /// Returns one cost for each goal, [`PushDistances::NEVER`] if no path leads there. There are as many goals as
    /// boxes.
    fn to_goals(&self, place: Place) -> &[u16];
}

impl Costs for PushDistances {
    fn to_goals(&self, place: Place) -> &[u16] {
        self.to_goals(place)
    }
}

/// A minimum-cost matching of boxes (rows) to goals (columns), with the dual values that prove its minimality.
#[derive(Clone, Debug, Default)]
pub struct MinCostMatching {
    rows: Vec<Place>,
    row_value: Vec<i64>,
    column_value: Vec<i64>,
    row_of: Vec<u32>,
    sum: u32,
    work: Work,
}

#[derive(Clone, Debug, Default)]
struct Work {
    slack: Vec<i64>,
    from: Vec<u32>,
    done: Vec<bool>,
}

impl MinCostMatching {
    /// Matches all boxes and returns the cost; `None` if no matching exists. Cubic in the number of boxes.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn solve(&mut self, distances: &impl Costs, boxes: &[Place], meter: &Meter) -> Result<Option<u32>, Stop> {
        self.rows.clear();
        self.rows.extend_from_slice(boxes);
        let n = boxes.len();
        self.row_value.clear();
        self.row_value.resize(n, 0);
        self.column_value.clear();
        self.column_value.resize(n, 0);
        self.row_of.clear();
        self.row_of.resize(n, FREE);
        for row in 0..n {
            if row % 64 == 63 {
                meter.check()?;
            }
            if !self.augment(distances, row) {
                return Ok(None);
            }
        }
        self.sum = self.cost(distances);
        Ok(Some(self.sum))
    }

    /// Returns the cost with the box of `row` moved to the place `to`; `None` if no matching exists then. Quadratic in
    /// the number of boxes. `scratch` is working memory.
    pub fn with_moved(&self, distances: &impl Costs, row: usize, to: Place, scratch: &mut Self) -> Option<u32> {
        scratch.rows.clone_from(&self.rows);
        scratch.row_value.clone_from(&self.row_value);
        scratch.column_value.clone_from(&self.column_value);
        scratch.row_of.clone_from(&self.row_of);
        scratch.rows[row] = to;
        if let Some(column) = scratch.column_of(row) {
            scratch.row_of[column] = FREE;
        }
        // The least reduced cost becomes 0 again, so that the duals stay feasible.
        let reduced = distances.to_goals(to).iter().zip(&scratch.column_value);
        let minimum = reduced.filter(|(d, _)| **d != PushDistances::NEVER).map(|(d, v)| i64::from(*d) - v).min()?;
        scratch.row_value[row] = minimum;
        scratch.augment(distances, row).then(|| scratch.cost(distances))
    }

    /// Returns the cost after `pushes` pushes of the box of `row`, which end at `to`; `None` if no matching exists
    /// then. Constant time if each push brings the box nearer to its matched goal.
    pub fn with_pushed(
        &self,
        distances: &PushDistances,
        row: usize,
        to: Place,
        pushes: u32,
        scratch: &mut Self,
    ) -> Option<u32> {
        let column = self.column_of(row)?;
        let [before, after] = [self.rows[row], to].map(|place| u32::from(distances.to_goals(place)[column]));
        // Each push brings a box nearer to any goal by one at most, so that no other matching can gain more.
        if before == after + pushes { Some(self.sum - pushes) } else { self.with_moved(distances, row, to, scratch) }
    }

    /// Returns the goal matched with the box of a row; `None` without a matching. Linear in the number of boxes.
    pub fn column_of(&self, row: usize) -> Option<usize> {
        self.row_of.iter().position(|&r| r as usize == row)
    }

    /// Returns for each goal in order the reduced cost of a box, a lower bound on the added cost of a matching in which
    /// the box is assigned to that goal; `None` if the box cannot reach it. For several boxes they may be added.
    pub fn losses<'s>(&'s self, distances: &'s PushDistances, row: usize) -> impl Iterator<Item = Option<i64>> + 's {
        let costs = distances.to_goals(self.rows[row]).iter().zip(&self.column_value);
        let value = self.row_value[row];
        costs.map(move |(&cost, column)| (cost != PushDistances::NEVER).then(|| i64::from(cost) - value - column))
    }

    fn cost(&self, distances: &impl Costs) -> u32 {
        let each = self
            .row_of
            .iter()
            .enumerate()
            .map(|(column, &row)| u32::from(distances.to_goals(self.rows[row as usize])[column]));
        each.sum()
    }

    /// Finds a cheapest alternating path from `row` to a free column, and swaps along it; returns false without one.
    fn augment(&mut self, distances: &impl Costs, row: usize) -> bool {
        let n = self.row_of.len();
        let Work { slack, from, done } = &mut self.work;
        slack.clear();
        slack.resize(n, FAR);
        from.clear();
        from.resize(n, FREE);
        done.clear();
        done.resize(n, false);
        let (mut at_row, mut at_column, mut length) = (row, FREE, 0);
        let end = loop {
            // 1. Relax all columns from the row reached last.
            let costs = distances.to_goals(self.rows[at_row]);
            let (mut nearest, mut best) = (FREE, FAR);
            for column in 0..n {
                if done[column] {
                    continue;
                }
                if costs[column] != PushDistances::NEVER {
                    let reduced = i64::from(costs[column]) - self.row_value[at_row] - self.column_value[column];
                    if length + reduced < slack[column] {
                        slack[column] = length + reduced;
                        from[column] = at_column;
                    }
                }
                if slack[column] < best {
                    best = slack[column];
                    nearest = u32::try_from(column).unwrap_or(FREE);
                }
            }
            // 2. The nearest column is settled; a free one ends the path.
            if nearest == FREE {
                return false;
            }
            length = best;
            done[nearest as usize] = true;
            at_column = nearest;
            match self.row_of[nearest as usize] {
                FREE => break nearest,
                owner => at_row = owner as usize,
            }
        };
        self.settle(row, length);
        self.swap(row, end);
        true
    }

    /// Changes the dual values so that all settled columns have reduced cost 0.
    fn settle(&mut self, row: usize, length: i64) {
        let Work { slack, done, .. } = &self.work;
        self.row_value[row] += length;
        for column in 0..self.row_of.len() {
            if done[column] {
                let gain = length - slack[column];
                self.column_value[column] -= gain;
                if self.row_of[column] != FREE {
                    self.row_value[self.row_of[column] as usize] += gain;
                }
            }
        }
    }

    fn swap(&mut self, row: usize, end: u32) {
        let mut column = end;
        loop {
            let before = self.work.from[column as usize];
            if before == FREE {
                self.row_of[column as usize] = u32::try_from(row).unwrap_or(FREE);
                return;
            }
            self.row_of[column as usize] = self.row_of[before as usize];
            column = before;
        }
    }
}
