//! LM-cut heuristic: landmarks with a cost, cut out of the delete relaxation one after the other. It is an admissible
//! estimate of a state, mostly far above h_max: while h_max is above zero, the operators across some cut before the
//! goal are a landmark, whose minimum cost is added to the estimate and subtracted from the costs of its operators
//! (Helmert and Domshlak 2009, section 4). The landmarks themselves are not kept.

use super::buckets::Buckets;
use super::csr::Rows;
use super::heuristic::{Costs, Heuristic, Visit, claim_tables};
use super::state::State;
use super::task::Task;
use crate::run::{Held, Meter, Stop};
use fixedbitset::FixedBitSet;

const UNREACHED: u32 = u32::MAX;

/// Operator during an evaluation, with the data that the loops read together in memory.
#[derive(Clone, Copy, Debug)]
struct Relaxed {
    /// Number of preconditions not reached yet.
    unmet: u32,
    /// Remaining cost: the cost of the operator minus the minimum costs of the cuts so far that contain it.
    cost: u32,
    /// A most expensive precondition, which determines the operator's h_max.
    supporter: u32,
    /// h_max of the supporter.
    support: u32,
}

/// Delete relaxation, with one artificial fact that always holds and one that all goals together achieve.
pub(super) struct LmCut {
    pre: Rows,
    add: Rows,
    needed_by: Rows,
    added_by: Rows,
    /// Operators as they are before an evaluation.
    fresh: Vec<Relaxed>,
    start: u32,
    end: u32,
    // Data of one evaluation:
    operators: Vec<Relaxed>,
    reached: Vec<u32>,
    queue: Buckets,
    stack: Vec<u32>,
    near_goal: FixedBitSet,
    near_start: FixedBitSet,
    cut: Vec<u32>,
    _held: Held,
}

impl LmCut {
    /// Greatest number of operators that one estimate visits, over all cuts; beyond it the estimate is the sum of the
    /// cuts so far, which is admissible too. This keeps the time limit on huge tasks.
    const MOST_WORK: usize = 5_000_000;

    pub(super) fn new(task: &Task, meter: &Meter) -> Result<Self, Stop> {
        let held = claim_tables(task, meter)?;
        let (start, end) = (task.facts.len() as u32, task.facts.len() as u32 + 1);
        let facts = task.facts.len() + 2;
        let goal: Vec<u32> = task.goal.iter().map(|fact| fact.0).collect();
        let needs = task.operators.iter().map(|o| o.pre.iter().map(|fact| fact.0).collect::<Vec<u32>>());
        let pre = Rows::from_rows(needs.chain([goal]).map(|row| if row.is_empty() { vec![start] } else { row }));
        let gives = task.operators.iter().map(|o| o.add.iter().map(|fact| fact.0).collect::<Vec<u32>>());
        let add = Rows::from_rows(gives.chain([vec![end]]));
        let mut full_costs = Costs::Plain.of(task);
        full_costs.push(0);
        let before = |(o, cost)| Relaxed { unmet: pre.row(o).len() as u32, cost, supporter: start, support: 0 };
        let fresh: Vec<Relaxed> = full_costs.into_iter().enumerate().map(before).collect();
        Ok(Self {
            needed_by: pre.transposed(facts),
            added_by: add.transposed(facts),
            operators: fresh.clone(),
            reached: vec![UNREACHED; facts],
            queue: Buckets::default(),
            stack: Vec::new(),
            near_goal: FixedBitSet::with_capacity(facts),
            near_start: FixedBitSet::with_capacity(facts),
            cut: Vec::new(),
            pre,
            add,
            fresh,
            start,
            end,
            _held: held,
        })
    }

    /// Computes h_max from the remaining costs, and for each operator a precondition that determines its h_max.
    fn explore(&mut self, state: &State) {
        self.operators.copy_from_slice(&self.fresh);
        self.reached.fill(UNREACHED);
        self.queue.clear();
        for fact in state.facts().map(|fact| fact.0).chain([self.start]) {
            self.reached[fact as usize] = 0;
            self.queue.push(0, fact);
        }
        while let Some((cost, fact)) = self.queue.pop() {
            if cost > self.reached[fact as usize] {
                continue;
            }
            for &index in self.needed_by.row(fact as usize) {
                let operator = &mut self.operators[index as usize];
                operator.unmet -= 1;
                if operator.unmet == 0 {
                    // Facts are settled in order of cost: the last one is a most expensive one.
                    (operator.supporter, operator.support) = (fact, cost);
                    fire(*operator, self.add.row(index as usize), &mut self.reached, &mut self.queue);
                }
            }
        }
    }

