//! Generation of levels with a known solution.
//!
//! A seed and a [`Recipe`] determine levels, with equal bytes for equal seeds on every machine. No solver is involved:
//! levels are made by pulls from a solved position.

mod generated_level;
mod layout;
mod pulls;
mod recipe;

pub use generated_level::GeneratedLevel;
pub use recipe::{Generator, Misfit, Recipe};
