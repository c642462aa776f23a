//! The width of tables on standard output.

use std::env;
use std::io;

/// Returns the columns of the terminal, or those that `COLUMNS` says; `None` where output is redirected and `COLUMNS` is
/// not set.
pub(super) fn width() -> Option<usize> {
    let said = env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
    let seen = || terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
    said.or_else(seen).filter(|&columns| columns > 0)
}
