//! The parts of searches whose nodes are sets of cells of a grid and cost a few microseconds.
//!
//! [`problem`] is the level on a grid, [`prune`] says which pushes are left out, [`tables`] those that two or three boxes
//! alone show to lose, [`successors`] and [`expander`] make the successors of a position, [`images`] says which positions
//! are alike, [`open`] orders the positions that are open. A part knows no search; [`super::Lean`] and
//! [`super::optimal`] are made of them.

pub(super) mod expander;
pub(super) mod images;
pub(super) mod open;
pub(super) mod others;
mod pi_corral;
pub(super) mod problem;
pub(super) mod prune;
pub(super) mod successors;
pub(super) mod tables;
