//! Nogoods: groups of boxes that are proved lost, found once and recognised in every later position.
//!
//! [`NogoodMinimizer`] finds such groups in positions that a search has given up, and makes them small; [`Nogoods`]
//! keeps them. The searches decide when to learn.

mod minimizer;
mod store;

pub use minimizer::NogoodMinimizer;
pub use store::Nogoods;
