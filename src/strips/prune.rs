//! Last phase of grounding, on numbered facts. Operators with negative preconditions become a task with complements of
//! those facts; only facts that can change and operators that can become applicable are kept.

use super::cubes::Cube;
use super::task::{Fact, Operator, Task};
use crate::run::{Meter, Stop};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

/// Operator before pruning; facts are numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct DraftOperator {
    pub name: String,
    pub pre: Vec<u32>,
    pub pre_not: Vec<u32>,
    pub add: Vec<u32>,
    pub del: Vec<u32>,
    pub cost: u32,
}

/// Task before pruning; facts are numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    names: Vec<String>,
    pub init: Vec<u32>,
    pub goal: Vec<u32>,
    pub goal_not: Vec<u32>,
    pub operators: Vec<DraftOperator>,
    /// Names of the goals that can never be reached.
    hopeless: Vec<String>,
    /// Last fact added by [`Self::goal_by_alternatives`]; `None` before the first call.
    alternative: Option<u32>,
    /// Fact that holds while no chain of operators is under way; `None` without chains.
    idle: Option<u32>,
}

impl Draft {
    pub(super) fn new(names: Vec<String>) -> Self {
        Self { names, ..Self::default() }
    }

    /// Adds a goal that can never be reached; `name` becomes the name of its fact.
    pub(super) fn goal_fails(&mut self, name: String) {
        self.hopeless.push(name);
    }

    /// Adds a chain: one operator of each list is applied, in order, and no other operator in between. The operators of
    /// the first list have names; the others are hidden, of cost 0.
    ///
    /// ```text
    /// idle --named--> link 1 --hidden--> link 2 --hidden--> idle
    /// ```
    pub(super) fn chain(&mut self, links: Vec<Vec<DraftOperator>>) {
        let idle = self.idle.unwrap_or_else(|| {
            let idle = self.add_fact("idle");
            self.init.push(idle);
            idle
        });
        self.idle = Some(idle);
        let (mut before, count) = (idle, links.len());
        for (number, link) in (1..).zip(links) {
            let after = if number == count { idle } else { self.add_fact("link") };
            for mut operator in link {
                operator.pre.push(before);
                operator.del.push(before);
                operator.add.push(after);
                self.operators.push(operator);
            }
            before = after;
        }
    }

    /// Makes all operators outside chains, and the goal, require that no chain is under way. To be called before
    /// alternatives of the goal are added.
    pub(super) fn wait_for_chains(&mut self) {
        if let Some(idle) = self.idle {
            self.operators.iter_mut().filter(|operator| !operator.name.is_empty()).for_each(|o| o.pre.push(idle));
            self.goal.push(idle);
        }
    }

    /// Adds a fact that the problem does not have; returns its number.
    fn add_fact(&mut self, word: &str) -> u32 {
        self.names.push(format!("{word} {}", self.names.len()));
        (self.names.len() - 1) as u32
    }

    /// Adds a goal that is reached in states in which one of these cubes holds.
    ///
    /// The goal is a fact that hidden operators of cost 0 add, one for each cube. All other operators delete it, so
    /// that it holds only if no other operator follows. If this is called several times, the goals are reached in that
    /// order.
    ///
    /// ```text
    /// ... last step --hidden--> goal 1 --hidden--> goal 2
    /// ```
    pub(super) fn goal_by_alternatives(&mut self, cubes: &[Cube]) {
        let fact = self.add_fact("goal");
        self.operators.iter_mut().filter(|operator| !operator.name.is_empty()).for_each(|o| o.del.push(fact));
        for cube in cubes {
            let of = |wanted: bool| cube.iter().filter(move |(_, positive)| *positive == wanted).map(|(fact, _)| *fact);
            let pre = of(true).chain(self.alternative).chain(self.idle).collect();
            let hidden = DraftOperator { pre, pre_not: of(false).collect(), add: vec![fact], ..Default::default() };
            self.operators.push(hidden);
        }
        // The earlier goal facts are implied.
        self.goal.retain(|&goal| Some(goal) != self.alternative);
        self.goal.push(fact);
        self.alternative = Some(fact);
    }

    /// Returns the pruned task, with facts numbered anew.
    ///
    /// # Errors
    /// A limit of the meter, which is checked between the passes over all operators.
    pub(super) fn pruned(mut self, meter: &Meter) -> Result<Task, Stop> {
        self.compile_negations();
        meter.check()?;
        let reached = self.reached();
        meter.check()?;
        self.operators.retain(|operator| operator.pre.iter().all(|&fact| reached.contains(fact as usize)));
        let kept = self.kept(&reached);
        meter.check()?;
        Ok(self.numbered(&kept))
    }

