//! Sum of distances over a greedy assignment of boxes to targets: always the closest of the remaining pairs next.

use super::nearest::nearest;
use crate::heuristic::{About, BoxDistance, Heuristic, HeuristicInstance, Problem, Targets, Unit};
use crate::maze::PushDistances;
use crate::push::State;
use crate::run::{Meter, Stop};

/// Heuristic: sum of distances with each box assigned to a goal of its own, the closest pair first.
#[derive(Clone, Copy, Debug)]
pub struct GreedyAssignment(pub BoxDistance);

impl Heuristic for GreedyAssignment {
    fn about(&self) -> &'static About {
        match self.0 {
            BoxDistance::Manhattan => &About {
                word: "greedy-manhattan",
                sentence: "the Manhattan distances of a greedy assignment of boxes to goals",
                source: "folklore",
                unit: Unit::Pushes,
                is_admissible: false,
                is_consistent: false,
                serves_pulls: true,
            },
            BoxDistance::Pushes => &About {
                word: "greedy-pushes",
                sentence: "the pushes of lone boxes along a greedy assignment of boxes to goals",
                source: "folklore",
                unit: Unit::Pushes,
                is_admissible: false,
                is_consistent: false,
                serves_pulls: true,
            },
        }
    }

    fn instance<'a>(&self, problem: &Problem<'a>, meter: &mut Meter) -> Result<Box<dyn HeuristicInstance + 'a>, Stop> {
        Ok(Box::new(Instance(self.0.table(problem, meter)?)))
    }
}

#[derive(Debug)]
struct Instance(Targets);

impl HeuristicInstance for Instance {
    /// Returns the sum; a box to which no target was assigned adds the distance to the target nearest to it, since the
    /// lack of a greedy assignment proves nothing. Takes time n² log n for n boxes.
    fn estimate(&mut self, state: &State, _: &Meter) -> Result<Option<u32>, Stop> {
        let rows: Vec<&[u16]> = state.boxes.iter().map(|b| self.0.row(b)).collect();
        let pairs = rows.iter().enumerate().flat_map(|(b, row)| row.iter().enumerate().map(move |(t, &d)| (d, b, t)));
        let mut pairs: Vec<(u16, usize, usize)> = pairs.filter(|pair| pair.0 != PushDistances::NEVER).collect();
        pairs.sort_unstable();
        let (mut cost, mut taken) = (vec![None; rows.len()], vec![false; rows.len()]);
        for (distance, b, target) in pairs {
            if cost[b].is_none() && !taken[target] {
                (cost[b], taken[target]) = (Some(u32::from(distance)), true);
            }
        }
        Ok(cost.into_iter().zip(rows).map(|(cost, row)| cost.or_else(|| nearest(row))).sum())
    }
}
