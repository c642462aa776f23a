//! Minimum-cost matchings of positions that differ from a parent by one box, by one shortest path each.
//!
//! As in [`super::MinCostMatching`], but without copies: the parent is matched anew, from the dual values of the
//! previous position, and each child takes one shortest augmenting path on the parent's dual values, which are not
//! changed (Jonker and Volgenant 1987). Costs are 32 bits wide, in rows whose length is a multiple of
//! [`CostTable::LANES`], so that loops over a row become vector operations.

use super::{Costs, GoalOptions};
use crate::maze::{Place, PushDistances};
use crate::run::{Held, Meter, Stop};

/// Cost of an impossible pair of box and target: more than all finite paths.
const FAR: i32 = 1 << 28;
/// Cost from which on a path is impossible.
const IMPOSSIBLE: i32 = FAR / 2;
/// Value added to a finished column, to leave it out of a minimum.
const DONE: i32 = 1 << 29;
/// Greatest sum of the finite costs of a matching, and greatest difference of dual values.
const MOST: i32 = 1 << 24;
const NONE: i32 = -1;

/// Costs of bringing a box from each place to each target.
#[derive(Debug)]
pub struct CostTable {
    targets: usize,
    stride: usize,
    table: Vec<i32>,
    _held: Held,
}

impl CostTable {
    /// Number by which the length of each row of costs is divisible.
    pub const LANES: usize = 8;

    /// Copies the costs of the first `places` places to each of the `targets` targets. Costs that could overflow in a
    /// sum, which takes more than 256 boxes, are clamped.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(costs: &impl Costs, places: usize, targets: usize, meter: &Meter) -> Result<Self, Stop> {
        meter.check()?;
        let stride = targets.next_multiple_of(Self::LANES);
        let mut held = Held::default();
        held.grow(places * stride * size_of::<i32>(), meter)?;
        let most = MOST / i32::try_from(targets.max(1)).unwrap_or(MOST);
        let mut table = vec![FAR; places * stride];
        for (place, row) in (0..).zip(table.chunks_exact_mut(stride.max(1))) {
            for (entry, &cost) in row.iter_mut().zip(costs.to_goals(Place(place))) {
                if cost != PushDistances::NEVER {
                    *entry = i32::from(cost).min(most);
                }
            }
        }
        Ok(Self { targets, stride, table, _held: held })
    }

    #[inline(always)]
    fn row(&self, place: Place) -> &[i32] {
        &self.table[place.0 as usize * self.stride..][..self.stride]
    }
}

/// Minimum-cost matching of the boxes of one position to targets, from which matchings after one move are computed.
#[derive(Debug)]
pub struct IncrementalMatching {
    places: Vec<Place>,
    row_value: Vec<i32>,
    column_value: Vec<i32>,
    row_of: Vec<i32>,
    column_of: Vec<usize>,
    sum: i32,
    unmatched: Vec<usize>,
    // For each column the length of its shortest path, the column before, and whether it is finished.
    slack: Vec<i32>,
    from: Vec<i32>,
    done: Vec<i32>,
}

impl IncrementalMatching {
    /// Creates an empty matching for the targets of a table.
    pub fn new(costs: &CostTable) -> Self {
        let (targets, stride) = (costs.targets, costs.stride);
        Self {
            places: Vec::with_capacity(targets),
            row_value: vec![0; targets],
            column_value: vec![0; stride],
            row_of: vec![NONE; stride],
            column_of: vec![0; targets],
            sum: 0,
            unmatched: Vec::with_capacity(targets),
            slack: vec![0; stride],
            from: vec![NONE; stride],
            done: vec![0; stride],
        }
    }

    /// Matches the boxes of a position, one to each target, and returns the cost; `None` if no matching exists.
    ///
    /// # Errors
    /// A limit of the meter; a further call returns an equal result.
    pub fn solve(
        &mut self,
        costs: &CostTable,
        places: impl Iterator<Item = Place>,
        meter: &Meter,
    ) -> Result<Option<i32>, Stop> {
        self.places.clear();
        self.places.extend(places);
        self.level_values();
        self.row_of.fill(NONE);
        self.unmatched.clear();
        for row in 0..self.places.len() {
            if !self.match_at_least_cost(costs, row) {
                return Ok(None);
            }
        }
        while let Some(row) = self.unmatched.pop() {
            if self.unmatched.len() % 64 == 63 {
                meter.check()?;
            }
            if !self.augment(costs, row) {
                return Ok(None);
            }
        }
        self.sum = 0;
        for column in 0..costs.targets {
            let row = usize::try_from(self.row_of[column]).unwrap_or(0);
            self.column_of[row] = column;
            self.sum += costs.row(self.places[row])[column];
        }
        Ok(Some(self.sum))
    }

