//! Matching of the preconditions of an action with the facts reached so far. The result is all bindings of the free
//! parameters of an action for which its preconditions hold. The next atom is always the one with the fewest tuples
//! left, so static geometry is followed along its index instead of being enumerated. Negated atoms over changing
//! predicates and conditions beyond literals are left to the grounder.

use super::relation::{Object, Relation};
use super::schema::Schema;
use super::vocabulary::{Pattern, Term};
use crate::run::{Held, Meter, Stop};
use smallvec::SmallVec;

/// Number of bound atoms between two readings of the clock: trades the delay of the time limit against time.
const PATIENCE: usize = 16384;

/// Estimated bytes of a match in the grounder, besides its arguments: a slot in a list, and one in a set.
const KEPT_BYTES: usize = 64;

/// Facts reached so far, as a relation for each predicate.
pub(super) struct World {
    /// Tuples of objects for which each predicate holds.
    pub relations: Vec<Relation>,
    /// Whether each predicate never changes.
    pub is_static: Vec<bool>,
}

/// Finds the bindings of the parameters of one action.
pub(super) struct Matcher<'a> {
    world: &'a World,
    schema: &'a Schema,
    bound: Vec<Option<Object>>,
    found: &'a mut Vec<Box<[Object]>>,
    held: &'a mut Held,
    meter: &'a Meter,
    calls: usize,
}

impl<'a> Matcher<'a> {
    /// Creates a matcher that appends the arguments of each match to `found`, and claims their bytes with `held`.
    pub(super) fn new(
        world: &'a World,
        schema: &'a Schema,
        found: &'a mut Vec<Box<[Object]>>,
        held: &'a mut Held,
        meter: &'a Meter,
    ) -> Self {
        Self { world, schema, bound: vec![None; schema.parameters.len()], found, held, meter, calls: 0 }
    }

    /// Finds all bindings for which the preconditions hold.
    pub(super) fn all(&mut self) -> Result<(), Stop> {
        self.extend()
    }

    /// Finds the bindings that match the precondition `pattern` with `tuple` and satisfy all other preconditions.
    pub(super) fn through(&mut self, pattern: &Pattern, tuple: &[Object]) -> Result<(), Stop> {
        let mut fresh = Fresh::new();
        if self.bind_all(pattern, tuple, &mut fresh) {
            self.extend()?;
        }
        self.release(fresh);
        Ok(())
    }

    /// Binds one more atom or parameter in all ways. Each call binds at least one parameter, which limits the depth.
    fn extend(&mut self) -> Result<(), Stop> {
        // Each call examines all atoms.
        self.calls += 1 + self.schema.pre.len() + self.schema.pre_not.len() + self.schema.compared.len();
        if self.calls >= PATIENCE {
            self.calls = 0;
            self.meter.check()?;
        }
        if !self.tests_hold() {
            return Ok(());
        }
        let Some(next) = self.tightest() else { return Ok(()) };
        match next {
            Next::Atom(pattern, candidates) => {
                let relation = &self.world.relations[pattern.predicate];
                for &number in candidates {
                    self.through(pattern, relation.tuple(number))?;
                }
            }
            Next::Parameter(parameter) => {
                let allowed = &self.schema.parameters[parameter];
                for &object in &allowed.list {
                    self.bound[parameter] = Some(object);
                    self.extend()?;
                }
                self.bound[parameter] = None;
            }
            Next::Done => self.keep()?,
        }
        Ok(())
    }

    /// Appends the arguments of the current binding to `found`.
    fn keep(&mut self) -> Result<(), Stop> {
        self.held.grow(KEPT_BYTES + size_of_val(&self.bound[..]), self.meter)?;
        self.found.push(self.bound.iter().flatten().copied().collect());
        Ok(())
    }

    /// Returns whether the bound comparisons and static negated atoms hold.
    fn tests_hold(&self) -> bool {
        let value = |term: Term| term.value(&self.bound);
        let compared = self.schema.compared.iter().all(|&(equal, left, right)| match (value(left), value(right)) {
            (Some(left), Some(right)) => (left == right) == equal,
            _ => true,
        });
        let mut negated = self.schema.pre_not.iter().filter(|pattern| self.world.is_static[pattern.predicate]);
        compared && negated.all(|pattern| self.holds(pattern) != Some(true))
    }

    /// Returns whether an atom is in its relation; `None` while one of its parameters is not bound.
    fn holds(&self, pattern: &Pattern) -> Option<bool> {
        let tuple: Option<SmallVec<[Object; 6]>> = pattern.terms.iter().map(|term| term.value(&self.bound)).collect();
        Some(self.world.relations[pattern.predicate].contains(&tuple?))
    }

    /// Returns the atom or parameter with the fewest candidates to bind next; `None` if an atom has no candidates.
    fn tightest(&self) -> Option<Next<'a>> {
        let (world, schema) = (self.world, self.schema);
        let mut best: Option<(&Pattern, &[u32])> = None;
        for pattern in &schema.pre {
            match self.holds(pattern) {
                Some(true) => continue,
                Some(false) => return None,
                None => {}
            }
            let terms = pattern.terms.iter().enumerate();
            let bound = terms.filter_map(|(place, term)| Some((place, term.value(&self.bound)?)));
            let candidates = world.relations[pattern.predicate].candidates(bound);
            if best.is_none_or(|(_, known)| candidates.len() < known.len()) {
                best = Some((pattern, candidates));
            }
        }
        let free = || self.bound.iter().position(Option::is_none).map_or(Next::Done, Next::Parameter);
        Some(best.map_or_else(free, |(pattern, candidates)| Next::Atom(pattern, candidates)))
    }

    /// Unifies an atom with a tuple; returns whether the bindings so far and the types allow it. Appends the parameters
    /// newly bound to `fresh`.
    fn bind_all(&mut self, pattern: &Pattern, tuple: &[Object], fresh: &mut Fresh) -> bool {
        pattern.terms.iter().zip(tuple).all(|(term, &object)| match (*term, term.value(&self.bound)) {
            (_, Some(bound)) => bound == object,
            (Term::Parameter(parameter), None) if self.schema.parameters[parameter].set.contains(object as usize) => {
                self.bound[parameter] = Some(object);
                fresh.push(parameter);
                true
            }
            _ => false,
        })
    }

    fn release(&mut self, fresh: Fresh) {
        fresh.into_iter().for_each(|parameter| self.bound[parameter] = None);
    }
}

/// Parameters that one atom has bound.
type Fresh = SmallVec<[usize; 6]>;

enum Next<'a> {
    Atom(&'a Pattern, &'a [u32]),
    Parameter(usize),
    Done,
}
