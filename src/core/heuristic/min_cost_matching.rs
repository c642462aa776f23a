//! Minimum-cost matchings of boxes (rows) and targets (columns), for positions that differ by one box. The Hungarian
//! method (Kuhn 1955) in the row-by-row form of Jonker and Volgenant (1987): cubic in the number of boxes. The dual
//! values of the position before are the start of the next. A position that differs by one box takes one shortest
//! augmenting path on these values, which are not changed: quadratic. Without a matching a position is lost.

use crate::maze::{Place, PushDistances};
use crate::run::{Meter, Stop};

/// Cost of an impossible pair of box and target: greater than the length of any finite path.
const FAR: i32 = 1 << 28;
/// Least length of a path that contains an impossible pair.
const IMPOSSIBLE: i32 = FAR / 2;
/// Value added to the path of a finished column, to leave the column out of a minimum.
const DONE: i32 = 1 << 29;
/// Greatest sum of the finite costs of a matching, and greatest difference of two dual values of columns.
const MOST: i32 = 1 << 24;
const NONE: i32 = -1;

/// Costs of bringing a box from each place to each target.
pub trait Costs {
    /// Returns the cost of bringing a box from a place to each target, [`PushDistances::NEVER`] if no path leads there.
    /// Behind the last target, more entries of this value make the length a multiple of [`PushDistances::LANES`].
    fn padded(&self, place: Place) -> &[u16];

    /// Returns the number of targets.
    fn targets(&self) -> usize;
}

impl Costs for PushDistances {
    fn padded(&self, place: Place) -> &[u16] {
        self.padded(place)
    }

    fn targets(&self) -> usize {
        self.goals()
    }
}

/// Minimum-cost matching of the boxes of one position to targets, with dual values that prove the cost minimal.
#[derive(Clone, Debug, Default)]
pub struct MinCostMatching {
    places: Vec<Place>,
    row_value: Vec<i32>,
    column_value: Vec<i32>,
    row_of: Vec<i32>,
    column_of: Vec<usize>,
    sum: i32,
    /// Greatest finite cost of a pair: larger costs are clamped, so that sums do not overflow.
    most: u16,
    unmatched: Vec<usize>,
    // For each column the length of its shortest path, the column before, and whether it is finished.
    slack: Vec<i32>,
    from: Vec<i32>,
    done: Vec<i32>,
}

impl MinCostMatching {
    /// Matches each of the boxes in `places` to a target of its own, and returns the cost; `None` if no matching
    /// exists. Limits are checked with hundreds of boxes.
    pub fn solve(
        &mut self,
        costs: &impl Costs,
        places: impl IntoIterator<Item = Place>,
        meter: &Meter,
    ) -> Result<Option<u32>, Stop> {
        self.places.clear();
        self.places.extend(places);
        self.fit(costs.targets());
        // Most boxes get their targets without a search of a path, since the values of the last position still fit.
        for row in 0..self.places.len() {
            if !self.match_at_least_cost(costs, row) {
                return Ok(None);
            }
        }
        while let Some(row) = self.unmatched.pop() {
            if self.unmatched.len() % 64 == 63 {
                meter.check_time()?;
            }
            if !self.augment(costs, row) {
                return Ok(None);
            }
        }
        self.sum = 0;
        self.column_of.resize(self.places.len(), 0);
        for (column, &row) in self.row_of.iter().enumerate() {
            let Ok(row) = usize::try_from(row) else { continue };
            self.column_of[row] = column;
            self.sum += self.cost(costs.padded(self.places[row])[column]);
        }
        Ok(Some(self.sum.unsigned_abs()))
    }

    /// Clears the matching, and resizes it if the number of boxes or targets has changed.
    fn fit(&mut self, targets: usize) {
        let (count, stride) = (self.places.len(), targets.next_multiple_of(PushDistances::LANES));
        // The values of columns stay from the last call: positions that are solved in turn differ by few boxes.
        self.unmatched.clear();
        self.column_of.clear();
        self.row_of.clear();
        self.row_of.resize(stride, NONE);
        self.row_value.resize(count, 0);
        if self.column_value.len() != stride {
            for columns in [&mut self.column_value, &mut self.slack, &mut self.from, &mut self.done] {
                columns.clear();
                columns.resize(stride, 0);
            }
            self.most = u16::try_from(MOST as usize / targets.max(1)).unwrap_or(u16::MAX);
        }
        // A target that stays free must have the greatest value.
        if count == targets { self.level_values(targets) } else { self.column_value.fill(0) }
    }

    #[inline(always)]
    fn cost(&self, pushes: u16) -> i32 {
        clamped(pushes, self.most)
    }

