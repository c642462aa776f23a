//! Successor generator: the operators applicable in a state.
//!
//! The preconditions of the operators are sorted, rarest fact first, into a trie that is stored in preorder: a node
//! whose fact does not hold is skipped with everything below it. After Helmert 2006, section 5.3 (successor
//! generators), for facts instead of variables.

use super::csr::Rows;
use super::state::State;
use super::task::{Fact, Task};

#[derive(Clone, Copy, Debug)]
struct Node {
    fact: Fact,
    /// Index of the first later node that is not below this node.
    after: u32,
    /// End of the range of the node's operators, which begins at the end of the range of the previous node.
    operators_end: u32,
}

/// Successor generator of one task.
#[derive(Clone, Debug)]
pub(super) struct Successors {
    nodes: Vec<Node>,
    operators: Vec<u32>,
    always: u32,
}

impl Successors {
    /// Creates the trie of the operators of a task.
    pub(super) fn new(task: &Task) -> Self {
        let keys = sorted_preconditions(task);
        let mut order: Vec<u32> = (0..).take(task.operators.len()).collect();
        order.sort_by(|&a, &b| keys.row(a as usize).cmp(keys.row(b as usize)));
        let always = order.iter().take_while(|&&o| keys.row(o as usize).is_empty()).count();
        let mut trie = Self { nodes: Vec::new(), operators: order, always: always as u32 };
        trie.build(&keys, &by_rarity(task));
        trie
    }

    /// Returns the number of bytes that the trie takes.
    pub(super) const fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.operators.capacity() * size_of::<u32>()
    }

    fn build(&mut self, keys: &Rows, facts: &[Fact]) {
        let mut open: Vec<usize> = Vec::new();
        let mut before: &[u32] = &[];
        for (index, &operator) in self.operators.iter().enumerate() {
            let key = keys.row(operator as usize);
            let shared = key.iter().zip(before).take_while(|(a, b)| a == b).count();
            for closed in open.drain(shared..) {
                self.nodes[closed].after = self.nodes.len() as u32;
            }
            for &rank in &key[shared..] {
                open.push(self.nodes.len());
                self.nodes.push(Node { fact: facts[rank as usize], after: 0, operators_end: index as u32 });
            }
            if let Some(&last) = open.last() {
                self.nodes[last].operators_end = index as u32 + 1;
            }
            before = key;
        }
        for closed in open {
            self.nodes[closed].after = self.nodes.len() as u32;
        }
    }

    /// Fills `found` with the numbers of the operators applicable in a state, in ascending order.
    pub(super) fn applicable(&self, state: &State, found: &mut Vec<u32>) {
        found.clear();
        found.extend_from_slice(&self.operators[..self.always as usize]);
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            if state.contains(node.fact) {
                let start = at.checked_sub(1).map_or(self.always, |before| self.nodes[before].operators_end);
                found.extend_from_slice(&self.operators[start as usize..node.operators_end as usize]);
                at += 1;
            } else {
                at = node.after as usize;
            }
        }
        found.sort_unstable();
    }
}

/// Returns the facts, first those that the fewest operators need, so that most of the trie is skipped near its root.
fn by_rarity(task: &Task) -> Vec<Fact> {
    let mut uses = vec![0_u32; task.facts.len()];
    for fact in task.operators.iter().flat_map(|o| &o.pre) {
        uses[fact.index()] += 1;
    }
    let mut facts: Vec<Fact> = (0..).take(task.facts.len()).map(Fact).collect();
    facts.sort_by_key(|fact| uses[fact.index()]);
    facts
}

/// Returns for each operator the ranks of its preconditions in the order of [`by_rarity`], ascending.
fn sorted_preconditions(task: &Task) -> Rows {
    let mut rank = vec![0; task.facts.len()];
    for (fact, r) in by_rarity(task).into_iter().zip(0..) {
        rank[fact.index()] = r;
    }
    Rows::from_rows(task.operators.iter().map(|operator| {
        let mut key: Vec<u32> = operator.pre.iter().map(|fact| rank[fact.index()]).collect();
        key.sort_unstable();
        key
    }))
}

#[cfg(test)]
mod tests {
    use super::super::task::TaskBuilder;
    use super::*;
    use crate::run::Random;

    #[test]
    fn the_trie_finds_what_a_plain_look_at_every_operator_finds() {
        let mut builder = TaskBuilder::new();
        let facts: Vec<Fact> = (0..12).map(|i| builder.fact(&i.to_string())).collect();
        let mut random = Random::new(1);
        for number in 0..200 {
            let pre: Vec<Fact> = (0..random.below(5)).map(|_| facts[random.below(12)]).collect();
            builder.operator(number.to_string(), pre, [], [], 1);
        }
        let task = builder.build();
        let successors = Successors::new(&task);
        let mut found = Vec::new();
        for _ in 0..200 {
            let held: Vec<Fact> = facts.iter().copied().filter(|_| random.below(2) == 0).collect();
            let state = State::of(&task, &held);
            successors.applicable(&state, &mut found);
            let plain: Vec<u32> = (0..200).filter(|&o| state.holds(&task.operators[o as usize].pre)).collect();
            assert_eq!(found, plain);
        }
    }
}
