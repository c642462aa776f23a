//! Conditions with numbers in place of names. A formula is converted to negation normal form: `not` stands before atoms
//! alone, variables are slots after the parameters of the action, and derived predicates are replaced by their rules.
//! Evaluation is left to `expand.rs`.

use super::ground::GroundError;
use super::pddl::{Atom, DEEPEST_RULES, Derived, Domain, Formula, MOST_VARIABLES, Typed};
use super::vocabulary::{Allowed, AllowedByKind, Names, Pattern, Term, Vocabulary, wrong_arity};
use crate::run::{Held, Meter};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Greatest number of rules and rule parameters written out in a task: rules that need others twice double at each
/// level.
const MOST_IN_RULES: usize = 100_000;

/// Bytes of an atom in a list that grows, estimated from the parts of the atom.
const CONDITION_BYTES: usize = 2 * size_of::<Condition>();

/// Condition of an action or goal. The signs say whether the atom must be true.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    Holds(bool, Pattern),
    Equal(bool, Term, Term),
    /// An object is (true) or is not (false) in a list of allowed objects.
    Fits(bool, Rc<Allowed>, Term),
    All(Vec<Self>),
    Any(Vec<Self>),
    /// The condition holds for each of these objects, put into the next slot.
    Each(Rc<Allowed>, Box<Self>),
    /// The condition holds for at least one of these objects, put into the next slot.
    Some(Rc<Allowed>, Box<Self>),
}

impl Condition {
    fn join(is_all: bool, parts: Vec<Self>) -> Self {
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match part {
                Self::All(inner) if is_all => flat.extend(inner),
                Self::Any(inner) if !is_all => flat.extend(inner),
                part => flat.push(part),
            }
        }
        if is_all { Self::All(flat) } else { Self::Any(flat) }
    }
}

/// Variables that are visible at a place of a formula, with their slots.
#[derive(Clone, Debug, Default)]
pub(super) struct Visible {
    pub names: Names,
    /// First free slot.
    next: usize,
}

impl Visible {
    /// Returns these variables and further ones in the next slots. `owner` is the action named in the error for too
    /// many variables.
    pub(super) fn with(&self, variables: &[Typed], owner: &str) -> Result<Self, GroundError> {
        let mut inner = self.clone();
        for variable in variables {
            inner.names.insert(variable.name.clone(), Term::Parameter(inner.next));
            inner.next += 1;
        }
        if inner.next <= MOST_VARIABLES {
            return Ok(inner);
        }
        Err(GroundError::TooManyParameters { action: owner.to_owned(), most: MOST_VARIABLES })
    }
}

/// Converts the formulas of one domain, and holds the claim on memory for the conditions.
pub(super) struct Reader<'a> {
    pub meter: &'a Meter,
    pub held: Held,
    pub vocabulary: &'a Vocabulary,
    allowed: AllowedByKind<'a>,
    /// Rules of each derived predicate.
    rules: FxHashMap<&'a str, Vec<&'a Derived>>,
    /// Name of the action whose formulas are read, for errors.
    pub owner: String,
    rules_around: usize,
    in_rules: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(domain: &'a Domain, vocabulary: &'a Vocabulary, meter: &'a Meter) -> Self {
        let allowed = AllowedByKind::new(domain, vocabulary);
        let mut rules: FxHashMap<&str, Vec<&Derived>> = FxHashMap::default();
        domain.derived.iter().for_each(|rule| rules.entry(&rule.head.name).or_default().push(rule));
        let (held, owner) = (Held::default(), String::new());
        Self { meter, held, vocabulary, allowed, rules, owner, rules_around: 0, in_rules: 0 }
    }

    /// Converts a formula, or its negation if not `positive`.
    pub(super) fn condition(
        &mut self,
        formula: &Formula,
        positive: bool,
        visible: &Visible,
    ) -> Result<Condition, GroundError> {
        self.meter.check()?;
        match formula {
            Formula::Atom(atom) => self.atom(atom, positive, visible),
            Formula::Not(inner) => self.condition(inner, !positive, visible),
            Formula::And(parts) | Formula::Or(parts) => {
                let parts = parts.iter().map(|part| self.condition(part, positive, visible));
                let is_all = matches!(formula, Formula::And(_)) == positive;
                Ok(Condition::join(is_all, parts.collect::<Result<_, _>>()?))
            }
            Formula::ForAll(variables, inner) | Formula::Exists(variables, inner) => {
                let visible = visible.with(variables, &self.owner)?;
                let mut condition = self.condition(inner, positive, &visible)?;
                let is_each = matches!(formula, Formula::ForAll(..)) == positive;
                let build = if is_each { Condition::Each } else { Condition::Some };
                for variable in variables.iter().rev() {
                    condition = build(self.allowed(variable)?, Box::new(condition));
                }
                Ok(condition)
            }
        }
    }

    /// Returns the objects that a variable may have by its types.
    pub(super) fn allowed(&mut self, variable: &Typed) -> Result<Rc<Allowed>, GroundError> {
        Ok(self.allowed.of(&variable.kinds, &mut self.held, self.meter)?)
    }

    fn atom(&mut self, atom: &Atom, positive: bool, visible: &Visible) -> Result<Condition, GroundError> {
        if atom.name == "=" {
            let terms = self.vocabulary.terms(atom, &visible.names)?;
            let [left, right] = terms[..] else { return Err(wrong_arity(atom)) };
            return Ok(Condition::Equal(positive, left, right));
        }
        let pattern = self.vocabulary.pattern(atom, &visible.names)?;
        self.held.grow(CONDITION_BYTES + size_of_val(&pattern.terms[..]), self.meter)?;
        let Some(rules) = self.rules.get(atom.name.as_str()).cloned() else {
            return Ok(Condition::Holds(positive, pattern));
        };
        let alternatives = rules.into_iter().map(|rule| self.rule(rule, &pattern, positive, visible));
        Ok(Condition::join(!positive, alternatives.collect::<Result<_, _>>()?))
    }

    /// Converts the condition of a rule in which the parameters are these arguments; their types become further
    /// conditions.
    fn rule(
        &mut self,
        rule: &Derived,
        pattern: &Pattern,
        positive: bool,
        visible: &Visible,
    ) -> Result<Condition, GroundError> {
        self.in_rules += 1 + rule.head.parameters.len();
        if self.rules_around == DEEPEST_RULES || self.in_rules > MOST_IN_RULES {
            return Err(GroundError::TooManyRules { predicate: rule.head.name.clone() });
        }
        let parameters = &rule.head.parameters;
        let inner = Visible {
            names: parameters.iter().zip(&pattern.terms).map(|(p, &term)| (p.name.clone(), term)).collect(),
            next: visible.next,
        };
        let mut parts = Vec::with_capacity(parameters.len() + 1);
        for (parameter, &term) in parameters.iter().zip(&pattern.terms) {
            parts.push(Condition::Fits(positive, self.allowed(parameter)?, term));
        }
        self.rules_around += 1;
        parts.push(self.condition(&rule.condition, positive, &inner)?);
        self.rules_around -= 1;
        Ok(Condition::join(positive, parts))
    }
}