    /// Updates h_max after the costs of the operators in the cut were lowered: only facts that become cheaper are
    /// visited.
    fn explore_cut(&mut self) {
        self.queue.clear();
        for &index in &self.cut {
            let adds = self.add.row(index as usize);
            fire(self.operators[index as usize], adds, &mut self.reached, &mut self.queue);
        }
        while let Some((cost, fact)) = self.queue.pop() {
            if cost > self.reached[fact as usize] {
                continue;
            }
            for &index in self.needed_by.row(fact as usize) {
                let operator = &mut self.operators[index as usize];
                let before = operator.support;
                if operator.unmet == 0 && operator.supporter == fact && cost < before {
                    (operator.supporter, operator.support) = supporter(self.pre.row(index as usize), &self.reached);
                    if operator.support < before {
                        fire(*operator, self.add.row(index as usize), &mut self.reached, &mut self.queue);
                    }
                }
            }
        }
    }

    /// Marks the facts from which operators of remaining cost 0 lead to the goal.
    fn mark_near_goal(&mut self) {
        self.near_goal.clear();
        self.near_goal.insert(self.end as usize);
        self.stack.push(self.end);
        while let Some(fact) = self.stack.pop() {
            for &index in self.added_by.row(fact as usize) {
                let Relaxed { unmet, cost, supporter, .. } = self.operators[index as usize];
                if cost == 0 && unmet == 0 && !self.near_goal.put(supporter as usize) {
                    self.stack.push(supporter);
                }
            }
        }
    }

    /// Finds the cut: the operators that lead from facts reached from the state to facts marked as near the goal.
    fn find_cut(&mut self, state: &State) {
        self.cut.clear();
        self.near_start.clear();
        self.stack.extend(state.facts().map(|fact| fact.0).chain([self.start]));
        self.stack.iter().for_each(|&fact| self.near_start.insert(fact as usize));
        while let Some(fact) = self.stack.pop() {
            for &index in self.needed_by.row(fact as usize) {
                let Relaxed { unmet, supporter, .. } = self.operators[index as usize];
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
fn supporter(pre: &[u32], reached: &[u32]) -> (u32, u32) {
    let costs = pre.iter().map(|&fact| (fact, reached[fact as usize]));
    costs.reduce(|best, next| if next.1 > best.1 { next } else { best }).expect("an operator has a precondition")
}

/// Queues each fact that an operator adds, if h_max of the supporter plus the remaining cost is below the cost known so
/// far.
#[inline]
fn fire(operator: Relaxed, adds: &[u32], reached: &mut [u32], queue: &mut Buckets) {
    let total = operator.support.saturating_add(operator.cost).min(UNREACHED - 1);
    for &added in adds {
        if total < reached[added as usize] {
            reached[added as usize] = total;
            queue.push(total, added);
        }
    }
}

impl Heuristic for LmCut {
    fn is_admissible(&self) -> bool {
        true
    }

    fn evaluate(&mut self, visit: Visit<'_>) -> Option<u32> {
        let mut paid = 0_u32;
        self.explore(visit.state);
        for _ in 0..(Self::MOST_WORK / self.pre.len()).max(1) {
            match self.reached[self.end as usize] {
                UNREACHED => return None,
                0 => return Some(paid),
                _ => {}
            }
            self.mark_near_goal();
            self.find_cut(visit.state);
            let minimum = self.cut.iter().map(|&index| self.operators[index as usize].cost).min().unwrap_or(0);
            debug_assert!(minimum > 0, "what leads near the goal costs something");
            if minimum == 0 {
                return Some(paid);
            }
            self.cut.iter().for_each(|&index| self.operators[index as usize].cost -= minimum);
            paid = paid.saturating_add(minimum);
            self.explore_cut();
        }
        Some(paid)
    }
}
