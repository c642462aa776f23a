//! Summary figures of several rows.

use super::Row;
use crate::solve::Strategy;
use serde::Serialize;

/// The summary of some rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Tally {
    /// The number of rows.
    pub levels: usize,
    /// The number of solved ones.
    pub solved: usize,
    /// Solved by realised plans alone.
    pub by_plan: usize,
    /// Solved by a push search.
    pub by_push: usize,
    /// Median seconds of the solved ones.
    pub median_seconds: f64,
    /// Seconds of the solved ones together.
    pub total_seconds: f64,
    /// States of the planner, solved or not.
    pub plan_nodes: u64,
    /// Positions of push searches, solved or not.
    pub push_nodes: u64,
    /// The largest share of a level's push nodes that one realisation took, from 0 to 1.
    pub dearest_share: f64,
    /// The largest counted memory.
    pub peak_bytes: u64,
}

impl Tally {
    /// Computes the figures.
    pub fn of<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Self {
        let mut tally = Self::default();
        let mut seconds = Vec::new();
        for row in rows {
            let body = &row.body;
            tally.levels += 1;
            tally.plan_nodes += body.plan_nodes;
            tally.push_nodes += body.push_nodes;
            tally.peak_bytes = tally.peak_bytes.max(body.peak_bytes);
            tally.dearest_share = tally.dearest_share.max(share(body.dearest_realisation, body.push_nodes));
            if row.is_solved() {
                seconds.push(body.seconds);
                let by = body.solved_by.as_deref().filter(|by| *by != Strategy::START.word());
                let is_plan = |by: &str| Strategy::plans().any(|plan| plan.word() == by);
                tally.by_plan += usize::from(by.is_some_and(is_plan));
                tally.by_push += usize::from(by.is_some_and(|by| !is_plan(by)));
            }
        }
        tally.solved = seconds.len();
        // From 0: the sum of an empty list of floats is -0.
        tally.total_seconds = seconds.iter().fold(0.0, |sum, s| sum + s);
        tally.median_seconds = median(seconds);
        tally
    }
}

#[expect(clippy::cast_precision_loss, reason = "a share")]
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    let middle = all.len() / 2;
    match all.len() {
        0 => 0.0,
        n if n.is_multiple_of(2) => f64::midpoint(all[middle - 1], all[middle]),
        _ => all[middle],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_stands_in_the_middle() {
        assert_eq!([median(vec![]), median(vec![3.0, 1.0, 2.0]), median(vec![4.0, 1.0, 2.0, 3.0])], [0.0, 2.0, 2.5]);
    }
}
