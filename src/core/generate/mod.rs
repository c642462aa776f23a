//! How are levels with a known solution made? A seed and a [`Recipe`] determine levels, with equal bytes for equal seeds on every
//! machine. Levels are made by pulls from a solved position, without a solver. A [`Building`] joins rooms to levels of any size.

mod building;
mod pulls;
mod recipe;

pub use building::Building;
pub use recipe::{GeneratedLevel, Generator, Misfit, Recipe};
