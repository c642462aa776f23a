//! Levels, rooms and solutions as one HTML file that needs no other file and no network: a table of the levels and,
//! for each, a board to play the solution on.

pub(crate) use super::picture::pieces::symbols;

use super::{PlanRow, SolveRow, StepRow, StoryRow, write_json};
use crate::level::Level;
use crate::proof::Attempt;
use crate::run::safe;
use crate::solve::SolveProgress;
use serde::Serialize;
use serde_json::Value;
use std::io::{self, Write};

pub(crate) const RULES: &str = include_str!("page/rules.js");
pub(crate) const ELEMENTS: &str = include_str!("page/elements.js");
pub(crate) const WORDS: &str = include_str!("page/words.js");
pub(crate) const BOARD: &str = include_str!("page/board.js");
pub(crate) const STEPS: &str = include_str!("page/steps.js");
pub(crate) const TRACE: &str = include_str!("page/trace.js");
pub(crate) const PROOF: &str = include_str!("page/proof.js");
pub(crate) const STYLE: &str = include_str!("page/style.css");
const PAGE: &str = include_str!("page/page.html");
/// Scripts of the page; each uses only scripts before it.
const SCRIPTS: [&str; 13] = [
    RULES,
    ELEMENTS,
    WORDS,
    BOARD,
    STEPS,
    TRACE,
    PROOF,
    include_str!("page/chart.js"),
    include_str!("page/story.js"),
    include_str!("page/collection.js"),
    include_str!("page/player.js"),
    include_str!("page/level.js"),
    include_str!("page/main.js"),
];

/// Report as one HTML page: a table of levels with their results in one run or several, and a board for each level.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReportPage {
    title: String,
    /// Names of the runs; the first run is shown in full, the other runs are compared with the first.
    runs: Vec<String>,
    /// Levels as JSON, each with a comma after it: this takes a tenth of the memory of their rows.
    levels: String,
}

/// Level of a report, with its rows in the runs and the details of the first run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct ReportLevel {
    pub(crate) file: String,
    pub(crate) level: usize,
    pub(crate) title: String,
    pub(crate) board: Option<String>,
    /// Areas of the level, with the keys of `rooms --json`; `None` if they were not computed.
    pub(crate) rooms: Option<Value>,
    /// Row of the level in each run; `None` for a run without the level.
    pub(crate) runs: Vec<Option<SolveRow>>,
    /// Story of the solution of the first run; `None` without a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) story: Option<StoryRow>,
    pub(crate) steps: Vec<StepRow>,
    /// Turns of strategies, in order; empty if the rows were read from a file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) turns: Vec<ReportTurn>,
    /// Proof that the level has no solution; `None` unless the first run found one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) proof: Option<ReportProof>,
    /// Abstract plans of the level; `None` if no row has plans.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) plan: Option<PlanRow>,
}

impl ReportLevel {
    /// Creates a level without results; `None` for `level` if its entry has a fault.
    pub(crate) fn new(file: &str, number: usize, title: &str, level: Option<&Level>) -> Self {
        Self {
            file: file.to_owned(),
            level: number,
            title: title.to_owned(),
            board: level.map(|level| level.grid.to_string()),
            ..Self::default()
        }
    }
}

impl ReportPage {
    /// Creates a report with its heading and the names of its runs; levels are added by [`ReportPage::push`].
    pub(crate) fn new(title: String, runs: Vec<String>) -> Self {
        Self { title, runs, levels: String::new() }
    }
    pub(crate) fn push(&mut self, level: &ReportLevel) {
        self.levels += &json(level);
        self.levels.push(',');
    }
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut rest = PAGE;
        while let Some((before, after)) = rest.split_once("{{") {
            out.write_all(before.as_bytes())?;
            let (name, after) = after.split_once("}}").unwrap_or_default();
            self.write_part(name, out)?;
            rest = after;
        }
        out.write_all(rest.as_bytes())
    }

    fn write_part(&self, name: &str, out: &mut impl Write) -> io::Result<()> {
        let text = match name {
            "title" => safe(&self.title).replace('&', "&amp;").replace('<', "&lt;"),
            "style" => STYLE.to_owned(),
            "pieces" => symbols(),
            "script" => SCRIPTS.join("\n"),
            "data" => {
                write!(out, "{{\"title\":{},\"runs\":{},\"levels\":[", json(&self.title), json(&self.runs))?;
                out.write_all(self.levels.trim_end_matches(',').as_bytes())?;
                "]}".to_owned()
            }
            _ => String::new(),
        };
        out.write_all(text.as_bytes())
    }
}

