//! Steps of a plan goal by goal: the search in the projection of one subject, and the task of a few subjects together, for
//! those that stand in each other's way.

use super::quotient::{Alone, FAR, Facts, MOST_STATES, Quotient, Reached, SHARED, World, state_of};
use crate::run::{Meter, NodeKind, Stop};
use crate::task::{Fact, Operator, Plan, Task};
use fixedbitset::FixedBitSet;
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::VecDeque;
use std::hash::BuildHasher;

/// The distances of one subject alone to its goal, by the operators that the delete relaxation reaches.
pub(super) struct Distances<'q> {
    alone: Option<&'q Alone>,
    start: u32,
    to_goal: Vec<u32>,
}

impl<'q> Distances<'q> {
    pub(super) fn new(quotient: &'q Quotient, member: usize, own: &FixedBitSet, reached: &Reached) -> Self {
        let class = quotient.members[member].class;
        let Some(alone) = quotient.alone.get(class as usize).filter(|alone| !alone.is_cut) else {
            let to_goal = vec![if class == SHARED { 0 } else { FAR }];
            return Self { alone: None, start: 0, to_goal };
        };
        let goal = &quotient.members[member].goal;
        let mut to_goal = vec![FAR; alone.next.len()];
        let ends = alone.states.iter().zip(0..).filter(|(state, _)| goal.iter().all(|fact| state.contains(&fact.0)));
        let mut queue: VecDeque<u32> = ends.map(|(_, number)| number).collect();
        queue.iter().for_each(|&state| to_goal[state as usize] = 0);
        while let Some(state) = queue.pop_front() {
            for &(operator, from) in &alone.before[state as usize] {
                if to_goal[from as usize] == FAR && reached.operators.contains(operator as usize) {
                    to_goal[from as usize] = to_goal[state as usize] + 1;
                    queue.push_back(from);
                }
            }
        }
        let start = alone.states.get_index_of(&state_of(own)).map_or(0, |state| state as u32);
        Self { alone: Some(alone), start, to_goal }
    }

    /// True if no way leads from the start to the goal.
    pub(super) fn is_lost(&self) -> bool {
        self.alone.is_some() && self.to_goal[self.start as usize] == FAR
    }

    pub(super) fn way(&self, reached: &Reached) -> Vec<u32> {
        let (Some(alone), mut state) = (self.alone, self.start) else { return Vec::new() };
        let mut way = Vec::new();
        while self.to_goal[state as usize] > 0 {
            let closer = |&&(operator, to): &&(u32, u32)| {
                self.to_goal[to as usize] < self.to_goal[state as usize]
                    && reached.operators.contains(operator as usize)
            };
            let Some(&(operator, to)) = alone.next[state as usize].iter().find(closer) else { break };
            way.push(operator);
            state = to;
        }
        way
    }

    fn after(&self, state: u32, operator: u32) -> u32 {
        let Some(alone) = self.alone else { return state };
        let steps = &alone.next[state as usize];
        steps.binary_search_by_key(&operator, |&(operator, _)| operator).map_or(state, |found| steps[found].1)
    }
}

#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    operator: u32,
    /// State of the subject alone.
    own: u32,
    /// End of its differences.
    end: u32,
}

