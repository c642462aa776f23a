//! Heuristics of the delete relaxation: h_max, h_add and h_FF.
//!
//! h_max and h_add are after Bonet and Geffner 2001; h_FF is the cost of a relaxed plan (Hoffmann and Nebel 2001) along
//! the best supporters of h_add (Keyder and Geffner 2008); its applicable operators are preferred. An evaluation
//! allocates nothing, and keeps no results for the next one.

use super::buckets::Buckets;
use super::csr::Rows;
use super::heuristic::Costs;
use super::state::State;
use super::task::Task;

const UNREACHED: u32 = u32::MAX;
const NOBODY: u32 = u32::MAX;

/// How the costs of several preconditions are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Maximum of the costs: admissible.
    Max,
    /// Sum of the costs, in which shared work counts twice.
    Add,
}

/// Operator with the number of its preconditions that are not settled yet.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    unmet: u32,
    cost: u32,
}

#[derive(Clone, Copy, Debug)]
struct Reached {
    cost: u32,
    /// Operator that adds the fact at this cost.
    by: u32,
}

/// Delete relaxation of one task, with the results of the last evaluation.
#[derive(Clone, Debug)]
pub struct Relaxed {
    pre: Rows,
    add: Rows,
    needed_by: Rows,
    goal: Vec<u32>,
    costs: Vec<u32>,
    at_start: Vec<Waiting>,
    without_pre: Vec<u32>,
    // Data of the last evaluation:
    waiting: Vec<Waiting>,
    reached: Vec<Reached>,
    is_goal: Vec<bool>,
    queue: Buckets,
    plan: RelaxedPlan,
}

/// Relaxed plan of the last evaluation.
#[derive(Clone, Debug)]
struct RelaxedPlan {
    operators: Vec<u32>,
    preferred: Vec<u32>,
    holds_operator: Vec<bool>,
    marked: Vec<bool>,
    stack: Vec<u32>,
}

impl Relaxed {
    /// Creates the delete relaxation of a task, with the costs of operators that `costs` defines.
    pub fn new(task: &Task, costs: Costs) -> Self {
        let (facts, operators) = (task.facts.len(), task.operators.len());
        let pre = Rows::from_rows(task.operators.iter().map(|o| o.pre.iter().map(|f| f.0)));
        let add = Rows::from_rows(task.operators.iter().map(|o| o.add.iter().map(|f| f.0)));
        let costs = costs.of(task);
        let unmet = |o: usize| pre.row(o).len() as u32;
        let at_start: Vec<_> = (0..operators).map(|o| Waiting { unmet: unmet(o), cost: costs[o] }).collect();
        let mut is_goal = vec![false; facts];
        task.goal.iter().for_each(|fact| is_goal[fact.index()] = true);
        Self {
            needed_by: pre.transposed(facts),
            without_pre: (0..).take(operators).filter(|&o| pre.row(o as usize).is_empty()).collect(),
            goal: task.goal.iter().map(|fact| fact.0).collect(),
            waiting: at_start.clone(),
            reached: vec![Reached { cost: UNREACHED, by: NOBODY }; facts],
            queue: Buckets::default(),
            plan: RelaxedPlan {
                operators: Vec::new(),
                preferred: Vec::new(),
                holds_operator: vec![false; operators],
                marked: vec![false; facts],
                stack: Vec::new(),
            },
            is_goal,
            at_start,
            pre,
            add,
            costs,
        }
    }

    /// Returns h_max or h_add of a state; `None` if even the relaxation cannot reach the goal.
    pub fn goal_cost(&mut self, state: &State, rule: Rule) -> Option<u32> {
        self.explore(state, rule);
        let reached = &self.reached;
        self.goal.iter().try_fold(0, |sum, &goal| match (reached[goal as usize].cost, rule) {
            (UNREACHED, _) => None,
            (cost, Rule::Max) => Some(cost.max(sum)),
            (cost, Rule::Add) => Some(plus(sum, cost)),
        })
    }

