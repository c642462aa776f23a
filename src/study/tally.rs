//! Summary figures of several rows.

use super::Row;
use crate::render::RefinementRow;
use crate::run::Answer;
use crate::solve::Strategy;
use rustc_hash::FxHashSet;
use serde::Serialize;

/// The summary of some rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Tally {
    /// The number of rows.
    pub levels: usize,
    /// The number of runs; sums are over all of them.
    pub runs: usize,
    /// Levels solved.
    pub solved: usize,
    /// Levels proved to have no solution.
    pub unsolvable: usize,
    /// Levels solved by a plan in which a box crosses a border.
    pub hierarchical: usize,
    /// Levels solved by a plan in which no box crosses a border.
    pub trivial: usize,
    /// Levels solved by a push search.
    pub by_push: usize,
    /// Median seconds of solved levels.
    pub median_seconds: f64,
    /// Total seconds of solved levels.
    pub total_seconds: f64,
    /// States of the planner, on solved and unsolved levels.
    pub plan_nodes: u64,
    /// Positions of push searches, on solved and unsolved levels.
    pub push_nodes: u64,
    /// Successors of push searches.
    pub generated: u64,
    /// Pushes of the solutions.
    pub pushes: usize,
    /// Moves of the solutions.
    pub moves: usize,
    /// The largest share of a level's push nodes spent on one realisation, from 0 to 1.
    pub dearest_share: f64,
    /// The peak of the counted memory over all levels.
    pub peak_bytes: u64,
    /// Outcomes of the operators of plans, on solved and unsolved levels.
    pub refinement: RefinementRow,
}

impl Tally {
    /// Computes the figures.
    pub fn of<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Self {
        let mut tally = Self::default();
        let (mut seconds, mut runs) = (Vec::new(), FxHashSet::default());
        for row in rows {
            runs.insert(&row.run);
            tally.add(row);
            seconds.extend(row.is_solved().then_some(row.body.seconds));
        }
        tally.runs = runs.len();
        // The fold starts from 0, since the sum of an empty list of floats is -0.
        tally.total_seconds = seconds.iter().fold(0.0, |sum, s| sum + s);
        tally.median_seconds = median(seconds);
        tally
    }

    fn add(&mut self, row: &Row) {
        let body = &row.body;
        self.levels += 1;
        self.solved += usize::from(row.is_solved());
        self.unsolvable += usize::from(body.answer == Answer::Unsolvable);
        self.plan_nodes += body.plan_nodes;
        self.push_nodes += body.push_nodes;
        self.generated += row.search.generated;
        self.pushes += body.pushes.unwrap_or(0);
        self.moves += body.moves.unwrap_or(0);
        self.peak_bytes = self.peak_bytes.max(body.peak_bytes);
        self.dearest_share = self.dearest_share.max(share(body.dearest_realisation, body.push_nodes));
        body.refinement.iter().for_each(|row| self.refinement += row);
        let Some(by) = body.solved_by.as_deref().filter(|by| *by != Strategy::START.word()) else { return };
        let is_plan = Strategy::plans().any(|plan| plan.word() == by);
        *match (is_plan, body.hierarchical) {
            (false, _) => &mut self.by_push,
            (true, Some(true)) => &mut self.hierarchical,
            (true, _) => &mut self.trivial,
        } += 1;
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
