//! How is a solution shortened? Input: a board, a start and the pushes of a solution. Output: pushes that cost less. One method
//! frees some boxes between two positions of the solution, while the others keep their pushes in order ([`SolutionWindow`]). The
//! other searches the positions near the solution for fewer pushes ([`Nearby`]). [`Improver`] chooses windows and limits.

mod improver;
mod joins;
mod rest;
mod trail;
mod window;

pub use improver::Improver;
pub use joins::Joiner;
use rest::{Nearby, Rest};
pub use trail::Measure;
use trail::{StoryCost, Trail};
use window::{Pass, SolutionWindow};
