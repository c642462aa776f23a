//! Name resolution in conditions, effects and initial states.
//!
//! Checks nested lists against the declared names; gives atoms, literals and typed lists. Sections and their order are
//! left to `domain.rs` and `problem.rs`.

use super::ast::{Atom, Literal, Signature, Typed};
use super::error::{Error, Location};
use super::lex::{List, Tree, Word, is_name};
use super::types::{OBJECT, Types};
use rustc_hash::FxHashMap;

/// A list of names with types, each with its place.
pub(super) type TypedWords = Vec<(Typed, Location)>;

/// Reads `a b - kind c - (either kind kind) d`.
pub(super) fn typed_list(items: &[Tree], variables: bool) -> Result<TypedWords, Error> {
    let expected = if variables { "a variable such as `?x`" } else { "a name" };
    let mut done: TypedWords = Vec::new();
    let mut untyped = 0;
    let mut rest = items.iter();
    while let Some(item) = rest.next() {
        let word = item.word(expected)?;
        if word.text == "-" && untyped < done.len() {
            let missing = || Error::new(word.place, "`-` at the end", "a type after it");
            let kinds = kinds(rest.next().ok_or_else(missing)?)?;
            done[untyped..].iter_mut().for_each(|(typed, _)| typed.kinds.clone_from(&kinds));
            untyped = done.len();
        } else if if variables { is_variable(&word.text) } else { is_name(&word.text) } {
            done.push((Typed { name: word.text.clone(), kinds: Vec::new() }, word.place));
        } else {
            return Err(Error::new(word.place, item.describe(), expected));
        }
    }
    Ok(done)
}

fn kinds(tree: &Tree) -> Result<Vec<String>, Error> {
    let expected = "a type or `(either ...)`";
    let names: &[Tree] = match tree {
        Tree::Word(_) => std::slice::from_ref(tree),
        Tree::List(list) if list.head(expected)?.text == "either" => &list.items[1..],
        Tree::List(_) => return Err(Error::new(tree.place(), tree.describe(), expected)),
    };
    let names: Vec<String> =
        names.iter().map(|name| Ok(name.name(expected)?.text.clone())).collect::<Result<_, Error>>()?;
    // An empty `either` is read as `object`, as if no type had been written.
    Ok(if names.iter().any(|name| name == OBJECT) { Vec::new() } else { names })
}

fn is_variable(text: &str) -> bool {
    text.strip_prefix('?').is_some_and(|rest| !rest.is_empty())
}

/// Drops the places.
pub(super) fn without_places(list: TypedWords) -> Vec<Typed> {
    list.into_iter().map(|(typed, _)| typed).collect()
}

/// Checks that no name is repeated.
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

/// The declared names.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub types: Types,
    pub predicates: FxHashMap<String, Signature>,
    pub functions: FxHashMap<String, Signature>,
    /// Constants and objects.
    pub objects: FxHashMap<String, Vec<String>>,
    /// The variables of the current action.
    pub variables: FxHashMap<String, Vec<String>>,
}

impl Scope {
    /// Checks that all mentioned types are declared.
    pub(super) fn check_types(&self, list: &[(Typed, Location)]) -> Result<(), Error> {
        for (typed, place) in list {
            if let Some(kind) = typed.kinds.iter().find(|kind| !self.types.knows(kind)) {
                let problem = format!("`{}` is of the unknown type `{kind}`", typed.name);
                return Err(Error::new(*place, problem, "a type from `:types`"));
            }
        }
        Ok(())
    }

    /// Reads a conjunction of literals; `()` is the empty one.
    pub(super) fn conjunction(&self, tree: &Tree) -> Result<Vec<Literal>, Error> {
        let mut found = Vec::new();
        self.visit_conjunction(tree, &mut |list| {
            found.push(self.literal(list, true)?);
            Ok(())
        })?;
        Ok(found)
    }

    /// Calls `visit` for each part of nested `and`s, in order.
    pub(super) fn visit_conjunction(
        &self,
        tree: &Tree,
        visit: &mut dyn FnMut(&List) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let list = tree.list("a list such as `(and ...)`")?;
        match list.items.first() {
            None => Ok(()),
            Some(Tree::Word(head)) if head.text == "and" => {
                list.items[1..].iter().try_for_each(|item| self.visit_conjunction(item, visit))
            }
            Some(_) => visit(list),
        }
    }

