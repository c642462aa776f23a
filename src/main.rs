//! The `sokoplan` command.

use cap::Cap;
use std::alloc::System;
use std::process::ExitCode;

/// Counts the memory in use, for `--memory`.
#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, usize::MAX);

fn main() -> ExitCode {
    sokoplan::run::measure_memory_by(|| MEMORY.allocated() as u64);
    sokoplan::cli::main()
}
