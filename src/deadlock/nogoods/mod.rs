//! Nogoods: groups of boxes that are proved lost, found once and recognised in every later position.
//!
//! [`NogoodMinimizer`] finds such groups in positions that a search has given up, and makes them small; [`Nogoods`] keeps
//! them. Which search learns from what is decided elsewhere.

mod minimizer;
mod store;

pub use minimizer::NogoodMinimizer;
pub use store::Nogoods;