    /// Reads `(p a)` or `(not (p a))`.
    pub(super) fn literal(&self, list: &List, may_equal: bool) -> Result<Literal, Error> {
        if list.head("a predicate, `and` or `not`")?.text != "not" {
            return Ok(Literal::positive(self.atom(list, may_equal)?));
        }
        list.at_most(2)?;
        let inner = list.item(1, "an atom after `not`")?.list("an atom after `not`")?;
        Ok(Literal::negative(self.atom(inner, may_equal)?))
    }

    /// Reads `(p a b)`, or `(= a b)` where it is allowed.
    pub(super) fn atom(&self, list: &List, may_equal: bool) -> Result<Atom, Error> {
        let head = list.head("a predicate")?;
        if head.text == "=" && may_equal {
            list.item(2, "two things to compare")?;
            list.at_most(3)?;
            return self.arguments(head, list, None);
        }
        let Some(signature) = self.predicates.get(&head.text) else { return Err(unknown_predicate(head)) };
        self.arguments(head, list, Some(signature))
    }

    /// Reads `(f a b)` for a declared function.
    pub(super) fn function(&self, list: &List) -> Result<Atom, Error> {
        let head = list.head("a function")?;
        let unknown = || Error::new(head.place, format!("unknown function `{}`", head.text), "one from `:functions`");
        let signature = self.functions.get(&head.text).ok_or_else(unknown)?;
        self.arguments(head, list, Some(signature))
    }

    fn arguments(&self, head: &Word, list: &List, signature: Option<&Signature>) -> Result<Atom, Error> {
        let mut arguments = Vec::with_capacity(list.items.len() - 1);
        for (index, item) in list.items[1..].iter().enumerate() {
            let word = item.word("an argument")?;
            let kinds = self.kinds_of(word)?;
            if let Some(parameter) = signature.and_then(|s| s.parameters.get(index)) {
                self.check_fit(word, kinds, parameter, head)?;
            }
            arguments.push(word.text.clone());
        }
        if let Some(wanted) = signature.map(|s| s.parameters.len()).filter(|&wanted| wanted != arguments.len()) {
            let problem = format!("`{}` has {} arguments here", head.text, arguments.len());
            return Err(Error::new(list.place, problem, wanted.to_string()));
        }
        Ok(Atom { name: head.text.clone(), arguments })
    }

    fn kinds_of(&self, word: &Word) -> Result<&[String], Error> {
        let (known, expected) = match is_variable(&word.text) {
            true => (&self.variables, "one of the action's parameters"),
            false => (&self.objects, "a declared object or constant"),
        };
        let unknown = || Error::new(word.place, format!("unknown `{}`", word.text), expected);
        Ok(known.get(&word.text).ok_or_else(unknown)?)
    }

    fn check_fit(&self, word: &Word, kinds: &[String], parameter: &Typed, head: &Word) -> Result<(), Error> {
        let fits = match is_variable(&word.text) {
            true => self.types.may_fit(kinds, &parameter.kinds),
            false => self.types.all_fit(kinds, &parameter.kinds),
        };
        if fits {
            return Ok(());
        }
        let kind = if kinds.is_empty() { OBJECT.to_owned() } else { kinds.join(" or ") };
        let problem = format!("`{}` is of type {kind}", word.text);
        let expected = format!("type {} for `{}` of `{}`", parameter.kinds.join(" or "), parameter.name, head.text);
        Err(Error::new(word.place, problem, expected))
    }
}

fn unknown_predicate(head: &Word) -> Error {
    const OTHERS: [&str; 10] =
        ["or", "imply", "forall", "exists", "when", "=", "not", "assign", "decrease", "preference"];
    if OTHERS.contains(&head.text.as_str()) {
        return Error::new(head.place, format!("`{}` is not supported here", head.text), "atoms, `and` and `not`");
    }
    Error::new(head.place, format!("unknown predicate `{}`", head.text), "one from `:predicates`")
}
