//! Rows of a study as lines of CSV.

use super::Row;
use crate::run::safe_cell;
use serde_json::Value;

/// Columns, each as the path of its value in a row of JSON Lines.
const COLUMNS: [&str; 50] = [
    "/file",
    "/level",
    "/title",
    "/run",
    "/stratum",
    "/answer",
    "/solved_by",
    "/hierarchical",
    "/pushes",
    "/moves",
    "/plan_nodes",
    "/push_nodes",
    "/search/expanded",
    "/search/generated",
    "/search/kept",
    "/search/pruned",
    "/search/branching",
    "/search/largest_branching",
    "/search/depth",
    "/labels/deterministic",
    "/labels/choice",
    "/labels/unknown",
    "/labels/context",
    "/labels/impossible",
    "/operators/tried",
    "/operators/realised",
    "/operators/first_try",
    "/operators/known",
    "/operators/impossible",
    "/operators/no_way",
    "/operators/budget",
    "/operators/lost",
    "/operators/steps",
    "/operators/steps_back",
    "/operators/events/deterministic",
    "/operators/events/choice",
    "/operators/events/unknown",
    "/operators/events/impossible",
    "/operators/arrangements/deterministic",
    "/operators/arrangements/unknown",
    "/operators/plain",
    "/operators/takeovers",
    "/operators/takeover_pushes",
    "/events/crossings",
    "/events/arrangements",
    "/events/plain",
    "/events/takeovers",
    "/events/takeover_nodes",
    "/seconds",
    "/peak_bytes",
];

/// Returns the heads of the CSV columns.
pub fn heads() -> impl Iterator<Item = String> {
    COLUMNS.into_iter().map(|path| path[1..].replace('/', "_"))
}

/// Returns the cells of a row; texts are escaped so that spreadsheets do not evaluate these as formulas.
///
/// # Errors
/// The row cannot be turned into JSON, which does not happen to rows of this program.
pub fn cells(row: &Row) -> serde_json::Result<Vec<String>> {
    let value = serde_json::to_value(row)?;
    let cell = |path| match value.pointer(path) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => safe_cell(text).into_owned(),
        Some(other) => other.to_string(),
    };
    Ok(COLUMNS.into_iter().map(cell).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::solve::{Options, Solver, Strategy};

    #[test]
    fn every_column_is_a_key_of_a_row() {
        let level = Level::from_xsb("", "######\n#@ $.#\n######").expect("a good board");
        let options = Options::default().with_strategies([Strategy::EVENTS]);
        let report = Solver::new(&level).options(options).solve();
        let row = Row { run: Some(String::new()), ..Row::new("f", 1, "t", Some(&level), Some(&report)) };
        let value = serde_json::to_value(&row).expect("a row");
        let missing: Vec<&str> = COLUMNS.into_iter().filter(|path| value.pointer(path).is_none()).collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert_eq!(cells(&row).expect("cells").len(), heads().count());
    }
}
