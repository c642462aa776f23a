//! The steps of a solution: what each did with which boxes, and what was planned.
//!
//! Input: a level, its areas, the explained solution. Output: text and rows. The rows are the same for every program:
//! `solve --explain --json`, `explain --json`, reports and pages.

#[cfg(feature = "svg")]
mod svg;

use super::boards::boards;
use super::step::{event_words, happened_words, kinds_words, purpose_words, trip_words};
use super::{area_names, counted, step_words, wrapped};
use crate::abstraction::Label;
use crate::level::{Level, Square};
use crate::maze::{Area, Areas};
use crate::planner::Act;
use crate::solve::{Explained, ExplainedStep, Planned};
use crate::steps::{RoomEvent, StepKind, Trip};
use itertools::Itertools;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// Row and column, from 0.
type Place = (usize, usize);

/// An area, as all rows with steps have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AreaRow {
    /// Its name: rooms have upper-case letters, tunnels lower-case letters.
    pub name: String,
    /// `room` or `tunnel`.
    pub kind: String,
    /// The number of its squares.
    pub squares: usize,
    /// Its squares, row and column from 0.
    pub places: Vec<Place>,
    /// The goals in it.
    pub goals: usize,
    /// The boxes in it at the start.
    pub boxes: usize,
    /// The names of the areas beside it.
    pub next_to: Vec<String>,
}

/// What a step did with one box.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoxRow {
    /// Its square before the step, row and column from 0.
    pub from: Place,
    /// Its square after the step.
    pub to: Place,
    /// The areas that it was in, one after the other.
    pub areas: Vec<String>,
}

/// A box leaves an area by a border.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventRow {
    /// The area that it leaves.
    pub from: String,
    /// The area that it enters.
    pub to: String,
    /// How certain it is what the area looks like afterwards.
    pub label: String,
    /// The number of outcomes.
    pub outcomes: usize,
}

/// A step of a solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HappenedRow {
    /// `transfer` or `arrangement`.
    pub kind: String,
    /// `A > b > C` or `arrange A`.
    pub words: String,
    /// Its moves, pushes in upper case. One step after the other, they are the solution.
    pub lurd: String,
    /// The number of its pushes.
    pub pushes: usize,
    /// Every box that it moved.
    pub boxes: Vec<BoxRow>,
    /// What it is good for, as the rest of the solution shows: `fills 6,1`.
    pub purpose: String,
    /// Whether a plan proposed it before its pushes were searched.
    pub proposed: bool,
    /// The step of the plan that it is part of, as it was proposed: `A+ > C to fill 6,1`, or `push search`.
    pub planned: Option<String>,
    /// The number of that step in the plan, from 1.
    pub plan_step: Option<usize>,
    /// Where a push search took over: the label for which it did.
    pub took_over: Option<String>,
    /// What the planner of room events chose: `event`, `arrangement`, `push` or `takeover`; `null` where another found it.
    #[serde(default)]
    pub act: Option<String>,
    /// How certain a transfer was: the label that it had when the planner of room events chose it, else that of its least
    /// certain event. `null` for an arrangement.
    pub label: Option<String>,
    /// The borders that the box of a transfer crosses.
    pub events: Vec<EventRow>,
    /// Steps tried in its position up to this one; `null` where the solution was not planned.
    pub plan_nodes: Option<u64>,
    /// Push nodes spent on it; `null` where the solution was not planned.
    pub push_nodes: Option<u64>,
}

/// The explained solution of a level.
pub struct StepsView<'a> {
    level: &'a Level,
    explained: &'a Explained,
    names: Vec<String>,
    /// The names of the areas that were planned on.
    planned_names: Vec<String>,
}

impl<'a> StepsView<'a> {
    /// A view of a solution.
    pub fn new(level: &'a Level, explained: &'a Explained) -> Self {
        let names = area_names(&explained.areas);
        let planned = explained.planned_areas.as_ref();
        let planned_names = planned.map_or_else(Vec::new, |areas| super::names_after(areas, &explained.areas, &names));
        Self { level, explained, names, planned_names }
    }

    /// The areas, for programs.
    pub fn area_rows(&self) -> Vec<AreaRow> {
        area_rows(self.level, &self.explained.areas, &self.names)
    }

    /// The steps, for programs.
    pub fn rows(&self) -> Vec<HappenedRow> {
        self.explained.steps.iter().map(|step| self.row(step)).collect()
    }

    fn row(&self, explained: &ExplainedStep) -> HappenedRow {
        let ExplainedStep { step, planned } = explained;
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
        HappenedRow {
            kind: step.kind.word().to_owned(),
            words: happened_words(step, &self.names),
            lurd: self.explained.moves_of(step).to_owned(),
            pushes: step.pushes.len(),
            boxes: step.trips.iter().map(trip).collect(),
            purpose: self.purpose(step),
            proposed: planned.as_ref().is_some_and(|planned| planned.is_proposed),
            planned: planned.as_ref().map(|planned| self.planned_words(planned)),
            plan_step: planned.as_ref().map(|planned| planned.number + 1),
            took_over: planned.as_ref().filter(|planned| planned.is_takeover()).map(|p| p.label.word().to_owned()),
            act: planned.as_ref().and_then(|planned| planned.act).map(|act| act.word().to_owned()),
            label: explained.label().map(|label| label.word().to_owned()),
            events: step.events.iter().map(event).collect(),
            plan_nodes: planned.as_ref().and_then(|planned| planned.plan_nodes),
            push_nodes: planned.as_ref().and_then(|planned| planned.push_nodes),
        }
    }

