//! Rows of a run: the result for each level, with its stratum (the decisions that a plan can make) and counts of the operators of
//! plans; and reading of files of rows.

use super::{Assignment, RunSetting};
use crate::abstraction::LabelCounts;
use crate::level::{Canonical, Level};
use crate::maze::Areas;
use crate::planner::Act;
use crate::render::{SolveRow, summed};
use crate::run::{Answer, Progress, safe_cell};
use crate::solve::{Options, Report, is_divided};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// JSON row with the result of a run on one level of a file.
#[derive(Clone, Debug, PartialEq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct Row {
    /// Name of the level's file, as the user gave it.
    pub file: String,
    /// Number of the level in its file.
    pub level: usize,
    /// Name of the run: its strategy, or the part of the solver that was left out; left out if the file holds one run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// Hash of the canonical board: a resumed run recognises changed levels by it. Left out for an entry with a fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// Decisions that a plan can make in the level; left out for an entry with a fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stratum: Option<Stratum>,
    /// Work of the last search without plans, or of a textbook search.
    #[serde(default)]
    pub search: SearchRow,
    /// Outcomes of the operators that plans tried; left out if none was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operators: Option<OperatorCounts>,
    /// Answer, solution and figures of the level.
    #[serde(flatten)]
    pub body: SolveRow,
}

/// Work of the last search without plans, or of a textbook search.
#[derive(Clone, Copy, Debug, Default, PartialEq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct SearchRow {
    /// Number of nodes expanded; after searches with plans, at least the sum of plan nodes and push nodes.
    pub expanded: u64,
    /// Number of successors generated, including repeated ones and excluding successors that a rule refused.
    pub generated: u64,
    /// Number of distinct states stored; in searches that drop states the largest number at one time.
    pub kept: u64,
    /// Number of successors refused by a deadlock rule.
    pub pruned: u64,
    /// Mean number of successors of a node.
    pub branching: f64,
    /// Largest number of successors of a node.
    pub largest_branching: u32,
    /// Number of steps from the start to the deepest node.
    pub depth: u32,
}

/// Key of a level: file name, number and title.
pub(super) type Place<'r> = (&'r str, usize, &'r str);

impl SearchRow {
    fn of(report: &Report) -> Self {
        let Progress { expanded, generated, kept, pruned, largest_branching, depth, .. } = report.progress;
        // Searches with plans count differently: only the number of their nodes is known.
        let expanded = expanded.max(report.plan_nodes + report.push_nodes);
        Self {
            expanded,
            generated,
            kept,
            pruned,
            branching: report.progress.mean_branching(),
            largest_branching,
            depth,
        }
    }
}

impl Row {
    /// Returns the row of a level and the report of the solver. `report` is `None` for an entry with a fault.
    pub fn new(file: &str, number: usize, title: &str, level: Option<&Level>, report: Option<&Report>) -> Self {
        Self {
            file: file.to_owned(),
            level: number,
            run: None,
            board: level.map(|level| format!("{:016x}", Canonical::of(level).digest())),
            stratum: level.map(Stratum::of),
            search: report.map(SearchRow::of).unwrap_or_default(),
            operators: report.and_then(OperatorCounts::of),
            body: SolveRow::new(title, report),
        }
    }

    pub(super) const fn place(&self) -> Place<'_> {
        (self.file.as_str(), self.level, self.body.title.as_str())
    }

    /// True if a solution was found.
    pub fn is_solved(&self) -> bool {
        self.body.answer == Answer::Solved
    }

    /// Returns the number of plan and push nodes together.
    pub const fn nodes(&self) -> u64 {
        self.body.plan_nodes + self.body.push_nodes
    }
}

/// Error in a file of rows: a line that is not a row.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}: no row of `bench` or `solve --json`: {why}")]
pub struct BadRow {
    /// Number of the line, from 1.
    pub line: usize,
    /// Why the line is not a row.
    pub why: String,
}

/// Rows of levels in a file of JSON Lines, with the levels assigned to its shards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// Settings of the run that wrote the file, and of the runs that resumed it.
    pub settings: Vec<RunSetting>,
    /// Levels assigned to each shard of the file; empty for a run that was not divided.
    pub assignments: Vec<Assignment>,
    /// Rows in the order of the file, without interrupted searches; of several rows for a level, [`Rows::read`] keeps the last.
    pub rows: Vec<Row>,
    /// Whether the last line was left out, since it has no line feed.
    pub is_cut: bool,
}

impl Rows {
    /// Reads rows of levels and assignments, and skips rows of other types. A last line without line feed is left
    /// out: the run was stopped while it was written.
    pub fn read(text: &str) -> Result<Self, BadRow> {
        let mut rows = Self::read_all(text)?;
        let mut seen = FxHashSet::default();
        rows.rows.reverse();
        rows.rows.retain(|row| seen.insert((row.file.clone(), row.level, row.run.clone(), row.body.title.clone())));
        rows.rows.reverse();
        Ok(rows)
    }

