//! The targets of `fuzz/` without libFuzzer: on its seeds, and on inputs that proptest makes from the seeds.

mod sequences;
mod targets;
mod trace;
mod truth;

use crate::common::command::root;
use itertools::Itertools;
use proptest::prelude::*;
use proptest::sample::Index;
use std::fs;

/// The committed inputs of a target; none in the packed crate, which is without `fuzz/`.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let files = fs::read_dir(root("fuzz/seeds").join(target)).into_iter().flatten();
    files.map(|entry| entry.unwrap().path()).sorted().map(|path| fs::read(path).unwrap()).collect()
}

#[test]
fn every_target_has_seeds_and_a_binary_and_no_seed_breaks_a_promise() {
    if !root("fuzz").exists() {
        return;
    }
    let manifest = fs::read_to_string(root("fuzz/Cargo.toml")).unwrap();
    for (name, target) in targets::ALL {
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
        let seeds = seeds(name);
        assert!(!seeds.is_empty(), "{name}");
        seeds.iter().for_each(|seed| target(seed));
    }
}

/// A change of some bytes: at a place, a number of bytes, replaced by others.
type Change = (Index, u8, Vec<u8>);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let bytes = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..4),
        prop_oneof![Just("\n"), Just("("), Just(")"), Just("#"), Just("$."), Just("99999999999"), Just("\n%%\n")]
            .prop_map(|text| text.as_bytes().to_vec()),
    ];
    proptest::collection::vec((any::<Index>(), 0_u8..6, bytes), 0..8)
}

fn changed(seed: &[u8], changes: &[Change]) -> Vec<u8> {
    changes.iter().fold(seed.to_vec(), |mut bytes, (at, removed, added)| {
        let from = at.index(bytes.len() + 1);
        let to = bytes.len().min(from + usize::from(*removed));
        bytes.splice(from..to, added.iter().copied());
        bytes
    })
}

on_few_and_on_all!(no_changed_seed_breaks_a_promise, 4);
fn no_changed_seed_breaks_a_promise(percent: u32) {
    let config = ProptestConfig { cases: 10 * percent, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(which: Index, changes in changes())| {
        for (name, target) in targets::ALL {
            let seeds = seeds(name);
            if !seeds.is_empty() {
                target(&changed(&which.get::<Vec<u8>>(&seeds)[..], &changes));
            }
        }
    });
}
