//! Lifted actions with numbers in place of names: atoms hold numbers of predicates, parameters and objects; parameters have the
//! objects that their types allow. And what they reach in the delete relaxation: the facts and action instances, if negative
//! preconditions over changing predicates are ignored. The preconditions of an action are matched with the facts reached so far;
//! the next atom is always the one with the fewest tuples left, so static geometry is followed along its index instead of being
//! enumerated.

use super::pddl::{Action, Atom, Cost, Domain, Literal, Problem, TypedName, Types};
use crate::run::{Meter, Stop};
use fixedbitset::FixedBitSet;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;

pub(super) type Object = u32;

/// An atom or function in numbers: the predicate or function, then its objects.
pub(super) type Key = SmallVec<[u32; 6]>;

/// Argument of an atom of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Parameter(usize),
    Object(Object),
}

impl Term {
    /// Returns the object of the term; `None` if the term is a parameter that is not bound.
    fn value(self, bound: &[Option<Object>]) -> Option<Object> {
        match self {
            Self::Parameter(parameter) => bound[parameter],
            Self::Object(object) => Some(object),
        }
    }
}

/// Atom of an action, whose arguments may be parameters.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub predicate: usize,
    pub terms: Vec<Term>,
}

impl Pattern {
    /// Returns the atom in numbers, with its parameters replaced by `arguments`.
    pub(super) fn key(&self, arguments: &[Object]) -> Key {
        let objects = self.terms.iter().map(|term| match *term {
            Term::Parameter(parameter) => arguments[parameter],
            Term::Object(object) => object,
        });
        std::iter::once(self.predicate as u32).chain(objects).collect()
    }
}

/// Action in numbers, or the goal as an action without parameters and effects.
#[derive(Debug, Default)]
pub(super) struct Schema {
    pub name: String,
    pub parameters: Vec<Rc<FixedBitSet>>,
    /// Atoms that must hold.
    pub pre: Vec<Pattern>,
    /// Atoms that must not hold.
    pub pre_not: Vec<Pattern>,
    /// Pairs of terms, which must be equal (true) or different (false).
    pub compared: Vec<(bool, Term, Term)>,
    pub add: Vec<Pattern>,
    pub del: Vec<Pattern>,
    pub cost: u32,
    /// Function whose value adds to the cost.
    pub cost_function: Option<Pattern>,
}

#[derive(Debug, Default)]
pub(super) struct Schemas {
    objects: IndexSet<String, FxBuildHasher>,
    /// Predicates and functions, which differ if their names or numbers of arguments do.
    pub predicates: IndexSet<(String, usize), FxBuildHasher>,
    pub actions: Vec<Schema>,
    pub init: Vec<Key>,
    pub values: FxHashMap<Key, u32>,
    pub goal: Schema,
}

impl Schemas {
    pub(super) fn new(domain: &Domain, problem: &Problem, meter: &Meter) -> Result<Self, Stop> {
        let objects: Vec<&TypedName> = domain.constants.iter().chain(&problem.objects).collect();
        let mut schemas = Self::default();
        schemas.objects.extend(objects.iter().map(|object| object.name.clone()));
        schemas.predicates.extend(domain.predicates.iter().map(|p| (p.name.clone(), p.parameters.len())));
        let types = Types::new(&domain.types);
        // Parameters of equal types share their set of objects.
        let mut sets: FxHashMap<&[String], Rc<FixedBitSet>> = FxHashMap::default();
        for action in &domain.actions {
            meter.check()?;
            let mut schema = schemas.schema(&action.precondition, &action.parameters);
            for TypedName { kinds, .. } in &action.parameters {
                if !sets.contains_key(&**kinds) {
                    sets.insert(kinds, Rc::new(fitting(&objects, kinds, &types, meter)?));
                }
                schema.parameters.push(Rc::clone(&sets[&**kinds]));
            }
            schemas.add_effects(&mut schema, action, problem.minimises_cost);
            schemas.actions.push(schema);
        }
        meter.check()?;
        schemas.goal = schemas.schema(&problem.goal, &[]);
        schemas.init = problem.init.iter().map(|atom| schemas.pattern(atom, &[]).key(&[])).collect();
        for (function, value) in &problem.values {
            let function = schemas.pattern(function, &[]).key(&[]);
            schemas.values.insert(function, *value);
        }
        Ok(schemas)
    }

    /// Returns an atom in numbers, whose variables are these parameters. New names get new numbers.
    fn pattern(&mut self, atom: &Atom, parameters: &[TypedName]) -> Pattern {
        let predicate = self.predicates.insert_full((atom.name.clone(), atom.arguments.len())).0;
        let mut term = |name: &String| match parameters.iter().rposition(|parameter| parameter.name == *name) {
            Some(number) => Term::Parameter(number),
            None => Term::Object(self.objects.insert_full(name.clone()).0 as u32),
        };
        Pattern { predicate, terms: atom.arguments.iter().map(&mut term).collect() }
    }

