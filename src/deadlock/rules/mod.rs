//! The built-in deadlock rules, one a file.

mod closed_diagonals;
mod corners;
mod corral;
mod dead_rooms;
mod dead_squares;
mod freeze;
mod frozen_walls;
mod learned;
mod lines;
mod matching;
mod neighbourhood;
mod pairs;
mod patterns;

pub use closed_diagonals::ClosedDiagonals;
pub use corners::Corners;
pub use corral::Corral;
pub use dead_rooms::DeadRooms;
pub use dead_squares::DeadSquares;
pub use freeze::Freeze;
pub use frozen_walls::FrozenWalls;
pub use learned::Learned;
pub use lines::Lines;
pub use matching::Matching;
pub use neighbourhood::Neighbourhood;
pub use pairs::Pairs;
pub use patterns::Patterns;

use super::RuleSet;

/// The registry: every rule of the crate, in the order in which a search would ask them.
pub(super) fn all() -> RuleSet {
    RuleSet::none()
        .with(Corners)
        .with(Lines)
        .with(DeadSquares::by_side())
        .with(Freeze::by_dead_squares())
        .with(ClosedDiagonals)
        .with(Pairs)
        .with(Patterns)
        .with(Matching)
        .with(Learned)
        .with(FrozenWalls)
        .with(Corral)
        .with(Neighbourhood)
        .with(DeadRooms)
}