    /// Reads rows as [`Rows::read`] does, but keeps all rows of a level.
    pub fn read_all(text: &str) -> Result<Self, BadRow> {
        let mut rows = Self::default();
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let Some(whole) = line.strip_suffix('\n') else {
                rows.is_cut = true;
                break;
            };
            let bad = |error: serde_json::Error| BadRow { line: index + 1, why: error.to_string() };
            let value: Value = serde_json::from_str(whole).map_err(bad)?;
            match value["type"].as_str() {
                Some("level") => rows.rows.push(serde_json::from_value(value).map_err(bad)?),
                Some("setting") => rows.settings.push(serde_json::from_value(value).map_err(bad)?),
                Some("shard") => rows.assignments.push(serde_json::from_value(value).map_err(bad)?),
                _ => {}
            }
        }
        rows.rows.retain(|row| row.body.answer != Answer::Interrupted);
        Ok(rows)
    }
}

/// Returns pairs of rows that contradict each other: one run solved the level, another proved it unsolvable.
pub fn disputes(rows: &[Row]) -> Vec<(&Row, &Row)> {
    let unsolvable = rows.iter().rev().filter(|row| row.body.answer == Answer::Unsolvable);
    let unsolvable: FxHashMap<Place<'_>, &Row> = unsolvable.map(|row| (row.place(), row)).collect();
    let solved = rows.iter().filter(|row| row.is_solved());
    solved.filter_map(|solved| Some((solved, *unsolvable.get(&solved.place())?))).collect()
}

/// Columns: the keys of objects in a row of JSON Lines, in order.
const COLUMNS: [(&str, &str); 14] = [
    ("", "file level title run stratum answer solved_by hierarchical pushes moves plan_nodes push_nodes"),
    ("search/", "expanded generated kept pruned branching largest_branching depth"),
    ("labels/", "deterministic choice unknown"),
    ("fidelity/", "slots filled added"),
    ("fidelity/order/", "agree all chance"),
    ("fidelity/suppliers/", "agree all chance"),
    ("fidelity/parks_made/", "agree all chance"),
    ("fidelity/parks_proposed/", "all"),
    ("fidelity/", "exact"),
    ("operators/", "pushes fallback_pushes takeover_pushes tried known lost"),
    ("operators/events/", "deterministic choice unknown"),
    ("operators/arrangements/", "deterministic unknown"),
    ("operators/", "plain takeovers"),
    ("", "seconds peak_bytes"),
];

/// Returns the paths of the columns in a row.
fn paths() -> impl Iterator<Item = String> {
    COLUMNS.iter().flat_map(|(object, keys)| keys.split(' ').map(move |key| format!("/{object}{key}")))
}

/// Returns the heads of the CSV columns.
pub fn heads() -> impl Iterator<Item = String> {
    paths().map(|path| path[1..].replace('/', "_"))
}

/// Returns the cells of a row; texts are escaped so that spreadsheets do not evaluate these as formulas.
pub fn cells(row: &Row) -> serde_json::Result<Vec<String>> {
    let value = serde_json::to_value(row)?;
    let cell = |path: String| match value.pointer(&path) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => safe_cell(text).into_owned(),
        Some(other) => other.to_string(),
    };
    Ok(paths().map(cell).collect())
}

/// Decisions that a plan can make in a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, schemars::JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stratum {
    /// No decisions: the level is one area for planning.
    OneArea,
    /// To which area each box goes.
    Areas,
    /// To which area each box goes, and which group of boxes comes first: the strategy `agenda` divides the level.
    Groups,
}

impl Stratum {
    /// All strata, in the order of tables.
    pub const ALL: [Self; 3] = [Self::OneArea, Self::Areas, Self::Groups];

    /// Greatest number of squares times goals of a level that is divided into groups for its stratum.
    const MOST_DISTANCES: usize = 10_000_000;

    /// Returns the stratum of a level, by areas of the default definition.
    pub fn of(level: &Level) -> Self {
        // So large a table of distances would take longer than a search may.
        let is_small = level.board.len().saturating_mul(level.board.goals().len()) <= Self::MOST_DISTANCES;
        if is_small && is_divided(level, &Options::default()) {
            return Self::Groups;
        }
        let areas = Areas::of(&level.board);
        if areas.len() > 1 { Self::Areas } else { Self::OneArea }
    }

    /// Returns the name of the stratum in tables.
    pub const fn words(self) -> &'static str {
        match self {
            Self::OneArea => "one area",
            Self::Areas => "several areas",
            Self::Groups => "several groups",
        }
    }
}

