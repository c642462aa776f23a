//! Schemas: lifted actions with numbers in place of names. A domain and a problem become actions whose atoms hold
//! numbers of predicates, parameters and objects, with the objects allowed for each parameter. Static and changing
//! predicates are distinguished. Parts beyond lists of literals are kept as conditions and conditional effects.

use super::condition::{Condition, Reader, Visible};
use super::ground::GroundError;
use super::pddl::{Action, Cost, Domain, Effect, Formula, Problem};
use super::vocabulary::{Allowed, Key, Names, Pattern, Term, Vocabulary};
use crate::run::{Held, Meter};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Action in numbers, or the goal as an action without parameters and effects.
#[derive(Debug, Default)]
pub(super) struct Schema {
    pub parameters: Vec<Rc<Allowed>>,
    /// Atoms that must hold.
    pub pre: Vec<Pattern>,
    /// Atoms that must not hold.
    pub pre_not: Vec<Pattern>,
    /// Pairs of terms, which must be equal (true) or different (false).
    pub compared: Vec<(bool, Term, Term)>,
    /// All other conditions that must hold.
    pub rest: Vec<Condition>,
    pub add: Vec<Pattern>,
    pub del: Vec<Pattern>,
    pub conditional: Vec<ConditionalEffect>,
    pub cost: SchemaCost,
}

/// One literal that becomes true under `forall` or `when`.
#[derive(Debug)]
pub(super) struct ConditionalEffect {
    /// Objects allowed for the variables of `forall`, in the slots after the parameters of the action.
    pub variables: Vec<Rc<Allowed>>,
    pub condition: Condition,
    pub positive: bool,
    pub pattern: Pattern,
}

/// Cost of an action.
#[derive(Debug, Default)]
pub(super) enum SchemaCost {
    #[default]
    One,
    Fixed(u32),
    Function(Pattern),
}

impl Schema {
    /// Returns whether the schema has neither conditions outside its lists (`rest`) nor conditional effects.
    pub(super) fn is_plain(&self) -> bool {
        self.rest.is_empty() && self.conditional.is_empty()
    }

    /// Reads a precondition or goal into a schema without parameters and effects.
    fn new(formula: &Formula, visible: &Visible, reader: &mut Reader<'_>) -> Result<Self, GroundError> {
        let mut schema = Self::default();
        let conjuncts = match reader.condition(formula, true, visible)? {
            Condition::All(parts) => parts,
            part => vec![part],
        };
        for conjunct in conjuncts {
            match conjunct {
                Condition::Holds(true, pattern) => schema.pre.push(pattern),
                Condition::Holds(false, pattern) => schema.pre_not.push(pattern),
                Condition::Equal(equal, left, right) => schema.compared.push((equal, left, right)),
                other => schema.rest.push(other),
            }
        }
        Ok(schema)
    }

    fn of_action(action: &Action, costs: bool, reader: &mut Reader<'_>) -> Result<Self, GroundError> {
        reader.owner.clone_from(&action.name);
        let visible = Visible::default().with(&action.parameters, &action.name)?;
        let mut schema = Self::new(&action.precondition, &visible, reader)?;
        schema.parameters = action.parameters.iter().map(|p| reader.allowed(p)).collect::<Result<_, _>>()?;
        for effect in &action.effect {
            schema.read_effect(effect, &visible, reader)?;
        }
        schema.cost = match &action.cost {
            _ if !costs => SchemaCost::One,
            None => SchemaCost::Fixed(0),
            Some(Cost::Fixed(cost)) => SchemaCost::Fixed(*cost),
            Some(Cost::Function(atom)) => SchemaCost::Function(reader.vocabulary.function(atom, &visible.names)?),
        };
        Ok(schema)
    }

    fn read_effect(&mut self, effect: &Effect, visible: &Visible, reader: &mut Reader<'_>) -> Result<(), GroundError> {
        reader.meter.check()?;
        let visible = visible.with(&effect.variables, &reader.owner)?;
        let pattern = reader.vocabulary.pattern(&effect.literal.atom, &visible.names)?;
        let positive = effect.literal.positive;
        if effect.variables.is_empty() && effect.condition.is_empty() {
            if positive { &mut self.add } else { &mut self.del }.push(pattern);
            return Ok(());
        }
        let variables = effect.variables.iter().map(|v| reader.allowed(v)).collect::<Result<_, _>>()?;
        let condition = reader.condition(&effect.condition, true, &visible)?;
        self.conditional.push(ConditionalEffect { variables, condition, positive, pattern });
        Ok(())
    }

    /// Returns the predicates that the action changes: (whether the predicate becomes true, number of the predicate).
    fn changed(&self) -> impl Iterator<Item = (bool, usize)> {
        let plain = |positive| move |pattern: &Pattern| (positive, pattern.predicate);
        let conditional = self.conditional.iter().map(|effect| (effect.positive, effect.pattern.predicate));
        self.add.iter().map(plain(true)).chain(self.del.iter().map(plain(false))).chain(conditional)
    }
}

/// Domain and problem in numbers.
#[derive(Debug, Default)]
pub(super) struct Schemas {
    pub vocabulary: Vocabulary,
    /// Predicates that some action changes.
    pub fluent: FixedBitSet,
    /// Predicates that some action makes false.
    pub deleted: FixedBitSet,
    pub actions: Vec<Schema>,
    pub init: Vec<Key>,
    pub values: FxHashMap<Key, u32>,
    pub goal: Schema,
    /// Claim on memory for conditions and lists of objects.
    _held: Held,
}

impl Schemas {
    pub(super) fn new(domain: &Domain, problem: &Problem, meter: &Meter) -> Result<Self, GroundError> {
        let vocabulary = Vocabulary::new(domain, problem);
        let mut reader = Reader::new(domain, &vocabulary, meter);
        let none = FixedBitSet::with_capacity(domain.predicates.len());
        let mut schemas = Self { fluent: none.clone(), deleted: none, ..Self::default() };
        for action in &domain.actions {
            let schema = Schema::of_action(action, problem.minimises_cost, &mut reader)?;
            schemas.fluent.extend(schema.changed().map(|(_, predicate)| predicate));
            schemas.deleted.extend(schema.changed().filter(|(added, _)| !added).map(|(_, predicate)| predicate));
            schemas.actions.push(schema);
        }
        meter.check()?;
        schemas.init = problem.init.iter().map(|atom| vocabulary.ground_atom(atom)).collect::<Result<_, _>>()?;
        for (function, value) in &problem.values {
            schemas.values.insert(vocabulary.function(function, &Names::default())?.key(&[]), *value);
        }
        reader.owner = "the goal".to_owned();
        schemas.goal = Schema::new(&problem.goal, &Visible::default(), &mut reader)?;
        Ok(Self { _held: reader.held, vocabulary, ..schemas })
    }
}
