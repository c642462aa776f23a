//! Parser of PDDL problems: text and its domain become a [`Problem`], or an error with its place.

use super::domain::{by_keyword, definition, number, objects, requirements, total_cost};
use super::lex::{self, Error, List, ReadError, Tree};
use super::scope::Scope;
use super::{Atom, Domain, Literal, Problem};
use crate::run::Meter;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

const SECTIONS: [&str; 6] = [":domain", ":requirements", ":objects", ":init", ":goal", ":metric"];

impl Problem {
    /// Parses the text of a problem of this domain; the error is its first fault, with line and column.
    pub fn parse(text: &str, domain: &Domain) -> Result<Self, ReadError> {
        Self::read(text, domain, &Meter::unlimited())
    }

    /// As [`Problem::parse`], within the limits of a meter.
    pub fn read(text: &str, domain: &Domain, meter: &Meter) -> Result<Self, ReadError> {
        let whole = lex::read(text, meter)?;
        let (name, sections) = definition(&whole, "problem")?;
        let sections = by_keyword(sections, &SECTIONS)?;
        let section = |keyword: &str| {
            let missing = || Error::new(whole.end, format!("no `{keyword}`"), format!("`({keyword} ...)`"));
            sections.get(keyword).copied().ok_or_else(missing)
        };
        let mut scope = domain.scope(meter);
        let mut problem = Self { name, domain: domain_name(section(":domain")?, domain)?, ..Self::default() };
        if let Some(list) = sections.get(":requirements") {
            requirements(&list.items[1..])?;
        }
        if let Some(list) = sections.get(":objects") {
            problem.objects = objects(&list.items[1..], &scope)?;
        }
        scope.objects.extend(problem.objects.iter().map(|object| (object.name.clone(), object.kinds.clone())));
        problem.read_init(section(":init")?, &scope)?;
        let goal = section(":goal")?;
        goal.at_most(2)?;
        scope.condition(goal.item(1, "a condition")?, &mut problem.goal)?;
        if let Some(list) = sections.get(":metric") {
            read_metric(list)?;
            problem.minimises_cost = true;
        }
        Ok(problem)
    }

    /// Reads the initial facts and values; repeated facts are kept once. Negative literals hold anyway.
    fn read_init(&mut self, section: &List<'_>, scope: &Scope<'_>) -> Result<(), ReadError> {
        let mut facts: IndexMap<Atom, bool, FxBuildHasher> = IndexMap::default();
        let mut valued: FxHashMap<Atom, u32> = FxHashMap::default();
        for item in &section.items[1..] {
            scope.meter.check()?;
            let list = item.list("an atom or a value such as `(= (total-cost) 0)`")?;
            let head = list.head("a predicate, `not` or `=`")?;
            if head.text == "=" {
                let function = list.item(1, "a function")?.list("a function such as `(total-cost)`")?;
                let (function, value) = (scope.function(function)?, number(list.item(2, "a number")?)?);
                list.at_most(3)?;
                if valued.insert(function.clone(), value).is_some_and(|before| before != value) {
                    let problem = format!("`{}` has two values", function.name);
                    return Err(Error::new(list.place, problem, "one value").into());
                }
                self.values.push((function, value));
            } else if head.text == "at" && matches!(&list.items[1..], [Tree::Word(_), Tree::List(_)]) {
                return Err(Error::of_feature(head.place, "at", ":timed-initial-literals").into());
            } else {
                let Literal { positive, atom } = scope.literal(list)?;
                if *facts.entry(atom.clone()).or_insert(positive) != positive {
                    let problem = format!("both `{atom}` and `(not {atom})`");
                    return Err(Error::new(list.place, problem, "one of them").into());
                }
            }
        }
        self.init = facts.into_iter().filter(|(_, positive)| *positive).map(|(atom, _)| atom).collect();
        Ok(())
    }
}

fn domain_name(section: &List<'_>, domain: &Domain) -> Result<String, Error> {
    let name = section.item(1, "the domain's name")?.name("the domain's name")?;
    section.at_most(2)?;
    if name.text == domain.name {
        return Ok(name.text.to_string());
    }
    Err(Error::new(name.place, format!("the domain `{}`", name.text), format!("`{}`", domain.name)))
}

/// Checks that a section is `(:metric minimize (total-cost))`.
fn read_metric(section: &List<'_>) -> Result<(), Error> {
    let word = section.item(1, "`minimize`")?;
    if word.word("`minimize`")?.text != "minimize" {
        return Err(word.instead_of("`minimize`"));
    }
    total_cost(section.item(2, "`(total-cost)`")?)?;
    section.at_most(3)
}
