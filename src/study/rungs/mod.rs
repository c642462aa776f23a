//! Comparison of the rungs of the abstraction on one level.

mod comparison;
mod drawing;
mod picture;

pub use comparison::{Ladder, LadderRow};
pub use drawing::{ladder_table, ladder_witnesses};
pub use picture::{Drawn, Picture, SplitDrawn};
