//! Memory in use, as a function of the program counts it in its allocator.

use std::sync::OnceLock;

static USED: OnceLock<fn() -> u64> = OnceLock::new();

/// Sets the function that returns the number of bytes in use; the first call holds for the whole process. Without it
/// limits of memory are not checked.
///
/// ```
/// sokoplan_run::measure_memory_by(|| 5 << 20);
/// assert_eq!(sokoplan_run::memory_used(), 5 << 20);
/// ```
pub fn measure_memory_by(used: fn() -> u64) {
    USED.get_or_init(|| used);
}

/// Returns the number of bytes in use; 0 if nothing counts them.
pub fn memory_used() -> u64 {
    USED.get().map_or(0, |used| used())
}
