//! Invariants: groups of facts of which at most one holds, by predicates and arguments. A family names for some
//! predicates the argument positions of the key; at most one further argument is counted. With the family below, the
//! facts of one ball are a group:
//!
//! ```text
//! (at ?key ?counted)  (carried ?key ?counted)
//! ```
//!
//! A group has at most one fact in every reachable state if it has at most one at the start, and if every operator that
//! adds one of its facts deletes one of its preconditions in the group. A family that an operator breaks is tried again
//! with the predicate of a fact that the operator deletes (Helmert 2009, section 5, here over grounded operators).

use crate::run::{Meter, Stop};
use crate::task::{Fact, Operator, Task};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Greatest number of families tried in a translation: the value of Fast Downward's translator.
pub(super) const MOST_FAMILIES: usize = 300;

/// Predicate, with the argument positions of the key in order; at most one position is not among them.
type Keyed = (usize, Vec<usize>);

/// Predicates of a family, with the argument positions of the key in each.
type Family = Vec<Keyed>;

/// Fact as the numbers of its words.
#[derive(Clone, Debug)]
struct Words {
    predicate: usize,
    arguments: Vec<usize>,
}

/// Reason why a family is not an invariant.
enum Broken {
    /// An operator adds two facts of a group, so the family stays broken with further predicates.
    Heavy,
    /// The operator with this number adds a fact of the group with this key, and deletes none of that group.
    Unbalanced(Vec<usize>, usize),
}

/// Returns sets of two or more facts of which at most one holds in every reachable state. At most `most_families`
/// families are tried.
pub(crate) fn groups(task: &Task, most_families: usize, meter: &Meter) -> Result<Vec<Vec<Fact>>, Stop> {
    let facts = words(task);
    let mut families: IndexSet<Family, FxBuildHasher> = IndexSet::default();
    for fact in &facts {
        let count = fact.arguments.len();
        families.insert(vec![(fact.predicate, (0..count).collect())]);
        for counted in 0..count {
            families.insert(vec![(fact.predicate, (0..count).filter(|&place| place != counted).collect())]);
        }
    }
    let (mut groups, mut tried) = (Vec::new(), 0);
    while let Some(family) = families.get_index(tried).cloned().filter(|_| tried < most_families) {
        tried += 1;
        meter.check()?;
        match first_fault(task, &facts, &family, meter)? {
            None => groups.extend(at_most_one(task, &facts, &family)),
            Some(Broken::Heavy) => {}
            Some(Broken::Unbalanced(key, operator)) => {
                families.extend(refined(&family, &key, &task.operators[operator], &facts));
            }
        }
    }
    Ok(groups)
}

/// Returns the facts as numbers of words. A complement (a fact that stands for the negation of another) has a predicate
/// of its own.
fn words(task: &Task) -> Vec<Words> {
    let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
    let mut number = |word: &str| {
        let next = numbers.len();
        *numbers.entry(word.to_owned()).or_insert(next)
    };
    let mut read = |name: &String| {
        let (complement, name) = name.strip_prefix("not ").map_or(("", name.as_str()), |rest| ("not ", rest));
        let mut words = name.split(' ');
        // With the number of arguments, which may differ for one name in tasks built in code.
        let predicate = format!("{complement}{}/{}", words.next().unwrap_or_default(), words.clone().count());
        Words { predicate: number(&predicate), arguments: words.map(&mut number).collect() }
    };
    task.facts.iter().map(&mut read).collect()
}

/// Returns the key of a fact in a family; `None` if it is in no group of the family.
fn key(family: &Family, fact: &Words) -> Option<Vec<usize>> {
    let (_, places) = family.iter().find(|(predicate, _)| *predicate == fact.predicate)?;
    Some(places.iter().map(|&place| fact.arguments[place]).collect())
}

fn first_fault(task: &Task, facts: &[Words], family: &Family, meter: &Meter) -> Result<Option<Broken>, Stop> {
    let mut unbalanced = None;
    for (number, operator) in task.operators.iter().enumerate() {
        meter.check()?;
        let key_of = |fact: &Fact| key(family, &facts[fact.index()]);
        let is_needed = |fact: &&Fact| operator.pre.binary_search(fact).is_ok();
        let mut gained: Vec<Vec<usize>> =
            operator.add.iter().filter(|fact| !is_needed(fact)).filter_map(key_of).collect();
        if gained.is_empty() {
            continue;
        }
        gained.sort_unstable();
        if gained.windows(2).any(|pair| pair[0] == pair[1]) {
            return Ok(Some(Broken::Heavy));
        }
        let lost: FxHashSet<Vec<usize>> = operator.del.iter().filter(is_needed).filter_map(key_of).collect();
        if unbalanced.is_none() {
            let key = gained.into_iter().find(|key| !lost.contains(key));
            unbalanced = key.map(|key| Broken::Unbalanced(key, number));
        }
    }
    Ok(unbalanced)
}

/// Returns the families that are `family` and one further predicate, with which the operator deletes a fact of the
/// group.
fn refined(family: &Family, key: &[usize], operator: &Operator, facts: &[Words]) -> Vec<Family> {
    let lost = operator.del.iter().filter(|fact| operator.pre.binary_search(fact).is_ok());
    let further = lost.map(|fact| &facts[fact.index()]).filter(|fact| {
        family.iter().all(|(predicate, _)| *predicate != fact.predicate) && fact.arguments.len() <= key.len() + 1
    });
    let parts = further.filter_map(|fact| {
        let place = |word: &usize| fact.arguments.iter().position(|argument| argument == word);
        let places = key.iter().map(place).collect::<Option<Vec<usize>>>()?;
        let is_full = fact.arguments.len() <= places.iter().collect::<BTreeSet<_>>().len() + 1;
        is_full.then_some((fact.predicate, places))
    });
    parts
        .map(|part| {
            let mut longer = family.clone();
            longer.push(part);
            longer.sort_unstable();
            longer
        })
        .collect()
}

/// Returns the groups of a balanced family that have at most one fact at the start.
fn at_most_one(task: &Task, facts: &[Words], family: &Family) -> Vec<Vec<Fact>> {
    let mut groups: IndexMap<Vec<usize>, Vec<Fact>, FxBuildHasher> = IndexMap::default();
    for (number, fact) in (0..).zip(facts) {
        if let Some(key) = key(family, fact) {
            groups.entry(key).or_default().push(Fact(number));
        }
    }
    let is_light = |group: &Vec<Fact>| {
        group.len() > 1 && group.iter().filter(|fact| task.init.binary_search(fact).is_ok()).count() <= 1
    };
    groups.into_values().filter(is_light).collect()
}
