//! Type hierarchy of a domain.

use super::TypedName;
use fixedbitset::FixedBitSet;
use indexmap::IndexMap;
use petgraph::algo::toposort;
use petgraph::graph::DiGraph;
use rustc_hash::FxBuildHasher;

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
    pub(super) fn may_fit(&self, kinds: &[String], wanted: &[String]) -> bool {
        kinds.is_empty() || wanted.is_empty() || self.any_is_a(kinds, wanted) || self.any_is_a(wanted, kinds)
    }
}
