//! The steps of a solution, with the boxes that each moved and the plan, as text and rows. `solve --explain --json`,
//! `explain --json`, reports and pages share the rows.

#[cfg(feature = "svg")]
mod svg;
mod tree;

use super::outline::{OutlineRow, OutlineView};
use super::rooms::boards;
use super::words::{event_words, happened_words, kinds_words, purpose_words, refusal_words, trip_words};
use super::{area_names, counted, wrapped};
use crate::abstraction::Label;
use crate::level::{Level, Square};
use crate::maze::{Area, Areas};
use crate::planner::Act;
use crate::solve::{CarriedOut, ChosenOperator, Explained};
use crate::steps::{RoomEvent, SolutionStep, StepKind, Trip};
use itertools::Itertools;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// Row and column of a square, from 0.
type Place = (usize, usize);

/// JSON row of an area: a room or tunnel of the level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct AreaRow {
    /// Name of the area: rooms have upper-case letters, tunnels lower-case letters.
    pub name: String,
    /// Kind of the area: `room` or `tunnel`.
    pub kind: String,
    /// Number of squares of the area.
    pub squares: usize,
    /// Squares of the area, row and column from 0.
    pub places: Vec<Place>,
    /// Number of goals in the area.
    pub goals: usize,
    /// Number of boxes in the area at the start.
    pub boxes: usize,
    /// Names of the areas next to the area.
    pub next_to: Vec<String>,
}

/// JSON object of one box that a step moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct BoxRow {
    /// Square of the box before the step, row and column from 0.
    pub from: Place,
    /// Square of the box after the step.
    pub to: Place,
    /// Names of the areas on the way of the box, in order.
    pub areas: Vec<String>,
}

/// JSON object of a room event: a box crosses a border between two areas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct EventRow {
    /// Name of the area that the box leaves.
    pub from: String,
    /// Name of the area that the box enters.
    pub to: String,
    /// Label of the event: how certain the state of the area after it is.
    pub label: String,
    /// Number of possible outcomes of the event.
    pub outcomes: usize,
}

/// JSON row of a step of a solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct StepRow {
    /// Kind of the step: `transfer` (a box moves to another area) or `arrangement` (boxes move inside areas).
    pub kind: String,
    /// Areas of the step: `A > b > C` or `arrange A`.
    pub words: String,
    /// Moves of the step, pushes in upper case; those of all steps joined in order are the solution.
    pub lurd: String,
    /// Number of pushes of the step.
    pub pushes: usize,
    /// Boxes that the step moved.
    pub boxes: Vec<BoxRow>,
    /// What the step does for the rest of the solution: `fills 6,1`.
    pub purpose: String,
    /// Whether a plan proposed the step before its pushes were searched.
    pub proposed: bool,
    /// Planned step that this step carries out, as proposed: `A+ > C to fill 6,1`; after a takeover by a push search
    /// several, separated by commas; `null` if no plan was made.
    pub planned: Option<String>,
    /// Number of the planned step that this step carries out, from 1 in plan order; `null` if no plan was made.
    pub plan_step: Option<usize>,
    /// Reason why a push search took over from the planner, `no_further` or `nothing_left`; `null` if none did.
    pub took_over: Option<String>,
    /// Operator that the planner of room events chose: `event`, `arrangement`, `push` or `takeover`; `null` if another
    /// strategy found the step.
    pub act: Option<String>,
    /// Label of a transfer (how certain its outcome is): the label with which the planner of room events chose it,
    /// otherwise that of the least certain crossing. `null` for an arrangement.
    pub label: Option<String>,
    /// Borders that the box of a transfer crosses.
    pub events: Vec<EventRow>,
    /// Number of steps tried in the position of this step, this step included; `null` if the solution was not planned.
    pub plan_nodes: Option<u64>,
    /// Number of push nodes spent on the step; `null` if the solution was not planned.
    pub push_nodes: Option<u64>,
}

