//! The parser of derived predicates.
//!
//! Reads `(:derived (p ?x ...) CONDITION)`. A predicate that is derived from itself, by whatever way, is refused: rules
//! are put in the place of the predicate when a task is grounded.

use super::ast::{Derived, Domain, Formula, Signature};
use super::error::Error;
use super::lex::{List, Tree};
use super::scope::{Scope, typed_list, without_places};
use rustc_hash::FxHashSet;

impl Domain {
    /// Reads all rules; predicates and constants must have been read.
    pub(super) fn read_derived(&mut self, rules: &[&List<'_>], scope: &mut Scope) -> Result<(), Error> {
        for list in rules {
            self.derived.push(rule(list, scope)?);
        }
        for (list, rule) in rules.iter().zip(&self.derived) {
            if self.needs(&rule.head.name).contains(&rule.head.name) {
                let problem = format!("`{}` is derived from itself", rule.head.name);
                return Err(Error::new(list.place, problem, "rules without recursion"));
            }
        }
        scope.derived = self.derived.iter().map(|rule| rule.head.name.clone()).collect();
        Ok(())
    }

    /// Returns all predicates in the rules of this one, and in the rules of those.
    fn needs(&self, predicate: &str) -> FxHashSet<String> {
        let rules = |name: &str| self.derived.iter().filter(|rule| rule.head.name == name).collect::<Vec<_>>();
        let (mut found, mut stack) = (FxHashSet::default(), rules(predicate));
        while let Some(rule) = stack.pop() {
            let mut names = Vec::new();
            predicates_of(&rule.condition, &mut names);
            for name in names.into_iter().filter(|name| found.insert(name.clone())).collect::<Vec<_>>() {
                stack.extend(rules(&name));
            }
        }
        found
    }
}

fn predicates_of(formula: &Formula, names: &mut Vec<String>) {
    match formula {
        Formula::Atom(atom) => names.push(atom.name.clone()),
        Formula::Not(inner) | Formula::ForAll(_, inner) | Formula::Exists(_, inner) => predicates_of(inner, names),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| predicates_of(part, names)),
    }
}

fn rule(list: &List<'_>, scope: &mut Scope) -> Result<Derived, Error> {
    let expected = "a predicate such as `(above ?x ?y)`";
    let head = list.item(1, expected)?.list(expected)?;
    let name = head.head(expected)?;
    let unknown = || Error::new(name.place, format!("unknown predicate `{}`", name.text), "one from `:predicates`");
    let wanted = scope.predicates.get(name.text.as_ref()).ok_or_else(unknown)?.parameters.len();
    let parameters = typed_list(&head.items[1..], true)?;
    scope.check_types(&parameters)?;
    super::scope::no_repeats(&parameters, "variable")?;
    if parameters.len() != wanted {
        let problem = format!("`{}` has {} arguments here", name.text, parameters.len());
        return Err(Error::new(head.place, problem, wanted.to_string()));
    }
    let parameters = without_places(parameters);
    list.at_most(3)?;
    let body: &Tree<'_> = list.item(2, "a condition")?;
    let condition = scope.within(&parameters, |scope| scope.condition(body))?;
    Ok(Derived { head: Signature { name: name.text.to_string(), parameters }, condition })
}
