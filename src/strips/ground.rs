//! Grounding: from a domain and a problem to a grounded task. The [`Task`] has only the facts and operators that the
//! delete relaxation reaches, no facts that never change, and a complement for each fact that is needed false (Helmert
//! 2009, sections 5 and 6; Gazen and Knoblock 1997). Conditions beyond conjunctions of literals and conditional effects
//! are compiled away: an action with its arguments may become several operators of one name, and a goal may need hidden
//! operators. Invariants are not computed.

use super::cubes::{Excess, MOST_CUBES, conjoined};
use super::expand::{Expander, Residual};
use super::pddl::{Domain, Problem};
use super::prune::{Draft, DraftOperator};
use super::reach::{Instance, Reach};
use super::relation::Object;
use super::schema::{Schema, SchemaCost, Schemas};
use super::task::Task;
use super::variants::{Numbers, cube_of, variants};
use super::vocabulary::{Key, Pattern};
use crate::run::{Held, Meter, Stop};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use thiserror::Error;

/// Reason why a problem cannot be grounded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GroundError {
    /// An undeclared name; only if the domain or problem was built in code, since the parser reports undeclared names.
    #[error("`{name}` is not declared")]
    Unknown {
        /// The undeclared name.
        name: String,
    },
    /// A wrong number of arguments; only if the domain or problem was built in code, since the parser reports it.
    #[error("wrong number of arguments in `{atom}`")]
    Arguments {
        /// The atom, as in PDDL.
        atom: String,
    },
    /// Too many parameters and variables of an action: matching uses one level of recursion for each.
    #[error("action `{action}` has more than {most} parameters")]
    TooManyParameters {
        /// Name of the action.
        action: String,
        /// Greatest number of parameters allowed.
        most: usize,
    },
    /// Rules of derived predicates that are nested too deeply, or are too many when written out.
    #[error("the rules of derived predicates down to `{predicate}` are too many, or nested too deep")]
    TooManyRules {
        /// Name of the derived predicate.
        predicate: String,
    },
    /// Conditions or conditional effects of an action, or conditions of the goal, that would become too many operators.
    #[error("{} makes more than {most} STRIPS operators: too many conditions that may or may not hold",
        operator.as_ref().map_or_else(|| "the goal".to_owned(), |name| format!("`{name}`")))]
    TooManyOperators {
        /// Name of the action with its arguments; `None` for the goal.
        operator: Option<String>,
        /// Greatest number of operators allowed.
        most: usize,
    },
    /// A function that is the cost of an action has no value in the problem.
    #[error("`{function}`, the cost of `{operator}`, has no value")]
    NoValue {
        /// Name of the action with its arguments.
        operator: String,
        /// Name of the function with its arguments, as in plan files.
        function: String,
    },
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Grounds a problem of a domain.
///
/// # Errors
/// The first reason of [`GroundError`] that applies.
pub fn ground(domain: &Domain, problem: &Problem, meter: &mut Meter) -> Result<Task, GroundError> {
    let schemas = Schemas::new(domain, problem, meter)?;
    let mut reach = Reach::new(&schemas, meter);
    reach.run()?;
    let Reach { world, facts, instances, .. } = reach;
    meter.check()?;
    let mut facts: Vec<Key> = facts.into_iter().collect();
    facts.sort_unstable();
    let numbers = Numbers::new(&schemas, &world, facts.into_iter().collect::<IndexSet<Key, FxBuildHasher>>());
    let mut instances: Vec<Instance> = instances.into_iter().collect();
    instances.sort_unstable();
    let drafting = Drafting { domain, schemas: &schemas, numbers: &numbers, meter, held: Held::default() };
    let draft = drafting.draft(&instances)?;
    Ok(draft.pruned(meter)?)
}

/// Bytes of an operator, besides those of its facts, estimated from its parts.
const OPERATOR_BYTES: usize = 2 * size_of::<DraftOperator>() + 64;

/// Drafts operators over numbered facts.
struct Drafting<'a> {
    domain: &'a Domain,
    schemas: &'a Schemas,
    numbers: &'a Numbers<'a>,
    meter: &'a Meter,
    held: Held,
}

