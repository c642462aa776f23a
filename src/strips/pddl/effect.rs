//! Parser of effects.
//!
//! Nested `and`, `forall` and `when` become a flat list of [`Effect`]s and at most one cost.

use super::ast::{Cost, Effect, Formula, Typed};
use super::domain::{number, total_cost};
use super::error::{Error, ReadError};
use super::lex::{List, Tree};
use super::scope::Scope;

/// Effects read so far, with the variables and conditions around the next effect.
#[derive(Debug, Default)]
pub(super) struct Effects {
    pub found: Vec<Effect>,
    pub cost: Option<Cost>,
    variables: Vec<Typed>,
    condition: Formula,
    /// Bytes of the variables and conditions around the next effect, of which each effect has a copy.
    around: usize,
}

impl Effects {
    /// Reads an effect and its parts; `()` is the empty effect.
    pub(super) fn read(&mut self, tree: &Tree<'_>, scope: &mut Scope<'_>) -> Result<(), ReadError> {
        scope.pace.step()?;
        let list = tree.list("a list such as `(and ...)`")?;
        if list.items.is_empty() {
            return Ok(());
        }
        match list.head("a predicate, `and`, `not`, `forall`, `when` or `increase`")?.text.as_ref() {
            "and" => list.items[1..].iter().try_for_each(|item| self.read(item, scope)),
            "forall" => self.for_all(list, scope),
            "when" => self.when(list, scope),
            "increase" => self.increase(list, scope),
            _ => {
                scope.pace.claim(self.around)?;
                let (variables, condition) = (self.variables.clone(), self.condition.clone());
                self.found.push(Effect { variables, condition, literal: scope.literal(list)? });
                Ok(())
            }
        }
    }

    fn for_all(&mut self, list: &List<'_>, scope: &mut Scope<'_>) -> Result<(), ReadError> {
        let variables = scope.declared(list.item(1, "a list of variables")?)?;
        // The enclosing conditions would be read as conditions on the inner variable.
        let hidden = variables.iter().find(|v| !self.condition.is_empty() && scope.variables.contains_key(&v.name));
        if let Some(variable) = hidden {
            let problem = format!("variable `{}` is declared again below `when`", variable.name);
            return Err(Error::new(list.place, problem, "another name").into());
        }
        let outer = (self.variables.len(), self.around);
        self.variables.extend_from_slice(&variables);
        self.around += variables.iter().map(Typed::bytes).sum::<usize>();
        list.at_most(3)?;
        let body = list.item(2, "an effect")?;
        scope.within(&variables, |scope| self.read(body, scope))?;
        self.variables.truncate(outer.0);
        self.around = outer.1;
        Ok(())
    }

    fn when(&mut self, list: &List<'_>, scope: &mut Scope<'_>) -> Result<(), ReadError> {
        let outer = (self.condition.clone(), self.around);
        let condition = scope.condition(list.item(1, "a condition")?)?;
        self.around += condition.bytes();
        self.condition.push(condition);
        list.at_most(3)?;
        self.read(list.item(2, "an effect")?, scope)?;
        (self.condition, self.around) = outer;
        Ok(())
    }

    fn increase(&mut self, list: &List<'_>, scope: &Scope<'_>) -> Result<(), ReadError> {
        if self.cost.is_some() {
            let problem = "a second `increase` in one action";
            return Err(Error::new(list.place, problem, "one: planners treat two differently").into());
        }
        if !self.variables.is_empty() || !self.condition.is_empty() {
            let problem = "`increase` below `forall` or `when`";
            let expected = "costs that depend on the arguments of the action alone";
            return Err(Error::new(list.place, problem, expected).into());
        }
        total_cost(list.item(1, "`(total-cost)`")?)?;
        self.cost = Some(match list.item(2, "a number or a function")? {
            tree @ Tree::Word(_) => Cost::Fixed(number(tree)?),
            Tree::List(list) => Cost::Function(scope.function(list)?),
        });
        Ok(list.at_most(3)?)
    }
}
