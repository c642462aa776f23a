//! Relations: sets of tuples of objects, with an index.
//!
//! Tuples are inserted one by one and numbered; an index for each position finds those with a given object. Tuples are
//! never removed.

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// Number of an object.
pub(super) type Object = u32;

/// Set of tuples of one length, with an index by position and object.
#[derive(Clone, Debug, Default)]
pub(super) struct Relation {
    arity: usize,
    values: Vec<Object>,
    count: usize,
    known: HashTable<u32>,
    /// Numbers of tuples, by position and object.
    with: FxHashMap<(usize, Object), Vec<u32>>,
    all: Vec<u32>,
}

impl Relation {
    pub(super) fn new(arity: usize) -> Self {
        Self { arity, ..Self::default() }
    }

    /// Adds a tuple; returns whether it is new.
    pub(super) fn insert(&mut self, tuple: &[Object]) -> bool {
        debug_assert_eq!(tuple.len(), self.arity, "tuples of one length");
        if self.contains(tuple) {
            return false;
        }
        let number = u32::try_from(self.count).expect("fewer than 2^32 tuples");
        self.values.extend_from_slice(tuple);
        self.count += 1;
        self.all.push(number);
        for (place, &object) in tuple.iter().enumerate() {
            self.with.entry((place, object)).or_default().push(number);
        }
        let (values, arity) = (&self.values, self.arity);
        self.known.insert_unique(hash_of(tuple), number, |&n| hash_of(row(values, arity, n)));
        true
    }

    pub(super) fn contains(&self, tuple: &[Object]) -> bool {
        self.known.find(hash_of(tuple), |&n| row(&self.values, self.arity, n) == tuple).is_some()
    }

    pub(super) fn tuple(&self, number: u32) -> &[Object] {
        row(&self.values, self.arity, number)
    }

    /// Returns the shortest list of tuple numbers that contains all tuples with these objects at these positions.
    pub(super) fn candidates(&self, bound: impl Iterator<Item = (usize, Object)>) -> &[u32] {
        let lists = bound.map(|key| self.with.get(&key).map_or(&[][..], Vec::as_slice));
        lists.min_by_key(|list| list.len()).unwrap_or(&self.all)
    }
}

fn row(values: &[Object], arity: usize, number: u32) -> &[Object] {
    &values[number as usize * arity..][..arity]
}

fn hash_of(tuple: &[Object]) -> u64 {
    let mut hasher = FxHasher::default();
    tuple.hash(&mut hasher);
    hasher.finish()
}
