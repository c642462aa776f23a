//! Tests that are left out because a program is missing.

use std::fmt::Display;
use std::io::{Write, stderr};

/// Says why a test is left out: past the capture of test output, so that it is seen, and in a line that `.ci/run` and
/// `.ci/long` repeat at their ends.
pub(crate) fn skipped(why: impl Display) {
    _ = writeln!(stderr(), "skipped: {why}");
}
