//! The real binary: output, messages, and the exit code.

mod assist;
mod bench;
mod compare;
mod levels;
mod pddl;
mod plan;
mod solve;
