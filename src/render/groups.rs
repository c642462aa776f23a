//! The groups of a level in words: in which order they were solved, which waited, and which were merged.

use super::counted;
use crate::maze::AreaId;
use crate::planner::agenda::{AgendaEvent, GroupsReport};
use itertools::Itertools;

/// Returns lines on the groups; `names` are those of the areas.
pub(super) fn groups_words(report: &GroupsReport, names: &[String]) -> String {
    let area = |area: &AreaId| names.get(area.index()).cloned().unwrap_or_default();
    let name = |group: usize| {
        report.groups.get(group).map_or_else(String::new, |group| enumerated(group.areas.iter().map(area)))
    };
    // Since the agenda last began anew, each solved group is committed once.
    let mut text = String::new();
    let mut told = Vec::new();
    for event in &report.events {
        let line = match *event {
            AgendaEvent::Waits { group, until } => {
                format!("{} waits until {} is solved: its filled goals would be in the way", name(group), name(until))
            }
            AgendaEvent::Merged { group, with } => {
                format!("{} is solved together with {}, which is in its way", name(group), name(with))
            }
            AgendaEvent::Committed { .. } | AgendaEvent::Refused { .. } => continue,
        };
        if !told.contains(&line) {
            told.push(line);
        }
    }
    let commits = report.events.iter().filter_map(|event| match *event {
        AgendaEvent::Committed { group, label } => Some((group, label)),
        _ => None,
    });
    let commits: Vec<(usize, crate::abstraction::Label)> = commits.collect();
    let order = report.groups.iter().enumerate().filter_map(|(number, group)| {
        let place = commits.iter().rposition(|&(committed, _)| committed == number)?;
        Some((place, number, group.nodes?))
    });
    for (place, number, nodes) in order.sorted() {
        let boxes = counted(report.groups[number].boxes, "box");
        let (label, nodes) = (commits[place].1.word(), counted(nodes, "node"));
        told.push(format!("{}: {boxes}, {label}, {nodes}", name(number)));
    }
    let heading = format!("groups of boxes, one solved after the other: {}\n", report.groups.len());
    text += &heading;
    told.iter().for_each(|line| text += &format!("  {line}\n"));
    text
}

/// Returns `A`, `A and B`, `A, B and C`.
fn enumerated(words: impl Iterator<Item = String>) -> String {
    let words = words.collect_vec();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}
