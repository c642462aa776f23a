//! Names, types and literals: nested lists are checked against the declared names, and become typed lists, atoms and
//! conjunctions of literals.

use super::lex::{Error, List, Location, ReadError, Tree, Word, is_name};
use super::{Atom, Literal, Signature, TypedName};
use crate::run::{Meter, counted};
use fixedbitset::FixedBitSet;
use indexmap::IndexMap;
use petgraph::algo::toposort;
use petgraph::graph::DiGraph;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::sync::Arc;

/// Greatest number of parameters of an action, which bounds the stack of code that binds them one by one.
const MOST_VARIABLES: usize = 200;

pub(super) type TypedWords = Vec<(TypedName, Location)>;

/// Reads `a b - kind c - (either kind kind) d`.
pub(super) fn typed_list(items: &[Tree<'_>], variables: bool, meter: &Meter) -> Result<TypedWords, ReadError> {
    let expected = if variables { "a variable such as `?x`" } else { "a name" };
    let mut done: TypedWords = Vec::new();
    let mut untyped = 0;
    let mut rest = items.iter();
    while let Some(item) = rest.next() {
        meter.check()?;
        let word = item.word(expected)?;
        if word.text == "-" {
            let kind = after_dash(word, rest.next(), untyped == done.len(), "a type", expected)?;
            let kinds = kinds(kind)?;
            done[untyped..].iter_mut().for_each(|(typed, _)| typed.kinds = Arc::clone(&kinds));
            untyped = done.len();
        } else if if variables { is_variable(&word.text) } else { is_name(&word.text) } {
            done.push((TypedName { name: word.text.to_string(), kinds: Arc::new([]) }, word.place));
        } else {
            return Err(item.instead_of(expected).into());
        }
    }
    Ok(done)
}

/// Returns the item after a dash, before which there must be a name.
pub(super) fn after_dash<'t, 'a>(
    dash: &Word<'a>,
    next: Option<&'t Tree<'a>>,
    is_first: bool,
    kind: &str,
    name: &str,
) -> Result<&'t Tree<'a>, Error> {
    let next = next.ok_or_else(|| Error::new(dash.place, "`-` at the end", format!("{kind} after it")))?;
    let problem = || format!("there is no name before `- {}`", next.describe().trim_matches('`'));
    if is_first { Err(Error::new(dash.place, problem(), name)) } else { Ok(next) }
}

fn kinds(tree: &Tree<'_>) -> Result<Arc<[String]>, Error> {
    let expected = "a type or `(either ...)`";
    let names: &[Tree<'_>] = match tree {
        Tree::Word(_) => std::slice::from_ref(tree),
        Tree::List(list) if list.head(expected)?.text == "either" => &list.items[1..],
        Tree::List(_) => return Err(tree.instead_of(expected)),
    };
    let name = |name: &Tree<'_>| Ok(name.name(expected)?.text.to_string());
    let names: Arc<[String]> = names.iter().map(name).collect::<Result<_, Error>>()?;
    // An empty `either` is read as `object`, as if no type had been written.
    Ok(if names.iter().any(|name| name == OBJECT) { Arc::new([]) } else { names })
}

fn is_variable(text: &str) -> bool {
    text.strip_prefix('?').is_some_and(|rest| !rest.is_empty())
}

pub(super) fn without_places(list: TypedWords) -> Vec<TypedName> {
    list.into_iter().map(|(typed, _)| typed).collect()
}

/// Checks that no name is repeated; `what` is the word for such a name in the error.
pub(super) fn no_repeats(list: &[(TypedName, Location)], what: &str) -> Result<(), Error> {
    let mut seen: FxHashMap<&str, Location> = FxHashMap::default();
    for (typed, place) in list {
        if let Some(first) = seen.insert(&typed.name, *place) {
            return Err(repeated(what, &typed.name, *place, first));
        }
    }
    Ok(())
}

/// Returns the error for a name that is declared at two places.
pub(super) fn repeated(what: &str, name: &str, place: Location, first: Location) -> Error {
    Error::new(place, format!("{what} `{name}` is declared again"), format!("another name: see {first}"))
}

/// Declared names that conditions, effects and problems may refer to.
#[derive(Debug)]
pub(super) struct Scope<'p> {
    pub meter: &'p Meter,
    pub types: Types,
    pub predicates: FxHashMap<String, Signature>,
    pub functions: FxHashMap<String, Signature>,
    pub objects: FxHashMap<String, Arc<[String]>>,
    /// Types of the parameters of the current action.
    pub variables: FxHashMap<String, Arc<[String]>>,
}

