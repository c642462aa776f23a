//! The number of landmarks still to be reached.
//!
//! A landmark is reached if it held on the path by which a state was found, and is needed again if it is a goal, or the
//! next one needs it just before (Richter, Helmert and Westphal 2008). Each counts as much as the cheapest operator that
//! reaches it. The count is not admissible, since one operator may reach two.

use super::Landmarks;
use crate::strips::heuristic::{Costs, Heuristic, Visit};
use crate::strips::state::State;
use crate::strips::task::Task;
use fixedbitset::FixedBitSet;

/// The heuristic of one task.
#[derive(Clone, Debug)]
pub struct LandmarkCount {
    landmarks: Landmarks,
    /// By landmark.
    costs: Vec<u32>,
    is_goal: FixedBitSet,
    /// By state, the landmarks reached on its path.
    reached: Vec<FixedBitSet>,
    wanted: FixedBitSet,
}

impl LandmarkCount {
    /// Prepares the heuristic for one task.
    pub fn new(task: &Task, costs: Costs) -> Self {
        let landmarks = Landmarks::of(task);
        let mut is_goal = FixedBitSet::with_capacity(landmarks.len());
        is_goal.extend(task.goal.iter().filter_map(|goal| landmarks.facts.binary_search(goal).ok()));
        let costs = least_costs(task, &landmarks, costs);
        Self { wanted: is_goal.clone(), landmarks, costs, is_goal, reached: Vec::new() }
    }

    /// Landmarks of the parent and those that hold are reached.
    fn reach(&mut self, visit: Visit<'_>) -> usize {
        let count = self.landmarks.len();
        let mut reached = match visit.parent {
            Some(parent) => self.reached[parent as usize].clone(),
            None => FixedBitSet::with_capacity(count),
        };
        for number in 0..count {
            if !reached.contains(number) && self.landmarks.holds(number, visit.state) {
                reached.insert(number);
            }
        }
        let id = visit.id as usize;
        if id >= self.reached.len() {
            self.reached.resize(id + 1, FixedBitSet::new());
        }
        self.reached[id] = reached;
        id
    }

    /// A reached landmark is needed again if it is a goal, or the next one needs it just before.
    fn missing(&mut self, id: usize, state: &State) -> u32 {
        let (reached, landmarks) = (&self.reached[id], &self.landmarks);
        self.wanted.clone_from(&self.is_goal);
        self.wanted.extend(landmarks.needed.iter().filter(|(_, later)| !reached.contains(*later)).map(|pair| pair.0));
        let is_missing = |&number: &usize| {
            !reached.contains(number) || self.wanted.contains(number) && !landmarks.holds(number, state)
        };
        (0..landmarks.len()).filter(is_missing).fold(0, |sum: u32, number| sum.saturating_add(self.costs[number]))
    }
}

/// Returns the cost of the cheapest operator that reaches each landmark, one where there is none.
fn least_costs(task: &Task, landmarks: &Landmarks, costs: Costs) -> Vec<u32> {
    let mut of_fact = vec![None; task.facts.len()];
    for (operator, cost) in task.operators.iter().zip(costs.of(task)) {
        for fact in &operator.add {
            let least: &mut Option<u32> = &mut of_fact[fact.index()];
            *least = Some(least.map_or(cost, |least| least.min(cost)));
        }
    }
    let of_landmark = |number| landmarks.get(number).iter().filter_map(|fact| of_fact[fact.index()]).min().unwrap_or(1);
    (0..landmarks.len()).map(of_landmark).collect()
}

impl Heuristic for LandmarkCount {
    fn is_admissible(&self) -> bool {
        false
    }

    fn evaluate(&mut self, visit: Visit<'_>) -> Option<u32> {
        if self.landmarks.unreachable {
            return None;
        }
        let id = self.reach(visit);
        Some(self.missing(id, visit.state))
    }

    fn bytes_per_state(&self) -> usize {
        size_of::<FixedBitSet>() + self.landmarks.len().div_ceil(64) * 8 + 16
    }
}
