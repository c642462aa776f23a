//! Solutions that files claim for levels.
//!
//! Reads lines of NUMBER LURD, rows of `solve --json`, or the solutions in a file of levels. Checking them is left to
//! `verify`.

use super::Failure;
use super::select::{self, Picked};
use crate::level::Recorded;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// A claimed solution of a level, and its line.
pub(super) struct Claim {
    /// The line, from 1.
    pub(super) line: usize,
    /// The moves, unchecked.
    pub(super) lurd: String,
}

/// The claims by level number, in order.
pub(super) type Claims = BTreeMap<usize, Vec<Claim>>;

/// Returns the solutions in the file of levels itself.
pub(super) fn own(entries: &[Picked]) -> Claims {
    let claims = |picked: &Picked| {
        let claim = |game: &Recorded| Claim { line: game.line, lurd: game.lurd.clone() };
        (picked.entry.number, picked.entry.solutions().map(claim).collect())
    };
    entries.iter().map(claims).collect()
}

/// Reads solutions from a separate file.
pub(super) fn from_file(path: &Path) -> Result<Claims, Failure> {
    let bytes = select::bytes(path)?;
    let mut claims = Claims::new();
    for (index, line) in String::from_utf8_lossy(&bytes).lines().enumerate() {
        let expected =
            || format!("{}:{}:1: no solution: expected NUMBER LURD, or a JSON row", select::name(path), index + 1);
        if let Some((number, lurd)) = claim(line.trim()).ok_or_else(|| Failure::message(expected()))? {
            claims.entry(number).or_default().push(Claim { line: index + 1, lurd });
        }
    }
    Ok(claims)
}

/// A row of JSON Lines, as `solve --json` writes it.
#[derive(Deserialize)]
struct Solved {
    level: Option<usize>,
    lurd: Option<String>,
    answer: Option<String>,
}

/// Returns the claim of a line, if any; the outer `None` where it is neither claim nor comment.
fn claim(line: &str) -> Option<Option<(usize, String)>> {
    if line.is_empty() || line.starts_with(['#', ';']) {
        return Some(None);
    }
    if line.starts_with('{') {
        let Solved { level, lurd, answer } = serde_json::from_str(line).ok()?;
        let solved = answer.is_none_or(|answer| answer == "solved");
        return Some(level.zip(lurd).filter(|_| solved));
    }
    let (number, lurd) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Some(Some((number.parse().ok()?, lurd.to_owned())))
}
