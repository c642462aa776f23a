//! Generation of levels with a known solution.
//!
//! A seed and a [`Recipe`] determine levels, with equal bytes for equal seeds on every machine. No solver is involved:
//! levels are made by pulls from a solved position. A [`Building`] puts rooms together to levels of any size.

mod building;
mod layout;
mod pulls;
mod recipe;

pub use building::Building;
pub use recipe::{GeneratedLevel, Generator, Misfit, Recipe};
