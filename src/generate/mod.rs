//! Generation of levels with a known solution.
//!
//! A seed and a [`Recipe`] give levels, the same bytes for the same seed on every machine. No solver is involved:
//! levels are made by pulls from a solved position. [`join()`] puts levels that there are on one board.

mod generated_level;
mod join;
mod layout;
mod pulls;
mod recipe;

pub use generated_level::GeneratedLevel;
pub use join::{Join, JoinError, Joiner, join};
pub use recipe::{Generator, Misfit, Recipe};
