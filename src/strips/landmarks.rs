//! Fact landmarks of the delete relaxation, and the count of those still to be reached.
//!
//! Computed from a task as the greatest fixpoint of LM(f) = {f} + the facts common to all achievers' LM(pre) (Zhu and
//! Givan 2003; Keyder, Richter and Helmert 2010, section 3); the count is that of Richter, Helmert and Westphal 2008.
//! Every landmark is sound; the count is not admissible, since one operator may reach two.

use super::heuristic::{Heuristic, Visit};
use super::state::State;
use super::task::{Fact, Task};
use fixedbitset::FixedBitSet;
use std::collections::VecDeque;

/// Facts that every plan makes true at some time, including those that hold at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Landmarks {
    /// In the order of their numbers; goals are among them.
    pub facts: Vec<Fact>,
    /// Pairs of positions in `facts`: whenever the second is first made true, the first held just before.
    pub needed: Vec<(usize, usize)>,
    /// Whether even the delete relaxation has no plan. Then every fact is a landmark, and none is listed.
    pub unreachable: bool,
}

impl Landmarks {
    /// Computes the landmarks of a task.
    pub fn of(task: &Task) -> Self {
        let sets = LandmarkSets::of(task);
        let mut all = FixedBitSet::with_capacity(task.facts.len());
        for goal in &task.goal {
            match &sets.of_fact[goal.index()] {
                Some(set) => all.union_with(set),
                None => return Self { unreachable: true, ..Self::default() },
            }
        }
        let facts: Vec<Fact> = all.ones().map(|index| Fact(index as u32)).collect();
        let needed = needed_orders(task, &sets, &facts);
        Self { facts, needed, unreachable: false }
    }
}

/// The landmarks of each fact and of each operator's preconditions; `None` where it cannot be reached.
struct LandmarkSets {
    of_fact: Vec<Option<FixedBitSet>>,
}

impl LandmarkSets {
    /// Sets only shrink, and an operator is revisited when the set of one of its preconditions did.
    fn of(task: &Task) -> Self {
        let facts = task.facts.len();
        let mut sets = Self { of_fact: vec![None; facts] };
        for &fact in &task.init {
            sets.of_fact[fact.index()] = Some(only(facts, fact));
        }
        let mut users = vec![Vec::new(); facts];
        for (index, operator) in task.operators.iter().enumerate() {
            operator.pre.iter().for_each(|fact| users[fact.index()].push(index));
        }
        let mut waits = FixedBitSet::with_capacity(task.operators.len());
        waits.insert_range(..);
        let mut queue: VecDeque<usize> = (0..task.operators.len()).collect();
        while let Some(index) = queue.pop_front() {
            waits.remove(index);
            let operator = &task.operators[index];
            let Some(before) = sets.of_all(&operator.pre, facts) else { continue };
            for &fact in &operator.add {
                if sets.narrow(fact, &before) {
                    queue.extend(users[fact.index()].iter().filter(|&&user| !waits.put(user)));
                }
            }
        }
        sets
    }

    /// Returns the union over a conjunction.
    fn of_all(&self, conjunction: &[Fact], facts: usize) -> Option<FixedBitSet> {
        let mut union = FixedBitSet::with_capacity(facts);
        for fact in conjunction {
            union.union_with(self.of_fact[fact.index()].as_ref()?);
        }
        Some(union)
    }

    /// Adds one more achiever of a fact; returns whether its set changes.
    fn narrow(&mut self, fact: Fact, before: &FixedBitSet) -> bool {
        match &mut self.of_fact[fact.index()] {
            Some(set) => {
                let count = set.count_ones(..);
                let own = fact.index();
                set.intersect_with(before);
                set.insert(own);
                set.count_ones(..) < count
            }
            none => {
                let mut set = before.clone();
                set.insert(fact.index());
                *none = Some(set);
                true
            }
        }
    }
}

fn only(facts: usize, fact: Fact) -> FixedBitSet {
    let mut set = FixedBitSet::with_capacity(facts);
    set.insert(fact.index());
    set
}

/// Returns the greedy-necessary orders: the facts needed by all operators that can make the second fact true for the
/// first time.
fn needed_orders(task: &Task, sets: &LandmarkSets, landmarks: &[Fact]) -> Vec<(usize, usize)> {
    let position = |fact: &Fact| landmarks.binary_search(fact).ok();
    let mut common: Vec<Option<FixedBitSet>> = vec![None; landmarks.len()];
    for operator in &task.operators {
        for later in operator.add.iter().filter(|fact| task.init.binary_search(fact).is_err()) {
            let Some(slot) = position(later) else { continue };
            let Some(before) = sets.of_all(&operator.pre, task.facts.len()) else { continue };
            if before.contains(later.index()) {
                continue;
            }
            let mut pre = FixedBitSet::with_capacity(landmarks.len());
            pre.extend(operator.pre.iter().filter_map(position));
            match &mut common[slot] {
                Some(set) => set.intersect_with(&pre),
                none => *none = Some(pre),
            }
        }
    }
    let pairs = common.iter().enumerate().filter_map(|(later, set)| Some((later, set.as_ref()?)));
    pairs.flat_map(|(later, set)| set.ones().map(move |earlier| (earlier, later))).collect()
}

/// The number of landmarks still to be reached, on the path by which the state was first reached.
#[derive(Clone, Debug)]
pub struct LandmarkCount {
    landmarks: Landmarks,
    is_goal: FixedBitSet,
    /// By state, the landmarks reached on its path.
    reached: Vec<FixedBitSet>,
}

impl LandmarkCount {
    /// Prepares the heuristic for one task.
    pub fn new(task: &Task) -> Self {
        let landmarks = Landmarks::of(task);
        let mut is_goal = FixedBitSet::with_capacity(landmarks.facts.len());
        is_goal.extend(task.goal.iter().filter_map(|goal| landmarks.facts.binary_search(goal).ok()));
        Self { landmarks, is_goal, reached: Vec::new() }
    }

    /// Landmarks of the parent and those that hold are reached.
    fn reach(&mut self, visit: Visit<'_>) -> &FixedBitSet {
        let count = self.landmarks.facts.len();
        let mut reached = match visit.parent {
            Some(parent) => self.reached[parent as usize].clone(),
            None => FixedBitSet::with_capacity(count),
        };
        reached.extend((0..count).filter(|&i| visit.state.contains(self.landmarks.facts[i])));
        let id = visit.id as usize;
        if id >= self.reached.len() {
            self.reached.resize(id + 1, FixedBitSet::new());
        }
        self.reached[id] = reached;
        &self.reached[id]
    }

    /// A reached landmark is needed again if it is a goal, or the next one needs it just before.
    fn missing(&self, reached: &FixedBitSet, state: &State) -> usize {
        let facts = &self.landmarks.facts;
        let mut wanted = self.is_goal.clone();
        wanted.extend(self.landmarks.needed.iter().filter(|(_, later)| !reached.contains(*later)).map(|pair| pair.0));
        (0..facts.len()).filter(|&i| !reached.contains(i) || (wanted.contains(i) && !state.contains(facts[i]))).count()
    }
}

impl Heuristic for LandmarkCount {
    fn is_admissible(&self) -> bool {
        false
    }

    fn evaluate(&mut self, visit: Visit<'_>) -> Option<u32> {
        if self.landmarks.unreachable {
            return None;
        }
        let reached = self.reach(visit).clone();
        Some(self.missing(&reached, visit.state) as u32)
    }

    fn bytes_per_state(&self) -> usize {
        size_of::<FixedBitSet>() + self.landmarks.facts.len().div_ceil(64) * 8 + 16
    }
}