impl Scope<'_> {
    pub(super) fn check_types(&self, list: &[(TypedName, Location)]) -> Result<(), Error> {
        for (typed, place) in list {
            if let Some(kind) = typed.kinds.iter().find(|kind| !self.types.contains(kind)) {
                let problem = format!("`{}` is of the unknown type `{kind}`", typed.name);
                return Err(Error::new(*place, problem, "a type from `:types`"));
            }
        }
        Ok(())
    }

    /// Declares the parameters of an action, which must differ; the parameters of the previous action go.
    pub(super) fn declare(&mut self, tree: &Tree<'_>) -> Result<Vec<TypedName>, ReadError> {
        let names = tree.list("a list of variables")?;
        let list = typed_list(&names.items, true, self.meter)?;
        self.check_types(&list)?;
        no_repeats(&list, "variable")?;
        if list.len() > MOST_VARIABLES {
            let problem = format!("more than {MOST_VARIABLES} parameters");
            return Err(Error::new(names.place, problem, "fewer parameters").into());
        }
        self.variables = list.iter().map(|(typed, _)| (typed.name.clone(), typed.kinds.clone())).collect();
        Ok(without_places(list))
    }

    /// Adds the literals of a condition to a list; `()` is the empty conjunction.
    pub(super) fn condition(&self, tree: &Tree<'_>, literals: &mut Vec<Literal>) -> Result<(), ReadError> {
        let list = tree.list("a condition such as `(and ...)`")?;
        let Some(head) = list.items.first() else { return Ok(()) };
        match head.word("a predicate, `and` or `not`")?.text.as_ref() {
            "and" => list.items[1..].iter().try_for_each(|item| self.condition(item, literals)),
            "not" => {
                let inner = only_argument(list)?;
                let head = inner.head("a predicate")?;
                if ["and", "not"].contains(&head.text.as_ref()) {
                    return Err(Error::of_feature(list.place, "not", ":disjunctive-preconditions").into());
                }
                literals.push(Literal { positive: false, atom: self.atom(inner, true)? });
                Ok(())
            }
            _ => {
                literals.push(Literal { positive: true, atom: self.atom(list, true)? });
                Ok(())
            }
        }
    }

    /// Reads a literal `(p a)` or `(not (p a))` of an effect or initial state.
    pub(super) fn literal(&self, list: &List<'_>) -> Result<Literal, ReadError> {
        let positive = list.head("a predicate, `and` or `not`")?.text != "not";
        Ok(Literal { positive, atom: self.atom(if positive { list } else { only_argument(list)? }, false)? })
    }

    /// Reads an atom `(p a b)`, or `(= a b)` in a condition.
    fn atom(&self, list: &List<'_>, is_condition: bool) -> Result<Atom, ReadError> {
        let head = list.head("a predicate")?;
        if let Some(signature) = self.predicates.get(head.text.as_ref()) {
            return self.arguments(head, list, Some(signature));
        }
        if head.text == "=" && is_condition {
            list.item(2, "two things to compare")?;
            list.at_most(3)?;
            if let Some(number) = list.items[1..].iter().find(|item| matches!(item, Tree::List(_))) {
                return Err(Error::of_feature(number.place(), "=", ":numeric-fluents").into());
            }
            return self.arguments(head, list, None);
        }
        let unknown = || match head.text.as_ref() {
            "and" | "not" | "=" | "increase" => {
                Error::new(head.place, format!("`{}` is not allowed here", head.text), "a predicate")
            }
            name => Error::new(head.place, format!("unknown predicate `{name}`"), "one from `:predicates`"),
        };
        Err(Error::unread(head).unwrap_or_else(unknown).into())
    }

    /// Reads `(f a b)` for a declared function `f`.
    pub(super) fn function(&self, list: &List<'_>) -> Result<Atom, ReadError> {
        let head = list.head("a function")?;
        let unknown = || Error::new(head.place, format!("unknown function `{}`", head.text), "one from `:functions`");
        match self.functions.get(head.text.as_ref()) {
            Some(signature) => self.arguments(head, list, Some(signature)),
            None => Err(Error::unread(head).unwrap_or_else(unknown).into()),
        }
    }

    fn arguments(&self, head: &Word<'_>, list: &List<'_>, signature: Option<&Signature>) -> Result<Atom, ReadError> {
        let mut arguments = Vec::with_capacity(list.items.len() - 1);
        for (index, item) in list.items[1..].iter().enumerate() {
            self.meter.check()?;
            let word = item.word("an argument")?;
            let kinds = self.kinds_of(word)?;
            if let Some(parameter) = signature.and_then(|s| s.parameters.get(index)) {
                self.check_fit(word, kinds, parameter, &head.text)?;
            }
            arguments.push(word.text.to_string());
        }
        if let Some(wanted) = signature.map(|s| s.parameters.len()).filter(|&wanted| wanted != arguments.len()) {
            let problem = format!("`{}` has {} here", head.text, counted(arguments.len(), "argument"));
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

    fn check_fit(&self, word: &Word<'_>, kinds: &[String], parameter: &TypedName, of: &str) -> Result<(), Error> {
        let fits = match is_variable(&word.text) {
            true => self.types.may_fit(kinds, &parameter.kinds),
            false => self.types.all_fit(kinds, &parameter.kinds),
        };
        if fits {
            return Ok(());
        }
        let kind = if kinds.is_empty() { OBJECT.to_owned() } else { kinds.join(" or ") };
        let problem = format!("`{}` is of type {kind}", word.text);
        let expected = format!("type {} for `{}` of `{of}`", parameter.kinds.join(" or "), parameter.name);
        Err(Error::new(word.place, problem, expected))
    }
}

fn only_argument<'t, 'a>(list: &'t List<'a>) -> Result<&'t List<'a>, Error> {
    list.at_most(2)?;
    list.item(1, "an atom after `not`")?.list("an atom after `not`")
}

/// Name of the root of all types.
pub(super) const OBJECT: &str = "object";

#[derive(Clone, Debug, Default)]
pub(in super::super) struct Types {
    /// Numbers of the parents of each type.
    parents: IndexMap<String, Vec<usize>, FxBuildHasher>,
}

impl Types {
    pub(in super::super) fn new(declared: &[TypedName]) -> Self {
        let mut parents: IndexMap<String, Vec<usize>, _> = IndexMap::default();
        for kind in declared {
            parents.entry(kind.name.clone()).or_default();
        }
        for kind in declared {
            for parent in kind.kinds.iter() {
                let entry = parents.entry(parent.clone());
                let number = entry.index();
                entry.or_default();
                parents[&kind.name].push(number);
            }
        }
        Self { parents }
    }

    /// Returns a type that is its own ancestor; `None` if no type is.
    pub(super) fn cycle(&self) -> Option<&str> {
        let edges =
            self.parents.values().enumerate().flat_map(|(kind, all)| all.iter().map(move |&parent| (kind, parent)));
        let graph: DiGraph<(), (), usize> = DiGraph::from_edges(edges);
        let cycle = toposort(&graph, None).err()?;
        self.parents.get_index(cycle.node_id().index()).map(|(name, _)| name.as_str())
    }

    pub(super) fn contains(&self, kind: &str) -> bool {
        kind == OBJECT || self.parents.contains_key(kind)
    }

    /// True if one of the types `kinds` is a `wanted` type or below one. Cycles, which code can build, are harmless.
    fn any_is_a(&self, kinds: &[String], wanted: &[String]) -> bool {
        if kinds.iter().any(|kind| wanted.contains(kind)) || wanted.iter().any(|want| want == OBJECT) {
            return true;
        }
        let number = |kind: &String| self.parents.get_index_of(kind);
        let targets: FixedBitSet = wanted.iter().filter_map(number).collect();
        let (mut seen, mut stack) = (FixedBitSet::with_capacity(self.parents.len()), Vec::new());
        stack.extend(kinds.iter().filter_map(number));
        while let Some(kind) = stack.pop() {
            if targets.contains(kind) {
                return true;
            }
            stack.extend(self.parents[kind].iter().copied().filter(|&parent| !seen.put(parent)));
        }
        false
    }

    /// True if every object of the types `kinds` is of one of the types `wanted`; an empty list means `object`.
    pub(in super::super) fn all_fit(&self, kinds: &[String], wanted: &[String]) -> bool {
        wanted.is_empty() || !kinds.is_empty() && kinds.chunks(1).all(|kind| self.any_is_a(kind, wanted))
    }

    /// True if some object of these types can be of one of the `wanted` types.
    fn may_fit(&self, kinds: &[String], wanted: &[String]) -> bool {
        kinds.is_empty() || wanted.is_empty() || self.any_is_a(kinds, wanted) || self.any_is_a(wanted, kinds)
    }
}
