//! Parser of PDDL domains.
//!
//! Text becomes a [`Domain`] in which every name is declared and every atom fits its declaration, or an error with its
//! place. The dialect is the part of PDDL 3.1 in [`REQUIREMENTS`].

use super::ast::{Action, Domain, Formula, REQUIREMENTS, Signature, Typed};
use super::effect::Effects;
use super::error::{Error, Location, ReadError};
use super::heights::heights;
use super::lex::{self, List, Tree};
use super::pace::Pace;
use super::scope::{Scope, no_repeats, typed_list, without_places};
use super::types::{OBJECT, Types};
use crate::run::{Held, Meter};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Sections of a domain, in the order in which they depend on each other.
const SECTIONS: [&str; 5] = [":requirements", ":types", ":constants", ":predicates", ":functions"];

impl Domain {
    /// Parses the text of a domain.
    ///
    /// # Errors
    /// The first fault of the text, with its line and column.
    pub fn parse(text: &str) -> Result<Self, Error> {
        Self::read(text, &Meter::unlimited()).map(|(domain, _)| domain).map_err(ReadError::fault)
    }

    /// Parses the text of a domain within the limits of a meter; returns it with the claim on its memory.
    ///
    /// Steps and bytes are linear in the text, where types count once for each name that has them, and conditions once
    /// for each effect below them.
    ///
    /// # Errors
    /// The first fault of the text, with its line and column, or a limit.
    pub fn read(text: &str, meter: &Meter) -> Result<(Self, Held), ReadError> {
        let pace = Pace::new(text, meter)?;
        let domain = Self::read_at(text, &pace)?;
        Ok((domain, pace.into_held()))
    }

    fn read_at(text: &str, pace: &Pace<'_>) -> Result<Self, ReadError> {
        let whole = lex::read(text, pace)?;
        let (name, sections) = definition(&whole, "domain")?;
        let mut domain = Self { name, ..Self::default() };
        let Sections { single, actions, derived } = sort_sections(sections)?;
        let mut scope = domain.scope(pace);
        for section in SECTIONS {
            let items = single.get(section).map_or(&[][..], |list| &list.items[1..]);
            domain.read_section(section, items, &mut scope)?;
        }
        domain.read_derived(&derived, &mut scope)?;
        let mut names: FxHashMap<String, Location> = FxHashMap::default();
        for list in actions {
            let action = read_action(list, &mut scope)?;
            if let Some(first) = names.insert(action.name.clone(), list.place) {
                let problem = format!("action `{}` is declared again", action.name);
                return Err(Error::new(list.place, problem, format!("another name: see {first}")).into());
            }
            domain.actions.push(action);
        }
        Ok(domain)
    }

    /// Returns the names that conditions, effects and problems may refer to.
    pub(super) fn scope<'p>(&self, pace: &'p Pace<'p>) -> Scope<'p> {
        let named = |list: &[Signature]| list.iter().map(|s| (s.name.clone(), s.clone())).collect();
        Scope {
            pace,
            types: Types::new(&self.types),
            predicates: named(&self.predicates),
            functions: named(&self.functions),
            objects: self.constants.iter().map(|c| (c.name.clone(), c.kinds.clone())).collect(),
            derived: self.derived.iter().map(|rule| rule.head.name.clone()).collect(),
            variables: FxHashMap::default(),
        }
    }

    fn read_section(&mut self, section: &str, items: &[Tree<'_>], scope: &mut Scope<'_>) -> Result<(), ReadError> {
        match section {
            ":requirements" => self.requirements = requirements(items)?,
            ":types" => self.types = types(items, scope.pace)?,
            ":constants" => self.constants = objects(items, scope)?,
            ":predicates" => self.predicates = signatures(items, scope, "predicate")?,
            _ => self.functions = functions(items, scope)?,
        }
        *scope = self.scope(scope.pace);
        Ok(())
    }
}

/// Reads `(define (KIND NAME) SECTION...)`; returns the name and the sections.
pub(super) fn definition<'a>(whole: &'a List<'a>, kind: &str) -> Result<(String, &'a [Tree<'a>]), Error> {
    let define = whole.head("`define`")?;
    if define.text != "define" {
        return Err(Error::new(define.place, format!("`{}`", define.text), "`define`"));
    }
    let expected = format!("`({kind} NAME)`");
    let header = whole.item(1, &expected)?.list(&expected)?;
    let head = header.head(&expected)?;
    if head.text != kind {
        return Err(Error::new(head.place, format!("`{}`", head.text), expected));
    }
    let name = header.item(1, "a name")?.name("a name")?;
    header.at_most(2)?;
    Ok((name.text.to_string(), &whole.items[2..]))
}

#[derive(Default)]
struct Sections<'a> {
    /// Sections that may occur at most once, by keyword.
    single: FxHashMap<&'a str, &'a List<'a>>,
    actions: Vec<&'a List<'a>>,
    derived: Vec<&'a List<'a>>,
}

