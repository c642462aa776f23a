//! Successor generator: the operators applicable in a state. Each operator is found under that of its preconditions
//! which the fewest operators need.

use super::relaxation::Rows;
use super::state::State;
use super::task::{Fact, Task};

/// Successor generator of one task.
#[derive(Debug)]
pub(super) struct Successors {
    /// For each fact, the operators that are found under it.
    operators: Rows,
    /// Other preconditions of each operator.
    conditions: Rows,
    /// Operators without preconditions.
    always: Vec<u32>,
    bytes: usize,
}

impl Successors {
    pub(super) fn new(task: &Task) -> Self {
        let mut uses = vec![0_u32; task.facts.len()];
        task.operators.iter().flat_map(|operator| &operator.pre).for_each(|fact| uses[fact.index()] += 1);
        let rarest = |pre: &[Fact]| pre.iter().copied().min_by_key(|fact| uses[fact.index()]);
        let keys = Rows::from_rows(task.operators.iter().map(|operator| rarest(&operator.pre).map(|fact| fact.0)));
        let others = task.operators.iter().map(|operator| {
            let key = rarest(&operator.pre);
            operator.pre.iter().filter(move |fact| Some(**fact) != key).map(|fact| fact.0)
        });
        Self {
            operators: keys.transposed(task.facts.len()),
            conditions: Rows::from_rows(others),
            always: (0..).zip(&task.operators).filter(|(_, o)| o.pre.is_empty()).map(|(number, _)| number).collect(),
            bytes: (uses.iter().sum::<u32>() as usize + 2 * task.operators.len() + task.facts.len()) * size_of::<u32>(),
        }
    }

    /// Returns the approximate bytes of the tables.
    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Fills `found` with the numbers of the operators applicable in a state, in ascending order.
    pub(super) fn applicable(&self, state: &State, found: &mut Vec<u32>) {
        found.clone_from(&self.always);
        for fact in state.facts() {
            let holds = |&&operator: &&u32| {
                self.conditions.row(operator as usize).iter().all(|&condition| state.contains(Fact(condition)))
            };
            found.extend(self.operators.row(fact.index()).iter().filter(holds));
        }
        found.sort_unstable();
    }
}