/// JSON row of planned steps with the steps of the solution that carried them out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct CarriedOutRow {
    /// Number of the first of these planned steps, from 1 in the order of the plan.
    pub number: usize,
    /// Planned steps in words, as proposed: `A > C to fill 6,1`; one, unless several were carried out together.
    pub planned: Vec<String>,
    /// Numbers of the steps of the solution that carried out these planned steps, from 1.
    pub steps: Vec<usize>,
    /// Whether a single step of the solution did exactly the planned step.
    pub as_planned: bool,
    /// Reason why a push search took over from the planner, `no_further` or `nothing_left`; `null` if none did.
    pub took_over: Option<String>,
    /// Steps refused in the position in which these planned steps were carried out, in words.
    pub refused: Vec<String>,
}

/// Explained solution of a level, as text and rows.
pub struct StepsView<'a> {
    level: &'a Level,
    explained: &'a Explained,
    names: Vec<String>,
    /// Names of the areas on which plans were made.
    planned_names: Vec<String>,
}

impl<'a> StepsView<'a> {
    /// Creates a view of the explained solution of `level`.
    pub fn new(level: &'a Level, explained: &'a Explained) -> Self {
        let names = area_names(&explained.areas);
        let planned = explained.planned_areas.as_ref();
        let planned_names = planned.map_or_else(Vec::new, |areas| super::names_after(areas, &explained.areas, &names));
        Self { level, explained, names, planned_names }
    }

    /// Returns the areas by which steps are named.
    pub(super) const fn areas(&self) -> &Areas {
        &self.explained.areas
    }

    /// Returns the rows of the areas by which steps are named.
    pub fn area_rows(&self) -> Vec<AreaRow> {
        area_rows(self.level, &self.explained.areas, &self.names)
    }

    /// Returns the rows of the steps of the solution.
    pub fn rows(&self) -> Vec<StepRow> {
        (0..self.explained.steps.len()).map(|at| self.row(at)).collect()
    }

    /// Returns the rows of the steps of the plan; empty if no plan was made.
    pub fn carried_out_rows(&self) -> Vec<CarriedOutRow> {
        let row = |carried_out: &CarriedOut| CarriedOutRow {
            number: carried_out.number + 1,
            planned: self.planned_words(carried_out),
            steps: carried_out.steps.clone().map(|step| step + 1).collect(),
            as_planned: self.is_as_planned(carried_out),
            took_over: carried_out.takeover.map(|reason| reason.word().to_owned()),
            refused: self.refused(carried_out).collect(),
        };
        self.explained.plan.iter().map(row).collect()
    }

    /// Returns the steps refused in the position in which a plan step was carried out, in words.
    fn refused<'s>(&'s self, carried_out: &'s CarriedOut) -> impl Iterator<Item = String> + 's {
        let areas = self.explained.planned_areas.as_ref();
        let words =
            move |refusal| areas.map(|areas| refusal_words(refusal, &self.level.board, areas, &self.planned_names));
        carried_out.refused.iter().filter_map(words)
    }

    fn row(&self, at: usize) -> StepRow {
        let (step, planned) = (&self.explained.steps[at], self.explained.operators.get(at));
        let name = |area: &crate::maze::AreaId| self.names[area.index()].clone();
        let place = |square: Square| self.level.board.row_column(square);
        let trip = |trip: &Trip| BoxRow {
            from: place(trip.from()),
            to: place(trip.to()),
            areas: trip.route.iter().map(name).collect(),
        };
        let event = |event: &RoomEvent| EventRow {
            from: name(&event.from),
            to: name(&event.to),
            label: event.label.word().to_owned(),
            outcomes: event.outcomes,
        };
        let of_plan = planned.and_then(|planned| self.explained.plan.get(planned.carries_out));
        StepRow {
            kind: step.kind.word().to_owned(),
            words: happened_words(step, &self.names),
            lurd: self.explained.moves_of(step).to_owned(),
            pushes: step.pushes.len(),
            boxes: step.trips.iter().map(trip).collect(),
            purpose: self.purpose(step),
            proposed: planned.is_some_and(|planned| planned.is_proposed),
            planned: of_plan.map(|carried_out| self.planned_words(carried_out).join(", ")),
            plan_step: of_plan.map(|carried_out| carried_out.number + 1),
            took_over: of_plan.and_then(|carried_out| carried_out.takeover).map(|reason| reason.word().to_owned()),
            act: planned.and_then(|planned| planned.act).map(|act| act.word().to_owned()),
            label: self.explained.label(at).map(|label| label.word().to_owned()),
            events: step.events.iter().map(event).collect(),
            plan_nodes: planned.and_then(|planned| planned.plan_nodes),
            push_nodes: planned.and_then(|planned| planned.push_nodes),
        }
    }

