//! Is this position lost?
//!
//! In comes a position, mostly right after a push; out comes whether it is proved dead, by which rule. Each rule
//! stands in a file of its own with its argument in words. A rule that cannot prove anything says nothing.

mod cluster;
mod corral;
mod corral_search;
mod diagonal;
mod freeze;
mod lessons;
mod matching;
mod pairing;
mod pairs;
pub mod pattern;
mod reach;
mod study;
mod zone_search;

pub use cluster::ClusterSearch;
pub use corral::PiCorral;
pub use corral_search::CorralSearch;
pub use diagonal::closes_diagonal;
pub use freeze::Freeze;
pub use lessons::Lessons;
pub use matching::{Costs, Matching};
pub use pairing::{Pairing, competitors};
pub use pairs::{PairPlace, PairTable, Pull};
pub use pattern::{DeadlockPatterns, Match};
pub use reach::{Basins, Reach};
pub use study::Study;
