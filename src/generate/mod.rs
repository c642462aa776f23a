//! Generation of levels with a known solution.
//!
//! A seed and a [`Recipe`] give levels, the same bytes for the same seed on every machine. No solver is involved:
//! levels are made by pulls from a solved position. [`join()`] puts levels that there are on one board.

mod join;
mod layout;
mod made;
mod pulls;
mod recipe;

pub use join::{Join, JoinError, join};
pub use made::Made;
pub use recipe::{Generator, Misfit, Recipe};
