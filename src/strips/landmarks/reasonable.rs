//! Reasonable orders between fact landmarks: reaching the first before the second saves work.
//!
//! Fact A is better reached before fact B if B cannot hold when A becomes true, or just before, and B is needed later:
//! both are goals, or B is needed just before a fact that follows A (Hoffmann, Porteous and Sebastia 2004, section 4;
//! Richter and Westphal 2010, section 4). A plan may break these orders. Groups of facts of which at most one holds
//! show which facts exclude each other.

use super::achievers::{Achievers, needed_by_all};
use super::sets::LandmarkSets;
use crate::run::{Held, Meter, Stop};
use crate::sas::groups;
use crate::task::{Fact, Operator, Task};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

/// Greatest number of visits to operators in the search for groups, which take at most some tenths of a second.
const MOST_VISITS: usize = 2_000_000;

/// Returns pairs of numbers of these landmarks: the first is better reached before the second, and does not hold at the
/// start. `needed` are the greedy-necessary orders.
///
/// # Errors
/// A limit of the meter.
pub(super) fn reasonable_orders(
    (achievers, sets): (&Achievers<'_>, &LandmarkSets),
    facts: &[Fact],
    needed: &[(usize, usize)],
    meter: &Meter,
) -> Result<Vec<(usize, usize)>, Stop> {
    let task = achievers.task;
    let exclusions = Exclusions::of(task, meter)?;
    let (mut held, mut destroyed) = (Held::default(), Vec::with_capacity(facts.len()));
    for fact in facts {
        meter.check()?;
        held.grow(task.facts.len() / 8, meter)?;
        let is_later = task.init.binary_search(fact).is_err();
        destroyed.push(is_later.then(|| destroyed_by(*fact, achievers, &exclusions)));
    }
    let goals = only(task.facts.len(), &task.goal);
    let mut orders = Vec::new();
    for (later, &fact) in facts.iter().enumerate() {
        meter.check()?;
        let mut companions = if goals.contains(fact.index()) { goals.clone() } else { FixedBitSet::new() };
        let users = needed.iter().filter(|pair| pair.0 == later);
        users.filter_map(|pair| sets.of_fact(facts[pair.1])).for_each(|set| companions.union_with(set));
        // A goal that holds at the start may still have to be reached last.
        let is_start_goal = goals.contains(fact.index()) && task.init.binary_search(&fact).is_ok();
        let is_before = |earlier: &usize| {
            let other = facts[*earlier];
            let is_open = is_start_goal && goals.contains(other.index())
                || sets.of_fact(other).is_some_and(|set| !set.contains(fact.index()));
            is_open
                && companions.contains(other.index())
                && destroyed[*earlier].as_ref().is_some_and(|lost| lost.contains(fact.index()))
        };
        orders.extend((0..facts.len()).filter(is_before).map(|earlier| (earlier, later)));
    }
    Ok(without_exchanges(orders))
}

/// Returns the orders without pairs that occur in both directions.
fn without_exchanges(orders: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    let all: FxHashSet<(usize, usize)> = orders.iter().copied().collect();
    orders.into_iter().filter(|&(earlier, later)| !all.contains(&(later, earlier))).collect()
}

/// Returns the facts that cannot hold when `fact` is first made true, or just before.
fn destroyed_by(fact: Fact, achievers: &Achievers<'_>, exclusions: &Exclusions) -> FixedBitSet {
    let first = achievers.first(&[fact]);
    let mut lost = only(achievers.task.facts.len(), &common(&first, |operator| &operator.del));
    let beside = common(&first, |operator| &operator.add).into_iter().chain(needed_by_all(&first));
    beside.chain([fact]).for_each(|beside| exclusions.add_to(&mut lost, beside));
    lost.set(fact.index(), false);
    lost
}

/// Returns the facts common to the lists of all operators; an empty list without operators.
fn common<'o>(operators: &[&'o Operator], list: impl Fn(&'o Operator) -> &'o Vec<Fact>) -> Vec<Fact> {
    let mut shared = operators.first().map_or_else(Vec::new, |operator| list(operator).clone());
    operators.iter().for_each(|operator| shared.retain(|fact| list(operator).binary_search(fact).is_ok()));
    shared
}

/// Groups of facts of which at most one holds.
struct Exclusions {
    groups: Vec<Vec<Fact>>,
    /// Indices of the groups that contain each fact.
    of_fact: Vec<Vec<usize>>,
}

impl Exclusions {
    fn of(task: &Task, meter: &Meter) -> Result<Self, Stop> {
        let most = MOST_VISITS / task.operators.len().max(1);
        let groups = groups(task, most, meter)?;
        let mut of_fact = vec![Vec::new(); task.facts.len()];
        for (number, group) in groups.iter().enumerate() {
            group.iter().for_each(|fact| of_fact[fact.index()].push(number));
        }
        Ok(Self { groups, of_fact })
    }

    /// Adds to `lost` the facts that never hold together with `fact`, since a group contains both facts.
    fn add_to(&self, lost: &mut FixedBitSet, fact: Fact) {
        let groups = self.of_fact[fact.index()].iter().flat_map(|&group| &self.groups[group]);
        lost.extend(groups.filter(|other| **other != fact).map(|other| other.index()));
    }
}

fn only(facts: usize, chosen: &[Fact]) -> FixedBitSet {
    let mut set = FixedBitSet::with_capacity(facts);
    set.extend(chosen.iter().map(|fact| fact.index()));
    set
}
