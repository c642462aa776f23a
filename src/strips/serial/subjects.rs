//! Subjects: goal objects of which every action moves at most one, so that they meet only in facts without them.
//!
//! ```text
//!   push box3 from a to b        facts of box3:  at box3 a ──▶ at box3 b
//!   (one box in each action)     shared facts:   clear b ──▶ clear a,  player-at ...
//! ```
//! Subjects that differ in no fixed fact form a class. The quotient of a problem keeps one of each class in place of
//! all, at all their places at once: it reaches whatever one of them reaches, and is smaller by their number.

use crate::pddl::{Atom, Domain, Literal, Problem, TypedName, Types};
use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Classes of subjects of one problem.
#[derive(Debug)]
pub(super) struct Subjects {
    /// Names of the members; the first stands for all in the quotient.
    pub classes: Vec<Vec<String>>,
    pub class_of: FxHashMap<String, usize>,
}

impl Subjects {
    /// Returns the subjects of a problem; `None` if it has none.
    pub(super) fn of(domain: &Domain, problem: &Problem) -> Option<Self> {
        // 1. Objects without a difference in type and fixed facts are of one class.
        let fixed = Fixed::new(domain, problem);
        let mut alike: BTreeMap<(&[String], &[String]), Vec<&TypedName>> = BTreeMap::new();
        for object in &problem.objects {
            let facts = fixed.said_of.get(object.name.as_str()).map_or(&[][..], Vec::as_slice);
            alike.entry((&object.kinds, facts)).or_default().push(object);
        }
        // 2. Those with goals, in the order of the parameters that they fit: what acts or is a place fits more.
        let is_positive = |goal: &&Literal| goal.positive;
        let wanted: FxHashSet<&String> =
            problem.goal.iter().filter(is_positive).flat_map(|goal| &goal.atom.arguments).collect();
        let types = Types::new(&domain.types);
        let mut candidates: Vec<(Vec<usize>, Vec<&TypedName>)> = alike
            .into_values()
            .filter(|members| members.iter().any(|member| wanted.contains(&member.name)))
            .map(|members| (fixed.actions_of(domain, members[0], &types), members))
            .collect();
        candidates.sort_by_key(|(actions, members)| (actions.len(), usize::MAX - members.len()));
        // 3. Each class that leaves at most one subject in every action.
        let mut taken: FxHashSet<usize> = FxHashSet::default();
        let mut result = Self { classes: Vec::new(), class_of: FxHashMap::default() };
        for (actions, members) in candidates {
            let is_apart = actions.windows(2).all(|pair| pair[0] != pair[1]);
            if is_apart && !actions.is_empty() && actions.iter().all(|action| !taken.contains(action)) {
                taken.extend(actions);
                let class = result.classes.len();
                result.class_of.extend(members.iter().map(|member| (member.name.clone(), class)));
                result.classes.push(members.into_iter().map(|member| member.name.clone()).collect());
            }
        }
        let mut atoms = problem.init.iter().chain(problem.goal.iter().map(|goal| &goal.atom));
        let is_single =
            |atom: &Atom| atom.arguments.iter().filter(|name| result.class_of.contains_key(*name)).count() < 2;
        (!result.classes.is_empty() && atoms.all(is_single)).then_some(result)
    }

    /// Returns the subject of an atom, and the atom about the first member of its class.
    pub(super) fn split<'a>(&self, atom: &'a Atom) -> (Option<&'a String>, Atom) {
        let subject = atom.arguments.iter().find(|name| self.class_of.contains_key(*name));
        let first = |name: &String| self.class_of.get(name).map_or(name, |&class| &self.classes[class][0]).clone();
        (subject, Atom { name: atom.name.clone(), arguments: atom.arguments.iter().map(first).collect() })
    }

    /// Returns the problem with one member of each class.
    pub(super) fn quotient(&self, problem: &Problem) -> Problem {
        let is_kept = |object: &&TypedName| {
            self.class_of.get(&object.name).is_none_or(|&class| self.classes[class][0] == object.name)
        };
        let goal = |goal: &Literal| Literal { positive: goal.positive, atom: self.split(&goal.atom).1 };
        Problem {
            objects: problem.objects.iter().filter(is_kept).cloned().collect(),
            init: problem.init.iter().map(|atom| self.split(atom).1).unique().collect(),
            values: problem.values.iter().map(|(function, value)| (self.split(function).1, *value)).collect(),
            goal: problem.goal.iter().map(goal).collect(),
            ..problem.clone()
        }
    }
}

/// Facts that no action changes, and values of functions.
struct Fixed<'a> {
    names: FxHashSet<&'a str>,
    /// For each object its facts, sorted, with the object left out.
    said_of: FxHashMap<&'a str, Vec<String>>,
    at: FxHashSet<(&'a str, usize, &'a str)>,
}

impl<'a> Fixed<'a> {
    fn new(domain: &'a Domain, problem: &'a Problem) -> Self {
        let changed: FxHashSet<&String> =
            domain.actions.iter().flat_map(|action| &action.effect).map(|effect| &effect.atom.name).collect();
        let predicates = domain.predicates.iter().map(|predicate| predicate.name.as_str());
        let mut fixed = Self {
            names: predicates.filter(|name| !changed.iter().any(|changed| changed == name)).collect(),
            said_of: FxHashMap::default(),
            at: FxHashSet::default(),
        };
        let facts = problem.init.iter().filter(|atom| !changed.contains(&atom.name)).map(|atom| (atom, 0));
        for (atom, value) in facts.chain(problem.values.iter().map(|(function, value)| (function, *value))) {
            for (place, object) in atom.arguments.iter().enumerate() {
                let others = atom.arguments.iter().map(|other| if other == object { "?" } else { other });
                let said = others.fold(format!("{value} {} {place}", atom.name), |text, word| text + " " + word);
                fixed.said_of.entry(object).or_default().push(said);
                fixed.at.insert((&atom.name, place, object));
            }
        }
        fixed.said_of.values_mut().for_each(|facts| facts.sort_unstable());
        fixed
    }

    /// Returns the actions with a parameter that the object fits, one for each such parameter.
    fn actions_of(&self, domain: &Domain, object: &TypedName, types: &Types) -> Vec<usize> {
        let mut found = Vec::new();
        for (number, action) in domain.actions.iter().enumerate() {
            let needs = |variable: &String, Literal { positive, atom }: &Literal| {
                let mut places = atom.arguments.iter().enumerate().filter(|(_, name)| *name == variable);
                !positive
                    || !self.names.contains(atom.name.as_str())
                    || places.all(|(place, _)| self.at.contains(&(&*atom.name, place, &*object.name)))
            };
            let fits = |parameter: &&TypedName| {
                types.all_fit(&object.kinds, &parameter.kinds)
                    && action.precondition.iter().all(|literal| needs(&parameter.name, literal))
            };
            found.extend(action.parameters.iter().filter(fits).map(|_| number));
        }
        found
    }
}
