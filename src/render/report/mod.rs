//! Levels, rooms and solutions as one HTML file that needs nothing else.
//!
//! Input: levels with their rooms, the rows of one run or several, the steps of solutions, abstract plans, and rungs of the
//! abstraction. Output: a page with a table of the levels and, for each, a board to play the solution on. It works from a disk, and loads nothing. Solving, reading
//! rows and writing the file are left to others.

mod plan;
mod proof;
mod rung;
pub(crate) mod scripts;
mod steps;
mod story;

pub use plan::ReportPlan;
pub use proof::ReportProof;
pub use rung::ReportRung;
pub use steps::ReportStep;
pub use story::{ReportRefusal, ReportTurn, ReportTurns};

use super::{RoomsDump, SolveRow, write_json};
use crate::level::Level;
use crate::run::safe;
use serde::Serialize;
use serde_json::Value;

const PAGE: &str = include_str!("page/page.html");
/// In the order in which the parts use each other.
const SCRIPTS: [&str; 12] = [
    scripts::RULES,
    scripts::ELEMENTS,
    scripts::BOARD,
    scripts::STEPS,
    scripts::PROOF,
    include_str!("page/chart.js"),
    include_str!("page/story.js"),
    include_str!("page/ladder.js"),
    include_str!("page/collection.js"),
    include_str!("page/player.js"),
    include_str!("page/level.js"),
    include_str!("page/main.js"),
];

/// The content of a report.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ReportPage {
    /// The heading.
    pub title: String,
    /// The names of the runs; the first is shown in full, others are compared with it.
    pub runs: Vec<String>,
    /// The levels, in order.
    pub levels: Vec<ReportLevel>,
}

/// A level of a report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReportLevel {
    /// Its file.
    pub file: String,
    /// Its number there.
    pub level: usize,
    /// Its title.
    pub title: String,
    /// Its picture as XSB; none of what is no level.
    pub board: Option<String>,
    /// Its rooms, as in the rows of `rooms --json`.
    pub rooms: Option<Value>,
    /// Its row in each run, if there is one.
    pub runs: Vec<Option<SolveRow>>,
    /// The steps of the first run's solution.
    pub steps: Vec<ReportStep>,
    /// The turns of the search, where it was run for this report.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<ReportTurn>,
    /// Steps that it refused.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<ReportRefusal>,
    /// Why it has no solution, where none is what the first run found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ReportProof>,
    /// Its abstract plans.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<ReportPlan>,
    /// The rungs of the abstraction, by definition of rooms, the coarsest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rungs: Vec<ReportRung>,
}

impl ReportLevel {
    /// A level that nothing is known of yet but its picture.
    pub fn new(file: &str, number: usize, title: &str, level: Option<&Level>) -> Self {
        Self {
            file: file.to_owned(),
            level: number,
            title: title.to_owned(),
            board: level.map(|level| level.grid.to_string()),
            rooms: None,
            runs: Vec::new(),
            steps: Vec::new(),
            turns: Vec::new(),
            refused: Vec::new(),
            proof: None,
            plan: None,
            rungs: Vec::new(),
        }
    }

    /// The same with its rooms.
    #[must_use]
    pub fn with_rooms(self, rooms: &RoomsDump<'_>) -> Self {
        Self { rooms: serde_json::to_value(rooms.row()).ok(), ..self }
    }
}

impl ReportPage {
    /// The HTML document.
    pub fn html(&self) -> String {
        // Within a script element only `<` could end the data; it is read back from its escape.
        let mut data = Vec::new();
        // A vector takes everything.
        _ = write_json(&mut data, self);
        let data = String::from_utf8_lossy(&data).replace('<', "\\u003c");
        let title = safe(&self.title).replace('&', "&amp;").replace('<', "&lt;");
        let style = scripts::STYLE.to_owned();
        let parts = [
            ("title", title),
            ("style", style),
            ("pieces", scripts::pieces()),
            ("script", SCRIPTS.join("\n")),
            ("data", data),
        ];
        let mut rest = PAGE;
        let mut page = String::with_capacity(PAGE.len() + parts.iter().map(|(_, text)| text.len()).sum::<usize>());
        while let Some((before, after)) = rest.split_once("{{") {
            page.push_str(before);
            let (name, after) = after.split_once("}}").unwrap_or_default();
            page.extend(parts.iter().filter(|(part, _)| *part == name).map(|(_, text)| text.as_str()));
            rest = after;
        }
        page + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_never_markup() {
        let level = ReportLevel::new("a<b.xsb", 1, "</script><script>alert(1)</script>", None);
        let report = ReportPage { title: "<i>{{data}}&".to_owned(), runs: Vec::new(), levels: vec![level] };
        let page = report.html();
        assert_eq!(page.matches("<script").count(), 2, "the data, and the program");
        assert!(page.contains("<title>&lt;i>{{data}}&amp;</title>"));
        assert!(!page.contains("<i>"));
    }

    #[test]
    fn the_data_are_read_back_from_the_page() {
        let level = Level::from_xsb("one", "#####\n#@$.#\n#####\n").unwrap();
        let level = ReportLevel::new("f.xsb", 3, "one < two", Some(&level));
        let page = ReportPage { title: "t".to_owned(), runs: vec!["r".to_owned()], levels: vec![level] }.html();
        let data = page.split_once("id=\"data\">").unwrap().1.split_once("</script>").unwrap().0;
        let value: Value = serde_json::from_str(data).unwrap();
        assert_eq!(value["levels"][0]["title"], "one < two");
        assert_eq!(value["levels"][0]["board"], "#####\n#@$.#\n#####\n");
    }

    #[test]
    fn the_page_loads_nothing() {
        let page = ReportPage::default().html();
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
