//! All integration tests, in one binary, which is linked once.

#![expect(clippy::unwrap_used, reason = "clippy only knows test functions, not their helpers")]

mod areas;
mod assist;
mod cli;
mod common;
mod deadlock_rules;
mod examples;
mod formats;
mod interrupted;
mod layers;
mod pddl_levels;
mod planner;
#[cfg(feature = "play")]
mod play_in_tmux;
mod readme;
mod snapshots;
mod solve;
mod strips;
mod textbook;
mod toy_rule;