fn sort_sections<'a>(sections: &'a [Tree<'a>]) -> Result<Sections<'a>, Error> {
    let mut sorted = Sections::default();
    for section in sections {
        let expected = format!("one of {}, :derived, :action", SECTIONS.join(", "));
        let list = section.list(&expected)?;
        let head = list.head(&expected)?;
        match head.text.as_ref() {
            ":action" => sorted.actions.push(list),
            ":derived" => sorted.derived.push(list),
            word if !SECTIONS.contains(&word) => {
                return Err(Error::new(head.place, format!("`{word}`"), expected));
            }
            word => {
                if let Some(first) = sorted.single.insert(word, list) {
                    return Err(Error::new(head.place, format!("`{word}` again"), format!("one: see {}", first.place)));
                }
            }
        }
    }
    Ok(sorted)
}

fn requirements(items: &[Tree<'_>]) -> Result<Vec<String>, Error> {
    let expected = format!("some of {}", REQUIREMENTS.join(" "));
    let read = |item: &Tree<'_>| {
        let word = item.word(&expected)?;
        match REQUIREMENTS.contains(&word.text.as_ref()) {
            true => Ok(word.text.to_string()),
            false => Err(Error::new(word.place, format!("`{}` is not supported", word.text), &expected)),
        }
    };
    items.iter().map(read).collect()
}

/// Returns the types and supertypes of a `:types` section. Supertypes need no declaration of their own. A type that is
/// declared again, as in some domains of competitions, has the supertypes of both declarations.
fn types(items: &[Tree<'_>], pace: &Pace<'_>) -> Result<Vec<Typed>, ReadError> {
    type Supertypes = IndexSet<String, FxBuildHasher>;
    let mut list: IndexMap<String, (Supertypes, Location), FxBuildHasher> = IndexMap::default();
    for (typed, place) in typed_list(items, false, pace)? {
        list.entry(typed.name).or_insert_with(|| (Supertypes::default(), place)).0.extend(typed.kinds);
    }
    let mut names: IndexSet<&str, FxBuildHasher> = list.keys().map(String::as_str).collect();
    let mut edges = Vec::new();
    for (number, (kinds, _)) in list.values().enumerate() {
        pace.step()?;
        edges.extend(kinds.iter().map(|kind| (number, names.insert_full(kind.as_str()).0)));
    }
    let heights = heights(names.len(), &edges);
    for ((name, (kinds, place)), height) in list.iter().zip(heights) {
        if height.is_none() || name == OBJECT && !kinds.is_empty() {
            let problem = format!("type `{name}` is its own ancestor");
            return Err(Error::new(*place, problem, "a tree of types").into());
        }
    }
    let undeclared = names.iter().skip(list.len()).map(|name| Typed { name: (*name).to_owned(), kinds: Vec::new() });
    let undeclared: Vec<Typed> = undeclared.collect();
    let declared = list.into_iter().filter(|(name, _)| name != OBJECT);
    let found = declared.map(|(name, (kinds, _))| Typed { name, kinds: kinds.into_iter().collect() });
    Ok(found.chain(undeclared).collect())
}

/// Reads constants or objects, which must not have been declared before.
pub(super) fn objects(items: &[Tree<'_>], scope: &Scope<'_>) -> Result<Vec<Typed>, ReadError> {
    let list = typed_list(items, false, scope.pace)?;
    scope.check_types(&list)?;
    no_repeats(&list, "object")?;
    if let Some((typed, place)) = list.iter().find(|(typed, _)| scope.objects.contains_key(&typed.name)) {
        let problem = format!("object `{}` is declared again", typed.name);
        return Err(Error::new(*place, problem, "a name that is not a constant of the domain").into());
    }
    Ok(without_places(list))
}

/// Reads predicates. The names of their parameters are ignored, so one may be used twice: `(road ?p ?p - place)`.
fn signatures(items: &[Tree<'_>], scope: &Scope<'_>, what: &str) -> Result<Vec<Signature>, ReadError> {
    let mut seen: FxHashMap<&str, Location> = FxHashMap::default();
    let mut found = Vec::new();
    for item in items {
        let list = item.list(&format!("a {what} such as `(at ?x ?y)`"))?;
        let name = list.item(0, "a name")?.name("a name")?;
        if let Some(first) = seen.insert(&name.text, name.place) {
            let problem = format!("{what} `{}` is declared again", name.text);
            return Err(Error::new(name.place, problem, format!("another name: see {first}")).into());
        }
        let parameters = typed_list(&list.items[1..], true, scope.pace)?;
        scope.check_types(&parameters)?;
        found.push(Signature { name: name.text.to_string(), parameters: without_places(parameters) });
    }
    Ok(found)
}

/// Reads functions, each possibly followed by `- number`, which is ignored.
fn functions(items: &[Tree<'_>], scope: &Scope<'_>) -> Result<Vec<Signature>, ReadError> {
    let mut lists = Vec::new();
    let mut rest = items.iter();
    while let Some(item) = rest.next() {
        match item {
            Tree::List(_) => lists.push(item.clone()),
            Tree::Word(dash) if dash.text == "-" && !lists.is_empty() => {
                let kind = rest.next().ok_or_else(|| Error::new(dash.place, "`-` at the end", "`- number`"))?;
                if kind.word("`number`")?.text != "number" {
                    return Err(Error::new(kind.place(), kind.describe(), "`number`").into());
                }
            }
            Tree::Word(word) => {
                return Err(Error::new(word.place, item.describe(), "a function such as `(cost ?x)`").into());
            }
        }
    }
    signatures(&lists, scope, "function")
}

/// Reads `(:action NAME :parameters (...) :precondition ... :effect ...)`.
fn read_action(list: &List<'_>, scope: &mut Scope<'_>) -> Result<Action, ReadError> {
    let name = list.item(1, "the action's name")?.name("the action's name")?.text.to_string();
    let parts = action_parts(list)?;
    let parameters = parts.get(":parameters").map_or(Ok(Vec::new()), |tree| scope.declared(tree))?;
    scope.within(&parameters.clone(), |scope| {
        let precondition = parts.get(":precondition").map_or(Ok(Formula::default()), |tree| scope.condition(tree))?;
        let mut effects = Effects::default();
        parts.get(":effect").map_or(Ok(()), |tree| effects.read(tree, scope))?;
        Ok(Action { name, parameters, precondition, effect: effects.found, cost: effects.cost })
    })
}

fn action_parts<'a>(list: &'a List<'a>) -> Result<FxHashMap<&'a str, &'a Tree<'a>>, Error> {
    let expected = ":parameters, :precondition or :effect";
    let mut parts = FxHashMap::default();
    let mut rest = list.items[2..].iter();
    while let Some(key) = rest.next() {
        let word = key.word(expected)?;
        if ![":parameters", ":precondition", ":effect"].contains(&word.text.as_ref()) {
            return Err(Error::new(word.place, key.describe(), expected));
        }
        let value = rest.next().ok_or_else(|| Error::new(list.end, "`)`", format!("a list after {}", word.text)))?;
        if parts.insert(word.text.as_ref(), value).is_some() {
            return Err(Error::new(word.place, format!("`{}` again", word.text), "each part once"));
        }
    }
    Ok(parts)
}

/// Checks that a tree is `(total-cost)`.
pub(super) fn total_cost(tree: &Tree<'_>) -> Result<(), Error> {
    let expected = "`(total-cost)`";
    let list = tree.list(expected)?;
    let head = list.head(expected)?;
    if head.text != "total-cost" {
        return Err(Error::new(head.place, tree.describe(), expected));
    }
    list.at_most(1)
}

/// Reads a non-negative whole number, also written as `5.0`.
pub(super) fn number(tree: &Tree<'_>) -> Result<u32, Error> {
    let expected = "a whole number from 0 to 4294967295";
    let word = tree.word(expected)?;
    let whole = word
        .text
        .split_once('.')
        .map_or(word.text.as_ref(), |(whole, fraction)| if fraction.chars().all(|c| c == '0') { whole } else { "" });
    let plain = whole.chars().all(|c| c.is_ascii_digit()).then(|| whole.parse().ok()).flatten();
    plain.ok_or_else(|| Error::new(word.place, tree.describe(), expected))
}