/// Returns a value as JSON with `<` escaped, the only character that could end the data within a script element.
fn json(value: &impl Serialize) -> String {
    let mut data = Vec::new();
    // Writing to a vector cannot fail.
    _ = write_json(&mut data, value);
    String::from_utf8_lossy(&data).replace('<', "\\u003c")
}

/// Consecutive turns (times when one strategy searches) of one strategy, taken together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ReportTurn {
    strategy: &'static str,
    nodes: u64,
    /// Lowest estimate of the remaining pushes that the strategy reached up to the end of these turns, if it has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate: Option<u32>,
}

/// Collects the turns of the strategies of a search, from the progress of the solver.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReportTurns {
    turns: Vec<ReportTurn>,
    /// Strategies in the order of their first turns, each with the number of nodes that it has expanded so far.
    spent: Vec<(&'static str, u64)>,
}

impl ReportTurns {
    /// Maximum number of turns; budgets grow, so that a search of hours has fewer.
    const MOST: usize = 400;

    /// Adds a turn that ended; other progress is ignored.
    pub(crate) fn note(&mut self, progress: &SolveProgress) {
        let SolveProgress::Turn { strategy, nodes, progress } = progress else { return };
        let strategy = strategy.word();
        let at = self.spent.iter().position(|(known, _)| *known == strategy).unwrap_or(self.spent.len());
        if at == self.spent.len() {
            self.spent.push((strategy, 0));
        }
        let before = std::mem::replace(&mut self.spent[at].1, *nodes);
        let (nodes, estimate) = (nodes.saturating_sub(before), progress.and_then(|progress| progress.best_estimate));
        match self.turns.last_mut() {
            Some(last) if last.strategy == strategy => (last.nodes, last.estimate) = (last.nodes + nodes, estimate),
            _ => self.turns.push(ReportTurn { strategy, nodes, estimate }),
        }
    }

    /// Returns the turns in order, at most 400.
    pub(crate) fn into_turns(mut self) -> Vec<ReportTurn> {
        self.turns.truncate(Self::MOST);
        self.turns
    }
}

/// Proof that a level has no solution, or the reason why none was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ReportProof {
    /// Text of a proof that the checker has accepted, which the page draws; `None` if none was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    /// Reason why no proof was found; `None` if one was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unproved: Option<String>,
}

impl From<Attempt> for ReportProof {
    fn from(Attempt { proof, unproved, .. }: Attempt) -> Self {
        Self { text: proof.map(|proof| proof.text), unproved }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(title: &str, levels: &[ReportLevel]) -> String {
        let (mut page, mut out) = (ReportPage::new(title.to_owned(), vec!["r".to_owned()]), Vec::new());
        levels.iter().for_each(|level| page.push(level));
        page.write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_title_is_never_markup() {
        let level = ReportLevel::new("a<b.xsb", 1, "</script><script>alert(1)</script>", None);
        let page = html("<i>{{data}}&", &[level]);
        assert_eq!(page.matches("<script").count(), 2, "the data, and the program");
        assert!(page.contains("<title>&lt;i>{{data}}&amp;</title>"));
        assert!(!page.contains("<i>"));
    }

    #[test]
    fn the_page_loads_nothing() {
        let page = html("", &[]);
        let addresses: Vec<&str> =
            page.match_indices("http").map(|(at, _)| &page[at..(at + 26).min(page.len())]).collect();
        assert!(
            addresses
                .iter()
                .all(|found| found.starts_with("http-equiv") || found.starts_with("http://www.w3.org/2000/svg")),
            "{addresses:?}"
        );
        assert!(page.contains("default-src 'none'"));
    }
}
