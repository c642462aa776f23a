//! The setting of a run: what must be known to repeat it, and to compare its rows with others.

use serde::{Deserialize, Serialize};

/// JSON row of the setting of a run: the first row of its file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
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
        let words = |setting: &Self| {
            let number = |number: Option<String>| number.unwrap_or_else(|| "none".to_owned());
            [
                ("version", setting.version.clone()),
                ("revision", setting.revision.clone().unwrap_or_else(|| "unknown".to_owned())),
                ("time", number(setting.time.map(|time| format!("{time} s")))),
                ("nodes", number(setting.nodes.map(|nodes| nodes.to_string()))),
                ("memory", number(setting.memory.map(|memory| format!("{memory} bytes")))),
                ("threads", setting.threads.to_string()),
                ("arguments", setting.of_search().join(" ")),
            ]
        };
        let pairs = words(self).into_iter().zip(words(other)).filter(|(one, two)| one != two);
        pairs.map(|((what, one), (_, two))| format!("{what}: {one}, {two}")).collect()
    }

    /// Returns the arguments without the limits, and without the options for the output of rows.
    fn of_search(&self) -> Vec<&str> {
        const OTHERS: [&str; 9] =
            ["-o", "--output", "--resume", "--shard", "--time", "--nodes", "--memory", "--threads", "--format"];
        const FLAGS: [&str; 5] = ["--json", "-q", "--quiet", "-v", "--verbose"];
        let (mut kept, mut arguments) = (Vec::new(), self.arguments.iter());
        while let Some(argument) = arguments.next() {
            let name = argument.split_once('=').map_or(argument.as_str(), |(name, _)| name);
            match (OTHERS.contains(&name), FLAGS.contains(&name)) {
                (true, _) if name == argument => _ = arguments.next(),
                (false, false) => kept.push(argument.as_str()),
                _ => {}
            }
        }
        kept
    }
}
