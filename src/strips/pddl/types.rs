//! Type hierarchy of a domain. Types are numbered so that the descendants of a type along first parents are a range,
//! which suffices if no type has two parents:
//!
//! ```text
//! thing 0..4 ─┬─ box 1..2
//!             └─ place 2..4 ── goal 3..4
//! ```

use super::Typed;
use crate::run::{Meter, Stop};
use fixedbitset::FixedBitSet;
use indexmap::IndexMap;
use petgraph::algo::toposort;
use petgraph::graph::DiGraph;
use rustc_hash::FxBuildHasher;
use std::ops::Range;

/// Name of the root of all types.
pub(super) const OBJECT: &str = "object";

/// Number of pairs of types between two checks of the meter: trades the delay of the time limit against time.
const PATIENCE: usize = 64;

/// Types of a domain with their supertypes.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Types {
    /// Numbers of the parents of each type.
    parents: IndexMap<String, Vec<usize>, FxBuildHasher>,
    /// Range of each type and its descendants along first parents, its own number first; empty below a cycle.
    below: Vec<Range<usize>>,
    /// Whether no type has two parents, so that ranges suffice.
    is_forest: bool,
}

impl Types {
    /// Creates the hierarchy, in time and memory linear in types and supertypes.
    pub(in super::super) fn new(declared: &[Typed]) -> Self {
        let mut types = Self::default();
        for kind in declared {
            types.parents.entry(kind.name.clone()).or_default();
        }
        for kind in declared {
            for parent in kind.kinds.iter() {
                let entry = types.parents.entry(parent.clone());
                let number = entry.index();
                entry.or_default();
                types.parents[&kind.name].push(number);
            }
        }
        types.number();
        types
    }

    /// Computes `below`: a walk from the roots along first parents numbers the types, and subtree sizes give the
    /// ranges.
    fn number(&mut self) {
        let first: Vec<Option<usize>> = self.parents.values().map(|parents| parents.first().copied()).collect();
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); first.len()];
        for (child, parent) in first.iter().enumerate() {
            parent.iter().for_each(|&parent| children[parent].push(child));
        }
        let mut stack: Vec<usize> = (0..first.len()).filter(|&kind| first[kind].is_none()).collect();
        let (mut order, mut sizes) = (Vec::with_capacity(first.len()), vec![1; first.len()]);
        while let Some(kind) = stack.pop() {
            order.push(kind);
            stack.extend(&children[kind]);
        }
        self.below = vec![usize::MAX..usize::MAX; first.len()];
        for (place, &kind) in order.iter().enumerate().rev() {
            first[kind].iter().for_each(|&parent| sizes[parent] += sizes[kind]);
            self.below[kind] = place..place + sizes[kind];
        }
        self.is_forest = order.len() == first.len() && self.parents.values().all(|parents| parents.len() < 2);
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

    /// Returns whether `kind` is `ancestor` or below it. Cycles, which code can build, are harmless.
    fn is_a(&self, kind: &str, ancestor: &str) -> bool {
        let number = |kind| self.parents.get_index_of(kind);
        kind == ancestor
            || ancestor == OBJECT
            || number(kind).zip(number(ancestor)).is_some_and(|(kind, ancestor)| {
                self.below[ancestor].contains(&self.below[kind].start) || !self.is_forest && self.climbs(kind, ancestor)
            })
    }

    /// Returns whether `ancestor` is found among all ancestors of `kind`, in time linear in their number.
    fn climbs(&self, kind: usize, ancestor: usize) -> bool {
        let (mut seen, mut stack) = (FixedBitSet::with_capacity(self.parents.len()), vec![kind]);
        while let Some(kind) = stack.pop() {
            if kind == ancestor {
                return true;
            }
            stack.extend(self.parents[kind].iter().copied().filter(|&parent| !seen.put(parent)));
        }
        false
    }

    /// Returns whether every object of the types `kinds` is of one of the types `wanted`; an empty list stands for
    /// `object`.
    pub(in super::super) fn all_fit(&self, kinds: &[String], wanted: &[String], meter: &Meter) -> Result<bool, Stop> {
        if kinds.is_empty() || wanted.is_empty() {
            return Ok(wanted.is_empty());
        }
        for kind in kinds {
            if !any(wanted, |want| self.is_a(kind, want), meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether some object of these types can be of one of the `wanted` types.
    pub(super) fn may_fit(&self, kinds: &[String], wanted: &[String], meter: &Meter) -> Result<bool, Stop> {
        if kinds.is_empty() || wanted.is_empty() {
            return Ok(true);
        }
        for kind in kinds {
            if any(wanted, |want| self.is_a(kind, want) || self.is_a(want, kind), meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn any(kinds: &[String], holds: impl Fn(&str) -> bool, meter: &Meter) -> Result<bool, Stop> {
    for some in kinds.chunks(PATIENCE) {
        meter.check()?;
        if some.iter().any(|kind| holds(kind)) {
            return Ok(true);
        }
    }
    Ok(false)
}
