//! Parsers of PDDL: text becomes a [`Domain`], or a [`Problem`] of a domain, or an error with its place.

use super::lex::{self, Error, List, Location, ReadError, Tree};
use super::scope::{OBJECT, Scope, TypedWords, Types, after_dash, no_repeats, repeated, typed_list, without_places};
use super::{Action, Atom, Cost, Domain, Literal, Problem, Signature, TypedName};
use crate::run::Meter;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Sections of a domain; each uses only sections before it.
const OF_DOMAIN: [&str; 5] = [":requirements", ":types", ":constants", ":predicates", ":functions"];

impl Domain {
    /// Parses the text of a domain; the error is its first fault, with line and column.
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        Self::read(text, &Meter::unlimited())
    }

    /// As [`Domain::parse`], within the limits of a meter.
    pub fn read(text: &str, meter: &Meter) -> Result<Self, ReadError> {
        let whole = lex::read(text, meter)?;
        let (name, sections) = definition(&whole, "domain")?;
        let mut domain = Self { name, ..Self::default() };
        let (actions, single): (Vec<_>, Vec<_>) = sections.iter().partition(
            |tree| matches!(tree, Tree::List(list) if list.head("").is_ok_and(|head| head.text == ":action")),
        );
        let single = by_keyword(single, &[&OF_DOMAIN[..], &[":action"]].concat())?;
        let mut scope = domain.scope(meter);
        for section in OF_DOMAIN {
            let items = single.get(section).map_or(&[][..], |list| &list.items[1..]);
            domain.read_section(section, items, &mut scope)?;
        }
        let mut names: FxHashMap<String, Location> = FxHashMap::default();
        for tree in actions {
            let list = tree.list("`:action`")?;
            let action = read_action(list, &mut scope)?;
            if let Some(first) = names.insert(action.name.clone(), list.place) {
                return Err(repeated("action", &action.name, list.place, first).into());
            }
            domain.actions.push(action);
        }
        Ok(domain)
    }

    fn scope<'p>(&self, meter: &'p Meter) -> Scope<'p> {
        let named = |list: &[Signature]| list.iter().map(|s| (s.name.clone(), s.clone())).collect();
        Scope {
            meter,
            types: Types::new(&self.types),
            predicates: named(&self.predicates),
            functions: named(&self.functions),
            objects: self.constants.iter().map(|c| (c.name.clone(), c.kinds.clone())).collect(),
            variables: FxHashMap::default(),
        }
    }

    fn read_section(&mut self, section: &str, items: &[Tree<'_>], scope: &mut Scope<'_>) -> Result<(), ReadError> {
        match section {
            ":requirements" => self.requirements = requirements(items)?,
            ":types" => self.types = types(typed_list(items, false, scope.meter)?)?,
            ":constants" => self.constants = objects(items, scope)?,
            ":predicates" => self.predicates = signatures(&items.iter().collect::<Vec<_>>(), scope, "predicate")?,
            _ => self.functions = functions(items, scope)?,
        }
        *scope = self.scope(scope.meter);
        Ok(())
    }
}

/// Reads `(define (KIND NAME) SECTION...)`; returns the name and the sections.
fn definition<'a>(whole: &'a List<'a>, kind: &str) -> Result<(String, &'a [Tree<'a>]), Error> {
    whole.head("`define`")?.must_be("define", "`define`")?;
    let expected = format!("`({kind} NAME)`");
    let header = whole.item(1, &expected)?.list(&expected)?;
    header.head(&expected)?.must_be(kind, &expected)?;
    let name = header.item(1, "a name")?.name("a name")?;
    header.at_most(2)?;
    Ok((name.text.to_string(), &whole.items[2..]))
}

/// Returns the sections by their keywords. Each keyword must be `known`, and may occur once.
fn by_keyword<'a>(
    sections: impl IntoIterator<Item = &'a Tree<'a>>,
    known: &[&str],
) -> Result<FxHashMap<&'a str, &'a List<'a>>, Error> {
    let expected = format!("one of {}", known.join(", "));
    let mut found: FxHashMap<&str, &List<'_>> = FxHashMap::default();
    for section in sections {
        let list = section.list(&expected)?;
        let head = list.head(&expected)?;
        if !known.contains(&head.text.as_ref()) {
            let unknown = || Error::new(head.place, format!("`{}`", head.text), expected);
            return Err(Error::unread(head).unwrap_or_else(unknown));
        }
        if let Some(first) = found.insert(&head.text, list) {
            let problem = format!("`{}` again", head.text);
            return Err(Error::new(head.place, problem, format!("one: see {}", first.place)));
        }
    }
    Ok(found)
}

