//! Is this position lost?
//!
//! In comes a position, mostly right after a push; out comes whether it is proved dead, by which rule. Each rule
//! stands in a file of its own with its argument in words. A rule that cannot prove anything says nothing.

mod cluster;
mod corral_search;
mod diagonal;
mod freeze;
mod lessons;
pub mod pattern;
mod study;
mod zone_search;

pub use cluster::ClusterSearch;
pub use corral_search::CorralSearch;
pub use diagonal::closes_diagonal;
pub use freeze::Freeze;
pub use lessons::Lessons;
pub use pattern::{DeadlockPatterns, Match};
pub use study::Study;
