//! What planners did: the steps that they carried out, the fate of the plan, and the groups of boxes, as tables and as JSON rows. The
//! solution may have been tidied since: [`super::StepsView`] has its steps.

use super::words::{Place, and, capitalised, named_count, step_words};
use super::{Column, Table, TableCell, area_names, counted, names_after};
use crate::level::{Board, Square};
use crate::maze::Areas;
use crate::planner::agenda::{AgendaEntry, GroupsReport};
use crate::planner::{Act, Agreement, StepResult};
use crate::solve::PlanReport;
use crate::steps::SolutionStep;
use indexmap::IndexMap;
use itertools::Itertools;
use serde::{Deserialize, Serialize};

/// JSON row of a step that a planner carried out, in the order of execution.
#[derive(Clone, Debug, PartialEq, Eq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct RealisedRow {
    /// Step in words: `A > b > C`, `arrange A` or `push search`.
    pub words: String,
    /// Kind of the step: `transfer` (one box over borders), `arrangement` (boxes inside one area) or `takeover`.
    pub kind: String,
    /// Boxes that the step moved, each with its squares before and after: row and column from 0.
    pub boxes: Vec<(Place, Place)>,
    /// Areas that the box of a transfer entered, in order, after the area that it left; the area of an arrangement.
    pub areas: Vec<String>,
    /// Who chose the pushes: `event`, `arrangement`, `push` (of the fallback), `group` (the search of one group of boxes) or
    /// `takeover` (the full push search).
    pub act: String,
    /// Label of the step's closure when the step was chosen; `null` without a closure.
    pub label: Option<String>,
    /// Number of pushes of the step.
    pub pushes: usize,
}

impl RealisedRow {
    pub(super) fn all(plan: &PlanReport, board: &Board, names: &[String]) -> Vec<Self> {
        let place = |square| board.row_column(square);
        let row = |StepResult { step, act, label, pushes }: &StepResult| Self {
            words: step_words(step, names),
            kind: step.kind.word().to_owned(),
            boxes: step.boxes.iter().map(|&(from, to)| (place(from), place(to))).collect(),
            areas: step.route.iter().map(|area| names[area.index()].clone()).collect(),
            act: act.word().to_owned(),
            label: label.map(|label| label.word().to_owned()),
            pushes: pushes.len(),
        };
        plan.attempts.iter().map(row).collect()
    }
}

/// Returns a table of the steps that a planner carried out; `names` are the names of the plan's areas.
pub(super) fn realised(plan: &PlanReport, board: &Board, names: &[String], width: Option<usize>) -> String {
    let columns = vec![
        Column::figure("step", 0),
        Column::words("areas", 0).cut_to(TRANSFER),
        Column::words("chosen by", 3),
        Column::words("label", 2),
        Column::figure("pushes", 1),
    ];
    let row = |(row, number): (RealisedRow, usize)| {
        let words = TableCell::plain(row.words);
        vec![
            TableCell::plain(number),
            if row.act == Act::Takeover.word() { words.doubtful() } else { words },
            TableCell::plain(row.act),
            TableCell::plain(row.label.unwrap_or_default()),
            TableCell::plain(row.pushes),
        ]
    };
    let rows: Vec<Vec<TableCell>> = RealisedRow::all(plan, board, names).into_iter().zip(1..).map(row).collect();
    if rows.is_empty() { String::new() } else { Table::text(columns, &rows, width) }
}

/// Minimum width of the column of areas: other columns are left out before it is cut further.
const TRANSFER: usize = 16;

/// JSON object: how far a plan and its realisation agree in one respect, beside chance.
#[derive(Clone, Copy, Debug, Default, PartialEq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct AgreementRow {
    /// Number of cases that agree.
    pub agree: u64,
    /// Number of all cases.
    pub all: u64,
    /// Number of cases that agree by chance: the mean of 200 random draws from a fixed seed.
    pub chance: f64,
}

impl From<Agreement> for AgreementRow {
    fn from(of: Agreement) -> Self {
        let chance = of.by_chance as f64 / Agreement::DRAWS as f64;
        Self { agree: of.agree as u64, all: of.all as u64, chance }
    }
}

impl AgreementRow {
    /// Returns `order .97 (chance .37)`; `None` without cases.
    pub fn words(self, name: &str) -> Option<String> {
        let share = |part: f64| {
            let text = format!("{:.2}", part / self.all as f64);
            text.strip_prefix('0').map(str::to_owned).unwrap_or(text)
        };
        (self.all > 0).then(|| format!("{name} {} (chance {})", share(self.agree as f64), share(self.chance)))
    }
}

