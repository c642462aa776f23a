//! The type hierarchy of a domain.
//!
//! Built from the type declarations; decides whether one type is below another.

use super::ast::Typed;
use rustc_hash::{FxHashMap, FxHashSet};

/// The root of all types.
pub(super) const OBJECT: &str = "object";

/// Types with their supertypes.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Types {
    parents: FxHashMap<String, Vec<String>>,
}

impl Types {
    pub(in super::super) fn new(declared: &[Typed]) -> Self {
        let mut parents: FxHashMap<String, Vec<String>> = FxHashMap::default();
        for kind in declared {
            parents.entry(kind.name.clone()).or_default().extend_from_slice(&kind.kinds);
        }
        Self { parents }
    }

    pub(super) fn knows(&self, kind: &str) -> bool {
        kind == OBJECT || self.parents.contains_key(kind)
    }

    /// Returns whether a type equals another or is below it.
    fn is_a(&self, kind: &str, ancestor: &str) -> bool {
        kind == ancestor || ancestor == OBJECT || self.is_below(kind, ancestor)
    }

    /// Returns whether the second is among the ancestors of the first. Cycles, which code can build, are harmless.
    pub(super) fn is_below(&self, kind: &str, ancestor: &str) -> bool {
        let parents = |kind: &str| self.parents.get(kind).into_iter().flatten().map(String::as_str);
        let mut seen: FxHashSet<&str> = parents(kind).collect();
        let mut stack: Vec<&str> = seen.iter().copied().collect();
        while let Some(kind) = stack.pop() {
            if kind == ancestor {
                return true;
            }
            stack.extend(parents(kind).filter(|parent| seen.insert(parent)));
        }
        false
    }

    /// Returns whether everything of these types is of one of those. No type means `object`.
    pub(in super::super) fn all_fit(&self, kinds: &[String], wanted: &[String]) -> bool {
        wanted.is_empty()
            || !kinds.is_empty() && kinds.iter().all(|kind| wanted.iter().any(|want| self.is_a(kind, want)))
    }

    /// Returns whether something of these types can be of one of those.
    pub(super) fn may_fit(&self, kinds: &[String], wanted: &[String]) -> bool {
        let related = |a: &str, b: &str| self.is_a(a, b) || self.is_a(b, a);
        kinds.is_empty() || wanted.is_empty() || kinds.iter().any(|k| wanted.iter().any(|w| related(k, w)))
    }
}