    fn purpose(&self, step: &crate::steps::SolutionStep) -> String {
        step.purposes.iter().map(|&purpose| purpose_words(&self.level.board, purpose)).join(", ")
    }

    /// `A+ > C to fill 6,1`.
    fn planned_words(&self, planned: &Planned) -> String {
        let board = &self.level.board;
        let to = |square: Square| {
            let what = if board.is_goal(square) { "fill" } else { "park at" };
            format!(" to {what} {}", super::place::place(board, square))
        };
        let target = planned.target.filter(|_| !planned.is_takeover()).map_or_else(String::new, to);
        step_words(&planned.step, &self.planned_names) + &target
    }

    /// The areas and boxes as they stand at the start, then [`StepsView::steps`].
    pub fn text(&self, width: Option<usize>) -> String {
        boards(self.level, &self.explained.areas, &self.names, width)
            + &wrapped(&self.counts(), width)
            + &self.steps(width)
    }

    /// `4 steps: 3 transfers, 1 arrangement; labels: 2 deterministic, 1 choice`.
    pub fn counts(&self) -> String {
        let steps = || self.explained.steps.iter().map(|explained| &explained.step);
        let labels = self.explained.steps.iter().filter_map(ExplainedStep::label).counts();
        let labels =
            Label::ALL.into_iter().filter_map(|label| Some(format!("{} {}", labels.get(&label)?, label.word())));
        let labels = Some(labels.collect_vec()).filter(|labels| !labels.is_empty());
        let labels = labels.map_or_else(String::new, |labels| format!("; labels: {}", labels.join(", ")));
        let count = steps().count();
        let kinds = if count > 0 { format!(": {}", kinds_words(steps())) } else { String::new() };
        let planned = self.explained.steps.iter().filter_map(|explained| explained.planned.as_ref());
        let proposed = planned.filter(|planned| planned.is_proposed).count();
        let proposed = if self.planned_names.is_empty() { String::new() } else { format!("; {proposed} as proposed") };
        format!("{}{kinds}{proposed}{labels}", counted(count, "step"))
    }

    /// The steps, each above its moves; transfers along the same areas that follow one another have a heading in common.
    /// Lines are at most `width` columns wide, but for the moves.
    pub fn steps(&self, width: Option<usize>) -> String {
        let words: Vec<(StepKind, String)> =
            self.explained.steps.iter().map(|e| (e.step.kind, happened_words(&e.step, &self.names))).collect();
        let mut text = String::new();
        for (_, group) in &(0..words.len()).chunk_by(|&at| (words[at].clone(), alone(&words, at))) {
            let group: Vec<usize> = group.collect();
            let heading = &words[group[0]].1;
            if let [one] = group[..] {
                self.step(&mut text, one, &format!("{heading}: "), width);
                continue;
            }
            let pushes = group.iter().map(|&at| self.explained.steps[at].step.pushes.len()).minmax();
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
        let ExplainedStep { step, planned } = &self.explained.steps[at];
        let boxes = step.trips.iter().map(|trip| trip_words(&self.level.board, trip)).join(" and ");
        let purpose = Some(self.purpose(step)).filter(|purpose| !purpose.is_empty());
        let purpose = purpose.map_or_else(String::new, |purpose| format!(", {purpose}"));
        let is_chosen = planned.as_ref().is_some_and(|planned| planned.act.is_some_and(|act| act != Act::Takeover));
        let weakest = step.weakest().filter(|_| !is_chosen);
        let label = weakest.map_or_else(String::new, |event| format!(", {}", event_words(event)));
        let pushes = counted(step.pushes.len(), "push");
        let before = at.checked_sub(1).and_then(|before| self.explained.steps[before].planned.as_ref());
        let planned = planned.as_ref().map_or_else(String::new, |planned| self.beside(planned, before));
        let words = wrapped(
            &format!("{heading}{boxes}{purpose}; {pushes}{label}{planned}"),
            width.map(|width| width.saturating_sub(5)),
        );
        _ = writeln!(text, "{:3}  {}", at + 1, words.lines().join("\n     "));
        _ = writeln!(text, "     {}", self.explained.moves_of(step));
    }

    /// What was planned, beside what happened: `; as planned, 3 push nodes`.
    fn beside(&self, planned: &Planned, before: Option<&Planned>) -> String {
        let nodes = planned.push_nodes.filter(|&nodes| nodes > 0);
        let nodes = nodes.map_or_else(String::new, |nodes| format!(", {}", counted(nodes, "push node")));
        let is_same = before.is_some_and(|before| before.number == planned.number);
        if let Some(act) = planned.act.filter(|&act| act != Act::Takeover) {
            let act = if act == Act::Push { "plain push" } else { act.word() };
            let target = planned.target.map_or_else(String::new, |square| {
                format!(" for the step of the plan that fills {}", super::place::place(&self.level.board, square))
            });
            return format!("; {act}, {}{target}", planned.label.word());
        }
        match (planned.is_takeover(), planned.is_proposed, is_same) {
            (true, _, true) => "; by the same search".to_owned(),
            (true, _, false) => "; by the full push search, which took over".to_owned(),
            (false, true, _) => format!("; as planned{nodes}"),
            (false, false, true) => "; for the same planned step".to_owned(),
            (false, false, false) => format!("; planned was {}{nodes}", self.planned_words(planned)),
        }
    }
}

/// Of two transfers that follow one another along the same areas neither is alone; arrangements always are.
fn alone(words: &[(StepKind, String)], at: usize) -> Option<usize> {
    let is_arrangement = words[at].0 == StepKind::Arrangement;
    is_arrangement.then_some(at)
}

/// The areas of a level, for programs.
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
