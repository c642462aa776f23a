//! A hash table whose changes since a mark can be undone. Rules cache verdicts in it, so that a step of a search that a
//! limit interrupts can be repeated with an equal result.

use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Hash table with undo. Before the first [`UndoTable::mark`] no change is recorded.
#[derive(Clone, Debug)]
pub(super) struct UndoTable<K, V> {
    entries: FxHashMap<K, V>,
    /// Keys changed since the last mark, in order, each with its value before the change; `None` before the first mark.
    changed: Option<Vec<(K, Option<V>)>>,
}

impl<K, V> Default for UndoTable<K, V> {
    fn default() -> Self {
        Self { entries: FxHashMap::default(), changed: None }
    }
}

impl<K: Clone + Eq + Hash, V: Copy> UndoTable<K, V> {
    /// Greatest number of entries; further new entries are dropped. Trades memory against repeated searches.
    const MOST: usize = 100_000;

    /// Returns the value of a key; `None` if it is not in the table.
    pub(super) fn get(&self, key: &K) -> Option<V> {
        self.entries.get(key).copied()
    }

    /// Sets the value of a key; a new key is dropped if the table is full.
    pub(super) fn set(&mut self, key: &K, value: V) {
        let before = self.get(key);
        if before.is_none() && self.entries.len() >= Self::MOST {
            return;
        }
        self.entries.insert(key.clone(), value);
        if let Some(changed) = &mut self.changed {
            changed.push((key.clone(), before));
        }
    }

    /// Marks the present content for [`UndoTable::undo`].
    pub(super) fn mark(&mut self) {
        self.changed.get_or_insert_default().clear();
    }

    /// Restores the content at the last mark.
    pub(super) fn undo(&mut self) {
        for (key, before) in self.changed.iter_mut().flat_map(|changed| changed.drain(..).rev()) {
            match before {
                Some(value) => self.entries.insert(key, value),
                None => self.entries.remove(&key),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undoing_restores_the_entries_of_the_mark() {
        let mut table = UndoTable::default();
        table.set(&1, 'a');
        table.mark();
        table.set(&1, 'b');
        table.set(&1, 'c');
        table.set(&2, 'd');
        table.undo();
        assert_eq!((table.get(&1), table.get(&2)), (Some('a'), None));
    }
}
