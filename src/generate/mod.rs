//! How are levels made?
//!
//! In come a seed number and what is wanted; out come levels with a known solution, the same bytes for the same seed
//! on every machine. Solvers play no part: each level is its own solution, pulled apart.

mod layout;
mod made;
mod pulls;
mod recipe;

pub use made::Made;
pub use recipe::{Generator, Recipe};
