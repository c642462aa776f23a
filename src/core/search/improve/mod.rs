//! Improvement of solutions. Input: a board, a start and the pushes of a solution. Output: pushes that cost less.
//! Either some boxes are free between two positions of the solution, while the others keep their pushes in their order
//! ([`SolutionWindow`]), or a solution with fewer pushes is searched among the positions near the given one ([`Nearby`]).
//! [`Improver`] chooses the windows, their order and their node limits.

mod improver;
mod joins;
mod rest;
mod trail;
mod window;

pub use improver::{Improver, Measure};
pub use joins::Joiner;
use rest::{Nearby, Rest};
use trail::{StoryCost, Trail};
use window::{Pass, SolutionWindow};
