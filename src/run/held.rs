//! To be removed: claims that claim nothing.
#![allow(missing_docs, clippy::all, unused)]
use super::{Meter, Stop};

#[derive(Debug, Default)]
pub struct Held;

impl Held {
    pub const fn bytes(&self) -> u64 {
        0
    }
    pub fn grow(&mut self, _: usize, _: &Meter) -> Result<(), Stop> {
        Ok(())
    }
    pub fn shrink(&mut self, _: usize) {}
    pub fn shrink_to(&mut self, _: u64) {}
    pub fn set(&mut self, _: usize, _: &Meter) -> Result<(), Stop> {
        Ok(())
    }
    pub fn vec<T>(&mut self, _: &mut Vec<T>, _: usize, _: &Meter) -> Result<(), Stop> {
        Ok(())
    }
    pub fn heap<T: Ord>(&mut self, _: &mut std::collections::BinaryHeap<T>, _: usize, _: &Meter) -> Result<(), Stop> {
        Ok(())
    }
    pub fn table<T>(
        &mut self,
        _: &mut hashbrown::HashTable<T>,
        _: usize,
        _: impl Fn(&T) -> u64,
        _: &Meter,
    ) -> Result<(), Stop> {
        Ok(())
    }
    pub fn map<K, V, S>(
        &mut self,
        _: &mut std::collections::HashMap<K, V, S>,
        _: usize,
        _: &Meter,
    ) -> Result<(), Stop> {
        Ok(())
    }
}
