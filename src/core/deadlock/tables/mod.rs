//! Exact tables of the sets of two and three boxes that are lost even alone on the board.
//!
//! A table is built for one board by retrograde analysis, within bounds on positions and bytes; a look-up is a few
//! operations on sets of cells. Larger deadlocks are left to the rules.

mod lost_sets;
mod retrograde;

pub use lost_sets::LostSets;
pub use retrograde::Lost;
