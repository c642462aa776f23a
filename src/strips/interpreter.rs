//! States, conditions and effects by the definition of PDDL. Formulas are evaluated over sets of atoms, with all
//! objects for a quantifier; effects are applied, whose conditions are evaluated in the state before the action. Plans
//! and their faults are left to `validate.rs`.

use super::pddl::{Action, Atom, Cost, Derived, Domain, Effect, Formula, Problem, Typed, Types};
use crate::run::{Meter, Stop};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;

/// Number of formulas between two readings of the clock: trades the delay of the time limit against time.
const PATIENCE: u32 = 4096;

/// Set of the atoms that hold.
pub(super) type State = FxHashSet<Atom>;

/// Variables with their objects; if a name occurs twice, the last one counts.
pub(super) type Bound<'a> = Vec<(&'a str, &'a str)>;

fn value<'v>(name: &'v str, bound: &Bound<'v>) -> &'v str {
    bound.iter().rev().find(|(variable, _)| *variable == name).map_or(name, |(_, object)| object)
}

fn instance(atom: &Atom, bound: &Bound<'_>) -> Atom {
    Atom::new(atom.name.as_str(), atom.arguments.iter().map(|name| value(name, bound)))
}

fn undeclared(name: &str) -> String {
    format!("`{name}` is not declared")
}

/// A domain and a problem, with look-up tables, to execute plans by the definition of PDDL.
pub(super) struct Interpreter<'a> {
    actions: FxHashMap<&'a str, &'a Action>,
    /// Rules of each derived predicate.
    rules: FxHashMap<&'a str, Vec<&'a Derived>>,
    problem: &'a Problem,
    types: Types,
    objects: FxHashMap<&'a str, &'a [String]>,
    /// Objects in the order of their declaration.
    listed: Vec<&'a Typed>,
    values: FxHashMap<&'a Atom, u32>,
    meter: &'a Meter,
    calls: Cell<u32>,
}

impl<'a> Interpreter<'a> {
    pub(super) fn new(domain: &'a Domain, problem: &'a Problem, meter: &'a Meter) -> Self {
        let mut rules: FxHashMap<&str, Vec<&Derived>> = FxHashMap::default();
        domain.derived.iter().for_each(|rule| rules.entry(&rule.head.name).or_default().push(rule));
        let listed: Vec<&Typed> = domain.constants.iter().chain(&problem.objects).collect();
        Self {
            actions: domain.actions.iter().map(|action| (action.name.as_str(), action)).collect(),
            rules,
            problem,
            types: Types::new(&domain.types),
            objects: listed.iter().map(|object| (object.name.as_str(), object.kinds.as_slice())).collect(),
            listed,
            values: problem.values.iter().map(|(function, value)| (function, *value)).collect(),
            meter,
            calls: Cell::new(0),
        }
    }