    /// Shifts the column values so that the greatest is 0, and resets them if they are too far apart: only their
    /// differences matter, and any start is feasible.
    fn level_values(&mut self) {
        let targets = self.row_value.len();
        let values = &mut self.column_value[..targets];
        let (most, least) = (values.iter().copied().max().unwrap_or(0), values.iter().copied().min().unwrap_or(0));
        if most - least > MOST {
            values.fill(0);
        } else {
            values.iter_mut().for_each(|value| *value -= most);
        }
    }

    /// Assigns a free target of least reduced cost to a box, if one is free. Returns false if no target is possible.
    fn match_at_least_cost(&mut self, costs: &CostTable, row: usize) -> bool {
        let cost = &costs.row(self.places[row])[..costs.targets];
        let values = &self.column_value[..costs.targets];
        let reduced = || cost.iter().zip(values).map(|(cost, value)| cost - value);
        let least = reduced().fold(i32::MAX, i32::min);
        if least >= IMPOSSIBLE {
            return false;
        }
        self.row_value[row] = least;
        match reduced().zip(&self.row_of).position(|(cost, &taken)| cost == least && taken == NONE) {
            Some(column) => self.row_of[column] = i32::try_from(row).unwrap_or(NONE),
            None => self.unmatched.push(row),
        }
        true
    }

    fn augment(&mut self, costs: &CostTable, row: usize) -> bool {
        let value = self.row_value[row];
        let Some((length, end)) = self.shortest_path(costs, self.places[row], value, None) else { return false };
        self.row_value[row] += length;
        for column in 0..costs.targets {
            if self.done[column] != 0 || column == end {
                let gain = length - self.slack[column];
                self.column_value[column] -= gain;
                if let Ok(row) = usize::try_from(self.row_of[column]) {
                    self.row_value[row] += gain;
                }
            }
        }
        let mut column = end;
        while let Ok(before) = usize::try_from(self.from[column]) {
            self.row_of[column] = self.row_of[before];
            column = before;
        }
        self.row_of[column] = i32::try_from(row).unwrap_or(NONE);
        true
    }

    /// Returns the goals of each box by the added cost of a matching in which the box is assigned to the goal, for at
    /// most 64 targets.
    pub fn options<'s>(&'s self, costs: &'s CostTable) -> impl Iterator<Item = GoalOptions> + 's {
        self.places.iter().zip(&self.row_value).map(|(&place, &value)| {
            let mut options = GoalOptions::default();
            let columns = costs.row(place)[..costs.targets].iter().zip(&self.column_value);
            for (column, (cost, column_value)) in columns.enumerate() {
                let loss = cost - value - column_value;
                options.free |= u64::from(loss == 0) << column;
                options.costly |= u64::from(loss == 1) << column;
            }
            options
        })
    }

    /// Returns the cost with one box moved to the place `to`; `None` if no matching exists then. `row` is the index of
    /// the box in the call of [`IncrementalMatching::solve`]. `is_one_push`: one push leads to `to`, which brings the
    /// box nearer to a target by at most one.
    #[inline(always)]
    pub fn moved(&mut self, costs: &CostTable, row: usize, to: Place, is_one_push: bool) -> Option<i32> {
        let column = self.column_of[row];
        let before = costs.row(self.places[row])[column];
        if is_one_push && costs.row(to)[column] == before - 1 {
            return Some(self.sum - 1);
        }
        let taken = std::mem::replace(&mut self.row_of[column], NONE);
        let path = self.shortest_path(costs, to, 0, Some(column));
        self.row_of[column] = taken;
        // The matching without the box, plus the cost of the path: along it the dual values cancel out except at its
        // end.
        path.map(|(length, _)| self.sum - before + length + self.column_value[column])
    }

