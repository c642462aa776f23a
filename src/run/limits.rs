//! Limits of a run and their notation on the command line, reasons why a search ends early, answers about a level, and a flag that
//! stops searches, from another thread or by the user.

use super::counted;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Limits of one run; `None` for no limit. Only runs limited by nodes alone give equal output on each repetition.
///
/// ```
/// use sokoplan_run::{Limits, Meter, NodeKind, Stop, StopFlag};
/// let limits = Limits { nodes: Some(0), ..Limits::default() };
/// let mut meter = Meter::new(limits, StopFlag::default());
/// assert_eq!(meter.tick(NodeKind::Push), Err(Stop::NodeLimit));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Greatest wall-clock time.
    pub time: Option<Duration>,
    /// Greatest number of plan and push nodes together.
    pub nodes: Option<u64>,
    /// Greatest number of bytes in use, by [`super::measure_memory_by`]; all runs of a process share them.
    pub memory: Option<u64>,
}

impl Limits {
    /// Returns an answer about a level in words; if a limit was met, the words name the limit: `not solved within 10 s`.
    pub fn answer_words(&self, answer: Answer) -> String {
        let within = |limit: Option<String>, kind: &str| match limit {
            Some(limit) => format!("not solved within {limit}"),
            None => format!("not solved: the {kind} limit was met"),
        };
        match answer {
            Answer::TimeLimit => within(self.time.map(|time| format!("{} s", time.as_secs_f64())), "time"),
            Answer::NodeLimit => within(self.nodes.map(|nodes| counted(nodes, "node")), "node"),
            Answer::MemoryLimit => {
                within(self.memory.map(|bytes| format!("{} of memory", bytes_words(bytes))), "memory")
            }
            Answer::Solved => "solved".to_owned(),
            Answer::Unsolvable => "there is no solution".to_owned(),
            Answer::GaveUp => "not solved: all strategies have ended".to_owned(),
            Answer::Interrupted => "not solved: interrupted".to_owned(),
            Answer::InternalError => "not solved: an error of this program".to_owned(),
            Answer::Invalid => "not a level".to_owned(),
        }
    }

    /// Returns the limits with, for time, nodes and memory each, the smaller value of `self` and `other`.
    #[must_use]
    pub fn narrowed(self, other: Self) -> Self {
        Self {
            time: self.time.into_iter().chain(other.time).min(),
            nodes: self.nodes.into_iter().chain(other.nodes).min(),
            memory: self.memory.into_iter().chain(other.memory).min(),
        }
    }
}

/// Returns a number of bytes in words, like `2 GiB`, `1.5 KiB`, `12 bytes`.
pub fn bytes_words(bytes: u64) -> String {
    let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    let unit = units.into_iter().find(|(size, _)| bytes >= *size);
    let Some((size, name)) = unit else { return format!("{bytes} bytes") };
    // At most one decimal place, none for whole numbers.
    if bytes.is_multiple_of(size) {
        return format!("{} {name}", bytes / size);
    }
    let tenths = bytes / (size / 10);
    format!("{}.{} {name}", tenths / 10, tenths % 10)
}

/// Reads a duration: `10s`, `500ms`, `2m`, `1h`, `1m30s` or `1.5` (seconds). The error is the expected notation.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    if let Ok(seconds) = text.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).map_err(|_| "a duration out of range".to_owned());
    }
    humantime::parse_duration(text).map_err(|error| format!("{error}: expected a duration, e.g. 10s or 1m30s"))
}

/// Reads a number: `1000`, `10k`, `1M`, `2G` (powers of ten) or `1e6`. The error is the expected notation.
pub fn parse_count(text: &str) -> Result<u64, String> {
    parse_scaled(text, &[("k K", 1e3), ("M", 1e6), ("G", 1e9)], "k, M or G, e.g. 1M", "a count, e.g. 1M")
}

/// Reads a number of bytes: `2GiB`, `500MB`, `64MiB` or a plain number. The error is the expected notation.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let [kib, mib, gib] = [10, 20, 30].map(|power| f64::from(1 << power));
    let decimal = [("B", 1.0), ("kB KB", 1e3), ("MB", 1e6), ("GB", 1e9)];
    let units = [&decimal[..], &[("KiB K k", kib), ("MiB M", mib), ("GiB G", gib)]].concat();
    parse_scaled(text, &units, "KiB, MiB or GiB, e.g. 2GiB", "a size, e.g. 2GiB")
}

/// Reads a plain number, also one with an exponent, or a number with a unit: one of the words beside its scale.
fn parse_scaled(text: &str, units: &[(&str, f64)], known: &str, expected: &str) -> Result<u64, String> {
    let text = text.trim();
    let (number, unit) = text.split_at(text.find(char::is_alphabetic).unwrap_or(text.len()));
    let with_unit = || {
        let scale = units.iter().find(|(words, _)| words.split(' ').any(|word| word == unit));
        let (_, scale) = scale.ok_or_else(|| format!("unknown unit `{unit}`: expected {known}"))?;
        scaled(number.trim_end(), *scale).ok_or_else(|| format!("expected {expected}"))
    };
    scaled(text, 1.0).map_or_else(with_unit, Ok)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked first")]
fn scaled(number: &str, scale: f64) -> Option<u64> {
    let value = number.replace('_', "").parse::<f64>().ok()? * scale;
    (0.0..=1e18).contains(&value).then_some(value as u64)
}

/// Reason why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// The time limit was met.
    #[error("time limit")]
    TimeLimit,
    /// The node limit was met.
    #[error("node limit")]
    NodeLimit,
    /// A further allocation would have exceeded the memory limit.
    #[error("memory limit")]
    MemoryLimit,
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// Answer about one level. `unsolvable` is a proof, `gave_up` is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// A solution was found, and verified by a replay that shares no code with the searches.
    Solved,
    /// It is proved that no solution exists.
    Unsolvable,
    /// The time limit was met.
    TimeLimit,
    /// The node limit was met.
    NodeLimit,
    /// The memory limit was met.
    MemoryLimit,
    /// All chosen searches ended without a solution or a proof.
    GaveUp,
    /// The user asked to stop.
    Interrupted,
    /// An error of this program: a search returned a wrong solution.
    InternalError,
    /// The text is not a level.
    #[default]
    Invalid,
}