    /// Returns the name of an atom in plan files and fact lists: words separated by blanks.
    pub(super) fn describe(&self, key: &[u32]) -> String {
        self.words(&self.predicates[key[0] as usize].0, &key[1..])
    }

    pub(super) fn words(&self, name: &str, objects: &[Object]) -> String {
        objects.iter().fold(name.to_owned(), |text, &object| text + " " + &self.objects[object as usize])
    }

    /// Returns a schema with this condition, without parameters and effects.
    fn schema(&mut self, condition: &[Literal], parameters: &[TypedName]) -> Schema {
        let mut schema = Schema::default();
        for Literal { positive, atom } in condition {
            let pattern = self.pattern(atom, parameters);
            match pattern.terms[..] {
                [left, right] if atom.name == "=" => schema.compared.push((*positive, left, right)),
                _ if *positive => schema.pre.push(pattern),
                _ => schema.pre_not.push(pattern),
            }
        }
        schema
    }

    fn add_effects(&mut self, schema: &mut Schema, action: &Action, costs: bool) {
        schema.name.clone_from(&action.name);
        for Literal { positive, atom } in &action.effect {
            let pattern = self.pattern(atom, &action.parameters);
            if *positive { &mut schema.add } else { &mut schema.del }.push(pattern);
        }
        match &action.cost {
            _ if !costs => schema.cost = 1,
            None => {}
            Some(Cost::Fixed(cost)) => schema.cost = *cost,
            Some(Cost::Function(atom)) => schema.cost_function = Some(self.pattern(atom, &action.parameters)),
        }
    }
}

/// Returns the objects that are of one of these types.
fn fitting(objects: &[&TypedName], kinds: &[String], types: &Types, meter: &Meter) -> Result<FixedBitSet, Stop> {
    let mut set = FixedBitSet::with_capacity(objects.len());
    for (number, object) in objects.iter().enumerate() {
        meter.check()?;
        set.set(number, types.all_fit(&object.kinds, kinds));
    }
    Ok(set)
}

/// Number of bound atoms between two readings of the clock: trades the delay of the time limit against time.
const PATIENCE: usize = 16384;

/// Action instance: the number of an action, and its arguments.
type Instance = (u32, Box<[Object]>);

type Tuple = SmallVec<[Object; 6]>;

/// Set of tuples of objects of one length. Tuples are numbered in the order of insertion.
#[derive(Clone, Debug, Default)]
struct Relation {
    tuples: IndexSet<Tuple, FxBuildHasher>,
    /// Numbers of tuples, by position and object.
    with: FxHashMap<(usize, Object), Vec<u32>>,
    all: Vec<u32>,
}

impl Relation {
    fn insert(&mut self, tuple: &[Object]) {
        let (number, is_new) = self.tuples.insert_full(tuple.into());
        if is_new {
            self.all.push(number as u32);
            for (place, &object) in tuple.iter().enumerate() {
                self.with.entry((place, object)).or_default().push(number as u32);
            }
        }
    }

    /// Returns the shortest list of tuple numbers that contains all tuples with these objects at these positions.
    fn candidates(&self, bound: impl Iterator<Item = (usize, Object)>) -> &[u32] {
        let lists = bound.map(|key| self.with.get(&key).map_or(&[][..], Vec::as_slice));
        lists.min_by_key(|list| list.len()).unwrap_or(&self.all)
    }
}

#[derive(Debug)]
struct World {
    relations: Vec<Relation>,
    is_static: Vec<bool>,
}

/// Facts of changing predicates and action instances that are reached, ascending.
pub(super) struct Reach {
    world: World,
    pub facts: IndexSet<Key, FxBuildHasher>,
    pub instances: Vec<Instance>,
}

