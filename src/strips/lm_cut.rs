//! LM-cut heuristic: landmarks with a cost, cut out of the delete relaxation one after the other. It is an admissible
//! estimate of a state, mostly far above h_max: while h_max is above zero, the operators across some cut before the
//! goal are a landmark, whose minimum cost is added to the estimate and subtracted from the costs of its operators
//! (Helmert and Domshlak 2009, section 4). The landmarks themselves are not kept.

use super::relaxation::{CostQueue, UNREACHED};
use super::state::{Rows, TaskState};
use super::task::Task;
use fixedbitset::FixedBitSet;

/// Operator during an evaluation, with the data that the loops read together in memory.
#[derive(Clone, Copy, Debug)]
struct RelaxedOperator {
    /// Number of preconditions not reached yet.
    unmet: u32,
    /// Remaining cost: the cost of the operator minus the minimum costs of the cuts so far that contain it.
    cost: u32,
    /// A most expensive precondition, which determines the operator's h_max.
    supporter: u32,
    /// h_max of the supporter.
    support: u32,
}

/// The heuristic LM-cut of one task: its relaxation, with a fact that always holds and one that all goals together achieve.
#[derive(Debug)]
pub struct LmCut {
    pre: Rows,
    add: Rows,
    needed_by: Rows,
    added_by: Rows,
    at_start: Vec<RelaxedOperator>,
    start: u32,
    end: u32,
    // Data of one evaluation:
    operators: Vec<RelaxedOperator>,
    h_max: Vec<u32>,
    queue: CostQueue,
    stack: Vec<u32>,
    near_goal: FixedBitSet,
    near_start: FixedBitSet,
    cut: Vec<u32>,
}

impl LmCut {
    /// Maximum number of operators that one estimate visits; beyond it the sum of the cuts so far counts, also admissible.
    const MOST_WORK: usize = 5_000_000;

    /// Creates the heuristic of a task.
    pub fn new(task: &Task) -> Self {
        let (start, end) = (task.facts.len() as u32, task.facts.len() as u32 + 1);
        let facts = task.facts.len() + 2;
        let goal: Vec<u32> = task.goal.iter().map(|fact| fact.0).collect();
        let needs = task.operators.iter().map(|o| o.pre.iter().map(|fact| fact.0).collect::<Vec<u32>>());
        let pre = Rows::from_rows(needs.chain([goal]).map(|row| if row.is_empty() { vec![start] } else { row }));
        let gives = task.operators.iter().map(|o| o.add.iter().map(|fact| fact.0).collect::<Vec<u32>>());
        let add = Rows::from_rows(gives.chain([vec![end]]));
        let costs = task.operators.iter().map(|operator| operator.cost).chain([0]);
        let before = |(o, cost)| RelaxedOperator { unmet: pre.row(o).len() as u32, cost, supporter: start, support: 0 };
        let at_start: Vec<RelaxedOperator> = costs.enumerate().map(before).collect();
        Self {
            needed_by: pre.transposed(facts),
            added_by: add.transposed(facts),
            operators: at_start.clone(),
            h_max: vec![UNREACHED; facts],
            queue: CostQueue::default(),
            stack: Vec::new(),
            near_goal: FixedBitSet::with_capacity(facts),
            near_start: FixedBitSet::with_capacity(facts),
            cut: Vec::new(),
            pre,
            add,
            at_start,
            start,
            end,
        }
    }

    /// Returns an estimate that never exceeds the true cost; `None` only if the goal provably cannot be reached.
    pub fn evaluate(&mut self, state: &TaskState) -> Option<u32> {
        let mut paid = 0_u32;
        self.explore(state);
        for _ in 0..(Self::MOST_WORK / self.at_start.len()).max(1) {
            match self.h_max[self.end as usize] {
                UNREACHED => return None,
                0 => return Some(paid),
                _ => {}
            }
            self.mark_near_goal();
            self.find_cut(state);
            let minimum = self.cut.iter().map(|&index| self.operators[index as usize].cost).min().unwrap_or(0);
            debug_assert!(minimum > 0, "operators into the goal zone cost more than 0");
            if minimum == 0 {
                return Some(paid);
            }
            self.cut.iter().for_each(|&index| self.operators[index as usize].cost -= minimum);
            paid = paid.saturating_add(minimum);
            self.explore_cut();
        }
        Some(paid)
    }

