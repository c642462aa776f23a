//! Searches over pushes and pulls, each behind [`crate::run::Search`]. Input: a maze, a start and settings (deadlock
//! rules, packing order, advisers). Output: the pushes of a solution, or the proof that none exists. Textbook searches
//! are in [`crate::textbook`]; the division of time among strategies is left to [`crate::solve`].

mod components;
mod engine;
mod fess;
mod improve;
mod lean;
mod macro_pushes;
pub mod optimal;
mod prunings;
mod target;

pub use components::Components;
pub(crate) use fess::Pushes;
pub use fess::{Advice, Adviser, Advisers, Features, Fess, Setting};
pub use improve::{Improver, Joiner, Measure};
pub use lean::{Lean, LeanSetting, Moves, lean};
pub(crate) use macro_pushes::MacroPushes;
pub use macro_pushes::Perimeter;
pub use prunings::{Corrals, PiCorral, Prunings};
pub use target::{ByTarget, TargetSearch};
