//! The parts of searches whose nodes are sets of cells of a grid and cost a few microseconds. [`problem`] is the level
//! on a grid with the tables of lost sets, [`prune`] refuses pushes, [`expander`] makes the successors of a position,
//! [`images`] maps positions by symmetries, [`open`] orders the open positions. These parts do not depend on a search;
//! [`super::Lean`] and [`super::optimal`] are made of them.

pub(super) mod expander;
pub(super) mod images;
pub(super) mod open;
mod pi_corral;
pub(super) mod problem;
pub(super) mod prune;
