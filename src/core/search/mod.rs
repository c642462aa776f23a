//! Searches over pushes and pulls, each behind [`crate::run::Search`]. Input: a maze, a start and settings (deadlock
//! rules, packing order, advisers). Output: the pushes of a solution, or the proof that none exists. Textbook searches
//! are in [`crate::textbook`]; the division of time among strategies is left to [`crate::solve`].

mod engine;
mod fess;
mod improve;
mod lean;
mod macro_pushes;
pub mod optimal;
mod perimeter;
mod pi_corral;
mod prunings;
mod target;

pub(crate) use fess::Pushes;
pub use fess::{Advice, Adviser, Advisers, Features, Fess, Setting};
pub use improve::{Improver, Joiner, Measure};
pub use lean::{Lean, LeanSetting, Reach, lean};
pub(crate) use macro_pushes::MacroPushes;
pub use perimeter::Perimeter;
pub use pi_corral::PiCorral;
pub use prunings::Prunings;
pub use target::{ByTarget, TargetSearch};
