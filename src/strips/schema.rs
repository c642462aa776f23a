//! Lifted actions with numbers in place of names.
//!
//! Converts a domain and a problem to actions whose atoms hold numbers of predicates, parameters and objects, with the
//! objects allowed for each parameter. Static and changing predicates are distinguished.

use super::ground::GroundError;
use super::pddl::{Action, Atom, Cost, Domain, Literal, Problem, Typed, Types};
use super::relation::Object;
use fixedbitset::FixedBitSet;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::rc::Rc;

/// The most parameters of an action: matching uses one level of recursion for each. Not tuned.
const MOST_PARAMETERS: usize = 200;

/// A predicate or function, then its objects.
pub(super) type Key = SmallVec<[u32; 6]>;

/// A position in an atom of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Parameter(usize),
    Object(Object),
}

impl Term {
    /// Returns its object, once its parameter is bound.
    pub(super) fn value(self, bound: &[Option<Object>]) -> Option<Object> {
        match self {
            Self::Parameter(parameter) => bound[parameter],
            Self::Object(object) => Some(object),
        }
    }
}

/// An atom of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    pub predicate: usize,
    pub terms: Vec<Term>,
}

impl Pattern {
    /// Returns the atom with the action's arguments.
    pub(super) fn key(&self, arguments: &[Object]) -> Key {
        let objects = self.terms.iter().map(|term| match *term {
            Term::Parameter(parameter) => arguments[parameter],
            Term::Object(object) => object,
        });
        std::iter::once(self.predicate as u32).chain(objects).collect()
    }
}

/// The objects allowed for a parameter.
#[derive(Debug, Default)]
pub(super) struct Allowed {
    pub list: Vec<Object>,
    pub set: FixedBitSet,
}

/// An action in numbers.
#[derive(Debug, Default)]
pub(super) struct Schema {
    pub parameters: Vec<Rc<Allowed>>,
    /// Atoms that must hold.
    pub pre: Vec<Pattern>,
    /// Atoms that must not hold.
    pub pre_not: Vec<Pattern>,
    /// Pairs that must be equal (true) or different.
    pub compared: Vec<(bool, Term, Term)>,
    pub add: Vec<Pattern>,
    pub del: Vec<Pattern>,
    pub cost: SchemaCost,
}

/// The cost of an action.
#[derive(Debug, Default)]
pub(super) enum SchemaCost {
    #[default]
    One,
    Fixed(u32),
    Function(Pattern),
}

/// A domain and a problem in numbers.
#[derive(Debug, Default)]
pub(super) struct Schemas {
    pub objects: IndexMap<String, Vec<String>, FxBuildHasher>,
    /// With their numbers of arguments.
    pub predicates: IndexMap<String, usize, FxBuildHasher>,
    functions: IndexSet<String, FxBuildHasher>,
    /// The predicates that some action changes.
    pub fluent: FixedBitSet,
    pub actions: Vec<Schema>,
    pub init: Vec<Key>,
    pub values: FxHashMap<Key, u32>,
    /// The goal literals with their signs. Comparisons are evaluated: a false one is `None`.
    pub goal: Vec<Option<(bool, Key)>>,
}

impl Schemas {
    pub(super) fn new(domain: &Domain, problem: &Problem) -> Result<Self, GroundError> {
        let objects = domain.constants.iter().chain(&problem.objects);
        let mut schemas = Self {
            objects: objects.map(|object| (object.name.clone(), object.kinds.clone())).collect(),
            predicates: domain.predicates.iter().map(|p| (p.name.clone(), p.parameters.len())).collect(),
            functions: domain.functions.iter().map(|f| f.name.clone()).collect(),
            fluent: FixedBitSet::with_capacity(domain.predicates.len()),
            ..Self::default()
        };
        let mut allowed = AllowedByKind { types: Types::new(&domain.types), known: FxHashMap::default() };
        for action in &domain.actions {
            let schema = schemas.action(action, problem.minimises_cost, &mut allowed)?;
            schemas.fluent.extend(schema.add.iter().chain(&schema.del).map(|effect| effect.predicate));
            schemas.actions.push(schema);
        }
        schemas.init = problem.init.iter().map(|atom| schemas.ground_atom(atom)).collect::<Result<_, _>>()?;
        for (function, value) in &problem.values {
            schemas.values.insert(schemas.function(function, &[])?.key(&[]), *value);
        }
        schemas.goal =
            problem.goal.iter().filter_map(|l| schemas.goal_literal(l).transpose()).collect::<Result<_, _>>()?;
        Ok(schemas)
    }