/// Searches a plan in the projection of a member, greedy by its distance to the goal when all else is left out; applies it to
/// `facts`. `None` if there is none. A state is stored as what differs from the start, since little does: the subject, and what
/// acts on it.
pub(super) fn route(
    quotient: &Quotient,
    member: usize,
    facts: &mut FixedBitSet,
    reached: &Reached,
    distances: &Distances,
    meter: &mut Meter,
) -> Result<Option<Vec<u32>>, Stop> {
    let task = &quotient.task;
    let goal = &quotient.members[member].goal;
    let is_key = |fact: &u32| !quotient.found_by.row(*fact as usize).is_empty();
    let keys: Vec<u32> = facts.ones().map(|fact| fact as u32).filter(is_key).collect();
    let (mut nodes, mut differences): (Vec<Node>, Vec<u32>) = (Vec::new(), Vec::new());
    let mut known: HashTable<u32> = HashTable::new();
    let mut queue: Vec<VecDeque<u32>> = Vec::new();
    let hash = |facts: &[u32]| FxBuildHasher.hash_one(facts);
    let root = Node { parent: 0, operator: 0, own: distances.start, end: 0 };
    nodes.push(root);
    known.insert_unique(hash(&[]), 0, |_| 0);
    push(&mut queue, distances.to_goal[distances.start as usize], 0);
    let (mut operators, mut changed): (Vec<u32>, Facts) = (Vec::new(), Facts::new());
    while let Some(id) = queue.iter_mut().find_map(VecDeque::pop_front) {
        meter.tick(NodeKind::Plan)?;
        // 1. The state, and whether it is a goal.
        let node = nodes[id as usize];
        let begin = if id == 0 { 0 } else { nodes[id as usize - 1].end as usize };
        let different: Facts = differences[begin..node.end as usize].into();
        different.iter().for_each(|&fact| facts.toggle(fact as usize));
        if goal.iter().all(|fact| facts.contains(fact.index())) {
            let mut plan = Vec::new();
            let mut at = id;
            while at != 0 {
                plan.push(nodes[at as usize].operator);
                at = nodes[at as usize].parent;
            }
            plan.reverse();
            return Ok(Some(plan));
        }
        // 2. The operators that are applicable.
        operators.clone_from(&quotient.always);
        let held = keys.iter().copied().filter(|fact| !different.contains(fact));
        for fact in held.chain(different.iter().copied().filter(|&fact| facts.contains(fact as usize))) {
            operators.extend(quotient.found_by.row(fact as usize));
        }
        for &number in &operators {
            let operator = &task.operators[number as usize];
            if !reached.operators.contains(number as usize) || !operator.pre.iter().all(|f| facts.contains(f.index())) {
                continue;
            }
            let own = distances.after(node.own, number);
            let estimate = distances.to_goal[own as usize];
            if estimate == FAR && distances.alone.is_some() {
                continue;
            }
            // 3. What differs after it.
            changed.clone_from(&different);
            let lost = operator.del.iter().filter(|fact| facts.contains(fact.index()));
            for &fact in lost.chain(operator.add.iter().filter(|fact| !facts.contains(fact.index()))) {
                match changed.binary_search(&fact.0) {
                    Ok(place) => _ = changed.remove(place),
                    Err(place) => changed.insert(place, fact.0),
                }
            }
            let of = |id: u32| {
                let begin = if id == 0 { 0 } else { nodes[id as usize - 1].end as usize };
                &differences[begin..nodes[id as usize].end as usize]
            };
            let key = hash(&changed);
            if known.find(key, |&other| of(other) == &changed[..]).is_some() {
                continue;
            }
            let new = nodes.len() as u32;
            known.insert_unique(key, new, |&other| hash(of(other)));
            differences.extend(&changed);
            nodes.push(Node { parent: id, operator: number, own, end: differences.len() as u32 });
            push(&mut queue, estimate, new);
        }
        different.iter().for_each(|&fact| facts.toggle(fact as usize));
    }
    Ok(None)
}

fn push(queue: &mut Vec<VecDeque<u32>>, estimate: u32, node: u32) {
    let place = (estimate as usize).min(MOST_STATES);
    if queue.len() <= place {
        queue.resize_with(place + 1, VecDeque::new);
    }
    queue[place].push_back(node);
}

/// An operator of the quotient, and the member that it moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub member: usize,
    pub operator: u32,
}

/// Task of some members, while all others stay.
pub(super) struct Joint {
    pub task: Task,
    steps: Vec<Step>,
}

impl Joint {
    /// Makes the task of these members from a world; all their goals are wanted that `wanted` names.
    pub(super) fn new(quotient: &Quotient, world: &World, members: &[usize], wanted: &[usize]) -> Self {
        let shared = quotient.members.len() - 1;
        let mut numbers: FxHashMap<(usize, Fact), Fact> = FxHashMap::default();
        let mut number = |member: usize, fact: Fact| {
            let owner = if quotient.is_shared(fact) { shared } else { member };
            let next = Fact(numbers.len() as u32);
            *numbers.entry((owner, fact)).or_insert(next)
        };
        let mut joint = Self { task: Task::default(), steps: Vec::new() };
        for (operator, index) in quotient.task.operators.iter().zip(0..) {
            let class = quotient.class_of_operator[index as usize];
            let movers = members.iter().chain([&shared]).filter(|&&member| quotient.members[member].class == class);
            for &member in movers {
                let mut of = |facts: &[Fact]| facts.iter().map(|&fact| number(member, fact)).collect::<Vec<_>>();
                let [pre, add, del] = [&operator.pre, &operator.add, &operator.del].map(|facts| of(facts));
                joint.task.operators.push(Operator::new("", pre, add, del, operator.cost));
                joint.steps.push(Step { member, operator: index });
            }
        }
        for &member in members.iter().chain([&shared]) {
            let facts = if member == shared { &world.shared } else { &world.own[member] };
            joint.task.init.extend(facts.ones().map(|fact| number(member, Fact(fact as u32))));
        }
        for &member in wanted {
            joint.task.goal.extend(quotient.members[member].goal.iter().map(|&fact| number(member, fact)));
        }
        joint.task.facts = vec![String::new(); numbers.len()];
        [&mut joint.task.init, &mut joint.task.goal].into_iter().for_each(|facts| facts.sort_unstable());
        joint
    }

    pub(super) fn steps(&self, plan: &Plan) -> impl Iterator<Item = Step> {
        plan.operators.iter().map(|&operator| self.steps[operator])
    }
}

impl World {
    pub(super) fn take(&mut self, quotient: &Quotient, step: Step) {
        let operator = &quotient.task.operators[step.operator as usize];
        let mut set = |fact: &Fact, holds| {
            let facts = if quotient.class_of_fact[fact.index()] == SHARED {
                &mut self.shared
            } else {
                &mut self.own[step.member]
            };
            facts.set(fact.index(), holds);
        };
        operator.del.iter().for_each(|fact| set(fact, false));
        operator.add.iter().for_each(|fact| set(fact, true));
    }
}
