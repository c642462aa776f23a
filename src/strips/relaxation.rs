//! The delete relaxation: its data structures, and h_FF, the cost of a relaxed plan (Hoffmann and Nebel 2001) along the
//! best supporters of h_add (Bonet and Geffner 2001; Keyder and Geffner 2008).

use super::state::{Rows, TaskState};
use super::task::Task;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

pub(super) const UNREACHED: u32 = u32::MAX;

/// Monotone priority queue of numbers by cost: the costs taken out never decrease, so that one cursor over the buckets
/// of small costs suffices. Larger costs are in a heap. Numbers of equal cost are taken out in a fixed order.
#[derive(Clone, Debug, Default)]
pub(super) struct CostQueue {
    buckets: Vec<Vec<u32>>,
    cursor: usize,
    large: BinaryHeap<Reverse<(u32, u32)>>,
}

impl CostQueue {
    /// Lowest cost that has no bucket: more buckets take more memory, with fewer buckets the heap is used more often.
    const LARGE: usize = 1024;

    pub(super) fn clear(&mut self) {
        self.buckets.iter_mut().skip(self.cursor).for_each(Vec::clear);
        self.large.clear();
        self.cursor = 0;
    }

    /// Adds a number. The cost must not be below the cost of the number taken out last.
    #[inline]
    pub(super) fn push(&mut self, cost: u32, value: u32) {
        let bucket = cost as usize;
        debug_assert!(bucket >= self.cursor, "costs never fall");
        if bucket >= Self::LARGE {
            self.large.push(Reverse((cost, value)));
            return;
        }
        if bucket >= self.buckets.len() {
            self.buckets.resize_with(bucket + 1, Vec::new);
        }
        self.buckets[bucket].push(value);
    }

    /// Removes and returns a cheapest number, as (cost, number); `None` if the queue is empty.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        while let Some(bucket) = self.buckets.get_mut(self.cursor) {
            if let Some(value) = bucket.pop() {
                return Some((self.cursor as u32, value));
            }
            self.cursor += 1;
        }
        self.large.pop().map(|Reverse(entry)| entry)
    }
}

/// Operator during an evaluation: number of preconditions to be settled, and cost by the settled ones.
#[derive(Clone, Copy, Debug)]
struct Countdown {
    unmet: u32,
    cost: u32,
}

/// Cheapest way to a fact: its cost, and the operator that adds it, or [`NO_OPERATOR`].
#[derive(Clone, Copy, Debug)]
struct Support {
    cost: u32,
    operator: u32,
}

/// Number that stands for no operator, in supports of facts of the state.
const NO_OPERATOR: u32 = u32::MAX;

/// The heuristic h_FF of one task, with the relaxed plan of the last evaluation. The cost of an operator counts plus
/// one, unless all operators cost one, so that operators of cost zero count.
#[derive(Debug)]
pub struct FfHeuristic {
    pre: Rows,
    add: Rows,
    needed_by: Rows,
    goal: Vec<u32>,
    is_goal: Vec<bool>,
    costs: Vec<u32>,
    at_start: Vec<Countdown>,
    without_pre: Vec<u32>,
    // Data of the last evaluation:
    countdowns: Vec<Countdown>,
    supports: Vec<Support>,
    queue: CostQueue,
    plan: Vec<u32>,
    preferred: Vec<u32>,
    in_plan: Vec<bool>,
    marked: Vec<bool>,
    stack: Vec<u32>,
}

impl FfHeuristic {
    /// Creates the heuristic of a task.
    pub fn new(task: &Task) -> Self {
        let (facts, operators) = (task.facts.len(), task.operators.len());
        let pre = Rows::from_rows(task.operators.iter().map(|o| o.pre.iter().map(|f| f.0)));
        let more = u32::from(!task.is_unit_cost());
        let costs: Vec<u32> = task.operators.iter().map(|operator| operator.cost.saturating_add(more)).collect();
        let countdown = |(o, &cost)| Countdown { unmet: pre.row(o).len() as u32, cost };
        let at_start: Vec<_> = costs.iter().enumerate().map(countdown).collect();
        let mut is_goal = vec![false; facts];
        task.goal.iter().for_each(|fact| is_goal[fact.index()] = true);
        Self {
            needed_by: pre.transposed(facts),
            add: Rows::from_rows(task.operators.iter().map(|o| o.add.iter().map(|f| f.0))),
            without_pre: (0..).take(operators).filter(|&o| pre.row(o as usize).is_empty()).collect(),
            goal: task.goal.iter().map(|fact| fact.0).collect(),
            countdowns: at_start.clone(),
            supports: Vec::with_capacity(facts),
            queue: CostQueue::default(),
            plan: Vec::new(),
            preferred: Vec::new(),
            in_plan: vec![false; operators],
            marked: vec![false; facts],
            stack: Vec::new(),
            is_goal,
            at_start,
            pre,
            costs,
        }
    }

