//! The groups of a level: the order of their solution, the groups that waited, and the merged groups.

use super::words::{and, capitalised, named_count};
use super::{area_names, counted, names_after};
use crate::level::Square;
use crate::maze::Areas;
use crate::planner::agenda::{AgendaEntry, GroupsReport};
use crate::steps::SolutionStep;
use itertools::Itertools;
use serde::{Deserialize, Serialize};

/// JSON row of a group of boxes that was solved.
#[derive(Clone, Debug, PartialEq, Eq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct GroupRow {
    /// Names of the areas of its boxes and goals.
    pub areas: Vec<String>,
    /// Number of its boxes.
    pub boxes: usize,
    /// Number of nodes of the search that found the pushes.
    pub nodes: u64,
}

pub(super) struct GroupsView<'a> {
    report: &'a GroupsReport,
    /// Name of each area of the report, by area number.
    names: Vec<String>,
}

impl<'a> GroupsView<'a> {
    /// Maximum number of groups, of areas of a group, and of facts of one kind in sentences.
    const LISTED: usize = 6;

    pub(super) fn new(report: &'a GroupsReport, shown: &Areas) -> Self {
        Self { report, names: names_after(&report.areas, shown, &area_names(shown)) }
    }

    pub(super) fn rows(&self) -> Vec<GroupRow> {
        let row = |number: usize| {
            let group = &self.report.groups[number];
            let areas = group.areas.iter().map(|area| self.names[area.index()].clone()).collect();
            Some(GroupRow { areas, boxes: group.boxes.len(), nodes: group.nodes? })
        };
        self.solved().into_iter().filter_map(row).collect()
    }

    /// Returns lines on the search: the groups that waited, the merged groups, and the nodes of each.
    pub(super) fn text(&self) -> String {
        let solved = self.solved();
        let facts = self.waits().map(|fact| fact.2).chain(solved.iter().filter_map(|&number| self.merged(number)));
        let words = solved.iter().map(|&number| {
            let group = &self.report.groups[number];
            let (boxes, nodes) = (group.boxes.len(), group.nodes.unwrap_or_default());
            let (boxes, nodes) = (counted(boxes as u64, "box"), counted(nodes, "node"));
            format!("{}: {boxes}, {nodes}", self.name(number))
        });
        let heading = format!("groups of boxes, one solved after the other: {}\n", solved.len());
        facts.chain(words).fold(heading, |text, line| text + "  " + &line + "\n")
    }

    /// Returns a sentence for each fact about the groups in a solution; empty if it does not solve one group after the other.
    /// `start` has the squares of the boxes, by their numbers in the steps.
    pub(super) fn sentences(&self, start: &[Square], steps: &[SolutionStep]) -> Vec<String> {
        let solved = self.solved();
        let group_of = |step: &SolutionStep| {
            let square = start.get(step.number)?;
            solved.iter().copied().find(|&number| self.report.groups[number].boxes.contains(square))
        };
        let Some(mut order) = steps.iter().map(group_of).collect::<Option<Vec<usize>>>() else { return Vec::new() };
        order.dedup();
        if order.len() < 2 || !order.iter().all_unique() {
            return Vec::new();
        }
        let boxes = |number: &usize| {
            let boxes = named_count(self.report.groups[*number].boxes.len(), "box");
            format!("{boxes} in {}", self.name(*number))
        };
        let mut groups: Vec<String> = order.iter().take(Self::LISTED).map(boxes).collect();
        groups.extend((order.len() > Self::LISTED).then(|| named_count(order.len() - Self::LISTED, "other group")));
        let first = format!(
            "{} of boxes are solved one after the other: {}.",
            capitalised(&named_count(order.len(), "group")),
            groups.join(", then ")
        );
        let place = |number: usize| order.iter().position(|&other| other == number);
        let waits = self.waits().filter(|&(number, until, _)| place(until).is_some() && place(number) > place(until));
        let merged = order.iter().filter_map(|&number| self.merged(number));
        let facts = waits.map(|fact| fact.2).take(Self::LISTED).chain(merged.take(Self::LISTED));
        std::iter::once(first).chain(facts).collect()
    }

    /// Returns the groups that waited, each with the group for which it did, and a sentence.
    fn waits(&self) -> impl Iterator<Item = (usize, usize, String)> {
        let waits = self.report.trace.iter().filter_map(|entry| match *entry {
            AgendaEntry::Waits { group, until } => Some((group, until)),
            _ => None,
        });
        waits.unique().map(|(group, until)| {
            let [one, other] = [group, until].map(|number| self.group(number));
            let words = format!("{one} waits until {other} is solved, which it would cut off.");
            (group, until, capitalised(&words))
        })
    }

    fn merged(&self, number: usize) -> Option<String> {
        let is_merged = |event: &AgendaEntry| matches!(event, AgendaEntry::Merged { group, .. } if *group == number);
        let is_merged = self.report.trace.iter().any(is_merged);
        let sentence =
            || format!("The boxes in {} are solved together, since apart they were not solved.", self.name(number));
        is_merged.then(sentence)
    }

    fn group(&self, number: usize) -> String {
        format!("the group in {}", self.name(number))
    }

    fn name(&self, number: usize) -> String {
        let areas = &self.report.groups[number].areas;
        let mut names: Vec<&str> = areas.iter().map(|area| self.names[area.index()].as_str()).collect();
        let more = names.len().saturating_sub(Self::LISTED);
        let more = (more > 0).then(|| counted(more, "other area"));
        names.truncate(Self::LISTED);
        names.extend(more.as_deref());
        and(&names)
    }

    /// Returns the numbers of the groups that are solved in the end, in the order of their last commits.
    fn solved(&self) -> Vec<usize> {
        let commits = self.report.trace.iter().rev().filter_map(|entry| match *entry {
            AgendaEntry::Committed { group } => Some(group),
            _ => None,
        });
        let mut last: Vec<usize> =
            commits.unique().filter(|&group| self.report.groups[group].nodes.is_some()).collect();
        last.reverse();
        last
    }
}
