//! Landmarks of the delete relaxation: facts, and small sets of facts, of which every plan makes one true at some time.
//!
//! Landmarks of single facts are computed in [`sets`]. Sets of two to four facts are found by preconditions: if every
//! operator that may be the first to reach a landmark needs one of a few facts with one predicate, this set is a
//! landmark (Porteous, Sebastia and Hoffmann 2001; Richter and Westphal 2010, section 3). The order in which landmarks
//! are better reached is in [`reasonable`]; the count of unreached landmarks is in [`count`].

mod achievers;
mod count;
mod disjunctions;
mod reasonable;
mod sets;

pub use count::LandmarkCount;

use super::state::State;
use super::task::{Fact, Task};
use crate::run::{Meter, Stop};
use achievers::{Achievers, needed_by_all};
use disjunctions::Disjunctions;
use fixedbitset::FixedBitSet;
use reasonable::reasonable_orders;
use sets::LandmarkSets;

/// Landmarks of a task, numbered (first the facts, then the disjunctions), and the orders between landmarks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Landmarks {
    /// Facts that every plan makes true at some time, including those that hold at the start, in the order of their
    /// numbers; goals are among them.
    pub facts: Vec<Fact>,
    /// Sets of facts, sorted, of which every plan makes one true at some time; none holds at the start.
    pub disjunctions: Vec<Vec<Fact>>,
    /// Pairs of landmark numbers: whenever the second is first made true, the first held just before.
    pub needed: Vec<(usize, usize)>,
    /// Pairs of fact landmarks by number: a plan that reaches the second before the first likely reaches it twice.
    pub reasonable: Vec<(usize, usize)>,
    /// Whether the delete relaxation has no plan. Then every fact is a landmark, and none is listed.
    pub unreachable: bool,
}

impl Landmarks {
    /// Computes the landmarks of a task.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn of(task: &Task, meter: &Meter) -> Result<Self, Stop> {
        let sets = LandmarkSets::of(task, meter)?;
        let mut all = FixedBitSet::with_capacity(task.facts.len());
        for &goal in &task.goal {
            match sets.of_fact(goal) {
                Some(set) => all.union_with(set),
                None => return Ok(Self { unreachable: true, ..Self::default() }),
            }
        }
        let facts: Vec<Fact> = all.ones().map(|index| Fact(index as u32)).collect();
        let achievers = Achievers::of(task, &sets);
        let mut needed = needed_orders(&achievers, &facts, meter)?;
        let reasonable = reasonable_orders((&achievers, &sets), &facts, &needed, meter)?;
        let found = Disjunctions::of(&achievers, &facts, meter)?;
        needed.extend(found.needed);
        Ok(Self { facts, disjunctions: found.disjunctions, needed, reasonable, unreachable: false })
    }

    /// Returns the number of landmarks, facts and disjunctions together.
    pub const fn len(&self) -> usize {
        self.facts.len() + self.disjunctions.len()
    }

    /// Returns whether the task has no landmarks: the goal is empty, or cannot be reached.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the facts of the landmark with this number, one of which must become true.
    ///
    /// # Panics
    /// If no landmark has this number.
    pub fn get(&self, number: usize) -> &[Fact] {
        self.facts.get(number).map_or_else(|| &self.disjunctions[number - self.facts.len()][..], std::slice::from_ref)
    }

    /// Returns whether the landmark with this number holds in a state.
    fn holds(&self, number: usize, state: &State) -> bool {
        self.get(number).iter().any(|&fact| state.contains(fact))
    }
}

/// Returns the greedy-necessary orders between facts, as pairs of landmark numbers: the first fact is needed by all
/// operators that can be the first to make the second true.
fn needed_orders(achievers: &Achievers<'_>, landmarks: &[Fact], meter: &Meter) -> Result<Vec<(usize, usize)>, Stop> {
    let is_later = |(_, fact): &(usize, &Fact)| achievers.task.init.binary_search(fact).is_err();
    let mut orders = Vec::new();
    for (later, &fact) in landmarks.iter().enumerate().filter(is_later) {
        meter.check()?;
        let needed = needed_by_all(&achievers.first(&[fact]));
        orders.extend(needed.iter().filter_map(|fact| Some((landmarks.binary_search(fact).ok()?, later))));
    }
    Ok(orders)
}
