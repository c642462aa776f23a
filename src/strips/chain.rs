//! Chains: conditional effects that are applied one after the other.
//!
//! If the conditions of an action may hold in too many combinations, it becomes a chain: an operator with the name of
//! the action, and hidden operators for the conditional effects that do not depend on each other (after Nebel 2000,
//! section 4.3). Groups of effects depend on each other if one changes a fact in the condition of the other, or adds a
//! fact that the other deletes; groups that depend on each other, or on the effects without a condition, stay together.
//!
//! ```text
//! turn --hidden: lamp 1 on, or off--> --hidden: lamp 2 on, or off--> ...
//! ```

use super::expand::Residual;
use super::prune::DraftOperator;
use super::variants::Together;
use rustc_hash::FxHashMap;

/// Splits the effects whose condition is always true: each gets a group of its own, since they do not depend on each
/// other.
pub(super) fn separated(groups: Vec<(Residual, Together)>) -> Vec<(Residual, Together)> {
    let mut parts = Vec::with_capacity(groups.len());
    for (condition, effects) in groups {
        if condition == Residual::TRUE {
            let add = effects.add.into_iter().map(|fact| Together { add: vec![fact], del: Vec::new() });
            let del = effects.del.into_iter().map(|fact| Together { add: Vec::new(), del: vec![fact] });
            parts.extend(add.chain(del).map(|effect| (Residual::TRUE, effect)));
        } else {
            parts.push((condition, effects));
        }
    }
    parts
}

/// Returns for each link of the chain the indices of the groups in it. The first link also has the effects of the
/// action without conditions.
pub(super) fn links(plain: &DraftOperator, groups: &[(Residual, Together)]) -> Vec<Vec<usize>> {
    let mut uses: FxHashMap<u32, Uses> = FxHashMap::default();
    // The effects without a condition are member 0, and group n is member n + 1.
    plain.add.iter().for_each(|&fact| uses.entry(fact).or_default().adding.push(0));
    plain.del.iter().for_each(|&fact| uses.entry(fact).or_default().deleting.push(0));
    for (member, (condition, effects)) in (1..).zip(groups) {
        effects.add.iter().for_each(|&fact| uses.entry(fact).or_default().adding.push(member));
        effects.del.iter().for_each(|&fact| uses.entry(fact).or_default().deleting.push(member));
        each_fact(condition, &mut |fact| uses.entry(fact).or_default().asking.push(member));
    }
    let mut sets = Sets::new(groups.len() + 1);
    uses.values().for_each(|uses| uses.join(&mut sets));
    let mut links: Vec<Vec<usize>> = vec![Vec::new()];
    let mut link_of: FxHashMap<usize, usize> = [(sets.root(0), 0)].into_iter().collect();
    for group in 0..groups.len() {
        let root = sets.root(group + 1);
        let link = *link_of.entry(root).or_insert_with(|| {
            links.push(Vec::new());
            links.len() - 1
        });
        links[link].push(group);
    }
    links
}

/// Members (the plain effects, or a group) that add a fact, delete it, or have it in a condition.
#[derive(Debug, Default)]
struct Uses {
    adding: Vec<usize>,
    deleting: Vec<usize>,
    asking: Vec<usize>,
}

impl Uses {
    /// Joins the members that must be in one link of the chain because of this fact.
    fn join(&self, sets: &mut Sets) {
        let is_contested = !self.adding.is_empty() && !self.deleting.is_empty();
        let changing = || self.adding.iter().chain(&self.deleting);
        if let Some(&first) = changing().next().filter(|_| is_contested || !self.asking.is_empty()) {
            changing().chain(&self.asking).for_each(|&member| sets.join(first, member));
        }
    }
}

/// Disjoint sets (union-find).
#[derive(Debug)]
struct Sets {
    parents: Vec<usize>,
}

impl Sets {
    fn new(count: usize) -> Self {
        Self { parents: (0..count).collect() }
    }

    fn root(&mut self, mut member: usize) -> usize {
        while self.parents[member] != member {
            self.parents[member] = self.parents[self.parents[member]];
            member = self.parents[member];
        }
        member
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b);
    }
}

fn each_fact(condition: &Residual, visit: &mut impl FnMut(u32)) {
    match condition {
        Residual::Fact(_, fact) => visit(*fact),
        Residual::All(parts) | Residual::Any(parts) => parts.iter().for_each(|part| each_fact(part, visit)),
    }
}