impl Reach {
    /// Finds all reachable facts and action instances, each instance when the last of its preconditions is settled.
    pub(super) fn new(schemas: &Schemas, meter: &Meter) -> Result<Self, Stop> {
        let mut is_static = vec![true; schemas.predicates.len()];
        let effects = schemas.actions.iter().flat_map(|schema| schema.add.iter().chain(&schema.del));
        effects.for_each(|effect| is_static[effect.predicate] = false);
        let (fixed, changing): (Vec<&Key>, Vec<&Key>) = schemas.init.iter().partition(|key| is_static[key[0] as usize]);
        let mut world = World { relations: vec![Relation::default(); is_static.len()], is_static };
        fixed.iter().for_each(|key| world.relations[key[0] as usize].insert(&key[1..]));
        // For each predicate, the preconditions with this predicate.
        let mut users: Vec<Vec<(usize, &Pattern)>> = vec![Vec::new(); world.relations.len()];
        for (action, schema) in schemas.actions.iter().enumerate() {
            schema.pre.iter().for_each(|pattern| users[pattern.predicate].push((action, pattern)));
        }
        let mut facts: IndexSet<Key, FxBuildHasher> = changing.into_iter().cloned().collect();
        let mut instances = FxHashSet::<Instance>::default();
        let mut keep = |action: usize, found: Vec<Box<[Object]>>, facts: &mut IndexSet<Key, FxBuildHasher>| {
            for arguments in found {
                facts.extend(schemas.actions[action].add.iter().map(|effect| effect.key(&arguments)));
                instances.insert((action as u32, arguments));
            }
        };
        for (action, schema) in schemas.actions.iter().enumerate() {
            if schema.pre.iter().all(|pattern| world.is_static[pattern.predicate]) {
                let mut matcher = Matcher::new(&world, schema, meter);
                matcher.extend()?;
                keep(action, matcher.found, &mut facts);
            }
        }
        let mut settled = 0;
        while let Some(key) = facts.get_index(settled).cloned() {
            settled += 1;
            meter.check()?;
            world.relations[key[0] as usize].insert(&key[1..]);
            for &(action, pattern) in &users[key[0] as usize] {
                let mut matcher = Matcher::new(&world, &schemas.actions[action], meter);
                matcher.through(pattern, &key[1..])?;
                keep(action, matcher.found, &mut facts);
            }
        }
        facts.sort_unstable();
        let mut instances: Vec<Instance> = instances.into_iter().collect();
        instances.sort_unstable();
        Ok(Self { world, facts, instances })
    }

    /// True if the fact holds in every state, although [`Self::facts`] does not list it.
    pub(super) fn holds_always(&self, key: &Key) -> bool {
        let predicate = key[0] as usize;
        self.world.is_static[predicate] && self.world.relations[predicate].tuples.contains(&key[1..])
    }
}

struct Matcher<'a> {
    world: &'a World,
    schema: &'a Schema,
    bound: Vec<Option<Object>>,
    found: Vec<Box<[Object]>>,
    meter: &'a Meter,
    calls: usize,
}

/// The next thing to bind: an atom to one of the tuples with these numbers, or a parameter; or the end.
enum Next<'a> {
    Atom(&'a Pattern, &'a [u32]),
    Parameter(usize),
    Done,
}

impl<'a> Matcher<'a> {
    fn new(world: &'a World, schema: &'a Schema, meter: &'a Meter) -> Self {
        Self { world, schema, bound: vec![None; schema.parameters.len()], found: Vec::new(), meter, calls: 0 }
    }

    /// Finds the bindings that match the precondition `pattern` with `tuple` and satisfy all other preconditions.
    fn through(&mut self, pattern: &Pattern, tuple: &[Object]) -> Result<(), Stop> {
        let mut bound_here: SmallVec<[usize; 6]> = SmallVec::new();
        let matches = pattern.terms.iter().zip(tuple).all(|(term, &object)| match (*term, term.value(&self.bound)) {
            (_, Some(bound)) => bound == object,
            (Term::Parameter(parameter), None) if self.schema.parameters[parameter].contains(object as usize) => {
                self.bound[parameter] = Some(object);
                bound_here.push(parameter);
                true
            }
            _ => false,
        });
        if matches {
            self.extend()?;
        }
        bound_here.into_iter().for_each(|parameter| self.bound[parameter] = None);
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
        match self.tightest() {
            Some(Next::Atom(pattern, candidates)) => {
                let world = self.world;
                for &number in candidates {
                    self.through(pattern, &world.relations[pattern.predicate].tuples[number as usize])?;
                }
            }
            Some(Next::Parameter(parameter)) => {
                for object in self.schema.parameters[parameter].ones() {
                    self.bound[parameter] = Some(object as Object);
                    self.extend()?;
                }
                self.bound[parameter] = None;
            }
            Some(Next::Done) => self.found.push(self.bound.iter().flatten().copied().collect()),
            None => {}
        }
        Ok(())
    }

    fn tests_hold(&self) -> bool {
        let value = |term: Term| term.value(&self.bound);
        let compared = self.schema.compared.iter().all(|&(equal, left, right)| match (value(left), value(right)) {
            (Some(left), Some(right)) => (left == right) == equal,
            _ => true,
        });
        let mut negated = self.schema.pre_not.iter().filter(|pattern| self.world.is_static[pattern.predicate]);
        compared && negated.all(|pattern| self.holds(pattern) != Some(true))
    }

    /// True if an atom is in its relation; `None` while one of its parameters is not bound.
    fn holds(&self, pattern: &Pattern) -> Option<bool> {
        let tuple: Option<Tuple> = pattern.terms.iter().map(|term| term.value(&self.bound)).collect();
        Some(self.world.relations[pattern.predicate].tuples.contains(&tuple?))
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
            if best.is_none_or(|(_, shortest)| candidates.len() < shortest.len()) {
                best = Some((pattern, candidates));
            }
        }
        let free = || self.bound.iter().position(Option::is_none).map_or(Next::Done, Next::Parameter);
        Some(best.map_or_else(free, |(pattern, candidates)| Next::Atom(pattern, candidates)))
    }
}
