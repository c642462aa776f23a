//! The STRIPS planner, on tasks of its own and on domains from the literature.

mod domains;
mod lifted;
pub(crate) mod random;
mod reader;
