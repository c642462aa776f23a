//! Landmarks that are disjunctions of facts. They are found backwards from the fact landmarks: if every operator that
//! may be the first to reach a landmark needs one of some facts of one predicate, these facts are a landmark, which
//! precedes it. As in LAMA, the sets are small, and no fact is in two of them.

use super::achievers::{Achievers, needed_by_all};
use crate::run::{Meter, Stop};
use crate::task::{Fact, Operator, Task};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Greatest number of facts of a disjunction: the value of LAMA (Richter and Westphal 2010, section 3).
const MOST_FACTS: usize = 4;

/// Disjunctive landmarks, and their orders in the numbers of [`super::Landmarks`].
#[derive(Debug, Default)]
pub(super) struct Disjunctions {
    pub disjunctions: Vec<Vec<Fact>>,
    pub needed: Vec<(usize, usize)>,
    /// Index of the disjunction that contains each fact.
    of_fact: FxHashMap<Fact, usize>,
}

impl Disjunctions {
    /// Computes the disjunctive landmarks of a task from the fact landmarks `facts`.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn of(achievers: &Achievers<'_>, facts: &[Fact], meter: &Meter) -> Result<Self, Stop> {
        let task = achievers.task;
        let (mut found, predicates) = (Self::default(), predicates(task));
        let is_initial = |fact: &Fact| task.init.binary_search(fact).is_ok();
        for (number, fact) in facts.iter().enumerate().filter(|(_, fact)| !is_initial(fact)) {
            meter.check()?;
            let first = achievers.first(&[*fact]);
            found.add_all(needed_by(task, &first, &predicates), facts, number);
        }
        let mut done = 0;
        while let Some(disjunction) = found.disjunctions.get(done).cloned() {
            meter.check()?;
            let number = facts.len() + done;
            let first = achievers.first(&disjunction);
            let common = needed_by_all(&first);
            let single = common.iter().filter_map(|fact| facts.binary_search(fact).ok());
            found.needed.extend(single.map(|earlier| (earlier, number)));
            found.add_all(needed_by(task, &first, &predicates), facts, number);
            done += 1;
        }
        Ok(found)
    }

    /// Adds the disjunctions that contain no fact landmark, and share no fact with another disjunction, each ordered
    /// before landmark number `later`.
    fn add_all(&mut self, disjunctions: Vec<Vec<Fact>>, facts: &[Fact], later: usize) {
        for disjunction in disjunctions {
            if disjunction.iter().any(|fact| facts.binary_search(fact).is_ok()) {
                continue;
            }
            let number = match self.of_fact.get(&disjunction[0]) {
                Some(&known) if self.disjunctions[known] == disjunction => known,
                _ if disjunction.iter().any(|fact| self.of_fact.contains_key(fact)) => continue,
                _ => {
                    let number = self.disjunctions.len();
                    self.of_fact.extend(disjunction.iter().map(|&fact| (fact, number)));
                    self.disjunctions.push(disjunction);
                    number
                }
            };
            self.needed.push((facts.len() + number, later));
        }
    }
}

/// Returns for each fact the number of its predicate, which is the first word of its name.
fn predicates(task: &Task) -> Vec<usize> {
    let mut words: FxHashMap<&str, usize> = FxHashMap::default();
    let first_word = |name: &'_ String| name.split(' ').next().map_or(0, str::len);
    let names = task.facts.iter().map(|name| &name[..first_word(name)]);
    names
        .map(|word| {
            let next = words.len();
            *words.entry(word).or_insert(next)
        })
        .collect()
}

/// Returns sets of facts of one predicate, none of them true at the start, such that each of the operators needs a fact
/// of the set.
fn needed_by(task: &Task, operators: &[&Operator], predicates: &[usize]) -> Vec<Vec<Fact>> {
    // For each predicate its facts, and the number of operators so far that need one of them.
    let mut groups: IndexMap<usize, (Vec<Fact>, usize), FxBuildHasher> = IndexMap::default();
    for (number, operator) in operators.iter().enumerate() {
        for &fact in operator.pre.iter().filter(|fact| task.init.binary_search(fact).is_err()) {
            let group = groups.entry(predicates[fact.index()]).or_default();
            // Only predicates of all earlier operators can be common to all.
            if group.1 >= number && group.0.len() <= MOST_FACTS {
                group.1 = number + 1;
                if !group.0.contains(&fact) {
                    group.0.push(fact);
                }
            }
        }
    }
    let common = groups
        .into_values()
        .filter(|(facts, count)| *count == operators.len() && (2..=MOST_FACTS).contains(&facts.len()));
    common
        .map(|(mut facts, _)| {
            facts.sort_unstable();
            facts
        })
        .collect()
}
