//! Reachability in the delete relaxation, on lifted actions. The result is the facts and action instances that can be
//! reached if negative preconditions are ignored, and other conditions hold unless constant facts rule them out.
//! Pruning on numbered facts narrows this down.

use super::expand::{Expander, Residual};
use super::matching::{Matcher, World};
use super::relation::{Object, Relation};
use super::schema::{Schema, Schemas};
use super::vocabulary::Key;
use crate::run::{Held, Meter, Stop};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};

/// Action instance: the number of an action, and its arguments.
pub(super) type Instance = (u32, Box<[Object]>);

/// Facts and action instances reached so far.
pub(super) struct Reach<'a> {
    schemas: &'a Schemas,
    meter: &'a Meter,
    pub world: World,
    /// Facts reached; those with an index below `settled` are in `world`.
    pub facts: IndexSet<Key, FxBuildHasher>,
    settled: usize,
    pub instances: FxHashSet<Instance>,
    /// For each predicate, the preconditions with this predicate, as (action, index in its list of preconditions).
    users: Vec<Vec<(usize, usize)>>,
    held: Held,
}

impl<'a> Reach<'a> {
    pub(super) fn new(schemas: &'a Schemas, meter: &'a Meter) -> Self {
        let predicates = &schemas.vocabulary.predicates;
        let mut relations: Vec<Relation> = predicates.values().map(|&arity| Relation::new(arity)).collect();
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
            meter,
            world: World { relations, is_static },
            facts: facts.into_iter().cloned().collect(),
            settled: 0,
            instances: FxHashSet::default(),
            users,
            held: Held::default(),
        }
    }

    /// Finds all reachable facts and action instances, each instance when the last of its preconditions is settled.
    pub(super) fn run(&mut self) -> Result<(), Stop> {
        let (mut found, meter) = (Vec::new(), self.meter);
        for (action, schema) in self.schemas.actions.iter().enumerate() {
            if schema.pre.iter().all(|pattern| self.world.is_static[pattern.predicate]) {
                Matcher::new(&self.world, schema, &mut found, &mut self.held, meter).all()?;
                self.take_in(action, &mut found)?;
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
                self.take_in(action, &mut found)?;
            }
        }
        Ok(())
    }

    /// Stores the action instances found, and adds the facts that they make true.
    fn take_in(&mut self, action: usize, found: &mut Vec<Box<[Object]>>) -> Result<(), Stop> {
        let schema = &self.schemas.actions[action];
        for arguments in found.drain(..) {
            if !schema.is_plain() && !self.reach_conditionally(schema, &arguments)? {
                continue;
            }
            self.facts.extend(schema.add.iter().map(|effect| effect.key(&arguments)));
            self.instances.insert((action as u32, arguments));
        }
        Ok(())
    }

    /// Adds the facts of the conditional effects of an action instance; returns whether its conditions may hold.
    fn reach_conditionally(&mut self, schema: &Schema, arguments: &[Object]) -> Result<bool, Stop> {
        let (world, mut expander, mut bound) = (&self.world, Expander::new(self.meter), arguments.to_vec());
        // Changing atoms may become true and false.
        let atom = |positive: bool, key: &Key| {
            let predicate = key[0] as usize;
            let is_static = world.is_static[predicate];
            Residual::constant(!is_static || world.relations[predicate].contains(&key[1..]) == positive)
        };
        for condition in &schema.rest {
            if expander.residual(condition, &mut bound, &atom)? == Residual::FALSE {
                return Ok(false);
            }
        }
        let (facts, held, meter) = (&mut self.facts, &mut self.held, self.meter);
        for effect in schema.conditional.iter().filter(|effect| effect.positive) {
            expander.each(&effect.variables, &mut bound, &mut |expander, bound| {
                if expander.residual(&effect.condition, bound, &atom)? == Residual::TRUE
                    && facts.insert(effect.pattern.key(bound))
                {
                    held.grow(2 * size_of::<Key>(), meter)?;
                }
                Ok::<(), Stop>(())
            })?;
        }
        Ok(true)
    }
}