    /// Adds a complement for each fact that some precondition needs to be false.
    fn compile_negations(&mut self) {
        let count = self.names.len();
        let mut complement: Vec<Option<u32>> = vec![None; count];
        let needed = self.operators.iter().flat_map(|operator| &operator.pre_not).chain(&self.goal_not);
        let mut needed: Vec<u32> = needed.copied().collect();
        needed.sort_unstable();
        needed.dedup();
        let mut initially = FixedBitSet::with_capacity(count);
        initially.extend(self.init.iter().map(|&fact| fact as usize));
        for fact in needed {
            let other = self.names.len() as u32;
            complement[fact as usize] = Some(other);
            self.names.push(format!("not {}", self.names[fact as usize]));
            if !initially.contains(fact as usize) {
                self.init.push(other);
            }
        }
        let others = |facts: &[u32]| facts.iter().filter_map(|&fact| complement[fact as usize]).collect::<Vec<u32>>();
        self.goal.extend(others(&self.goal_not));
        for operator in &mut self.operators {
            // Adding wins over deleting.
            let added: FxHashSet<u32> = operator.add.iter().copied().collect();
            operator.del.retain(|fact| !added.contains(fact));
            let (gained, lost) = (others(&operator.del), others(&operator.add));
            operator.pre.extend(others(&operator.pre_not));
            operator.add.extend(gained);
            operator.del.extend(lost);
        }
    }

    /// Returns the facts that the delete relaxation reaches, complements included.
    fn reached(&self) -> FixedBitSet {
        let mut reached = FixedBitSet::with_capacity(self.names.len());
        let mut needed_by: Vec<Vec<u32>> = vec![Vec::new(); self.names.len()];
        let mut unmet: Vec<u32> = Vec::with_capacity(self.operators.len());
        let mut queue: Vec<u32> = self.init.clone();
        for (number, operator) in self.operators.iter().enumerate() {
            operator.pre.iter().for_each(|&fact| needed_by[fact as usize].push(number as u32));
            unmet.push(operator.pre.len() as u32);
            if operator.pre.is_empty() {
                queue.extend(&operator.add);
            }
        }
        while let Some(fact) = queue.pop() {
            if reached.put(fact as usize) {
                continue;
            }
            for &operator in &needed_by[fact as usize] {
                unmet[operator as usize] -= 1;
                if unmet[operator as usize] == 0 {
                    queue.extend(&self.operators[operator as usize].add);
                }
            }
        }
        reached
    }

    /// Returns the facts to keep: those reached and not always true, and goals even if they are not reached.
    fn kept(&self, reached: &FixedBitSet) -> FixedBitSet {
        let mut constant = FixedBitSet::with_capacity(self.names.len());
        constant.extend(self.init.iter().map(|&fact| fact as usize));
        for &fact in self.operators.iter().flat_map(|operator| &operator.del) {
            constant.remove(fact as usize);
        }
        let mut kept = reached.clone();
        kept.difference_with(&constant);
        kept.extend(self.goal.iter().map(|&fact| fact as usize).filter(|&fact| !reached.contains(fact)));
        kept
    }

    fn numbered(self, kept: &FixedBitSet) -> Task {
        let mut number: Vec<Option<Fact>> = vec![None; self.names.len()];
        for (new, old) in (0..).zip(kept.ones()) {
            number[old] = Some(Fact(new));
        }
        let facts = |list: &[u32]| {
            let mut facts: Vec<Fact> = list.iter().filter_map(|&fact| number[fact as usize]).collect();
            facts.sort_unstable();
            facts.dedup();
            facts
        };
        let operators = self
            .operators
            .iter()
            .map(|o| Operator::new(o.name.clone(), facts(&o.pre), facts(&o.add), facts(&o.del), o.cost));
        let mut task = Task {
            operators: operators.collect(),
            init: facts(&self.init),
            goal: facts(&self.goal),
            facts: self
                .names
                .into_iter()
                .zip(0..)
                .filter(|(_, old)| kept.contains(*old))
                .map(|(name, _)| name)
                .collect(),
        };
        for name in self.hopeless {
            task.goal.push(Fact(task.facts.len() as u32));
            task.facts.push(name);
        }
        task
    }
}
