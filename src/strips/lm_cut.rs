//! LM-cut: landmarks with a cost, cut out of the delete relaxation one after the other.
//!
//! Computes an admissible estimate of a state, mostly far above h_max: while h_max is above zero, the operators across
//! some cut before the goal are a landmark, its minimum cost is added, and subtracted from the costs of its operators
//! (Helmert and Domshlak 2009, section 4). The landmarks themselves are not kept.

use super::buckets::Buckets;
use super::csr::Rows;
use super::heuristic::{Costs, Heuristic, Visit};
use super::state::State;
use super::task::Task;
use fixedbitset::FixedBitSet;

const UNREACHED: u32 = u32::MAX;

/// A costliest precondition of an operator, which determines its h_max.
#[derive(Clone, Copy, Debug)]
struct Dearest {
    fact: u32,
    cost: u32,
}

/// The delete relaxation, with one artificial fact that always holds and one that all goals together achieve.
pub(super) struct LmCut {
    pre: Rows,
    add: Rows,
    needed_by: Rows,
    added_by: Rows,
    full_costs: Vec<u32>,
    start: u32,
    end: u32,
    // State of one evaluation:
    costs: Vec<u32>,
    unmet: Vec<u32>,
    max_realisation_nodes: Vec<Dearest>,
    reached: Vec<u32>,
    queue: Buckets,
    stack: Vec<u32>,
    near_goal: FixedBitSet,
    near_start: FixedBitSet,
    cut: Vec<u32>,
}

impl LmCut {
    /// The most operators that one estimate visits, in all cuts together; then it returns the sum so far, which is
    /// admissible too. Not tuned: it keeps the time limit on huge tasks, at weaker estimates there.
    const MOST_WORK: usize = 5_000_000;

    pub(super) fn new(task: &Task) -> Self {
        let (start, end) = (task.facts.len() as u32, task.facts.len() as u32 + 1);
        let facts = task.facts.len() + 2;
        let goal: Vec<u32> = task.goal.iter().map(|fact| fact.0).collect();
        let needs = task.operators.iter().map(|o| o.pre.iter().map(|fact| fact.0).collect::<Vec<u32>>());
        let pre = Rows::from_rows(needs.chain([goal]).map(|row| if row.is_empty() { vec![start] } else { row }));
        let gives = task.operators.iter().map(|o| o.add.iter().map(|fact| fact.0).collect::<Vec<u32>>());
        let add = Rows::from_rows(gives.chain([vec![end]]));
        let mut full_costs = Costs::Plain.of(task);
        full_costs.push(0);
        Self {
            needed_by: pre.transposed(facts),
            added_by: add.transposed(facts),
            costs: full_costs.clone(),
            unmet: vec![0; pre.len()],
            max_realisation_nodes: vec![Dearest { fact: start, cost: 0 }; pre.len()],
            reached: vec![UNREACHED; facts],
            queue: Buckets::default(),
            stack: Vec::new(),
            near_goal: FixedBitSet::with_capacity(facts),
            near_start: FixedBitSet::with_capacity(facts),
            cut: Vec::new(),
            pre,
            add,
            full_costs,
            start,
            end,
        }
    }

    /// Computes h_max with the remaining costs, and for each operator a precondition that determines it.
    fn explore(&mut self, state: &State) {
        (0..self.unmet.len()).for_each(|o| self.unmet[o] = self.pre.row(o).len() as u32);
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
            for index in 0..self.needed_by.row(fact as usize).len() {
                let operator = self.needed_by.row(fact as usize)[index] as usize;
                self.unmet[operator] -= 1;
                if self.unmet[operator] == 0 {
                    // Facts are settled in order of cost: the last one is a costliest.
                    self.max_realisation_nodes[operator] = Dearest { fact, cost };
                    self.fire(operator);
                }
            }
        }
    }

    /// Updates h_max after the costs of the cut have fallen: only facts that become cheaper are visited.
    fn explore_cut(&mut self) {
        self.queue.clear();
        for index in 0..self.cut.len() {
            self.fire(self.cut[index] as usize);
        }
        while let Some((cost, fact)) = self.queue.pop() {
            if cost > self.reached[fact as usize] {
                continue;
            }
            for index in 0..self.needed_by.row(fact as usize).len() {
                let operator = self.needed_by.row(fact as usize)[index] as usize;
                let before = self.max_realisation_nodes[operator];
                if self.unmet[operator] == 0 && before.fact == fact && cost < before.cost {
                    self.max_realisation_nodes[operator] = self.dearest_of(operator);
                    if self.max_realisation_nodes[operator].cost < before.cost {
                        self.fire(operator);
                    }
                }
            }
        }
    }

    fn dearest_of(&self, operator: usize) -> Dearest {
        let pre = self.pre.row(operator).iter().map(|&fact| Dearest { fact, cost: self.reached[fact as usize] });
        pre.max_by_key(|max_realisation_nodes| max_realisation_nodes.cost)
            .unwrap_or(self.max_realisation_nodes[operator])
    }

    fn fire(&mut self, operator: usize) {
        let total = self.max_realisation_nodes[operator].cost.saturating_add(self.costs[operator]).min(UNREACHED - 1);
        for &added in self.add.row(operator) {
            if total < self.reached[added as usize] {
                self.reached[added as usize] = total;
                self.queue.push(total, added);
            }
        }
    }

    /// Marks the facts from which the goal is reached at no cost.
    fn mark_near_goal(&mut self) {
        self.near_goal.clear();
        self.near_goal.insert(self.end as usize);
        self.stack.push(self.end);
        while let Some(fact) = self.stack.pop() {
            for &operator in self.added_by.row(fact as usize) {
                let operator = operator as usize;
                if self.costs[operator] == 0 && self.unmet[operator] == 0 {
                    let before = self.max_realisation_nodes[operator].fact;
                    if !self.near_goal.put(before as usize) {
                        self.stack.push(before);
                    }
                }
            }
        }
    }

    /// Finds the operators that lead from the start into the part near the goal.
    fn find_cut(&mut self, state: &State) {
        self.cut.clear();
        self.near_start.clear();
        self.stack.extend(state.facts().map(|fact| fact.0).chain([self.start]));
        self.stack.iter().for_each(|&fact| self.near_start.insert(fact as usize));
        while let Some(fact) = self.stack.pop() {
            for &operator in self.needed_by.row(fact as usize) {
                let index = operator as usize;
                if self.unmet[index] > 0 || self.max_realisation_nodes[index].fact != fact {
                    continue;
                }
                let adds = self.add.row(index);
                if adds.iter().any(|&added| self.near_goal.contains(added as usize)) {
                    self.cut.push(operator);
                } else {
                    self.stack.extend(adds.iter().filter(|&&added| !self.near_start.put(added as usize)));
                }
            }
        }
    }
}

impl Heuristic for LmCut {
    fn is_admissible(&self) -> bool {
        true
    }

    fn evaluate(&mut self, visit: Visit<'_>) -> Option<u32> {
        self.costs.copy_from_slice(&self.full_costs);
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
            let least = self.cut.iter().map(|&operator| self.costs[operator as usize]).min().unwrap_or(0);
            debug_assert!(least > 0, "what leads near the goal costs something");
            if least == 0 {
                return Some(paid);
            }
            self.cut.iter().for_each(|&operator| self.costs[operator as usize] -= least);
            paid = paid.saturating_add(least);
            self.explore_cut();
        }
        Some(paid)
    }
}
