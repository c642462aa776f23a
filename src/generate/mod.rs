//! Generation of levels with a known solution.
//!
//! A seed and a [`Recipe`] determine levels, with equal bytes for equal seeds on every machine. No solver is involved:
//! levels are made by pulls from a solved position.

mod layout;
mod pulls;
mod recipe;

pub use recipe::{GeneratedLevel, Generator, Misfit, Recipe};
