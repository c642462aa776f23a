//! JSON Lines: every row has `type` and `schema`, rows of levels have `file` and `level`, the last is a summary.

use super::Failure;
use serde::Serialize;
use std::io::Write;

/// Raised when a key changes its meaning or is removed, not for new keys.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Row<'a, T: Serialize> {
    r#type: &'a str,
    schema: u32,
    #[serde(flatten)]
    body: T,
}

#[derive(Serialize)]
struct OfLevel<'a, T: Serialize> {
    file: &'a str,
    level: usize,
    #[serde(flatten)]
    body: T,
}

/// Writes a row of any type.
pub(super) fn row(out: &mut impl Write, kind: &str, body: impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, &Row { r#type: kind, schema: SCHEMA, body })?;
    Ok(out.write_all(b"\n")?)
}

/// Writes a row of type `level`.
pub(super) fn level(out: &mut impl Write, file: &str, level: usize, body: impl Serialize) -> Result<(), Failure> {
    of_level(out, "level", file, level, body)
}

/// Writes a row of any type about a level.
pub(super) fn of_level(
    out: &mut impl Write,
    kind: &str,
    file: &str,
    level: usize,
    body: impl Serialize,
) -> Result<(), Failure> {
    row(out, kind, OfLevel { file, level, body })
}

/// Writes the last row.
pub(super) fn summary(out: &mut impl Write, body: impl Serialize) -> Result<(), Failure> {
    row(out, "summary", body)
}
