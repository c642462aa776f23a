//! Vocabulary: the names of a domain and a problem, as numbers.
//!
//! Objects, predicates and functions are numbered; atoms become patterns over numbers, and words again. The atoms that
//! change are left to the schemas.

use super::ground::GroundError;
use super::pddl::{Atom, Domain, Problem, Types};
use super::relation::Object;
use crate::run::{Held, Meter, Stop};
use fixedbitset::FixedBitSet;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::rc::Rc;

/// An atom or function in numbers: the predicate or function, then its objects.
pub(super) type Key = SmallVec<[u32; 6]>;

/// Argument of an atom of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    /// A parameter of the action, or, with a greater number, a variable of an enclosing quantifier.
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

    /// Returns the object of the term when the parameters of the action are `arguments`.
    pub(super) fn of(self, arguments: &[Object]) -> Object {
        match self {
            Self::Parameter(parameter) => arguments[parameter],
            Self::Object(object) => object,
        }
    }
}

/// Atom of an action, whose arguments may be parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    pub predicate: usize,
    pub terms: Vec<Term>,
}

impl Pattern {
    /// Returns the atom in numbers, with its parameters replaced by `arguments`.
    pub(super) fn key(&self, arguments: &[Object]) -> Key {
        let objects = self.terms.iter().map(|term| term.of(arguments));
        std::iter::once(self.predicate as u32).chain(objects).collect()
    }
}

/// Names of variables, each with its term.
pub(super) type Names = FxHashMap<String, Term>;

/// Objects allowed for a parameter, as a list and as a set.
#[derive(Debug, Default)]
pub(super) struct Allowed {
    pub list: Vec<Object>,
    pub set: FixedBitSet,
}

/// Names of objects, each with its types.
type Objects = IndexMap<String, Vec<String>, FxBuildHasher>;

/// Names of the objects, predicates and functions of a task, with their numbers.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    objects: Objects,
    /// Predicates, with their numbers of arguments.
    pub predicates: IndexMap<String, usize, FxBuildHasher>,
    functions: IndexSet<String, FxBuildHasher>,
}

impl Vocabulary {
    pub(super) fn new(domain: &Domain, problem: &Problem) -> Self {
        let objects = domain.constants.iter().chain(&problem.objects);
        Self {
            objects: objects.map(|object| (object.name.clone(), object.kinds.clone())).collect(),
            predicates: domain.predicates.iter().map(|p| (p.name.clone(), p.parameters.len())).collect(),
            functions: domain.functions.iter().map(|f| f.name.clone()).collect(),
        }
    }

    pub(super) fn pattern(&self, atom: &Atom, names: &Names) -> Result<Pattern, GroundError> {
        let Some((predicate, _, &arity)) = self.predicates.get_full(&atom.name) else {
            return Err(unknown(&atom.name));
        };
        let terms = self.terms(atom, names)?;
        if terms.len() == arity { Ok(Pattern { predicate, terms }) } else { Err(wrong_arity(atom)) }
    }

    pub(super) fn function(&self, atom: &Atom, names: &Names) -> Result<Pattern, GroundError> {
        let predicate = self.functions.get_index_of(&atom.name).ok_or_else(|| unknown(&atom.name))?;
        Ok(Pattern { predicate, terms: self.terms(atom, names)? })
    }

    pub(super) fn terms(&self, atom: &Atom, names: &Names) -> Result<Vec<Term>, GroundError> {
        let term = |name: &String| {
            let variable = names.get(name).copied();
            let object = || self.objects.get_index_of(name).map(|index| Term::Object(index as u32));
            variable.or_else(object).ok_or_else(|| unknown(name))
        };
        atom.arguments.iter().map(term).collect()
    }

    /// Returns an atom without variables in numbers.
    pub(super) fn ground_atom(&self, atom: &Atom) -> Result<Key, GroundError> {
        Ok(self.pattern(atom, &Names::default())?.key(&[]))
    }

    /// Returns the name of an atom in plan files and fact lists: words separated by blanks.
    pub(super) fn describe(&self, key: &[u32]) -> String {
        let predicate = self.predicates.get_index(key[0] as usize).map_or("?", |(name, _)| name);
        self.words(predicate, &key[1..])
    }

    /// Returns the name of a function with its objects: words separated by blanks.
    pub(super) fn describe_function(&self, key: &[u32]) -> String {
        let function = self.functions.get_index(key[0] as usize).map_or("?", String::as_str);
        self.words(function, &key[1..])
    }

    /// Returns a name followed by the names of objects.
    pub(super) fn words(&self, name: &str, objects: &[Object]) -> String {
        let mut text = name.to_owned();
        for &object in objects {
            text.push(' ');
            text.push_str(self.objects.get_index(object as usize).map_or("?", |(name, _)| name));
        }
        text
    }
}

fn unknown(name: &str) -> GroundError {
    GroundError::Unknown { name: name.to_owned() }
}

pub(super) fn wrong_arity(atom: &Atom) -> GroundError {
    GroundError::Arguments { atom: atom.to_string() }
}

/// Objects of each type; parameters of one type share their list.
pub(super) struct AllowedByKind<'a> {
    types: Types,
    objects: &'a Objects,
    known: FxHashMap<Vec<String>, Rc<Allowed>>,
}

impl<'a> AllowedByKind<'a> {
    pub(super) fn new(domain: &Domain, vocabulary: &'a Vocabulary) -> Self {
        Self { types: Types::new(&domain.types), objects: &vocabulary.objects, known: FxHashMap::default() }
    }

    /// Returns the objects of these types; the bytes of a new list are claimed with `held`.
    pub(super) fn of(&mut self, kinds: &[String], held: &mut Held, meter: &Meter) -> Result<Rc<Allowed>, Stop> {
        if let Some(allowed) = self.known.get(kinds) {
            return Ok(Rc::clone(allowed));
        }
        held.grow(self.objects.len() / 8 + size_of::<Allowed>(), meter)?;
        let mut list: Vec<Object> = Vec::new();
        for (object, of) in (0..).zip(self.objects.values()) {
            if self.types.all_fit(of, kinds, meter)? {
                held.vec(&mut list, 1, meter)?;
                list.push(object);
            }
        }
        let mut set = FixedBitSet::with_capacity(self.objects.len());
        set.extend(list.iter().map(|&object| object as usize));
        let allowed = Rc::new(Allowed { list, set });
        self.known.insert(kinds.to_vec(), Rc::clone(&allowed));
        Ok(allowed)
    }
}