    /// Returns the length and the last column of the shortest augmenting path, by Dijkstra's algorithm on reduced
    /// costs, from a box in `place` with dual value `value` to a column without a row; `end` is the only such column,
    /// if given. `None` if no path exists.
    #[inline(always)]
    fn shortest_path(
        &mut self,
        costs: &CostTable,
        place: Place,
        value: i32,
        end: Option<usize>,
    ) -> Option<(i32, usize)> {
        let (targets, stride) = (costs.targets, costs.stride);
        let Self { column_value, slack, from, done, .. } = self;
        let (values, slack) = (&column_value[..stride], &mut slack[..stride]);
        let (from, done) = (&mut from[..stride], &mut done[..stride]);
        slack.fill(FAR);
        done.fill(0);
        done[targets..].fill(DONE);
        let (mut at, mut length, mut value) = (NONE, 0, value);
        let mut cost = costs.row(place);
        loop {
            let base = length - value;
            let mut least = i32::MAX;
            for column in 0..stride {
                let reduced = cost[column] + base - values[column];
                let is_better = reduced < slack[column] && done[column] == 0;
                slack[column] = if is_better { reduced } else { slack[column] };
                from[column] = if is_better { at } else { from[column] };
                least = least.min(slack[column] + done[column]);
            }
            if least >= IMPOSSIBLE {
                return None;
            }
            if let Some(end) = end.filter(|&end| slack[end] == least) {
                return Some((least, end));
            }
            let near = (0..targets).find(|&column| slack[column] + done[column] == least)?;
            let Ok(row) = usize::try_from(self.row_of[near]) else { return Some((least, near)) };
            done[near] = DONE;
            length = least;
            at = i32::try_from(near).unwrap_or(NONE);
            value = self.row_value[row];
            cost = costs.row(self.places[row]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::MinCostMatching;
    use crate::run::Random;

    struct Table(usize, Vec<u16>);

    impl Costs for Table {
        fn to_goals(&self, place: Place) -> &[u16] {
            &self.1[place.0 as usize * self.0..][..self.0]
        }
    }

    #[test]
    fn matchings_and_those_with_one_box_moved_cost_what_they_cost_from_scratch() {
        let (mut random, meter) = (Random::new(1), &Meter::unlimited());
        let mut impossible = 0;
        for boxes in [1, 2, 7, 8, 9, 30] {
            let places = 4 * boxes;
            let cost = |random: &mut Random| {
                if random.chance(30) { PushDistances::NEVER } else { u16::try_from(random.below(50)).unwrap() }
            };
            let table = Table(boxes, (0..places * boxes).map(|_| cost(&mut random)).collect());
            let costs = CostTable::new(&table, places, boxes, meter).unwrap();
            let mut matching = IncrementalMatching::new(&costs);
            for _ in 0..200 {
                let pick = |random: &mut Random| Place(u32::try_from(random.below(places)).unwrap());
                let mut taken: Vec<Place> = (0..boxes).map(|_| pick(&mut random)).collect();
                let expected = |taken: &[Place]| MinCostMatching::default().solve(&table, taken, meter).unwrap();
                let cost = |found: Option<i32>| found.map(|sum| u32::try_from(sum).unwrap());
                let whole = matching.solve(&costs, taken.iter().copied(), meter).unwrap();
                assert_eq!(cost(whole), expected(&taken));
                if whole.is_none() {
                    impossible += 1;
                    continue;
                }
                for _ in 0..5 {
                    let (row, to) = (random.below(boxes), pick(&mut random));
                    let old = std::mem::replace(&mut taken[row], to);
                    assert_eq!(cost(matching.moved(&costs, row, to, false)), expected(&taken));
                    taken[row] = old;
                }
            }
        }
        assert!(impossible > 10, "{impossible}");
    }

    #[test]
    fn values_that_drift_apart_never_overflow() {
        let meter = &Meter::unlimited();
        // Two parts with no cost between them: in the first, two boxes compete for a target that one of them must not
        // have.
        let never = PushDistances::NEVER;
        let table = Table(3, vec![0, 60_000, never, 0, 60_000, never, never, never, 1]);
        let costs = CostTable::new(&table, 3, 3, meter).unwrap();
        let mut matching = IncrementalMatching::new(&costs);
        for _ in 0..100_000 {
            assert_eq!(matching.solve(&costs, (0..3).map(Place), meter), Ok(Some(60_001)));
        }
    }
}
