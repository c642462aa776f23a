//! Name resolution in conditions, effects and initial states.
//!
//! Nested lists are checked against the declared names, and become atoms, literals and typed lists. Sections and their
//! order are left to `domain.rs` and `problem.rs`.

use super::ast::{Atom, Literal, Signature, Typed};
use super::error::{Error, Location, ReadError};
use super::lex::{List, Tree, Word, is_name};
use super::pace::Pace;
use super::types::{OBJECT, Types};
use rustc_hash::{FxHashMap, FxHashSet};

/// Greatest number of variables visible at one place, which bounds the stack of code that binds them one by one.
pub(in super::super) const MOST_VARIABLES: usize = 200;

/// Names with types, each with its place in the text.
pub(super) type TypedWords = Vec<(Typed, Location)>;

/// Reads `a b - kind c - (either kind kind) d`. Each name has types of its own, whose bytes are claimed.
pub(super) fn typed_list(items: &[Tree<'_>], variables: bool, pace: &Pace<'_>) -> Result<TypedWords, ReadError> {
    let expected = if variables { "a variable such as `?x`" } else { "a name" };
    let mut done: TypedWords = Vec::new();
    let mut untyped = 0;
    let mut rest = items.iter();
    while let Some(item) = rest.next() {
        pace.step()?;
        let word = item.word(expected)?;
        if word.text == "-" && untyped < done.len() {
            let missing = || Error::new(word.place, "`-` at the end", "a type after it");
            let kinds = kinds(rest.next().ok_or_else(missing)?)?;
            let copied: usize = kinds.iter().map(|kind| size_of::<String>() + kind.len()).sum();
            pace.claim(copied.saturating_mul(done.len() - untyped - 1))?;
            done[untyped..].iter_mut().for_each(|(typed, _)| typed.kinds.clone_from(&kinds));
            untyped = done.len();
        } else if if variables { is_variable(&word.text) } else { is_name(&word.text) } {
            done.push((Typed { name: word.text.to_string(), kinds: Vec::new() }, word.place));
        } else {
            return Err(Error::new(word.place, item.describe(), expected).into());
        }
    }
    Ok(done)
}

fn kinds(tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let expected = "a type or `(either ...)`";
    let names: &[Tree<'_>] = match tree {
        Tree::Word(_) => std::slice::from_ref(tree),
        Tree::List(list) if list.head(expected)?.text == "either" => &list.items[1..],
        Tree::List(_) => return Err(Error::new(tree.place(), tree.describe(), expected)),
    };
    let names: Vec<String> =
        names.iter().map(|name| Ok(name.name(expected)?.text.to_string())).collect::<Result<_, Error>>()?;
    // An empty `either` is read as `object`, as if no type had been written.
    Ok(if names.iter().any(|name| name == OBJECT) { Vec::new() } else { names })
}

fn is_variable(text: &str) -> bool {
    text.strip_prefix('?').is_some_and(|rest| !rest.is_empty())
}

/// Returns the names and types without their places.
pub(super) fn without_places(list: TypedWords) -> Vec<Typed> {
    list.into_iter().map(|(typed, _)| typed).collect()
}

/// Checks that no name is repeated; `what` says in the error what is named.
pub(super) fn no_repeats(list: &[(Typed, Location)], what: &str) -> Result<(), Error> {
    let mut seen: FxHashMap<&str, Location> = FxHashMap::default();
    for (typed, place) in list {
        if let Some(first) = seen.insert(&typed.name, *place) {
            let problem = format!("{what} `{}` is declared again", typed.name);
            return Err(Error::new(*place, problem, format!("another name: see {first}")));
        }
    }
    Ok(())
}

/// Declared names that conditions and effects may refer to.
#[derive(Debug)]
pub(super) struct Scope<'p> {
    pub pace: &'p Pace<'p>,
    pub types: Types,
    pub predicates: FxHashMap<String, Signature>,
    pub functions: FxHashMap<String, Signature>,
    /// Types of each constant and object.
    pub objects: FxHashMap<String, Vec<String>>,
    /// Names of predicates that have rules.
    pub derived: FxHashSet<String>,
    /// Types of the variables of the current action and of the enclosing quantifiers.
    pub variables: FxHashMap<String, Vec<String>>,
}

