//! The operators that an action with its arguments becomes. An operator has a conjunction of literals as its
//! precondition and effects without conditions. An action with other conditions becomes one operator for each cube of
//! its precondition and each choice of the `when` conditions that hold (Gazen and Knoblock 1997; Nebel 2000). Of its
//! operators all that are applicable in a state have equal effects. If they are too many, the choices are made one
//! after the other: see `chain.rs`.

use super::chain;
use super::cubes::{Cube, Excess, MOST_CUBES, conjoined};
use super::expand::{Expander, Residual};
use super::matching::World;
use super::prune::DraftOperator;
use super::relation::Object;
use super::schema::{Schema, Schemas};
use super::vocabulary::{Key, Pattern};
use crate::run::Meter;
use fixedbitset::FixedBitSet;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashSet};

/// Numbers of the reached facts.
pub(super) struct Numbers<'a> {
    schemas: &'a Schemas,
    world: &'a World,
    pub facts: IndexSet<Key, FxBuildHasher>,
    /// Facts that hold at the start, and that no action deletes.
    constant: FixedBitSet,
}

impl<'a> Numbers<'a> {
    /// Numbers the facts in their order.
    pub(super) fn new(schemas: &'a Schemas, world: &'a World, facts: IndexSet<Key, FxBuildHasher>) -> Self {
        let mut constant = FixedBitSet::with_capacity(facts.len());
        let kept = schemas.init.iter().filter(|key| !schemas.deleted.contains(key[0] as usize));
        constant.extend(kept.filter_map(|key| facts.get_index_of(key)));
        Self { schemas, world, facts, constant }
    }

    /// Returns the number of a fact; `None` if the fact is always true because it is static, or is never reached.
    pub(super) fn of(&self, key: &Key) -> Option<u32> {
        self.facts.get_index_of(key).map(|index| index as u32)
    }

    /// Returns the numbers of the atoms of an action with its arguments; atoms without a number are left out.
    pub(super) fn all(&self, patterns: &[Pattern], arguments: &[Object]) -> Vec<u32> {
        patterns.iter().filter_map(|pattern| self.of(&pattern.key(arguments))).collect()
    }

    /// Returns an atom, or its negation, as a formula over numbered facts.
    pub(super) fn residual(&self, positive: bool, key: &Key) -> Residual {
        match self.of(key) {
            Some(fact) if self.constant.contains(fact as usize) => Residual::constant(positive),
            Some(fact) => Residual::Fact(positive, fact),
            None => Residual::constant(self.holds_always(key) == positive),
        }
    }

    /// Returns whether a fact without a number is true.
    pub(super) fn holds_always(&self, key: &Key) -> bool {
        let predicate = key[0] as usize;
        !self.schemas.fluent.contains(predicate) && self.world.relations[predicate].contains(&key[1..])
    }
}

/// Effects under one condition: numbers of the facts added and deleted.
#[derive(Debug, Default)]
pub(super) struct Together {
    pub add: Vec<u32>,
    pub del: Vec<u32>,
}

/// Cube, and the indices of the conditional groups whose condition the cube implies.
type Case = (Cube, Vec<usize>);

/// Returns the operators of one action with its arguments: for each link of the chain that they form (mostly a single
/// link) its operators. `plain` is the action without its conditions; more than [`MOST_CUBES`] operators in a link are
/// an error.
pub(super) fn variants(
    schema: &Schema,
    arguments: &[Object],
    plain: &DraftOperator,
    numbers: &Numbers<'_>,
    meter: &Meter,
) -> Result<Vec<Vec<DraftOperator>>, Excess> {
    let (mut expander, mut bound) = (Expander::new(meter), arguments.to_vec());
    let atom = |positive: bool, key: &Key| numbers.residual(positive, key);
    let Some(start) = cube_of(&plain.pre, &plain.pre_not) else { return Ok(Vec::new()) };
    let mut conditions = Vec::with_capacity(schema.rest.len());
    for condition in &schema.rest {
        conditions.push(expander.residual(condition, &mut bound, &atom)?);
    }
    let cubes = conjoined(&start, &Residual::All(conditions), meter)?;
    let groups = grouped(schema, &mut bound, numbers, &mut expander)?;
    let groups: Vec<(Residual, Together)> = groups.into_iter().collect();
    let all: Vec<usize> = (0..groups.len()).collect();
    match link(plain, cubes.clone(), &groups, &all, meter) {
        Err(Excess::TooMany) => {}
        operators => return Ok(vec![operators?.into_iter().filter(changes_something).collect()]),
    }
    let groups = chain::separated(groups);
    let links = chain::links(plain, &groups);
    if links.len() == 1 {
        return Err(Excess::TooMany);
    }
    let hidden = DraftOperator::default();
    let mut steps = vec![link(plain, cubes, &groups, &links[0], meter)?];
    for numbers in &links[1..] {
        steps.push(link(&hidden, vec![Cube::new()], &groups, numbers, meter)?);
    }
    Ok(steps)
}