impl Drafting<'_> {
    /// Returns the drafted task, with operators in the order of actions and arguments, not of discovery.
    fn draft(mut self, instances: &[Instance]) -> Result<Draft, GroundError> {
        let facts = &self.numbers.facts;
        let mut draft = Draft::new(facts.iter().map(|key| self.schemas.vocabulary.describe(key)).collect());
        draft.init = self.schemas.init.iter().filter_map(|key| self.numbers.of(key)).collect();
        for (action, arguments) in instances {
            self.meter.check()?;
            self.draft_instance(*action as usize, arguments, &mut draft)?;
        }
        self.draft_goal(&mut draft)?;
        Ok(draft)
    }

    fn draft_instance(&mut self, action: usize, arguments: &[Object], draft: &mut Draft) -> Result<(), GroundError> {
        let (schemas, numbers) = (self.schemas, self.numbers);
        let schema = &schemas.actions[action];
        let name = schemas.vocabulary.words(&self.domain.actions[action].name, arguments);
        let cost = cost_of(schemas, schema, arguments, &name)?;
        let all = |patterns: &[Pattern]| numbers.all(patterns, arguments);
        let (pre, pre_not) = (all(&schema.pre), all(&schema.pre_not));
        let plain = DraftOperator { name, pre, pre_not, add: all(&schema.add), del: all(&schema.del), cost };
        if schema.is_plain() {
            self.claim(&plain)?;
            draft.operators.push(plain);
            return Ok(());
        }
        let mut links = variants(schema, arguments, &plain, numbers, self.meter)
            .map_err(|excess| too_many(excess, Some(plain.name.clone())))?;
        for operator in links.iter().flatten() {
            self.claim(operator)?;
        }
        if links.len() == 1 {
            draft.operators.extend(links.swap_remove(0));
        } else if !links.is_empty() {
            draft.chain(links);
        }
        Ok(())
    }

    fn claim(&mut self, operator: &DraftOperator) -> Result<(), Stop> {
        let facts = operator.pre.len() + operator.pre_not.len() + operator.add.len() + operator.del.len();
        self.held.grow(OPERATOR_BYTES + operator.name.len() + 2 * facts * size_of::<u32>(), self.meter)
    }

    /// Drafts the goal; its constant parts are evaluated: comparisons, static facts and facts that are never reached.
    fn draft_goal(&mut self, draft: &mut Draft) -> Result<(), GroundError> {
        let (schemas, goal) = (self.schemas, &self.schemas.goal);
        if goal.compared.iter().any(|(equal, left, right)| (left == right) != *equal) {
            draft.goal_fails("a comparison that fails".to_owned());
        }
        let signed = |positive| move |pattern: &Pattern| (positive, pattern.key(&[]));
        for (positive, key) in goal.pre.iter().map(signed(true)).chain(goal.pre_not.iter().map(signed(false))) {
            match (positive, self.numbers.of(&key)) {
                (true, Some(fact)) => draft.goal.push(fact),
                (false, Some(fact)) => draft.goal_not.push(fact),
                (_, None) if self.numbers.holds_always(&key) == positive => {}
                (_, None) => draft.goal_fails(schemas.vocabulary.describe(&key)),
            }
        }
        draft.wait_for_chains();
        self.draft_alternatives(draft).map_err(|excess| too_many(excess, None))
    }

    /// Replaces each condition of the goal beyond literals by a goal fact, which a hidden operator adds for each cube
    /// of the condition.
    fn draft_alternatives(&mut self, draft: &mut Draft) -> Result<(), Excess> {
        let mut expander = Expander::new(self.meter);
        let Some(mut literals) = cube_of(&draft.goal, &draft.goal_not) else {
            draft.goal_fails("the goal, which contradicts itself".to_owned());
            return Ok(());
        };
        let mut alternatives = Vec::new();
        for condition in &self.schemas.goal.rest {
            let atom = |positive: bool, key: &Key| self.numbers.residual(positive, key);
            let condition = expander.residual(condition, &mut Vec::new(), &atom)?;
            let parts = if let Residual::All(parts) = condition { parts } else { vec![condition] };
            for part in parts {
                let mut cubes = conjoined(&literals, &part, self.meter)?;
                match cubes.len() {
                    0 => draft.goal_fails("a condition of the goal".to_owned()),
                    1 => literals = cubes.swap_remove(0),
                    _ => alternatives.push(cubes),
                }
            }
        }
        let with_sign = |wanted: bool| {
            literals.iter().filter(|(_, positive)| *positive == wanted).map(|(fact, _)| *fact).collect::<Vec<u32>>()
        };
        (draft.goal, draft.goal_not) = (with_sign(true), with_sign(false));
        for cubes in &alternatives {
            // Each operator deletes the fact of each alternative.
            self.held.grow(2 * size_of::<u32>() * draft.operators.len(), self.meter)?;
            self.meter.check()?;
            draft.goal_by_alternatives(cubes);
        }
        Ok(())
    }
}

fn too_many(excess: Excess, operator: Option<String>) -> GroundError {
    match excess {
        Excess::TooMany => GroundError::TooManyOperators { operator, most: MOST_CUBES },
        Excess::Stopped(stop) => stop.into(),
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
                function: schemas.vocabulary.describe_function(&key),
            })
        }
    }
}
