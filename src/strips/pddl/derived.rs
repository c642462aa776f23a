//! Parser of derived predicates.
//!
//! The form is `(:derived (p ?x ...) CONDITION)`. Predicates that are derived from themselves, directly or not, are
//! refused, since grounding replaces a predicate by its rules; so are rules that are nested too deeply.

use super::ast::{Derived, Domain, Formula, Signature};
use super::error::{Error, ReadError};
use super::heights::heights;
use super::lex::{List, Tree};
use super::scope::{Scope, no_repeats, typed_list, without_places};
use rustc_hash::FxHashMap;

/// Deepest nesting of rules of derived predicates, which bounds the stack of recursive code.
pub(in super::super) const DEEPEST_RULES: usize = 16;

impl Domain {
    /// Reads all rules of derived predicates; predicates and constants must have been read.
    pub(super) fn read_derived(&mut self, rules: &[&List<'_>], scope: &mut Scope<'_>) -> Result<(), ReadError> {
        for list in rules {
            self.derived.push(rule(list, scope)?);
        }
        let heights = self.heights_of_rules();
        for ((list, rule), height) in rules.iter().zip(&self.derived).zip(heights) {
            let name = &rule.head.name;
            match height {
                None => {
                    let problem = format!("`{name}` is derived from itself");
                    return Err(Error::new(list.place, problem, "rules without recursion").into());
                }
                Some(height) if height as usize > DEEPEST_RULES => {
                    let problem = format!("below `{name}` rules are nested {height} deep");
                    return Err(Error::new(list.place, problem, format!("at most {DEEPEST_RULES}")).into());
                }
                Some(_) => {}
            }
        }
        scope.derived = self.derived.iter().map(|rule| rule.head.name.clone()).collect();
        Ok(())
    }

    /// Returns for each rule the depth of nesting of the rules of its predicate; `None` if the predicate is derived
    /// from itself.
    fn heights_of_rules(&self) -> Vec<Option<u32>> {
        let numbers: FxHashMap<&str, usize> = self.predicates.iter().map(|p| p.name.as_str()).zip(0..).collect();
        let number = |name: &str| numbers.get(name).copied();
        let mut edges = Vec::new();
        for rule in &self.derived {
            let mut names = Vec::new();
            predicates_of(&rule.condition, &mut names);
            let needed = names.into_iter().filter_map(number);
            edges.extend(
                number(&rule.head.name).into_iter().flat_map(|head| needed.clone().map(move |other| (head, other))),
            );
        }
        let heights = heights(self.predicates.len(), &edges);
        self.derived.iter().map(|rule| number(&rule.head.name).map_or(Some(0), |number| heights[number])).collect()
    }
}

fn predicates_of<'a>(formula: &'a Formula, names: &mut Vec<&'a str>) {
    match formula {
        Formula::Atom(atom) => names.push(&atom.name),
        Formula::Not(inner) | Formula::ForAll(_, inner) | Formula::Exists(_, inner) => predicates_of(inner, names),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| predicates_of(part, names)),
    }
}

fn rule(list: &List<'_>, scope: &mut Scope<'_>) -> Result<Derived, ReadError> {
    let expected = "a predicate such as `(above ?x ?y)`";
    let head = list.item(1, expected)?.list(expected)?;
    let name = head.head(expected)?;
    let unknown = || Error::new(name.place, format!("unknown predicate `{}`", name.text), "one from `:predicates`");
    let wanted = scope.predicates.get(name.text.as_ref()).ok_or_else(unknown)?.parameters.len();
    let parameters = typed_list(&head.items[1..], true, scope.pace)?;
    scope.check_types(&parameters)?;
    no_repeats(&parameters, "variable")?;
    scope.check_number(parameters.len(), head)?;
    if parameters.len() != wanted {
        let problem = format!("`{}` has {} arguments here", name.text, parameters.len());
        return Err(Error::new(head.place, problem, wanted.to_string()).into());
    }
    let parameters = without_places(parameters);
    list.at_most(3)?;
    let body: &Tree<'_> = list.item(2, "a condition")?;
    let condition = scope.within(&parameters, |scope| scope.condition(body))?;
    Ok(Derived { head: Signature { name: name.text.to_string(), parameters }, condition })
}
