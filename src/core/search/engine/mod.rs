//! The parts of searches whose nodes are sets of cells of a grid and cost a few microseconds: `problem` is the level on a
//! grid with the tables of lost sets, `prune` refuses pushes, `expander` makes the successors of a position, `images` maps
//! positions by symmetries, `open` orders the open positions. [`super::Lean`] and [`super::optimal`] are made of them.

mod expander;
mod images;
mod open;
mod pi_corral;
mod problem;
mod prune;

pub(super) use expander::{BoxMatching, Candidate, Expander, Successor, Successors, keep_new, rank};
pub(super) use images::{Image, Images};
pub(super) use open::{Queues, Rank};
pub(super) use problem::{Due, GridProblem, Tables};
pub(super) use prune::{Others, Prune};