    /// Returns h_FF of a state; `None` if even the relaxation cannot reach the goal.
    pub fn plan_cost(&mut self, state: &State) -> Option<u32> {
        self.plan.clear();
        self.goal_cost(state, Rule::Add)?;
        self.extract_plan();
        let (pre, plan) = (&self.pre, &mut self.plan);
        let holds = |&&o: &&u32| pre.row(o as usize).iter().all(|&f| state.contains(super::Fact(f)));
        plan.preferred.extend(plan.operators.iter().filter(holds));
        plan.preferred.sort_unstable();
        Some(plan.operators.iter().fold(0, |sum, &o| plus(sum, self.costs[o as usize])))
    }

    /// Returns the numbers of the operators of the last relaxed plan, in no particular order.
    pub fn relaxed_plan(&self) -> &[u32] {
        &self.plan.operators
    }

    /// Returns the numbers of the applicable operators of the last relaxed plan, in increasing order.
    pub fn preferred(&self) -> &[u32] {
        &self.plan.preferred
    }

    /// Returns the cost of a fact in the last evaluation; `None` if it was not reached when all goals were settled.
    pub fn cost_of(&self, fact: super::Fact) -> Option<u32> {
        Some(self.reached[fact.index()].cost).filter(|&cost| cost != UNREACHED)
    }

    /// Computes the costs of facts by Dijkstra's algorithm; an operator fires when its last precondition is settled.
    fn explore(&mut self, state: &State, rule: Rule) {
        // 1. Reset the last evaluation.
        self.waiting.copy_from_slice(&self.at_start);
        self.reached.fill(Reached { cost: UNREACHED, by: NOBODY });
        self.queue.clear();
        // 2. Facts of the state cost nothing, and operators without preconditions cost themselves.
        for fact in state.facts() {
            self.reached[fact.index()].cost = 0;
            self.queue.push(0, fact.0);
        }
        for index in 0..self.without_pre.len() {
            self.fire(self.without_pre[index]);
        }
        // 3. Settle the cheapest fact, until all goals are settled.
        let mut goals = self.goal.len();
        while goals > 0 {
            let Some((cost, fact)) = self.queue.pop() else { break };
            if cost > self.reached[fact as usize].cost {
                continue;
            }
            goals -= usize::from(self.is_goal[fact as usize]);
            // 4. The operators that need it have one unsettled precondition less.
            for index in 0..self.needed_by.row(fact as usize).len() {
                let operator = self.needed_by.row(fact as usize)[index];
                let waiting = &mut self.waiting[operator as usize];
                waiting.unmet -= 1;
                waiting.cost = match rule {
                    Rule::Add => plus(waiting.cost, cost),
                    // Facts are settled in order of cost: the last one is the most expensive.
                    Rule::Max => plus(self.costs[operator as usize], cost),
                };
                if waiting.unmet == 0 {
                    self.fire(operator);
                }
            }
        }
    }

    fn fire(&mut self, operator: u32) {
        let cost = self.waiting[operator as usize].cost;
        for &fact in self.add.row(operator as usize) {
            let reached = &mut self.reached[fact as usize];
            if cost < reached.cost {
                *reached = Reached { cost, by: operator };
                self.queue.push(cost, fact);
            }
        }
    }

    fn extract_plan(&mut self) {
        let plan = &mut self.plan;
        plan.stack.extend(&self.goal);
        while let Some(fact) = plan.stack.pop() {
            let by = self.reached[fact as usize].by;
            if by == NOBODY || std::mem::replace(&mut plan.marked[fact as usize], true) {
                continue;
            }
            if !std::mem::replace(&mut plan.holds_operator[by as usize], true) {
                plan.operators.push(by);
                plan.stack.extend(self.pre.row(by as usize));
            }
        }
    }
}

impl RelaxedPlan {
    fn clear(&mut self) {
        for &operator in &self.operators {
            self.holds_operator[operator as usize] = false;
        }
        self.operators.clear();
        self.preferred.clear();
        self.marked.fill(false);
    }
}

/// Returns the sum of two costs, at most [`UNREACHED`] - 1.
fn plus(a: u32, b: u32) -> u32 {
    a.saturating_add(b).min(UNREACHED - 1)
}