    fn purpose(&self, step: &crate::steps::SolutionStep) -> String {
        step.purposes.iter().map(|&purpose| purpose_words(&self.level.board, purpose)).join(", ")
    }

    /// Returns lines: the areas and boxes at the start, the outline, then [`StepsView::steps`].
    pub fn text(&self, width: Option<usize>) -> String {
        boards(self.level, &self.explained.areas, &self.names, width)
            + "outline\n"
            + &self.outline(width)
            + &wrapped(&self.counts(), width)
            + &self.steps(width)
    }

    /// Returns the outline of the solution as lines of at most `width` columns.
    pub fn outline(&self, width: Option<usize>) -> String {
        self.outlined(|view| view.text(width))
    }

    /// Returns the JSON row of the outline of the solution.
    pub fn outline_row(&self) -> OutlineRow {
        self.outlined(|view| view.row())
    }

    fn outlined<T>(&self, shown: impl FnOnce(&OutlineView<'_>) -> T) -> T {
        let outline = self.explained.outline();
        shown(&OutlineView { outline: &outline, board: &self.level.board, names: &self.names })
    }

    /// Returns a line of counts: `4 steps: 3 transfers, 1 arrangement; labels: 2 deterministic, 1 choice`.
    pub fn counts(&self) -> String {
        let Explained { steps, operators, .. } = self.explained;
        let labels = self.explained.labels().counts();
        let labels =
            Label::ALL.into_iter().filter_map(|label| Some(format!("{} {}", labels.get(&label)?, label.word())));
        let labels = Some(labels.collect_vec()).filter(|labels| !labels.is_empty());
        let labels = labels.map_or_else(String::new, |labels| format!("; labels: {}", labels.join(", ")));
        let count = steps.len();
        let kinds = if count > 0 { format!(": {}", kinds_words(steps.iter())) } else { String::new() };
        let proposed = operators.iter().filter(|chosen| chosen.is_proposed).count();
        let proposed = if self.planned_names.is_empty() { String::new() } else { format!("; {proposed} as proposed") };
        format!("{}{kinds}{proposed}{labels}", counted(count, "step"))
    }

    /// Returns the steps as lines, each step above its moves, and below the planned step that it carries out; without a
    /// plan, consecutive transfers along equal areas are below one heading. Lines except moves are at most `width`
    /// columns wide.
    pub fn steps(&self, width: Option<usize>) -> String {
        if self.explained.plan.is_empty() { self.in_a_row(width) } else { self.tree(width) }
    }

    fn in_a_row(&self, width: Option<usize>) -> String {
        let words: Vec<(StepKind, String)> =
            self.explained.steps.iter().map(|step| (step.kind, happened_words(step, &self.names))).collect();
        let mut text = String::new();
        for (_, group) in &(0..words.len()).chunk_by(|&at| (words[at].clone(), alone(&words, at))) {
            let group: Vec<usize> = group.collect();
            let heading = &words[group[0]].1;
            if let [one] = group[..] {
                self.step(&mut text, one, &format!("{heading}: "), width);
                continue;
            }
            let pushes = group.iter().map(|&at| self.explained.steps[at].pushes.len()).minmax();
            let pushes = match pushes.into_option() {
                Some((least, most)) if least < most => format!("{least} to {most} pushes each"),
                Some((each, _)) => format!("{} each", counted(each, "push")),
                None => String::new(),
            };
            _ = writeln!(text, "     {} times {heading}, {pushes}", group.len());
            group.iter().for_each(|&at| self.step(&mut text, at, "", width));
        }
        text
    }

    fn step(&self, text: &mut String, at: usize, heading: &str, width: Option<usize>) {
        let (step, planned) = (&self.explained.steps[at], self.explained.operators.get(at));
        let boxes = step.trips.iter().map(|trip| trip_words(&self.level.board, trip)).join(" and ");
        let purpose = Some(self.purpose(step)).filter(|purpose| !purpose.is_empty());
        let purpose = purpose.map_or_else(String::new, |purpose| format!(", {purpose}"));
        let is_chosen = planned.is_some_and(|planned| planned.act.is_some_and(|act| act != Act::Takeover));
        let weakest = step.weakest().filter(|_| !is_chosen);
        let label = weakest.map_or_else(String::new, |event| format!(", {}", event_words(event)));
        let pushes = counted(step.pushes.len(), "push");
        let planned = planned.map_or_else(String::new, |planned| self.beside(planned, step));
        let words = format!("{heading}{boxes}{purpose}; {pushes}{label}{planned}");
        let moves = self.explained.moves_of(step);
        let [number, indent] = [format!("{:3}  ", at + 1), "     ".to_owned()];
        let indent = if self.explained.plan.is_empty() { indent } else { format!("  {indent}") };
        let number = if self.explained.plan.is_empty() { number } else { format!("  {number}") };
        let words = wrapped(&words, width.map(|width| width.saturating_sub(indent.len())));
        _ = writeln!(text, "{number}{}", words.lines().join(&format!("\n{indent}")));
        _ = writeln!(text, "{indent}{moves}");
    }

    /// Returns what the planner adds to the line of a step: its label, that it is a plain push, or the push nodes
    /// spent.
    fn beside(&self, planned: &ChosenOperator, step: &SolutionStep) -> String {
        let nodes = planned.push_nodes.filter(|&nodes| nodes > 0);
        let nodes = nodes.map_or_else(String::new, |nodes| format!(", {}", counted(nodes, "push node")));
        match planned.act {
            Some(Act::Push) => {
                let areas = step.areas().iter().take(1).map(|area| self.names[area.index()].as_str()).join("");
                format!("; a plain push, since the search inside {areas} was cut short")
            }
            Some(Act::Event) => format!(", {}", planned.label.word()),
            Some(Act::Arrangement | Act::Takeover) => String::new(),
            None => nodes,
        }
    }
}

/// Returns a text as lines that begin with `indent`, at most `width` columns wide.
pub(super) fn indented(text: &str, indent: &str, width: Option<usize>) -> String {
    let lines = wrapped(text, width.map(|width| width.saturating_sub(indent.len())));
    lines.lines().map(|line| format!("{indent}{line}\n")).collect()
}

/// Returns the index of an arrangement, which is never grouped with its neighbours; `None` for a transfer.
fn alone(words: &[(StepKind, String)], at: usize) -> Option<usize> {
    let is_arrangement = words[at].0 == StepKind::Arrangement;
    is_arrangement.then_some(at)
}

/// Returns the rows of the areas of a level.
pub(super) fn area_rows(level: &Level, areas: &Areas, names: &[String]) -> Vec<AreaRow> {
    let row = |area: &Area| {
        let is_here = |square: &&Square| areas.area_of(**square) == area.id;
        AreaRow {
            name: names[area.id.index()].clone(),
            kind: if area.is_room() { "room" } else { "tunnel" }.to_owned(),
            squares: area.squares.len(),
            places: area.squares.iter().map(|&square| level.board.row_column(square)).collect(),
            goals: level.board.goals().iter().filter(is_here).count(),
            boxes: level.start.boxes.iter().filter(is_here).count(),
            next_to: areas.neighbours(area.id).into_iter().map(|other| names[other.index()].clone()).collect(),
        }
    };
    areas.areas().iter().map(row).collect()
}
