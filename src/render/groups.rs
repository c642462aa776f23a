//! The groups of a level: in which order they were solved, which waited, and which were merged.

use super::words::and;
use super::{area_names, counted, names_after};
use crate::abstraction::Label;
use crate::maze::Areas;
use crate::planner::agenda::{AgendaEvent, GroupsReport};
use itertools::Itertools;
use serde::{Deserialize, Serialize};

/// JSON row of a group of boxes that was solved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct GroupRow {
    /// Names of the areas of its boxes and goals.
    pub areas: Vec<String>,
    /// Number of its boxes.
    pub boxes: usize,
    /// What was known when its pushes were made: `deterministic` or `choice`.
    pub label: String,
    /// Number of nodes of the search that found the pushes.
    pub nodes: u64,
}

/// Returns the groups that were solved, in the order of the solution; `shown` are the areas by which they are named.
pub(super) fn group_rows(report: &GroupsReport, shown: &Areas) -> Vec<GroupRow> {
    let names = names_after(&report.areas, shown, &area_names(shown));
    let row = |(number, label): (usize, Label)| {
        let group = &report.groups[number];
        let areas = group.areas.iter().filter_map(|area| names.get(area.index()).cloned()).collect();
        Some(GroupRow { areas, boxes: group.boxes, label: label.word().to_owned(), nodes: group.nodes? })
    };
    solved(report).into_iter().filter_map(row).collect()
}

/// Returns lines on the groups; `shown` are the areas by which they are named.
pub(super) fn groups_words(report: &GroupsReport, shown: &Areas) -> String {
    let names = names_after(&report.areas, shown, &area_names(shown));
    let name = |group: usize| {
        let areas = report.groups[group].areas.iter().filter_map(|area| names.get(area.index()));
        and(&areas.collect_vec())
    };
    let told = report.events.iter().filter_map(|event| match *event {
        AgendaEvent::Waits { group, until } => {
            Some(format!("{} waits until {} is solved, which its filled goals would cut off", name(group), name(until)))
        }
        AgendaEvent::Merged { group, with } => {
            Some(format!("{} is solved together with {}, which is in its way", name(group), name(with)))
        }
        AgendaEvent::Committed { .. } | AgendaEvent::Refused { .. } => None,
    });
    let solved = solved(report);
    let words = solved.iter().map(|&(number, label)| {
        let (boxes, nodes) = (report.groups[number].boxes, report.groups[number].nodes.unwrap_or_default());
        format!("{}: {}, {}, {}", name(number), counted(boxes, "box"), label.word(), counted(nodes, "node"))
    });
    let heading = format!("groups of boxes, one solved after the other: {}\n", solved.len());
    told.unique().chain(words).fold(heading, |text, line| text + "  " + &line + "\n")
}

/// Returns the numbers of the groups that are solved in the end, in the order of their last commits, with the labels.
fn solved(report: &GroupsReport) -> Vec<(usize, Label)> {
    let commits = report.events.iter().rev().filter_map(|event| match *event {
        AgendaEvent::Committed { group, label } => Some((group, label)),
        _ => None,
    });
    let last = commits.unique_by(|&(group, _)| group);
    let mut last: Vec<(usize, Label)> = last.filter(|&(group, _)| report.groups[group].nodes.is_some()).collect();
    last.reverse();
    last
}
