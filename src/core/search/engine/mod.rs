//! Parts of searches whose nodes are sets of cells of a grid, for a few microseconds each ([`super::Lean`], [`super::optimal`]):
//! `problem` is the level on a grid, with the tables and rules that refuse pushes; `expander` makes successors,
//! and maps positions by symmetries; `open` orders open positions.

mod expander;
mod open;
mod problem;

pub(super) use expander::{BoxMatching, Candidate, Expander, Image, Images, Successor, Successors, keep_new, rank};
pub(super) use open::{Queues, Rank};
pub(super) use problem::{Due, GridProblem, Others, Prune, Tables};