impl Scope<'_> {
    /// Checks that the types of all names are declared.
    pub(super) fn check_types(&self, list: &[(Typed, Location)]) -> Result<(), Error> {
        for (typed, place) in list {
            if let Some(kind) = typed.kinds.iter().find(|kind| !self.types.contains(kind)) {
                let problem = format!("`{}` is of the unknown type `{kind}`", typed.name);
                return Err(Error::new(*place, problem, "a type from `:types`"));
            }
        }
        Ok(())
    }

    /// Checks that this many `variables` more may be visible at this place.
    pub(super) fn check_number(&self, variables: usize, list: &List<'_>) -> Result<(), Error> {
        if self.variables.len() + variables <= MOST_VARIABLES {
            return Ok(());
        }
        let problem = format!("more than {MOST_VARIABLES} variables are known here");
        Err(Error::new(list.place, problem, "fewer parameters and variables of quantifiers"))
    }

    /// Declares these variables while `inside` runs, and returns the result of `inside`.
    pub(super) fn within<T>(
        &mut self,
        variables: &[Typed],
        inside: impl FnOnce(&mut Self) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        let hide = |v: &Typed| (v.name.clone(), self.variables.insert(v.name.clone(), v.kinds.clone()));
        let hidden: Vec<(String, Option<Vec<String>>)> = variables.iter().map(hide).collect();
        let result = inside(self);
        for (name, kinds) in hidden.into_iter().rev() {
            match kinds {
                Some(kinds) => _ = self.variables.insert(name, kinds),
                None => _ = self.variables.remove(&name),
            }
        }
        result
    }

    /// Reads the variables of an action or quantifier, which must differ.
    pub(super) fn declared(&self, tree: &Tree<'_>) -> Result<Vec<Typed>, ReadError> {
        let names = tree.list("a list of variables")?;
        let list = typed_list(&names.items, true, self.pace)?;
        self.check_types(&list)?;
        no_repeats(&list, "variable")?;
        self.check_number(list.len(), names)?;
        Ok(without_places(list))
    }

    /// Reads a literal `(p a)` or `(not (p a))`, of a predicate that actions may change.
    pub(super) fn literal(&self, list: &List<'_>) -> Result<Literal, ReadError> {
        if list.head("a predicate, `and` or `not`")?.text != "not" {
            return Ok(Literal::positive(self.fact(list)?));
        }
        list.at_most(2)?;
        let inner = list.item(1, "an atom after `not`")?.list("an atom after `not`")?;
        Ok(Literal::negative(self.fact(inner)?))
    }

    /// Reads an atom `(p a b)`, whose predicate must not be derived.
    pub(super) fn fact(&self, list: &List<'_>) -> Result<Atom, ReadError> {
        let head = list.head("a predicate")?;
        if self.derived.contains(head.text.as_ref()) {
            let problem = format!("`{}` is derived", head.text);
            return Err(Error::new(head.place, problem, "a predicate without `:derived` rules").into());
        }
        self.atom(list, false)
    }

    /// Reads an atom `(p a b)`, or `(= a b)` if `may_equal`.
    pub(super) fn atom(&self, list: &List<'_>, may_equal: bool) -> Result<Atom, ReadError> {
        let head = list.head("a predicate")?;
        if head.text == "=" && may_equal {
            list.item(2, "two things to compare")?;
            list.at_most(3)?;
            return self.arguments(head, list, None);
        }
        let Some(signature) = self.predicates.get(head.text.as_ref()) else {
            return Err(unknown_predicate(head).into());
        };
        self.arguments(head, list, Some(signature))
    }

    /// Reads `(f a b)` for a declared function `f`.
    pub(super) fn function(&self, list: &List<'_>) -> Result<Atom, ReadError> {
        let head = list.head("a function")?;
        let unknown = || Error::new(head.place, format!("unknown function `{}`", head.text), "one from `:functions`");
        let signature = self.functions.get(head.text.as_ref()).ok_or_else(unknown)?;
        self.arguments(head, list, Some(signature))
    }

    fn arguments(&self, head: &Word<'_>, list: &List<'_>, signature: Option<&Signature>) -> Result<Atom, ReadError> {
        let mut arguments = Vec::with_capacity(list.items.len() - 1);
        for (index, item) in list.items[1..].iter().enumerate() {
            self.pace.step()?;
            let word = item.word("an argument")?;
            let kinds = self.kinds_of(word)?;
            if let Some(parameter) = signature.and_then(|s| s.parameters.get(index)) {
                self.check_fit(word, kinds, parameter, head)?;
            }
            arguments.push(word.text.to_string());
        }
        if let Some(wanted) = signature.map(|s| s.parameters.len()).filter(|&wanted| wanted != arguments.len()) {
            let problem = format!("`{}` has {} arguments here", head.text, arguments.len());
            return Err(Error::new(list.place, problem, wanted.to_string()).into());
        }
        Ok(Atom { name: head.text.to_string(), arguments })
    }

    fn kinds_of(&self, word: &Word<'_>) -> Result<&[String], Error> {
        let (known, expected) = match is_variable(&word.text) {
            true => (&self.variables, "a declared variable"),
            false => (&self.objects, "a declared object or constant"),
        };
        let unknown = || Error::new(word.place, format!("unknown `{}`", word.text), expected);
        Ok(known.get(word.text.as_ref()).ok_or_else(unknown)?)
    }

    fn check_fit(
        &self,
        word: &Word<'_>,
        kinds: &[String],
        parameter: &Typed,
        head: &Word<'_>,
    ) -> Result<(), ReadError> {
        let fits = match is_variable(&word.text) {
            true => self.types.may_fit(kinds, &parameter.kinds, self.pace.meter)?,
            false => self.types.all_fit(kinds, &parameter.kinds, self.pace.meter)?,
        };
        if fits {
            return Ok(());
        }
        let kind = if kinds.is_empty() { OBJECT.to_owned() } else { kinds.join(" or ") };
        let problem = format!("`{}` is of type {kind}", word.text);
        let expected = format!("type {} for `{}` of `{}`", parameter.kinds.join(" or "), parameter.name, head.text);
        Err(Error::new(word.place, problem, expected).into())
    }
}

fn unknown_predicate(head: &Word<'_>) -> Error {
    const OTHERS: [&str; 12] =
        ["and", "or", "imply", "forall", "exists", "when", "=", "not", "assign", "decrease", "increase", "preference"];
    if OTHERS.contains(&head.text.as_ref()) {
        return Error::new(head.place, format!("`{}` is not supported here", head.text), "a predicate");
    }
    Error::new(head.place, format!("unknown predicate `{}`", head.text), "one from `:predicates`")
}