/// Adds rows field by field.
macro_rules! summed {
    ($row:ty: $($field:ident),+) => {
        impl std::ops::AddAssign for $row {
            fn add_assign(&mut self, other: Self) {
                $(self.$field += other.$field;)+
            }
        }
    };
}
pub(crate) use summed;

summed!(AgreementRow: agree, all, chance);

/// JSON object: the result of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct FidelityRow {
    /// Number of slots that were proposed before any push was tried.
    pub slots: u64,
    /// Number of these that were filled.
    pub filled: u64,
    /// Number of transfers that were made and not proposed.
    pub added: u64,
    /// Of the goals filled, the most that were filled in the planned order; slots of one stage have any order.
    pub order: AgreementRow,
    /// Of the planned goals that were filled, those whose box came from a supplier that the slot names.
    pub suppliers: AgreementRow,
    /// Of the boxes parked in other areas, those that were proposed (recall).
    pub parks_made: AgreementRow,
    /// Of the proposed parks, those that were made (precision).
    pub parks_proposed: AgreementRow,
    /// Number of slots that were filled from the preferred supplier.
    pub exact: u64,
}

impl FidelityRow {
    /// Returns the result of a plan; `None` before one is proposed.
    pub fn of(plan: &PlanReport) -> Option<Self> {
        let fidelity = plan.fidelity.as_ref()?;
        Some(Self {
            slots: fidelity.slots as u64,
            filled: fidelity.filled() as u64,
            added: fidelity.added() as u64,
            order: fidelity.order.into(),
            suppliers: fidelity.suppliers.into(),
            parks_made: fidelity.parks_made.into(),
            parks_proposed: fidelity.parks_proposed.into(),
            exact: fidelity.exact as u64,
        })
    }

    /// Returns `11 of 12 slots were filled, 3 transfers were added: order .97 (chance .37), ..`, with the figures of parking.
    pub fn words(&self) -> String {
        let parks = [self.parks_made.words("parks made"), self.parks_proposed.words("parks proposed")];
        std::iter::once(self.words_of_goals()).chain(parks.into_iter().flatten()).join(", ")
    }

    /// Returns the words without the figures of parking.
    pub fn words_of_goals(&self) -> String {
        let Self { slots, filled, added, .. } = *self;
        let were = |count: u64| if count == 1 { "was" } else { "were" };
        let count = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
        let added = match added {
            0 => String::new(),
            _ => format!(", {} {} added", counted(count(added), "transfer"), were(added)),
        };
        let figures = [self.order.words("order"), self.suppliers.words("suppliers")];
        let figures = figures.into_iter().flatten().join(", ");
        let figures = if figures.is_empty() { figures } else { format!(": {figures}") };
        format!("{filled} of {} {} filled{added}{figures}", counted(count(slots), "slot"), were(slots))
    }
}

summed!(FidelityRow: slots, filled, added, order, suppliers, parks_made, parks_proposed, exact);

/// Returns the pushes of a plan by the kind of their steps, without kinds that made none.
pub(super) fn pushes_by(plan: &PlanReport) -> IndexMap<String, usize> {
    let pushes = Act::ALL.map(|act| (act.word().to_owned(), plan.pushes_by(act)));
    pushes.into_iter().filter(|(_, pushes)| *pushes > 0).collect()
}

/// Returns the share of each kind of step: `97 pushes: 80 % by event, 20 % by arrangement`; empty without pushes.
pub(super) fn shares(plan: &PlanReport) -> String {
    let pushes_by = pushes_by(plan);
    let all: usize = pushes_by.values().sum();
    let share = |(act, pushes): (&String, &usize)| format!("{} % by {act}", (100 * pushes + all / 2) / all.max(1));
    if all == 0 {
        String::new()
    } else {
        format!("{}: {}", counted(all, "push"), pushes_by.iter().map(share).join(", "))
    }
}

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
        let count = capitalised(&named_count(order.len(), "group"));
        let first = format!("{count} of boxes are solved one after the other: {}.", groups.join(", then "));
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
            let [one, other] = [group, until].map(|number| format!("the group in {}", self.name(number)));
            let words = format!("{one} waits until {other} is solved, which it would cut off.");
            (group, until, capitalised(&words))
        })
    }

    fn merged(&self, number: usize) -> Option<String> {
        let is_merged = |event: &AgendaEntry| matches!(event, AgendaEntry::Merged { group, .. } if *group == number);
        let words = "are solved together, since apart they were not solved";
        self.report.trace.iter().any(is_merged).then(|| format!("The boxes in {} {words}.", self.name(number)))
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