    fn action(&self, action: &Action, costs: bool, allowed: &mut AllowedByKind) -> Result<Schema, GroundError> {
        if action.parameters.len() > MOST_PARAMETERS {
            return Err(GroundError::TooManyParameters { action: action.name.clone(), most: MOST_PARAMETERS });
        }
        let mut schema = Schema {
            parameters: action.parameters.iter().map(|p| allowed.of(&p.kinds, &self.objects)).collect(),
            ..Schema::default()
        };
        for literal in &action.precondition {
            let (parameters, atom) = (&action.parameters, &literal.atom);
            if atom.name == "=" {
                let terms = self.terms(atom, parameters)?;
                let [left, right] = terms[..] else { return Err(wrong_arity(atom)) };
                schema.compared.push((literal.positive, left, right));
            } else {
                let pattern = self.pattern(atom, parameters)?;
                if literal.positive { &mut schema.pre } else { &mut schema.pre_not }.push(pattern);
            }
        }
        for literal in &action.effect {
            let pattern = self.pattern(&literal.atom, &action.parameters)?;
            if literal.positive { &mut schema.add } else { &mut schema.del }.push(pattern);
        }
        schema.cost = match &action.cost {
            _ if !costs => SchemaCost::One,
            None => SchemaCost::Fixed(0),
            Some(Cost::Fixed(cost)) => SchemaCost::Fixed(*cost),
            Some(Cost::Function(atom)) => SchemaCost::Function(self.function(atom, &action.parameters)?),
        };
        Ok(schema)
    }

    fn pattern(&self, atom: &Atom, parameters: &[Typed]) -> Result<Pattern, GroundError> {
        let Some((predicate, _, &arity)) = self.predicates.get_full(&atom.name) else {
            return Err(unknown(&atom.name));
        };
        let terms = self.terms(atom, parameters)?;
        if terms.len() == arity { Ok(Pattern { predicate, terms }) } else { Err(wrong_arity(atom)) }
    }

    fn function(&self, atom: &Atom, parameters: &[Typed]) -> Result<Pattern, GroundError> {
        let predicate = self.functions.get_index_of(&atom.name).ok_or_else(|| unknown(&atom.name))?;
        Ok(Pattern { predicate, terms: self.terms(atom, parameters)? })
    }

    fn terms(&self, atom: &Atom, parameters: &[Typed]) -> Result<Vec<Term>, GroundError> {
        let term = |name: &String| {
            let parameter = parameters.iter().position(|parameter| parameter.name == *name).map(Term::Parameter);
            let object = || self.objects.get_index_of(name).map(|index| Term::Object(index as u32));
            parameter.or_else(object).ok_or_else(|| unknown(name))
        };
        atom.arguments.iter().map(term).collect()
    }

    fn ground_atom(&self, atom: &Atom) -> Result<Key, GroundError> {
        Ok(self.pattern(atom, &[])?.key(&[]))
    }

    /// `Ok(None)` for a comparison that is true.
    fn goal_literal(&self, literal: &Literal) -> Result<Option<Option<(bool, Key)>>, GroundError> {
        if literal.atom.name != "=" {
            return Ok(Some(Some((literal.positive, self.ground_atom(&literal.atom)?))));
        }
        let terms = self.terms(&literal.atom, &[])?;
        let [left, right] = terms[..] else { return Err(wrong_arity(&literal.atom)) };
        Ok(((left == right) != literal.positive).then_some(None))
    }

    /// Returns its name in plan files and fact lists: words separated by blanks.
    pub(super) fn describe(&self, key: &[u32]) -> String {
        let predicate = self.predicates.get_index(key[0] as usize).map_or("?", |(name, _)| name);
        self.words(predicate, &key[1..])
    }

    /// Returns the same for a function.
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

fn wrong_arity(atom: &Atom) -> GroundError {
    GroundError::Arguments { atom: atom.to_string() }
}

/// Parameters of the same type share their list.
struct AllowedByKind {
    types: Types,
    known: FxHashMap<Vec<String>, Rc<Allowed>>,
}

impl AllowedByKind {
    fn of(&mut self, kinds: &[String], objects: &IndexMap<String, Vec<String>, FxBuildHasher>) -> Rc<Allowed> {
        if let Some(allowed) = self.known.get(kinds) {
            return Rc::clone(allowed);
        }
        let fits = |&object: &u32| self.types.all_fit(&objects[object as usize], kinds);
        let list: Vec<Object> = (0..objects.len() as u32).filter(fits).collect();
        let mut set = FixedBitSet::with_capacity(objects.len());
        set.extend(list.iter().map(|&object| object as usize));
        let allowed = Rc::new(Allowed { list, set });
        self.known.insert(kinds.to_vec(), Rc::clone(&allowed));
        allowed
    }
}
