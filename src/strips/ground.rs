//! Grounding: from a domain and a problem to a grounded task.
//!
//! The [`Task`] has only the facts and operators that the delete relaxation reaches, no facts that never change, and a
//! complement for each fact that is needed false (Helmert 2009, sections 5 and 6; Gazen and Knoblock 1997). Invariants
//! are not computed.

use super::matching::{Matcher, World};
use super::pddl::{Domain, Problem};
use super::prune::{Draft, DraftOperator};
use super::relation::{Object, Relation};
use super::schema::{Key, Pattern, Schema, SchemaCost, Schemas};
use super::task::Task;
use crate::run::{Held, Meter, Stop};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};
use thiserror::Error;

/// The reason why a problem cannot be grounded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GroundError {
    /// An undeclared name; only where domain or problem were built in code: the parser reports these.
    #[error("`{name}` is not declared")]
    Unknown {
        /// The name.
        name: String,
    },
    /// A wrong number of arguments; only where domain or problem were built in code: the parser reports these.
    #[error("wrong number of arguments in `{atom}`")]
    Arguments {
        /// As written.
        atom: String,
    },
    /// Matching uses one level of recursion for each parameter.
    #[error("action `{action}` has more than {most} parameters")]
    TooManyParameters {
        /// Its name.
        action: String,
        /// The most parameters allowed.
        most: usize,
    },
    /// A cost function without a value.
    #[error("`{function}` has no value, but `{operator}` costs that much")]
    NoValue {
        /// The action with its arguments.
        operator: String,
        /// The function with its arguments.
        function: String,
    },
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Grounds a problem of a domain.
///
/// # Errors
/// See [`GroundError`].
pub fn ground(domain: &Domain, problem: &Problem, meter: &mut Meter) -> Result<Task, GroundError> {
    let schemas = Schemas::new(domain, problem)?;
    let mut reach = Reach::new(&schemas);
    reach.run(meter)?;
    let draft = reach.draft(domain)?;
    Ok(draft.pruned())
}

/// An action with its arguments.
type Instance = (u32, Box<[Object]>);

/// The facts and operators that the delete relaxation reaches, without negative preconditions.
struct Reach<'a> {
    schemas: &'a Schemas,
    world: World,
    /// Reached facts; those before `settled` are in the world.
    facts: IndexSet<Key, FxBuildHasher>,
    settled: usize,
    instances: FxHashSet<Instance>,
    /// By predicate: preconditions as (action, position).
    users: Vec<Vec<(usize, usize)>>,
    held: Held,
}

impl<'a> Reach<'a> {
    fn new(schemas: &'a Schemas) -> Self {
        let mut relations: Vec<Relation> = schemas.predicates.values().map(|&arity| Relation::new(arity)).collect();
        let is_fluent = |predicate: usize| schemas.fluent.contains(predicate);
        let (facts, fixed): (Vec<&Key>, Vec<&Key>) = schemas.init.iter().partition(|key| is_fluent(key[0] as usize));
        for key in fixed {
            relations[key[0] as usize].insert(&key[1..]);
        }
        let mut users = vec![Vec::new(); relations.len()];
        for (action, schema) in schemas.actions.iter().enumerate() {
            for (position, pattern) in schema.pre.iter().enumerate() {
                users[pattern.predicate].push((action, position));
            }
        }
        let is_static = (0..relations.len()).map(|predicate| !is_fluent(predicate)).collect();
        Self {
            schemas,
            world: World { relations, is_static },
            facts: facts.into_iter().cloned().collect(),
            settled: 0,
            instances: FxHashSet::default(),
            users,
            held: Held::default(),
        }
    }