    /// Shifts the dual values of columns so that the greatest is 0, or resets all to 0 if two differ by more than
    /// [`MOST`]: only the differences matter, and any values are a valid start.
    fn level_values(&mut self, targets: usize) {
        let values = &mut self.column_value[..targets];
        let (most, least) = (values.iter().copied().max().unwrap_or(0), values.iter().copied().min().unwrap_or(0));
        if most - least > MOST {
            values.fill(0);
        } else {
            values.iter_mut().for_each(|value| *value -= most);
        }
    }

    /// Assigns a target of least reduced cost to a box, if one is free. Returns false if every target is impossible.
    fn match_at_least_cost(&mut self, costs: &impl Costs, row: usize) -> bool {
        let (most, count) = (self.most, self.column_value.len());
        // Slices of one length, and no `zip`: see `push::CellSet`.
        let (pushes, values) = (&costs.padded(self.places[row])[..count], &self.column_value[..count]);
        let row_of = &self.row_of[..count];
        let reduced = |column: usize| clamped(pushes[column], most) - values[column];
        let mut least = i32::MAX;
        for column in 0..count {
            least = least.min(reduced(column));
        }
        if least >= IMPOSSIBLE {
            return false;
        }
        self.row_value[row] = least;
        match (0..count).find(|&column| reduced(column) == least && row_of[column] == NONE) {
            Some(column) => self.row_of[column] = i32::try_from(row).unwrap_or(NONE),
            None => self.unmatched.push(row),
        }
        true
    }