    /// Returns the action of a step with its parameters bound to the objects of the step; the inner error is the fault
    /// in words.
    pub(super) fn action<'s>(&'s self, step: &'s str) -> Result<Result<(&'s Action, Bound<'s>), String>, Stop> {
        let (action, arguments) = match self.named(step) {
            Ok(found) => found,
            Err(problem) => return Ok(Err(problem)),
        };
        for (parameter, argument) in action.parameters.iter().zip(&arguments) {
            let Some(kinds) = self.objects.get(argument) else { return Ok(Err(undeclared(argument))) };
            if !self.types.all_fit(kinds, &parameter.kinds, self.meter)? {
                return Ok(Err(format!("`{argument}` is not of type {}", parameter.kinds.join(" or "))));
            }
        }
        Ok(Ok((action, action.parameters.iter().map(|p| p.name.as_str()).zip(arguments).collect())))
    }

    /// Returns the action named by a step, and the words of its arguments, one for each parameter; the error is the
    /// fault in words.
    fn named<'s>(&'s self, step: &'s str) -> Result<(&'s Action, Vec<&'s str>), String> {
        let mut words = step.split(' ');
        let name = words.next().unwrap_or_default();
        let action = self.actions.get(name).copied().ok_or_else(|| undeclared(name))?;
        let arguments: Vec<&str> = words.collect();
        match arguments.len() == action.parameters.len() {
            true => Ok((action, arguments)),
            false => Err(format!("{} arguments instead of {}", arguments.len(), action.parameters.len())),
        }
    }

    /// Returns the first conjunct of a formula that does not hold, as text; `None` if all hold.
    pub(super) fn failing<'s>(
        &'s self,
        formula: &'s Formula,
        bound: &mut Bound<'s>,
        state: &State,
    ) -> Result<Option<String>, Stop> {
        let conjuncts =
            if let Formula::And(parts) = formula { parts.as_slice() } else { std::slice::from_ref(formula) };
        for conjunct in conjuncts {
            if !self.holds(conjunct, bound, state)? {
                return Ok(Some(described(conjunct, bound)));
            }
        }
        Ok(None)
    }

    fn holds<'s>(&'s self, formula: &'s Formula, bound: &mut Bound<'s>, state: &State) -> Result<bool, Stop> {
        self.calls.set(self.calls.get().wrapping_add(1));
        if self.calls.get().is_multiple_of(PATIENCE) {
            self.meter.check()?;
        }
        match formula {
            Formula::Atom(atom) => self.is_true(atom, bound, state),
            Formula::Not(inner) => Ok(!self.holds(inner, bound, state)?),
            Formula::And(parts) => self.decided(parts, false, bound, state),
            Formula::Or(parts) => self.decided(parts, true, bound, state),
            Formula::ForAll(variables, inner) => {
                let mut all = true;
                self.each(variables, bound, &mut |bound| {
                    all = self.holds(inner, bound, state)?;
                    Ok(all)
                })?;
                Ok(all)
            }
            Formula::Exists(variables, inner) => {
                let mut some = false;
                self.each(variables, bound, &mut |bound| {
                    some = self.holds(inner, bound, state)?;
                    Ok(!some)
                })?;
                Ok(some)
            }
        }
    }

    /// Returns `value` if one of the parts has this truth value, otherwise the opposite.
    fn decided<'s>(
        &'s self,
        parts: &'s [Formula],
        value: bool,
        bound: &mut Bound<'s>,
        state: &State,
    ) -> Result<bool, Stop> {
        for part in parts {
            if self.holds(part, bound, state)? == value {
                return Ok(value);
            }
        }
        Ok(!value)
    }

    fn is_true<'s>(&'s self, atom: &'s Atom, bound: &Bound<'s>, state: &State) -> Result<bool, Stop> {
        let arguments: Vec<&'s str> = atom.arguments.iter().map(|name| value(name, bound)).collect();
        if let ("=", [left, right]) = (atom.name.as_str(), &arguments[..]) {
            return Ok(left == right);
        }
        let Some(rules) = self.rules.get(atom.name.as_str()) else {
            return Ok(state.contains(&instance(atom, bound)));
        };
        for rule in rules {
            let parameters = &rule.head.parameters;
            if self.all_fit(parameters, &arguments)? {
                let names = parameters.iter().map(|parameter| parameter.name.as_str());
                if self.holds(&rule.condition, &mut names.zip(arguments.iter().copied()).collect(), state)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Returns whether each of these objects is of the types of its parameter.
    fn all_fit(&self, parameters: &[Typed], objects: &[&str]) -> Result<bool, Stop> {
        for (parameter, object) in parameters.iter().zip(objects) {
            let Some(kinds) = self.objects.get(object) else { return Ok(false) };
            if !self.types.all_fit(kinds, &parameter.kinds, self.meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Calls `visit` with all objects for these variables, until it returns `false`; returns true if it never does.
    fn each<'s>(
        &'s self,
        variables: &'s [Typed],
        bound: &mut Bound<'s>,
        visit: &mut dyn FnMut(&mut Bound<'s>) -> Result<bool, Stop>,
    ) -> Result<bool, Stop> {
        let Some((first, rest)) = variables.split_first() else { return visit(bound) };
        for object in &self.listed {
            if !self.types.all_fit(&object.kinds, &first.kinds, self.meter)? {
                continue;
            }
            bound.push((&first.name, &object.name));
            let goes_on = self.each(rest, bound, visit)?;
            bound.pop();
            if !goes_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the state after these effects; an atom that is made both false and true is true.
    pub(super) fn after<'s>(
        &'s self,
        effects: &'s [Effect],
        bound: &mut Bound<'s>,
        state: State,
    ) -> Result<State, Stop> {
        let (mut gained, mut lost) = (Vec::new(), Vec::new());
        for effect in effects {
            self.each(&effect.variables, bound, &mut |bound| {
                if self.holds(&effect.condition, bound, &state)? {
                    let list = if effect.literal.positive { &mut gained } else { &mut lost };
                    list.push(instance(&effect.literal.atom, bound));
                }
                Ok(true)
            })?;
        }
        let mut state = state;
        lost.iter().for_each(|atom| _ = state.remove(atom));
        state.extend(gained);
        Ok(state)
    }

    /// Returns the cost of an action. The error is the cost function as text, if that function has no value.
    pub(super) fn cost(&self, action: &Action, bound: &Bound<'_>) -> Result<u64, String> {
        match &action.cost {
            _ if !self.problem.minimises_cost => Ok(1),
            None => Ok(0),
            Some(Cost::Fixed(cost)) => Ok(u64::from(*cost)),
            Some(Cost::Function(function)) => {
                let function = instance(function, bound);
                let value = self.values.get(&function).copied().map(u64::from);
                value.ok_or_else(|| words(&function))
            }
        }
    }
}

fn words(atom: &Atom) -> String {
    atom.to_string().trim_matches(['(', ')']).to_owned()
}

/// Returns a literal as in fact lists, any other formula as in PDDL.
fn described(formula: &Formula, bound: &Bound<'_>) -> String {
    match formula {
        Formula::Atom(atom) => words(&instance(atom, bound)),
        Formula::Not(inner) => match &**inner {
            Formula::Atom(atom) => format!("not {}", words(&instance(atom, bound))),
            _ => substituted(formula, bound).to_string(),
        },
        _ => substituted(formula, bound).to_string(),
    }
}

fn substituted(formula: &Formula, bound: &Bound<'_>) -> Formula {
    let all = |parts: &[Formula]| parts.iter().map(|part| substituted(part, bound)).collect();
    let within = |variables: &[Typed], inner: &Formula| {
        let is_free = |(name, _): &&(&str, &str)| variables.iter().all(|variable| variable.name != **name);
        Box::new(substituted(inner, &bound.iter().filter(is_free).copied().collect()))
    };
    match formula {
        Formula::Atom(atom) => Formula::Atom(instance(atom, bound)),
        Formula::Not(inner) => Formula::Not(Box::new(substituted(inner, bound))),
        Formula::And(parts) => Formula::And(all(parts)),
        Formula::Or(parts) => Formula::Or(all(parts)),
        Formula::ForAll(variables, inner) => Formula::ForAll(variables.clone(), within(variables, inner)),
        Formula::Exists(variables, inner) => Formula::Exists(variables.clone(), within(variables, inner)),
    }
}
