//! The real binary: output, messages, and the exit code.

mod answers;
mod assist;
mod attacked;
mod bench;
mod explain;
mod files;
mod golden;
mod help_examples;
mod hostile;
mod inputs;
mod kept;
mod kinds;
mod levels;
mod limits;
mod list;
mod pddl;
mod plan;
mod proofs;
mod reading;
mod report;
mod rooms;
mod shards;
#[cfg(unix)]
mod signals;
mod solve;
mod surprises;
mod tables;