    /// Finds each action instance when the last of its preconditions is settled.
    fn run(&mut self, meter: &Meter) -> Result<(), Stop> {
        let mut found = Vec::new();
        for (action, schema) in self.schemas.actions.iter().enumerate() {
            if schema.pre.iter().all(|pattern| self.world.is_static[pattern.predicate]) {
                Matcher::new(&self.world, schema, &mut found, &mut self.held, meter).all()?;
                self.take_in(action, &mut found);
            }
        }
        while let Some(key) = self.facts.get_index(self.settled).cloned() {
            self.settled += 1;
            meter.check()?;
            let predicate = key[0] as usize;
            self.world.relations[predicate].insert(&key[1..]);
            for index in 0..self.users[predicate].len() {
                let (action, position) = self.users[predicate][index];
                let schema = &self.schemas.actions[action];
                let mut matcher = Matcher::new(&self.world, schema, &mut found, &mut self.held, meter);
                matcher.through(&schema.pre[position], &key[1..])?;
                self.take_in(action, &mut found);
            }
        }
        Ok(())
    }

    /// Stores the instances found, and reaches the facts that they add.
    fn take_in(&mut self, action: usize, found: &mut Vec<Box<[Object]>>) {
        let schema = &self.schemas.actions[action];
        for arguments in found.drain(..) {
            self.facts.extend(schema.add.iter().map(|effect| effect.key(&arguments)));
            self.instances.insert((action as u32, arguments));
        }
    }

    /// Returns operators over numbered facts, in the order of actions and arguments, not of discovery.
    fn draft(self, domain: &Domain) -> Result<Draft, GroundError> {
        let mut instances: Vec<Instance> = self.instances.into_iter().collect();
        instances.sort_unstable();
        let mut facts: Vec<Key> = self.facts.into_iter().collect();
        facts.sort_unstable();
        let facts: IndexSet<Key, FxBuildHasher> = facts.into_iter().collect();
        let number = |key: &Key| facts.get_index_of(key).map(|index| index as u32);
        let mut draft = Draft::new(facts.iter().map(|key| self.schemas.describe(key)).collect());
        draft.init = self.schemas.init.iter().filter_map(number).collect();
        self.schemas
            .goal
            .iter()
            .for_each(|goal| draft_goal(self.schemas, &self.world, goal.as_ref(), number, &mut draft));
        for (action, arguments) in instances {
            let schema = &self.schemas.actions[action as usize];
            // A fact without number is static and true, or never reached and false.
            let numbers = |patterns: &[Pattern]| {
                patterns.iter().filter_map(|pattern| number(&pattern.key(&arguments))).collect::<Vec<u32>>()
            };
            let name = self.schemas.words(&domain.actions[action as usize].name, &arguments);
            let cost = cost_of(self.schemas, schema, &arguments, &name)?;
            let (pre, pre_not) = (numbers(&schema.pre), numbers(&schema.pre_not));
            let (add, del) = (numbers(&schema.add), numbers(&schema.del));
            draft.operators.push(DraftOperator { name, pre, pre_not, add, del, cost });
        }
        Ok(draft)
    }
}

/// Evaluates what is constant: comparisons, static facts and facts that are never reached.
fn draft_goal(
    schemas: &Schemas,
    world: &World,
    goal: Option<&(bool, Key)>,
    number: impl Fn(&Key) -> Option<u32>,
    draft: &mut Draft,
) {
    let Some((positive, key)) = goal else {
        return draft.goal_fails("a comparison that fails".to_owned());
    };
    let predicate = key[0] as usize;
    let is_fluent = schemas.fluent.contains(predicate);
    match (positive, number(key)) {
        (true, Some(fact)) => draft.goal.push(fact),
        (false, Some(fact)) => draft.goal_not.push(fact),
        (positive, None) => {
            let holds = !is_fluent && world.relations[predicate].contains(&key[1..]);
            if holds != *positive {
                draft.goal_fails(schemas.describe(key));
            }
        }
    }
}

fn cost_of(schemas: &Schemas, schema: &Schema, arguments: &[Object], name: &str) -> Result<u32, GroundError> {
    match &schema.cost {
        SchemaCost::One => Ok(1),
        SchemaCost::Fixed(cost) => Ok(*cost),
        SchemaCost::Function(pattern) => {
            let key = pattern.key(arguments);
            schemas.values.get(&key).copied().ok_or_else(|| GroundError::NoValue {
                operator: name.to_owned(),
                function: schemas.describe_function(&key),
            })
        }
    }
}
