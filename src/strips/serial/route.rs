//! Search in the projection of one subject, greedy by its distance to the goal when all else is left out. A state is
//! stored as what differs from the start, since little does: the subject, and what acts on it.

use super::quotient::{Quotient, Reached, SHARED};
use crate::run::{Meter, NodeKind, Stop};
use crate::task::Fact;
use fixedbitset::FixedBitSet;
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::collections::VecDeque;
use std::hash::BuildHasher;

type Facts = SmallVec<[u32; 8]>;

const FAR: u32 = u32::MAX;

/// More states of one subject are a puzzle of its own.
const MOST_STATES: usize = 1 << 18;

/// The states of one subject alone, by the operators that the delete relaxation reaches, and their distances to the goal. State 0
/// is the start.
pub(super) struct Distances {
    /// For each state the operators that change it, ascending, with the next state.
    next: Vec<Vec<(u32, u32)>>,
    to_goal: Vec<u32>,
    /// Whether there are more states than were counted.
    is_cut: bool,
}

impl Distances {
    pub(super) fn new(quotient: &Quotient, member: usize, start: &FixedBitSet, reached: &Reached) -> Self {
        let class = quotient.members[member].class;
        if class == SHARED {
            return Self { next: vec![Vec::new()], to_goal: vec![0], is_cut: false };
        }
        let own = |facts: &[Fact]| {
            facts.iter().filter(|f| quotient.class_of_fact[f.index()] == class).map(|f| f.0).collect::<Facts>()
        };
        // 1. The operators that change the subject, by their first own precondition.
        let mut by_fact: FxHashMap<u32, Vec<(u32, [Facts; 3])>> = FxHashMap::default();
        let changing = |operator: &u32| quotient.class_of_operator[*operator as usize] == class;
        let operators = reached.operators.ones().map(|operator| operator as u32);
        for number in operators.filter(|&operator| (operator as usize) < quotient.task.operators.len()).filter(changing)
        {
            let operator = &quotient.task.operators[number as usize];
            let [pre, add, del] = [&operator.pre, &operator.add, &operator.del].map(|facts| own(facts));
            if !add.is_empty() || !del.is_empty() {
                by_fact.entry(pre.first().copied().unwrap_or(FAR)).or_default().push((number, [pre, add, del]));
            }
        }
        // 2. Forward to all states.
        let first: Facts = start.ones().map(|fact| fact as u32).collect();
        let mut states: indexmap::IndexSet<Facts, FxBuildHasher> = [first].into_iter().collect();
        let mut next: Vec<Vec<(u32, u32)>> = Vec::new();
        let mut is_cut = false;
        while let Some(state) = states.get_index(next.len()).cloned() {
            let mut steps = Vec::new();
            for (number, [pre, add, del]) in state.iter().chain([&FAR]).filter_map(|fact| by_fact.get(fact)).flatten() {
                if !pre.iter().all(|fact| state.contains(fact)) {
                    continue;
                }
                let mut after: Facts =
                    state.iter().copied().filter(|fact| !del.contains(fact) && !add.contains(fact)).collect();
                after.extend(add.iter().copied());
                after.sort_unstable();
                if states.len() < MOST_STATES || states.contains(&after) {
                    steps.push((*number, states.insert_full(after).0 as u32));
                } else {
                    is_cut = true;
                }
            }
            steps.sort_unstable();
            next.push(steps);
        }
        // 3. Backward from the goal.
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); next.len()];
        for (steps, from) in next.iter().zip(0..) {
            steps.iter().for_each(|&(_, to)| before[to as usize].push(from));
        }
        let mut to_goal = vec![FAR; next.len()];
        let goal = own(&quotient.members[member].goal);
        let ends = states.iter().zip(0..).filter(|(state, _)| goal.iter().all(|fact| state.contains(fact)));
        let mut queue: VecDeque<u32> = ends.map(|(_, number)| number).collect();
        queue.iter().for_each(|&state| to_goal[state as usize] = 0);
        while let Some(state) = queue.pop_front() {
            for &from in &before[state as usize] {
                if to_goal[from as usize] == FAR {
                    to_goal[from as usize] = to_goal[state as usize] + 1;
                    queue.push_back(from);
                }
            }
        }
        Self { next, to_goal, is_cut }
    }

    /// True if no way leads from the start to the goal.
    pub(super) fn is_lost(&self) -> bool {
        !self.is_cut && self.to_goal[0] == FAR
    }

    fn after(&self, state: u32, operator: u32) -> u32 {
        let steps = &self.next[state as usize];
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

/// Searches a plan in the projection of a member; applies it to `facts`. `None` if there is none.
pub(super) fn route(
    quotient: &Quotient,
    member: usize,
    facts: &mut FixedBitSet,
    (reached, distances): (&Reached, &Distances),
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
    let root = Node { parent: 0, operator: 0, own: 0, end: 0 };
    nodes.push(root);
    known.insert_unique(hash(&[]), 0, |_| 0);
    push(&mut queue, distances.to_goal[0], 0);
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
            if estimate == FAR && !distances.is_cut {
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