crate::from_word!(pub Answer {
    Solved = "solved", Unsolvable = "unsolvable", TimeLimit = "time_limit", NodeLimit = "node_limit",
    MemoryLimit = "memory_limit", GaveUp = "gave_up", Interrupted = "interrupted",
    InternalError = "internal_error", Invalid = "invalid"
});

impl Answer {
    /// Returns the words of the answer in tables, like `time limit`.
    pub fn words(self) -> String {
        if self == Self::Invalid { "not a level".to_owned() } else { self.word().replace('_', " ") }
    }
}

impl Stop {
    /// Returns the answer about a level whose search ended for this reason.
    pub const fn answer(self) -> Answer {
        match self {
            Self::TimeLimit => Answer::TimeLimit,
            Self::NodeLimit => Answer::NodeLimit,
            Self::MemoryLimit => Answer::MemoryLimit,
            Self::Interrupted => Answer::Interrupted,
        }
    }
}

/// A flag that is raised once, by Ctrl-C or by the thread that first found an answer; all searches with the flag stop.
///
/// ```
/// use sokoplan_run::{Limits, Meter, Stop, StopFlag};
/// let stop = StopFlag::default();
/// let meter = Meter::new(Limits::default(), stop.clone());
/// stop.raise(); // usually from another thread
/// assert_eq!(meter.check(), Err(Stop::Interrupted));
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopFlag {
    own: Arc<AtomicBool>,
    /// Number of nodes of all meters that share the flag, updated at intervals.
    nodes: Arc<AtomicU64>,
    /// Flag of the whole work, if this flag is for a part of the work: raising that flag raises this flag too.
    above: Option<Arc<StopFlag>>,
}

impl From<Arc<AtomicBool>> for StopFlag {
    /// Returns a flag that counts as raised once `own` is set, for signal handlers, which may only set values.
    fn from(own: Arc<AtomicBool>) -> Self {
        Self { own, nodes: Arc::default(), above: None }
    }
}

impl StopFlag {
    /// Raises the flag for all searches that share it.
    pub fn raise(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    /// True if this flag was raised, or the flag of the whole work.
    pub fn is_raised(&self) -> bool {
        self.own.load(Ordering::Relaxed) || self.above.as_ref().is_some_and(|above| above.is_raised())
    }

    /// Returns a flag for a part of the work: raising this one raises the new flag too, but not the other way.
    pub fn below(&self) -> Self {
        Self { own: Arc::default(), nodes: Arc::clone(&self.nodes), above: Some(Arc::new(self.clone())) }
    }

    /// Returns the approximate number of nodes of all meters that share the flag, for lines of progress.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(super) fn spent(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_narrower_of_two_limits_is_never_no_limit() {
        let one = Limits { time: None, nodes: Some(5), memory: Some(100) };
        let other = Limits { time: Some(Duration::from_secs(1)), nodes: None, memory: Some(50) };
        let both = Limits { time: other.time, nodes: one.nodes, memory: other.memory };
        assert_eq!((one.narrowed(other), other.narrowed(one)), (both, both));
        assert_eq!(one.narrowed(Limits::default()), one);
    }

    #[test]
    fn durations_counts_and_sizes_are_read_as_people_write_them() {
        let seconds = [("10s", 10.0), ("250ms", 0.25), ("1.5", 1.5), ("2m", 120.0), ("1m30s", 90.0), ("0.5s", 0.5)];
        for (text, seconds) in seconds.into_iter().chain([("1h 5min", 3900.0)]) {
            assert_eq!(parse_duration(text), Ok(Duration::from_secs_f64(seconds)), "{text}");
        }
        for (text, count) in [("1M", 1_000_000), ("1_500", 1_500), ("2.5e6", 2_500_000)] {
            assert_eq!(parse_count(text), Ok(count), "{text}");
        }
        for (text, bytes) in [("2GiB", 2 << 30), ("1kB", 1_000), ("1.5GiB", 3 << 29)] {
            assert_eq!(parse_bytes(text), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused_and_never_panics() {
        for text in ["", "s", "-1s", "NaN", "1e99", "10x", "infs", "1 s s"] {
            assert!(parse_duration(text).is_err(), "{text}");
            assert!(parse_count(text).is_err(), "{text}");
            assert!(parse_bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_flag_below_is_raised_with_the_one_above_and_not_the_other_way() {
        let above = StopFlag::default();
        let [one, other] = [above.below(), above.below()];
        one.raise();
        assert!(one.is_raised() && !above.is_raised() && !other.is_raised());
        above.raise();
        assert!(other.is_raised());
    }
}