    /// Computes h_max from the remaining costs, and for each operator a precondition that determines its h_max.
    fn explore(&mut self, state: &TaskState) {
        self.operators.copy_from_slice(&self.at_start);
        self.h_max.fill(UNREACHED);
        self.queue.clear();
        for fact in state.facts().map(|fact| fact.0).chain([self.start]) {
            self.h_max[fact as usize] = 0;
            self.queue.push(0, fact);
        }
        while let Some((cost, fact)) = self.queue.pop() {
            if cost > self.h_max[fact as usize] {
                continue;
            }
            for &index in self.needed_by.row(fact as usize) {
                let operator = &mut self.operators[index as usize];
                operator.unmet -= 1;
                if operator.unmet == 0 {
                    // Facts are settled in order of cost: the last one is a most expensive one.
                    (operator.supporter, operator.support) = (fact, cost);
                    fire(*operator, self.add.row(index as usize), &mut self.h_max, &mut self.queue);
                }
            }
        }
    }

    /// Updates h_max after the costs of the cut were lowered: only facts that become cheaper are visited.
    fn explore_cut(&mut self) {
        self.queue.clear();
        for &index in &self.cut {
            let adds = self.add.row(index as usize);
            fire(self.operators[index as usize], adds, &mut self.h_max, &mut self.queue);
        }
        while let Some((cost, fact)) = self.queue.pop() {
            if cost > self.h_max[fact as usize] {
                continue;
            }
            for &index in self.needed_by.row(fact as usize) {
                let operator = &mut self.operators[index as usize];
                let before = operator.support;
                if operator.unmet == 0 && operator.supporter == fact && cost < before {
                    (operator.supporter, operator.support) = supporter(self.pre.row(index as usize), &self.h_max);
                    if operator.support < before {
                        fire(*operator, self.add.row(index as usize), &mut self.h_max, &mut self.queue);
                    }
                }
            }
        }
    }

    /// Marks the facts from where operators of remaining cost 0 lead to the goal.
    fn mark_near_goal(&mut self) {
        self.near_goal.clear();
        self.near_goal.insert(self.end as usize);
        self.stack.push(self.end);
        while let Some(fact) = self.stack.pop() {
            for &index in self.added_by.row(fact as usize) {
                let RelaxedOperator { unmet, cost, supporter, .. } = self.operators[index as usize];
                if cost == 0 && unmet == 0 && !self.near_goal.put(supporter as usize) {
                    self.stack.push(supporter);
                }
            }
        }
    }

    /// Finds the cut: the operators that lead from facts reached from the state to facts marked as near the goal.
    fn find_cut(&mut self, state: &TaskState) {
        self.cut.clear();
        self.near_start.clear();
        self.stack.extend(state.facts().map(|fact| fact.0).chain([self.start]));
        self.stack.iter().for_each(|&fact| self.near_start.insert(fact as usize));
        while let Some(fact) = self.stack.pop() {
            for &index in self.needed_by.row(fact as usize) {
                let RelaxedOperator { unmet, supporter, .. } = self.operators[index as usize];
                if unmet > 0 || supporter != fact {
                    continue;
                }
                let adds = self.add.row(index as usize);
                if adds.iter().any(|&added| self.near_goal.contains(added as usize)) {
                    self.cut.push(index);
                } else {
                    self.stack.extend(adds.iter().filter(|&&added| !self.near_start.put(added as usize)));
                }
            }
        }
    }
}

/// Returns a most expensive precondition, the first of several, and the h_max of that precondition. With the last of
/// several, tasks of logistics and satellite took 1.3 to 6 times the states, of driverlog up to 2.6 times.
fn supporter(pre: &[u32], h_max: &[u32]) -> (u32, u32) {
    let costs = pre.iter().map(|&fact| (fact, h_max[fact as usize]));
    costs.reduce(|best, next| if next.1 > best.1 { next } else { best }).expect("an operator has a precondition")
}

/// Queues each fact that an operator adds at a lower cost than known so far.
#[inline]
fn fire(operator: RelaxedOperator, adds: &[u32], h_max: &mut [u32], queue: &mut CostQueue) {
    let total = operator.support.saturating_add(operator.cost).min(UNREACHED - 1);
    for &added in adds {
        if total < h_max[added as usize] {
            h_max[added as usize] = total;
            queue.push(total, added);
        }
    }
}