    fn augment(&mut self, costs: &impl Costs, row: usize) -> bool {
        let value = self.row_value[row];
        let Some((length, end)) = self.shortest_path(costs, self.places[row], value, None) else { return false };
        self.row_value[row] += length;
        for column in 0..self.row_of.len() {
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

    /// Returns the target of a box, both by index in the last [`MinCostMatching::solve`]; `None` without a matching.
    pub fn column_of(&self, row: usize) -> Option<usize> {
        self.column_of.get(row).copied()
    }

    /// Returns the dual values of the targets.
    pub fn column_values(&self) -> &[i32] {
        &self.column_value
    }

    /// Replaces the content of `into` by the losses of each box and target: what the pair costs beyond the dual values.
    pub fn write_losses(&self, costs: &impl Costs, into: &mut Vec<u16>) {
        into.clear();
        for (&place, &value) in self.places.iter().zip(&self.row_value) {
            let columns = costs.padded(place).iter().zip(&self.column_value).take(costs.targets());
            let loss = |(&pushes, column): (&u16, &i32)| self.cost(pushes) - value - column;
            into.extend(columns.map(|pair| u16::try_from(loss(pair)).unwrap_or(u16::MAX)));
        }
    }

    /// Returns the cost with one box moved to the place `to`; `None` if no matching exists then, or the last call of
    /// [`MinCostMatching::solve`] found none. `row` is the index of the box in that call, `pushes` the number of pushes
    /// of the move, if known: each push brings the box nearer to a target by at most one. As many boxes as targets.
    #[inline(always)]
    pub fn moved(&mut self, costs: &impl Costs, row: usize, to: Place, pushes: Option<u32>) -> Option<u32> {
        let column = self.column_of(row)?;
        let before = self.cost(costs.padded(self.places[row])[column]);
        let gain = before - self.cost(costs.padded(to)[column]);
        if pushes.is_some_and(|pushes| i64::from(gain) == i64::from(pushes)) {
            return Some((self.sum - gain).unsigned_abs());
        }
        let taken = std::mem::replace(&mut self.row_of[column], NONE);
        let path = self.shortest_path(costs, to, 0, Some(column));
        self.row_of[column] = taken;
        // The matching without the box, plus the path: along it the dual values cancel out except at its end.
        path.map(|(length, _)| (self.sum - before + length + self.column_value[column]).unsigned_abs())
    }

    /// Returns length and last column of the shortest augmenting path, by Dijkstra's algorithm on reduced costs, from a
    /// box in `place` with dual value `value` to a column without a row, or to `end`; `None` if no path exists.
    #[inline(always)]
    fn shortest_path(
        &mut self,
        costs: &impl Costs,
        place: Place,
        value: i32,
        end: Option<usize>,
    ) -> Option<(i32, usize)> {
        let (count, most) = (self.column_value.len(), self.most);
        let Self { column_value, slack, from, done, .. } = self;
        let (values, slack) = (&column_value[..count], &mut slack[..count]);
        let (from, done) = (&mut from[..count], &mut done[..count]);
        slack.fill(FAR);
        done.fill(0);
        let (mut at, mut length, mut value) = (NONE, 0, value);
        let mut pushes = &costs.padded(place)[..count];
        loop {
            let base = length - value;
            let mut least = i32::MAX;
            for column in 0..count {
                let reduced = clamped(pushes[column], most) + base - values[column];
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
            let near = (0..count).find(|&column| slack[column] + done[column] == least)?;
            let Ok(row) = usize::try_from(self.row_of[near]) else { return Some((least, near)) };
            done[near] = DONE;
            length = least;
            at = i32::try_from(near).unwrap_or(NONE);
            value = self.row_value[row];
            pushes = &costs.padded(self.places[row])[..count];
        }
    }
}

/// Returns `pushes` as a cost that can be added without overflow: at most `most`, or at least [`FAR`] if impossible.
#[inline(always)]
fn clamped(pushes: u16, most: u16) -> i32 {
    i32::from(pushes.min(most)) + if pushes == PushDistances::NEVER { FAR } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Random;
    use itertools::Itertools;

    struct Table(usize, Vec<u16>);

    impl Table {
        fn new(targets: usize, rows: &[u16]) -> Self {
            let stride = targets.next_multiple_of(PushDistances::LANES);
            let pad = || std::iter::repeat_n(PushDistances::NEVER, stride - targets);
            Self(targets, rows.chunks(targets).flat_map(|row| row.iter().copied().chain(pad())).collect())
        }
    }

    impl Costs for Table {
        fn padded(&self, place: Place) -> &[u16] {
            let stride = self.0.next_multiple_of(PushDistances::LANES);
            &self.1[place.0 as usize * stride..][..stride]
        }

        fn targets(&self) -> usize {
            self.0
        }
    }

    /// Returns the least cost over all ways to give each box a target of its own.
    fn by_brute_force(table: &Table, places: &[Place]) -> Option<u32> {
        let pair = |(&place, &column): (&Place, &usize)| {
            let pushes = table.padded(place)[column];
            (pushes != PushDistances::NEVER).then(|| u32::from(pushes))
        };
        let columns = (0..table.targets()).permutations(places.len());
        columns.filter_map(|columns| places.iter().zip(&columns).map(pair).sum::<Option<u32>>()).min()
    }

    fn place(random: &mut Random, places: usize) -> Place {
        Place(u32::try_from(random.below(places)).unwrap())
    }

    fn table(random: &mut Random, boxes: usize, places: usize) -> Table {
        let mut cost = || {
            if random.chance(30) { PushDistances::NEVER } else { u16::try_from(random.below(50)).unwrap() }
        };
        Table::new(boxes, &(0..places * boxes).map(|_| cost()).collect::<Vec<_>>())
    }

    #[test]
    fn no_matching_costs_less_with_all_boxes_or_with_one_moved() {
        let (mut random, meter) = (Random::new(1), &Meter::unlimited());
        let (mut impossible, mut matching) = (0, MinCostMatching::default());
        for boxes in [1, 2, 5, 6] {
            let table = table(&mut random, boxes, 4 * boxes);
            for _ in 0..100 {
                let mut taken: Vec<Place> = (0..boxes).map(|_| place(&mut random, 4 * boxes)).collect();
                let whole = matching.solve(&table, taken.iter().copied(), meter).unwrap();
                assert_eq!(whole, by_brute_force(&table, &taken));
                if whole.is_none() {
                    impossible += 1;
                    continue;
                }
                for _ in 0..3 {
                    let (row, to) = (random.below(boxes), place(&mut random, 4 * boxes));
                    let old = std::mem::replace(&mut taken[row], to);
                    assert_eq!(matching.moved(&table, row, to, None), by_brute_force(&table, &taken));
                    taken[row] = old;
                }
            }
        }
        assert!(impossible > 10, "{impossible}");
    }

    #[test]
    fn boxes_that_are_fewer_than_the_targets_take_the_cheapest_targets() {
        let (mut random, meter) = (Random::new(1), &Meter::unlimited());
        let (table, mut matching) = (table(&mut random, 6, 24), MinCostMatching::default());
        for boxes in (0..6).cycle().take(200) {
            let taken: Vec<Place> = (0..boxes).map(|_| place(&mut random, 24)).collect();
            let cost = matching.solve(&table, taken.iter().copied(), meter).unwrap();
            assert_eq!(cost, by_brute_force(&table, &taken), "{taken:?}");
        }
    }

    #[test]
    fn values_that_drift_apart_never_overflow() {
        let meter = &Meter::unlimited();
        // Two parts without costs between: in the first, two boxes compete for a target that one must not have.
        let never = PushDistances::NEVER;
        let table = Table::new(3, &[0, 60_000, never, 0, 60_000, never, never, never, 1]);
        let mut matching = MinCostMatching::default();
        for _ in 0..100_000 {
            assert_eq!(matching.solve(&table, (0..3).map(Place), meter), Ok(Some(60_001)));
        }
    }
}