/// Counts of what plans proposed and tried: transfers, operators of room events, and pushes of solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct OperatorCounts {
    /// Number of solved levels where all slots were filled, in any order.
    pub whole: u64,
    /// Number of levels with a plan.
    pub planned: u64,
    /// Number of pushes that plans made.
    pub pushes: u64,
    /// Number of these that are plain pushes of the fallback.
    pub fallback_pushes: u64,
    /// Number of these that full push searches made after they took over.
    pub takeover_pushes: u64,
    /// Number of operators tried: room events, arrangements and plain pushes.
    pub tried: u64,
    /// Number of operators that led only to positions found before.
    pub known: u64,
    /// Number of operators that led to a position proved lost by deadlock rules.
    pub lost: u64,
    /// Number of room events (border crossings) tried, by label.
    pub events: LabelCounts,
    /// Number of arrangements (moves of boxes inside an area) tried, by label.
    pub arrangements: LabelCounts,
    /// Number of plain pushes tried in positions where a limit ended the search inside an area.
    pub plain: u64,
    /// Number of full push searches that took over from the planner.
    pub takeovers: u64,
}

impl OperatorCounts {
    /// Returns the counts of a report; `None` if no plan was made.
    pub(super) fn of(report: &Report) -> Option<Self> {
        let plan = report.plan.as_ref()?;
        let by = |act: Act| plan.pushes_by(act) as u64;
        let mut counts = Self {
            pushes: Act::ALL.map(by).iter().sum(),
            fallback_pushes: by(Act::Push),
            takeover_pushes: by(Act::Takeover),
            ..Self::default()
        };
        if let Some(fidelity) = &plan.fidelity {
            counts.planned = 1;
            counts.whole = u64::from(fidelity.filled() == fidelity.slots && report.solution().is_some());
        }
        if let Some(tally) = &plan.tally {
            counts.tried = tally.labels().total() + tally.pushes;
            (counts.known, counts.lost) = (tally.known, tally.lost);
            (counts.events, counts.arrangements) = (tally.event_labels, tally.arrangement_labels);
            (counts.plain, counts.takeovers) = (tally.pushes, tally.takeovers);
        }
        Some(counts)
    }
}

summed!(OperatorCounts:
    whole, planned, pushes, fallback_pushes, takeover_pushes, tried, known, lost, events, arrangements, plain, takeovers
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::run::Meter;
    use crate::solve::{Options, Stages, Strategy};

    fn line(level: usize, answer: &str) -> String {
        let text = serde_json::to_string(&Row::new("f", level, "a", None, None)).expect("a row");
        text.replace("{\"file\"", "{\"type\":\"level\",\"schema\":1,\"file\"")
            .replace("invalid\",\"lurd", &format!("{answer}\",\"lurd"))
            + "\n"
    }

    #[test]
    fn a_torn_end_an_old_summary_and_interrupted_levels_are_left_out() {
        let whole = line(1, "solved") + &line(2, "gave_up");
        for rest in ["", "{\"type\":\"summary\",\"schema\":1}\n", "{\"type\":\"lev", "{\"type\":\"level\"}"] {
            let rows = Rows::read(&(whole.clone() + rest)).expect("rows");
            assert_eq!(rows.rows.len(), 2, "{rest}");
        }
        let rows = Rows::read(&(whole.clone() + &line(3, "interrupted") + &line(2, "solved"))).expect("rows");
        assert_eq!(
            rows.rows.iter().map(|row| (row.level, row.is_solved())).collect::<Vec<_>>(),
            [(1, true), (2, true)]
        );
        assert_eq!(Rows::read("").expect("nothing"), Rows::default());
    }

    #[test]
    fn a_solution_disputes_the_answer_that_there_is_none() {
        let text = line(1, "solved") + &line(2, "unsolvable") + &line(2, "solved") + &line(3, "unsolvable");
        let rows = Rows::read_all(&text).expect("rows").rows;
        assert_eq!(disputes(&rows).iter().map(|pair| (pair.0.level, pair.1.level)).collect::<Vec<_>>(), [(2, 2)]);
    }

    #[test]
    fn every_column_is_a_key_of_a_row() {
        let level = Level::from_xsb("", "######\n#@ $.#\n######").expect("a good board");
        let options = Options::default().with_strategies([Strategy::Events]);
        let stages = Stages { plan: true, ..Stages::default() };
        let report = stages.run(&level, &options, &|_| {}, &mut Meter::unlimited()).report;
        let row = Row { run: Some(String::new()), ..Row::new("f", 1, "t", Some(&level), Some(&report)) };
        let value = serde_json::to_value(&row).expect("a row");
        let missing: Vec<String> = paths().filter(|path| value.pointer(path).is_none()).collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert_eq!(cells(&row).expect("cells").len(), heads().count());
    }
}
