//! Lifted actions with numbers in place of names. Atoms hold numbers of predicates, parameters and objects; parameters
//! have the objects that their types allow.

use super::pddl::{Action, Atom, Cost, Domain, Literal, Problem, TypedName, Types};
use crate::run::{Meter, Stop};
use fixedbitset::FixedBitSet;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
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
    pub(super) fn value(self, bound: &[Option<Object>]) -> Option<Object> {
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
