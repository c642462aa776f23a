//! Landmark counting: the cost of the landmarks not reached yet. A landmark is reached if it held on the path by which
//! a state was found. It is needed again if it is a goal, or an unreached landmark needs it just before (Richter,
//! Helmert and Westphal 2008), or a landmark that is reasonably reached before it is not reached yet (Richter and
//! Westphal 2010, section 4). Each landmark still to be reached counts the cost of the cheapest operator for it. The
//! count is not admissible, since one operator may reach two landmarks. Preferred operators reach a landmark for the
//! first time, after all of its predecessors; operators that reach a set of facts are preferred only if no operator
//! reaches a single fact.

use super::Landmarks;
use crate::csr::Rows;
use crate::heuristic::{Costs, Heuristic, Visit, claim_tables};
use crate::run::{Held, Meter, Stop};
use crate::state::State;
use crate::task::{Fact, Task};
use fixedbitset::FixedBitSet;

/// Landmark counting for one task.
#[derive(Debug)]
pub struct LandmarkCount {
    landmarks: Landmarks,
    /// Cost of the cheapest operator that reaches each landmark.
    costs: Vec<u32>,
    is_goal: FixedBitSet,
    /// Landmarks reached on the path of each state, by the number of the state.
    reached: Vec<FixedBitSet>,
    // Data of the last evaluation: landmarks that must hold, that must be reached again, and that must wait for others.
    wanted: FixedBitSet,
    early: FixedBitSet,
    waiting: FixedBitSet,
    preferred: Vec<u32>,
    /// Preconditions of each operator; `adding` has the operators that add each fact.
    pre: Rows,
    adding: Rows,
    _held: Held,
}

impl LandmarkCount {
    /// Computes the landmarks of a task.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(task: &Task, costs: Costs, meter: &Meter) -> Result<Self, Stop> {
        let landmarks = Landmarks::of(task, meter)?;
        let held = claim_tables(task, meter)?;
        let mut is_goal = FixedBitSet::with_capacity(landmarks.len());
        is_goal.extend(task.goal.iter().filter_map(|goal| landmarks.facts.binary_search(goal).ok()));
        let costs = least_costs(task, &landmarks, costs);
        let added = Rows::from_rows(task.operators.iter().map(|operator| operator.add.iter().map(|fact| fact.0)));
        Ok(Self {
            wanted: is_goal.clone(),
            early: FixedBitSet::with_capacity(landmarks.len()),
            waiting: FixedBitSet::with_capacity(landmarks.len()),
            preferred: Vec::new(),
            pre: Rows::from_rows(task.operators.iter().map(|operator| operator.pre.iter().map(|fact| fact.0))),
            adding: added.transposed(task.facts.len()),
            landmarks,
            costs,
            is_goal,
            reached: Vec::new(),
            _held: held,
        })
    }

    /// Stores the landmarks reached on the path of a state: those of its parent and those that hold. Returns the state
    /// number.
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

    /// Marks the landmarks that must hold now, and those that were reached before a landmark that is reasonably before
    /// them.
    fn mark(&mut self, id: usize) {
        let (reached, landmarks) = (&self.reached[id], &self.landmarks);
        self.wanted.clone_from(&self.is_goal);
        self.wanted.extend(landmarks.needed.iter().filter(|(_, later)| !reached.contains(*later)).map(|pair| pair.0));
        self.early.clear();
        self.early.extend(landmarks.reasonable.iter().filter(|pair| !reached.contains(pair.0)).map(|pair| pair.1));
    }

    fn is_missing(&self, number: usize, id: usize, state: &State) -> bool {
        !self.reached[id].contains(number)
            || self.early.contains(number)
            || self.wanted.contains(number) && !self.landmarks.holds(number, state)
    }

    fn missing(&self, id: usize, state: &State) -> u32 {
        let missing = (0..self.landmarks.len()).filter(|&number| self.is_missing(number, id, state));
        missing.fold(0, |sum: u32, number| sum.saturating_add(self.costs[number]))
    }

    /// Collects the operators that reach a landmark whose predecessors are all reached.
    fn prefer(&mut self, id: usize, state: &State) {
        let (reached, facts) = (&self.reached[id], self.landmarks.facts.len());
        // 1. A landmark waits while one before it is not reached.
        self.waiting.clone_from(&self.early);
        self.waiting.extend(self.landmarks.needed.iter().filter(|pair| !reached.contains(pair.0)).map(|pair| pair.1));
        // 2. Single facts first.
        let mut preferred = std::mem::take(&mut self.preferred);
        preferred.clear();
        for numbers in [0..facts, facts..self.landmarks.len()] {
            let next = numbers.filter(|&number| !reached.contains(number) && !self.waiting.contains(number));
            let achievers = next.flat_map(|number| self.landmarks.get(number)).flat_map(|f| self.adding.row(f.index()));
            let holds = |&&o: &&u32| self.pre.row(o as usize).iter().all(|&fact| state.contains(Fact(fact)));
            preferred.extend(achievers.filter(holds));
            if !preferred.is_empty() {
                break;
            }
        }
        preferred.sort_unstable();
        preferred.dedup();
        self.preferred = preferred;
    }
}

/// Returns for each landmark the cost of the cheapest operator that reaches it; 1 if no operator does.
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
        self.mark(id);
        let missing = self.missing(id, visit.state);
        self.prefer(id, visit.state);
        Some(missing)
    }

    fn preferred(&self) -> &[u32] {
        &self.preferred
    }

    fn bytes_per_state(&self) -> usize {
        size_of::<FixedBitSet>() + self.landmarks.len().div_ceil(64) * 8 + 16
    }
}