/// Returns the operators of one link: one for each cube and each choice of which of the groups `numbers` take effect.
fn link(
    plain: &DraftOperator,
    cubes: Vec<Cube>,
    groups: &[(Residual, Together)],
    numbers: &[usize],
    meter: &Meter,
) -> Result<Vec<DraftOperator>, Excess> {
    let mut cases: Vec<Case> = cubes.into_iter().map(|cube| (cube, Vec::new())).collect();
    for &number in numbers {
        cases = split(cases, number, &groups[number].0, meter)?;
    }
    let operators = cases.into_iter().map(|(cube, holding)| {
        let mut operator = DraftOperator { pre: Vec::new(), pre_not: Vec::new(), ..plain.clone() };
        for (fact, positive) in cube {
            if positive { &mut operator.pre } else { &mut operator.pre_not }.push(fact);
        }
        for number in holding {
            let effects = &groups[number].1;
            operator.add.extend(&effects.add);
            operator.del.extend(&effects.del);
        }
        operator
    });
    Ok(operators.collect())
}

/// Returns whether an operator may lead to another state; no cheapest plan needs an operator that does not.
fn changes_something(operator: &DraftOperator) -> bool {
    let [pre, pre_not, add] =
        [&operator.pre, &operator.pre_not, &operator.add].map(|facts| facts.iter().collect::<FxHashSet<_>>());
    operator.add.iter().any(|fact| !pre.contains(fact))
        || operator.del.iter().any(|fact| !pre_not.contains(fact) && !add.contains(fact))
}

/// Returns the cube of these facts; `None` if they contradict each other.
pub(super) fn cube_of(positive: &[u32], negative: &[u32]) -> Option<Cube> {
    let literals = positive.iter().map(|&fact| (fact, true)).chain(negative.iter().map(|&fact| (fact, false)));
    let mut cube: Cube = literals.collect();
    cube.sort_unstable();
    cube.dedup();
    cube.windows(2).all(|pair| pair[0].0 != pair[1].0).then_some(cube)
}

/// Returns the conditional effects, grouped by condition, in the order of the domain.
fn grouped(
    schema: &Schema,
    bound: &mut Vec<Object>,
    numbers: &Numbers<'_>,
    expander: &mut Expander<'_>,
) -> Result<IndexMap<Residual, Together, FxBuildHasher>, Excess> {
    let atom = |positive: bool, key: &Key| numbers.residual(positive, key);
    let mut groups: IndexMap<Residual, Together, FxBuildHasher> = IndexMap::default();
    // Compared by predicate, which suffices for facts that are deleted if they hold.
    let conditional = schema.conditional.iter().filter(|effect| !effect.positive).map(|effect| &effect.pattern);
    let deleted: FxHashSet<usize> = schema.del.iter().chain(conditional).map(|pattern| pattern.predicate).collect();
    for effect in &schema.conditional {
        let only_added = effect.positive && !deleted.contains(&effect.pattern.predicate);
        expander.each(&effect.variables, bound, &mut |expander, bound| {
            let Some(fact) = numbers.of(&effect.pattern.key(bound)) else { return Ok(()) };
            let mut condition = expander.residual(&effect.condition, bound, &atom)?;
            if condition == Residual::FALSE {
                return Ok(());
            }
            // Deleting a false fact or adding a true one has no effect: `(when (p) (not (p)))` needs no case.
            if condition == Residual::Fact(!effect.positive, fact) && (only_added || !effect.positive) {
                condition = Residual::TRUE;
            }
            expander.claim(size_of::<(Residual, Together)>())?;
            let group = groups.entry(condition).or_default();
            if effect.positive { &mut group.add } else { &mut group.del }.push(fact);
            Ok::<(), Excess>(())
        })?;
    }
    Ok(groups)
}

/// Splits each case into those in which a condition holds and those in which it does not.
fn split(cases: Vec<Case>, number: usize, condition: &Residual, meter: &Meter) -> Result<Vec<Case>, Excess> {
    let negated = condition.negated();
    let mut finer = Vec::with_capacity(2 * cases.len());
    for (cube, holding) in cases {
        let more = [&holding[..], &[number]].concat();
        finer.extend(conjoined(&cube, condition, meter)?.into_iter().map(|cube| (cube, more.clone())));
        finer.extend(conjoined(&cube, &negated, meter)?.into_iter().map(|cube| (cube, holding.clone())));
        if finer.len() > MOST_CUBES {
            return Err(Excess::TooMany);
        }
    }
    Ok(finer)
}
