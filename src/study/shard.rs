//! Shards: fixed parts of a collection, for runs on several machines. The shard of a level depends only on the hash of
//! the level's canonical board, so files may be added, renamed or reordered.

use indexmap::IndexMap;
use itertools::Itertools;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Part of a collection for one process, as number and count, written `3/50`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, schemars::JsonSchema, Serialize, Deserialize)]
pub struct Shard {
    /// Number of the shard, from 1.
    #[serde(rename = "shard")]
    pub number: u32,
    /// Number of shards.
    #[serde(rename = "shards")]
    pub count: u32,
}

/// Levels assigned to a shard: the first row in the shard's file. It shows which levels have no row.
#[derive(Clone, Debug, PartialEq, Eq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct Assignment {
    /// Shard that has these levels.
    #[serde(flatten)]
    pub shard: Shard,
    /// For each file, in the order of the command line, the numbers of its levels in this shard.
    pub levels: IndexMap<String, Vec<usize>>,
}

impl Shard {
    /// True if the level with this hash of its canonical board belongs to the shard. Entries without a board belong to the first
    /// shard.
    pub fn contains(self, board: Option<u64>) -> bool {
        // The low half of FNV-1a alone varies little if bytes differ only in their high bits.
        let place = board.map_or(0, |hash| (hash ^ (hash >> 32)) % u64::from(self.count));
        place + 1 == u64::from(self.number)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers =
            text.split_once('/').and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((number, count)) if (1..=count).contains(&number) => Ok(Self { number, count }),
            _ => Err("expected a number and a count, e.g. 3/50".to_owned()),
        }
    }
}

/// Returns ascending numbers in the form that `--level` accepts: `5-10,13`.
pub(super) fn ranges(numbers: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    runs.iter()
        .map(|&(first, last)| if first == last { first.to_string() } else { format!("{first}-{last}") })
        .join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hash_is_in_one_share_and_shares_are_of_one_size() {
        let mut sizes = [0; 7];
        for seed in 0_u64..7000 {
            let hash = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let within: Vec<u32> = (1..=7).filter(|&number| Shard { number, count: 7 }.contains(Some(hash))).collect();
            assert_eq!(within.len(), 1);
            sizes[within[0] as usize - 1] += 1;
        }
        assert!(sizes.iter().all(|size| (900..1100).contains(size)), "{sizes:?}");
        assert!(Shard { number: 1, count: 7 }.contains(None) && !Shard { number: 2, count: 7 }.contains(None));
    }
}