    /// Returns the estimate of a state; `None` only if the goal provably cannot be reached from it.
    pub fn evaluate(&mut self, state: &TaskState) -> Option<u32> {
        self.plan.iter().for_each(|&operator| self.in_plan[operator as usize] = false);
        self.plan.clear();
        self.preferred.clear();
        self.explore(state);
        if self.goal.iter().any(|&goal| self.supports[goal as usize].cost == UNREACHED) {
            return None;
        }
        self.extract_plan();
        let holds = |&&o: &&u32| self.pre.row(o as usize).iter().all(|&fact| state.contains(super::Fact(fact)));
        self.preferred.extend(self.plan.iter().filter(holds));
        self.preferred.sort_unstable();
        Some(self.plan.iter().fold(0, |sum, &o| plus(sum, self.costs[o as usize])))
    }

    /// Returns the numbers of the applicable operators of the relaxed plan of the last evaluation, ascending.
    pub fn preferred(&self) -> &[u32] {
        &self.preferred
    }

    /// Computes h_add of facts by Dijkstra's algorithm; an operator fires when its last precondition is settled.
    fn explore(&mut self, state: &TaskState) {
        // 1. Reset the last evaluation.
        self.countdowns.copy_from_slice(&self.at_start);
        self.supports.clear();
        self.supports.resize(self.is_goal.len(), Support { cost: UNREACHED, operator: NO_OPERATOR });
        self.queue.clear();
        // 2. Facts of the state have cost 0, and operators without preconditions their own cost.
        for fact in state.facts() {
            self.supports[fact.index()].cost = 0;
            self.queue.push(0, fact.0);
        }
        for index in 0..self.without_pre.len() {
            self.fire(self.without_pre[index]);
        }
        // 3. Settle the cheapest fact, until all goals are settled.
        let mut goals = self.goal.len();
        while goals > 0 {
            let Some((cost, fact)) = self.queue.pop() else { break };
            if cost > self.supports[fact as usize].cost {
                continue;
            }
            goals -= usize::from(self.is_goal[fact as usize]);
            // 4. The operators that need it have one unsettled precondition less.
            for index in 0..self.needed_by.row(fact as usize).len() {
                let operator = self.needed_by.row(fact as usize)[index];
                let countdown = &mut self.countdowns[operator as usize];
                countdown.unmet -= 1;
                countdown.cost = plus(countdown.cost, cost);
                if countdown.unmet == 0 {
                    self.fire(operator);
                }
            }
        }
    }

    fn fire(&mut self, operator: u32) {
        let cost = self.countdowns[operator as usize].cost;
        for &fact in self.add.row(operator as usize) {
            let support = &mut self.supports[fact as usize];
            if cost < support.cost {
                *support = Support { cost, operator };
                self.queue.push(cost, fact);
            }
        }
    }

    fn extract_plan(&mut self) {
        self.marked.fill(false);
        self.stack.extend(&self.goal);
        while let Some(fact) = self.stack.pop() {
            let operator = self.supports[fact as usize].operator;
            if operator == NO_OPERATOR || std::mem::replace(&mut self.marked[fact as usize], true) {
                continue;
            }
            if !std::mem::replace(&mut self.in_plan[operator as usize], true) {
                self.plan.push(operator);
                self.stack.extend(self.pre.row(operator as usize));
            }
        }
    }
}

/// Returns the sum of two costs, at most [`UNREACHED`] - 1.
fn plus(a: u32, b: u32) -> u32 {
    a.saturating_add(b).min(UNREACHED - 1)
}
