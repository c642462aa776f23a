//! Parser of PDDL problems.
//!
//! Text and its domain become a [`Problem`] in which every name is declared and every atom fits its declaration, or an
//! error with its place.

use super::ast::{Atom, Domain, Problem};
use super::domain::{definition, number, objects, total_cost};
use super::error::{Error, ReadError};
use super::lex::{self, List, Tree};
use super::pace::Pace;
use super::scope::Scope;
use crate::run::{Held, Meter};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

const SECTIONS: [&str; 6] = [":domain", ":requirements", ":objects", ":init", ":goal", ":metric"];

impl Problem {
    /// Parses the text of a problem of this domain.
    ///
    /// # Errors
    /// The first fault of the text, with its line and column.
    pub fn parse(text: &str, domain: &Domain) -> Result<Self, Error> {
        Self::read(text, domain, &Meter::unlimited()).map(|(problem, _)| problem).map_err(ReadError::fault)
    }

    /// Parses the text of a problem within the limits of a meter; returns it with the claim on its memory.
    ///
    /// Steps and bytes are linear in the text, with types counted once for each of their objects.
    ///
    /// # Errors
    /// The first fault of the text, with its line and column, or a limit.
    pub fn read(text: &str, domain: &Domain, meter: &Meter) -> Result<(Self, Held), ReadError> {
        let pace = Pace::new(text, meter)?;
        let problem = Self::read_at(text, domain, &pace)?;
        Ok((problem, pace.into_held()))
    }

    fn read_at(text: &str, domain: &Domain, pace: &Pace<'_>) -> Result<Self, ReadError> {
        let whole = lex::read(text, pace)?;
        let (name, sections) = definition(&whole, "problem")?;
        let sections = by_keyword(sections)?;
        let section = |keyword: &str| {
            let missing = || Error::new(whole.end, format!("no `{keyword}`"), format!("`({keyword} ...)`"));
            sections.get(keyword).copied().ok_or_else(missing)
        };
        let mut scope = domain.scope(pace);
        let mut problem = Self { name, domain: domain_name(section(":domain")?, domain)?, ..Self::default() };
        if let Ok(list) = section(":objects") {
            problem.objects = objects(&list.items[1..], &scope)?;
        }
        scope.objects.extend(problem.objects.iter().map(|object| (object.name.clone(), object.kinds.clone())));
        problem.read_init(section(":init")?, &scope)?;
        let goal = section(":goal")?;
        goal.at_most(2)?;
        problem.goal = scope.condition(goal.item(1, "a condition")?)?;
        if let Ok(list) = section(":metric") {
            read_metric(list)?;
            problem.minimises_cost = true;
        }
        Ok(problem)
    }

    /// Reads the initial facts and values; repeated facts are kept once.
    fn read_init(&mut self, section: &List<'_>, scope: &Scope<'_>) -> Result<(), ReadError> {
        let mut facts: IndexSet<Atom, FxBuildHasher> = IndexSet::default();
        let mut valued: FxHashMap<Atom, u32> = FxHashMap::default();
        for item in &section.items[1..] {
            scope.pace.step()?;
            let list = item.list("an atom or a value such as `(= (total-cost) 0)`")?;
            if list.head("a predicate or `=`")?.text == "=" {
                let (function, value) = read_value(list, scope)?;
                if valued.insert(function.clone(), value).is_some_and(|before| before != value) {
                    let problem = format!("`{}` has two values", function.name);
                    return Err(Error::new(list.place, problem, "one value").into());
                }
                self.values.push((function, value));
            } else {
                facts.insert(scope.fact(list)?);
            }
        }
        self.init = facts.into_iter().collect();
        Ok(())
    }
}

fn by_keyword<'a>(sections: &'a [Tree<'a>]) -> Result<FxHashMap<&'a str, &'a List<'a>>, Error> {
    let expected = format!("one of {}", SECTIONS.join(", "));
    let mut found: FxHashMap<&str, &List<'_>> = FxHashMap::default();
    for section in sections {
        let list = section.list(&expected)?;
        let head = list.head(&expected)?;
        if !SECTIONS.contains(&head.text.as_ref()) {
            return Err(Error::new(head.place, format!("`{}`", head.text), expected));
        }
        if let Some(first) = found.insert(&head.text, list) {
            let problem = format!("`{}` again", head.text);
            return Err(Error::new(head.place, problem, format!("one: see {}", first.place)));
        }
    }
    Ok(found)
}

fn domain_name(section: &List<'_>, domain: &Domain) -> Result<String, Error> {
    let name = section.item(1, "the domain's name")?.name("the domain's name")?;
    section.at_most(2)?;
    if name.text == domain.name {
        return Ok(name.text.to_string());
    }
    Err(Error::new(name.place, format!("the domain `{}`", name.text), format!("`{}`", domain.name)))
}

fn read_value(list: &List<'_>, scope: &Scope<'_>) -> Result<(Atom, u32), ReadError> {
    let function = scope.function(list.item(1, "a function")?.list("a function such as `(total-cost)`")?)?;
    let value = number(list.item(2, "a number")?)?;
    list.at_most(3)?;
    Ok((function, value))
}

/// Checks that a section is `(:metric minimize (total-cost))`.
fn read_metric(section: &List<'_>) -> Result<(), Error> {
    let expected = "`minimize`";
    let word = section.item(1, expected)?.word(expected)?;
    if word.text != "minimize" {
        return Err(Error::new(word.place, format!("`{}`", word.text), expected));
    }
    total_cost(section.item(2, "`(total-cost)`")?)?;
    section.at_most(3)
}
