//! Parser of conditions.
//!
//! Nested lists become a [`Formula`] in which every name is declared, or an error with its place. Conjunctions become
//! flat. Nesting is limited by the lexer.

use super::ast::Formula;
use super::error::ReadError;
use super::lex::{List, Tree};
use super::scope::Scope;

const EXPECTED: &str = "a condition such as `(and ...)`";

impl Scope<'_> {
    /// Reads a condition as a conjunction; `()` is the empty conjunction.
    pub(super) fn condition(&mut self, tree: &Tree<'_>) -> Result<Formula, ReadError> {
        let mut whole = Formula::default();
        whole.push(self.formula(tree)?);
        Ok(whole)
    }

    fn formula(&mut self, tree: &Tree<'_>) -> Result<Formula, ReadError> {
        self.pace.step()?;
        let list = tree.list(EXPECTED)?;
        if list.items.is_empty() {
            return Ok(Formula::default());
        }
        let arguments = &list.items[1..];
        match list.head(EXPECTED)?.text.as_ref() {
            "and" => {
                let mut whole = Formula::default();
                self.formulas(arguments)?.into_iter().for_each(|part| whole.push(part));
                Ok(whole)
            }
            "or" => Ok(Formula::Or(self.formulas(arguments)?)),
            "not" => Ok(Formula::Not(Box::new(self.only(list, 1)?))),
            "imply" => {
                let premise = self.formula(list.item(1, EXPECTED)?)?;
                Ok(Formula::Or(vec![Formula::Not(Box::new(premise)), self.only(list, 2)?]))
            }
            "forall" => self.quantified(list, Formula::ForAll),
            "exists" => self.quantified(list, Formula::Exists),
            _ => Ok(Formula::Atom(self.atom(list, true)?)),
        }
    }

    fn formulas(&mut self, trees: &[Tree<'_>]) -> Result<Vec<Formula>, ReadError> {
        trees.iter().map(|tree| self.formula(tree)).collect()
    }

    /// Reads the item of a list at `index`, which must be the last item, as a condition.
    fn only(&mut self, list: &List<'_>, index: usize) -> Result<Formula, ReadError> {
        list.at_most(index + 1)?;
        self.formula(list.item(index, EXPECTED)?)
    }

    fn quantified(
        &mut self,
        list: &List<'_>,
        build: fn(Vec<super::Typed>, Box<Formula>) -> Formula,
    ) -> Result<Formula, ReadError> {
        let variables = self.declared(list.item(1, "a list of variables")?)?;
        let inner = self.within(&variables, |scope| scope.only(list, 2))?;
        Ok(build(variables, Box::new(inner)))
    }
}