/// Returns the words of a `:requirements` section. Whether their features are read shows where they are used.
fn requirements(items: &[Tree<'_>]) -> Result<Vec<String>, Error> {
    const EXPECTED: &str = "a requirement such as `:strips`";
    let read = |item: &Tree<'_>| {
        let word = item.word(EXPECTED)?;
        let is_keyword = word.text.strip_prefix(':').is_some_and(|name| !name.is_empty());
        let unknown = || Error::new(word.place, format!("`{}`", word.text), EXPECTED);
        is_keyword.then(|| word.text.to_string()).ok_or_else(unknown)
    };
    items.iter().map(read).collect()
}

/// Returns the types and supertypes of a `:types` section. Supertypes need no declaration of their own. A type that is declared
/// again has the supertypes of both declarations: some domains of competitions do this.
fn types(words: TypedWords) -> Result<Vec<TypedName>, Error> {
    let mut places: FxHashMap<String, Location> = FxHashMap::default();
    let mut supertypes: IndexMap<String, IndexSet<String, FxBuildHasher>, FxBuildHasher> = IndexMap::default();
    for (typed, place) in words {
        supertypes.entry(typed.name.clone()).or_default().extend(typed.kinds.iter().cloned());
        places.entry(typed.name).or_insert(place);
    }
    let kinds: Vec<String> = supertypes.values().flatten().cloned().collect();
    kinds.into_iter().for_each(|kind| _ = supertypes.entry(kind).or_default());
    let of_object = supertypes.shift_remove(OBJECT).filter(|kinds| !kinds.is_empty()).map(|_| OBJECT.to_owned());
    let typed = |(name, kinds): (String, IndexSet<_, _>)| TypedName { name, kinds: kinds.into_iter().collect() };
    let types: Vec<TypedName> = supertypes.into_iter().map(typed).collect();
    let cycle = of_object.or_else(|| Types::new(&types).cycle().map(str::to_owned));
    match cycle.and_then(|name| Some((places.get(&name)?, name))) {
        Some((place, name)) => Err(Error::new(*place, format!("type `{name}` is its own ancestor"), "a tree of types")),
        None => Ok(types),
    }
}

