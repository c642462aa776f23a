//! The real binary: what is printed, what is said, and the exit code.

mod assist;
mod bench;
mod compare;
mod levels;
mod pddl;
mod plan;
mod solve;
