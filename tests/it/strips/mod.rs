//! The STRIPS planner, on tasks of its own and on other people's domains.

mod domains;
mod k_best;
mod lifted;
pub(crate) mod random;
mod reader;
mod searches;
mod speed;