/// Reads constants or objects, which must not have been declared before.
fn objects(items: &[Tree<'_>], scope: &Scope<'_>) -> Result<Vec<TypedName>, ReadError> {
    let list = typed_list(items, false, scope.meter)?;
    scope.check_types(&list)?;
    no_repeats(&list, "object")?;
    if let Some((typed, place)) = list.iter().find(|(typed, _)| scope.objects.contains_key(&typed.name)) {
        let problem = format!("object `{}` is declared again", typed.name);
        return Err(Error::new(*place, problem, "a name that is not a constant of the domain").into());
    }
    Ok(without_places(list))
}

/// Reads predicates. The names of their parameters are ignored, so one may be used twice: `(road ?p ?p - place)`.
fn signatures(items: &[&Tree<'_>], scope: &Scope<'_>, what: &str) -> Result<Vec<Signature>, ReadError> {
    let mut seen: FxHashMap<&str, Location> = FxHashMap::default();
    let mut found = Vec::new();
    for item in items {
        let list = item.list(&format!("a {what} such as `(at ?x ?y)`"))?;
        let name = list.item(0, "a name")?.name("a name")?;
        if let Some(first) = seen.insert(&name.text, name.place) {
            return Err(repeated(what, &name.text, name.place, first).into());
        }
        let parameters = typed_list(&list.items[1..], true, scope.meter)?;
        scope.check_types(&parameters)?;
        found.push(Signature { name: name.text.to_string(), parameters: without_places(parameters) });
    }
    Ok(found)
}

/// Reads functions, each possibly followed by `- number`, which is ignored.
fn functions(items: &[Tree<'_>], scope: &Scope<'_>) -> Result<Vec<Signature>, ReadError> {
    let expected = "a function such as `(cost ?x)`";
    let (mut lists, mut untyped) = (Vec::new(), 0);
    let mut rest = items.iter();
    while let Some(item) = rest.next() {
        match item {
            Tree::List(_) => lists.push(item),
            Tree::Word(dash) if dash.text == "-" => {
                let kind = after_dash(dash, rest.next(), untyped == lists.len(), "`number`", expected)?;
                untyped = lists.len();
                kind.word("`number`")?.must_be("number", "`number`")?;
            }
            Tree::Word(_) => return Err(item.instead_of(expected).into()),
        }
    }
    signatures(&lists, scope, "function")
}

fn read_action(list: &List<'_>, scope: &mut Scope<'_>) -> Result<Action, ReadError> {
    let name = list.item(1, "the action's name")?.name("the action's name")?.text.to_string();
    let parts = action_parts(list)?;
    scope.variables.clear();
    let parameters = parts.get(":parameters").map_or(Ok(Vec::new()), |tree| scope.declare(tree))?;
    let mut action = Action { name, parameters, precondition: Vec::new(), effect: Vec::new(), cost: None };
    if let Some(tree) = parts.get(":precondition") {
        scope.condition(tree, &mut action.precondition)?;
    }
    if let Some(tree) = parts.get(":effect") {
        action.read_effect(tree, scope)?;
    }
    Ok(action)
}

fn action_parts<'a>(list: &'a List<'a>) -> Result<FxHashMap<&'a str, &'a Tree<'a>>, Error> {
    let expected = ":parameters, :precondition or :effect";
    let mut parts = FxHashMap::default();
    let mut rest = list.items[2..].iter();
    while let Some(key) = rest.next() {
        let word = key.word(expected)?;
        if ![":parameters", ":precondition", ":effect"].contains(&word.text.as_ref()) {
            return Err(Error::unread(word).unwrap_or_else(|| key.instead_of(expected)));
        }
        let value = rest.next().ok_or_else(|| Error::new(list.end, "`)`", format!("a list after {}", word.text)))?;
        if parts.insert(word.text.as_ref(), value).is_some() {
            return Err(Error::new(word.place, format!("`{}` again", word.text), "each part once"));
        }
    }
    Ok(parts)
}

impl Action {
    /// Adds an effect and its parts; `()` is the empty effect.
    fn read_effect(&mut self, tree: &Tree<'_>, scope: &Scope<'_>) -> Result<(), ReadError> {
        let list = tree.list("a list such as `(and ...)`")?;
        let Some(head) = list.items.first() else { return Ok(()) };
        let head = head.word("a predicate, `and`, `not` or `increase`")?;
        match head.text.as_ref() {
            "and" => list.items[1..].iter().try_for_each(|item| self.read_effect(item, scope)),
            "forall" => Err(Error::of_feature(head.place, "forall", ":conditional-effects").into()),
            "increase" if self.cost.is_some() => {
                let problem = "a second `increase` in one action";
                Err(Error::new(list.place, problem, "one: planners treat two differently").into())
            }
            "increase" => {
                total_cost(list.item(1, "`(total-cost)`")?)?;
                self.cost = Some(match list.item(2, "a number or a function")? {
                    tree @ Tree::Word(_) => Cost::Fixed(number(tree)?),
                    Tree::List(list) => Cost::Function(scope.function(list)?),
                });
                Ok(list.at_most(3)?)
            }
            _ => {
                let literal: Literal = scope.literal(list)?;
                self.effect.push(literal);
                Ok(())
            }
        }
    }
}

fn total_cost(tree: &Tree<'_>) -> Result<(), Error> {
    let expected = "`(total-cost)`";
    let list = tree.list(expected)?;
    let head = list.head(expected)?;
    if head.text != "total-cost" {
        let other = || Error::of_feature(head.place, &head.text, ":numeric-fluents");
        return Err(Error::unread(head).unwrap_or_else(other));
    }
    list.at_most(1)
}

/// Reads a non-negative whole number, also written as `5.0`.
fn number(tree: &Tree<'_>) -> Result<u32, Error> {
    let expected = "a whole number from 0 to 4294967295";
    let text = &tree.word(expected)?.text;
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_whole = whole.chars().all(|c| c.is_ascii_digit()) && fraction.chars().all(|c| c == '0');
    whole.parse().ok().filter(|_| is_whole).ok_or_else(|| tree.instead_of(expected))
}

const OF_PROBLEM: [&str; 6] = [":domain", ":requirements", ":objects", ":init", ":goal", ":metric"];

impl Problem {
    /// Parses the text of a problem of this domain; the error is its first fault, with line and column.
    pub fn parse(text: &str, domain: &Domain) -> Result<Self, ReadError> {
        Self::read(text, domain, &Meter::unlimited())
    }

    /// As [`Problem::parse`], within the limits of a meter.
    pub fn read(text: &str, domain: &Domain, meter: &Meter) -> Result<Self, ReadError> {
        let whole = lex::read(text, meter)?;
        let (name, sections) = definition(&whole, "problem")?;
        let sections = by_keyword(sections, &OF_PROBLEM)?;
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
            list.item(1, "`minimize`")?.word("`minimize`")?.must_be("minimize", "`minimize`")?;
            total_cost(list.item(2, "`(total-cost)`")?)?;
            list.at_most(3)?;
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
