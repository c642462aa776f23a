//! The width of tables on standard output, and whether arrows can be shown there.

use std::env;
use std::io::{self, IsTerminal};

/// Returns the width of the terminal in columns, or the value of `COLUMNS`; `None` if the output is redirected and
/// `COLUMNS` is not set.
pub(super) fn width() -> Option<usize> {
    let said = env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
    let seen = || terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
    said.or_else(seen).filter(|&columns| columns > 0)
}

/// Returns whether arrows can be shown: on a terminal with a UTF-8 locale. Files and pipes get equal bytes everywhere.
pub(super) fn has_arrows() -> bool {
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| env::var(name).ok().filter(|v| !v.is_empty()));
    let is_unicode = locale.is_some_and(|locale| locale.to_lowercase().replace('-', "").ends_with("utf8"));
    is_unicode && io::stdout().is_terminal()
}
