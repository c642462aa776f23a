//! The setting of a run: what must be known to repeat it, and to compare its rows with others; the settings of published comparisons;
//! and shards: fixed parts of a collection, for runs on several machines. The shard of a level depends only on the hash of the
//! level's canonical board, so files may be added, renamed or reordered.

use crate::textbook::Setup;
use indexmap::IndexMap;
use itertools::Itertools;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// JSON row of the setting of a run: the first row of its file.
#[derive(Clone, Debug, PartialEq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct RunSetting {
    /// Version of the program.
    pub version: String,
    /// Revision of the source, with `-dirty` if it was changed since; `null` for a program that was built without.
    pub revision: Option<String>,
    /// Arguments of the program.
    pub arguments: Vec<String>,
    /// Limit of seconds for each level; `null` for none.
    pub time: Option<f64>,
    /// Limit of nodes for each level; `null` for none.
    pub nodes: Option<u64>,
    /// Limit of bytes of memory for the whole run; `null` for none.
    pub memory: Option<u64>,
    /// Number of threads.
    pub threads: usize,
    /// Machine and date: the only key that differs when the same run is repeated.
    pub machine: Machine,
}

/// JSON object of a machine, at a time.
#[derive(Clone, Debug, PartialEq, Eq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct Machine {
    /// Operating system and architecture.
    pub system: String,
    /// Name of the processor; empty if it is unknown.
    pub processor: String,
    /// Number of cores that the program may use.
    pub cores: usize,
    /// Date and time at which the run began, in UTC.
    pub date: String,
}

impl RunSetting {
    /// Returns in words what differs between the settings of two runs, machine and date left out.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let words = |setting: &Self, other: &Self| {
            let number = |number: Option<String>| number.unwrap_or_else(|| "none".to_owned());
            [
                ("version", setting.version.clone()),
                ("revision", setting.revision.clone().unwrap_or_else(|| "unknown".to_owned())),
                ("time", number(setting.time.map(|time| format!("{time} s")))),
                ("nodes", number(setting.nodes.map(|nodes| nodes.to_string()))),
                ("memory", number(setting.memory.map(|memory| format!("{memory} bytes")))),
                ("threads", setting.threads.to_string()),
                ("arguments", setting.arguments_beside(other)),
            ]
        };
        let pairs = words(self, other).into_iter().zip(words(other, self)).filter(|(one, two)| one != two);
        pairs.map(|((what, one), (_, two))| format!("{what}: {one}, {two}")).collect()
    }

    /// Returns the first arguments that another run does not have, options with their values.
    fn arguments_beside(&self, other: &Self) -> String {
        const SHOWN: usize = 3;
        let (own, theirs) = (self.of_search(), other.of_search());
        let mut own: Vec<String> = own.into_iter().filter(|one| !theirs.contains(one)).collect();
        let more = own.split_off(own.len().min(SHOWN)).len();
        own.extend((more > 0).then(|| format!("and {more} more")));
        if own.is_empty() { "none of its own".to_owned() } else { own.join(" ") }
    }

    /// Returns the arguments without the limits, and without the options for the output of rows.
    fn of_search(&self) -> Vec<String> {
        const OTHERS: [&str; 9] =
            ["-o", "--output", "--resume", "--shard", "--time", "--nodes", "--memory", "--threads", "--format"];
        const FLAGS: [&str; 5] = ["--json", "-q", "--quiet", "-v", "--verbose"];
        let (mut kept, mut arguments) = (Vec::<String>::new(), self.arguments.iter());
        while let Some(argument) = arguments.next() {
            let name = argument.split_once('=').map_or(argument.as_str(), |(name, _)| name);
            match (OTHERS.contains(&name), FLAGS.contains(&name)) {
                (true, _) if name == argument => _ = arguments.next(),
                (false, false) => match kept.last_mut() {
                    Some(option)
                        if option.starts_with("--") && !argument.starts_with('-') && !option.contains([' ', '=']) =>
                    {
                        *option += &format!(" {argument}");
                    }
                    _ => kept.push(argument.clone()),
                },
                _ => {}
            }
        }
        kept
    }
}

/// Published report whose comparison of strategies a study repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// Assignment of a course: breadth-first search against A* with three estimates, with and without corner and line
    /// deadlocks.
    Assignment,
    /// Report on Sokobot: blind against informed searches, by moves and by pushes, with and without each improvement.
    Sokobot,
    /// Report on an agent: the agent, with and without its components, against plain searches.
    Kth,
    /// Report on reverse search: forward, backward and bidirectional, by mobility and by the share of boxes on goals.
    Reverse,
}

crate::run::from_word!(pub Preset {
    Assignment = "assignment", Sokobot = "sokobot", Kth = "kth", Reverse = "reverse"
});

impl Preset {
    /// Default node limit for each strategy on each level, which takes seconds per level.
    pub const NODES: u64 = 20_000;

    const fn names(self) -> &'static [&'static str] {
        match self {
            // The third estimate is left to the student; here it is the minimum matching.
            Self::Assignment => &[
                "breadth-first:moves:no-rules",
                "a-star:h1:moves:no-rules",
                "a-star:h2:moves:no-rules",
                "a-star:matching-manhattan:moves:no-rules",
                "a-star:matching-manhattan:moves:no-rules:corner:line",
            ],
            // Its rules are dead squares and a small table of patterns.
            Self::Sokobot => &[
                "breadth-first:moves:no-rules:dead-squares:patterns",
                "breadth-first:no-rules:dead-squares:patterns",
                "breadth-first:no-rules",
                "breadth-first:no-rules:dead-squares:patterns:no-transpositions",
                "iterative-deepening:no-rules:dead-squares:patterns",
                "iterative-deepening:no-rules:dead-squares:patterns:inertia",
                "sma-star:nearest-manhattan:no-rules:dead-squares:patterns:inertia",
                "sma-star:matching-manhattan:no-rules:dead-squares:patterns:inertia",
                "sma-star:matching-manhattan:no-rules:dead-squares:patterns",
                "ida-star:nearest-manhattan:no-rules:dead-squares:patterns:inertia",
                "ida-star:matching-manhattan:no-rules:dead-squares:patterns:inertia",
                "greedy-best-first:matching-manhattan:no-rules:dead-squares:patterns:inertia",
                "backward:matching-manhattan:no-rules:dead-squares:patterns",
            ],
            // Its rules are dead squares and patterns.
            Self::Kth => &[
                "depth-first:no-rules",
                "iterative-deepening:no-rules",
                "a-star:nearest-pushes:no-rules:dead-squares:patterns",
                "kth:no-rules:no-tunnels",
                "kth:no-rules:dead-squares:patterns:no-tunnels",
                "kth:no-rules:dead-squares:patterns",
            ],
            // Its one rule is dead squares. It also tried the distance to the nearest goal, and dropped it.
            Self::Reverse => &[
                "greedy-best-first:mobility-on-goals:no-rules:dead-squares",
                "greedy-best-first:pulls:mobility-on-goals:no-rules:dead-squares",
                "bidirectional:mobility:no-rules:dead-squares",
                "bidirectional:on-goals:no-rules:dead-squares",
                "bidirectional:no-rules:dead-squares",
                "bidirectional:no-rules",
                "bidirectional:nearest-manhattan:no-rules:dead-squares",
            ],
        }
    }

    /// Returns the strategies with their settings, in the order of the report.
    pub fn setups(self) -> Vec<Setup> {
        self.names().iter().filter_map(|name| name.parse().ok()).collect()
    }
}

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
    /// True if the level with this hash of its canonical board belongs to the shard; the first has entries without a board.
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
