//! Plans of transfers and their results, as text, JSON, DOT and SVG.

mod json;
mod text;

pub use json::{PlanRow, TraceRow};

use super::explanation::obstacle_words;
use super::realised::FidelityRow;
use super::words::{help_words, slot_words, step_words};
use super::{StepsView, area_names};
use crate::abstraction::Label;
use crate::level::{Level, Square};
use crate::maze::{Area, AreaId, Areas, RoomsBy};
use crate::planner::{Act, MadeTransfer, Plan, Slot, Step, Supplier, TraceEntry};
use crate::render::counted;
use crate::render::picture::pieces::{Way, arrows};
use crate::render::rooms::{RoomsDump, svg_over};
use crate::run::safe;
use crate::solve::{PlanOutcome, PlanReport, Variation};
use crate::steps::SolutionStep;
use itertools::Itertools;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use std::fmt::Write;

/// The plans of one level with their results, as text, JSON, DOT or SVG.
pub struct PlanView<'a> {
    level: &'a Level,
    plans: &'a [PlanOutcome],
    /// Areas of the first plan, and their names.
    areas: Areas,
    names: Vec<String>,
}

impl<'a> PlanView<'a> {
    /// Creates a view of at least one plan.
    pub fn new(level: &'a Level, plans: &'a [PlanOutcome]) -> Self {
        let of_plan = plans.first().and_then(|plan| plan.report.plan.as_ref());
        let areas = of_plan.map_or_else(|| Areas::of(&level.board), |plan| plan.areas.clone());
        Self { names: area_names(&areas), areas, level, plans }
    }

    fn report(&self, number: usize) -> Option<&PlanReport> {
        self.plans[number].report.plan.as_ref()
    }

    fn plan(&self, number: usize) -> Option<&Plan> {
        self.report(number)?.plan.as_ref()
    }

    fn slots(&self, number: usize) -> &[Slot] {
        self.plan(number).map(|plan| plan.slots.as_slice()).unwrap_or_default()
    }

    /// Returns the transfer that filled a slot, with its place among the transfers made.
    fn filled(&self, number: usize, slot: usize) -> Option<(usize, &MadeTransfer)> {
        self.made(number).iter().enumerate().find(|(_, made)| made.slot == Some(slot))
    }

    fn made(&self, number: usize) -> &[MadeTransfer] {
        self.report(number).and_then(|plan| plan.fidelity.as_ref()).map(|of| of.made.as_slice()).unwrap_or_default()
    }

    fn fidelity(&self, number: usize) -> Option<FidelityRow> {
        FidelityRow::of(self.report(number)?)
    }

    fn steps(&self) -> Option<StepsView<'_>> {
        self.plans[0].steps.as_ref().map(|explained| StepsView::new(self.level, explained))
    }

    fn name(&self, area: AreaId) -> &str {
        &self.names[area.index()]
    }

    /// Returns a transfer in words: `(4,4) A > b > C fills (8,5)`.
    fn words(&self, step: &Step, fills: bool) -> String {
        let Some((from, to)) = step.ends() else { return String::new() };
        let route = step.route.iter().map(|&area| self.name(area)).join(" > ");
        let deed = match step.route.len() {
            _ if fills => "fills",
            1 => "goes to",
            _ => "parks at",
        };
        format!("{} {route} {deed} {}", self.place(from), self.place(to))
    }

    fn slot_words(&self, slot: &Slot) -> String {
        slot_words(&self.level.board, &self.areas, &self.names, slot)
    }

    /// Returns the bracket around the slots of one stage, which can be filled in any order; a blank for a stage of one slot.
    fn bracket(&self, number: usize, slot: usize) -> &'static str {
        let slots = self.slots(number);
        let is_same = |other: Option<usize>| {
            other.and_then(|other| slots.get(other)).is_some_and(|other| other.stage == slots[slot].stage)
        };
        match (is_same(slot.checked_sub(1)), is_same(Some(slot + 1))) {
            (false, false) => "",
            (false, true) => "/",
            (true, true) => "|",
            (true, false) => "\\",
        }
    }

    /// Returns how a slot was filled: `filled, transfer 2, from D`; the area is named if the slot does not name it.
    fn result(&self, place: usize, made: &MadeTransfer) -> String {
        let deed = if made.fills { "filled" } else { "parked" };
        let from = if made.is_supplied { String::new() } else { format!(", from {}", self.name(made.step.route[0])) };
        format!("{deed}, transfer {}{from}", place + 1)
    }

    /// Returns that a slot was not filled; for the first such one, what keeps boxes from filling it.
    fn open(&self, number: usize, slot: usize) -> String {
        let report = self.report(number).filter(|plan| plan.open_slot() == Some(slot));
        let why = report.and_then(|plan| plan.obstacle.as_ref());
        let why = why.map_or_else(String::new, |why| format!(": {}", obstacle_words(&self.level.board, why)));
        format!("not filled{why}")
    }

    fn place(&self, square: Square) -> String {
        self.level.board.place_words(square)
    }

    fn solution_steps(&self, number: usize) -> &[SolutionStep] {
        self.plans[number].steps.as_ref().map(|explained| explained.steps.as_slice()).unwrap_or_default()
    }

    /// Returns why a transfer was added, from its last step: `out of the way of the box at (4,6)`.
    fn reason(&self, number: usize, made: &MadeTransfer) -> String {
        let steps = self.solution_steps(number);
        let from = |later: usize| steps.get(later).map_or_else(String::new, |step| self.place(step.from()));
        match made.steps.clone().rev().find_map(|step| steps.get(step)?.purpose) {
            Some(purpose) => help_words(purpose, from).unwrap_or_else(|| "fills a goal".to_owned()),
            None => "no later step needs it".to_owned(),
        }
    }

    /// Returns the label of a transfer that was made: the weakest of its steps.
    fn label(&self, number: usize, made: &MadeTransfer) -> Option<Label> {
        let steps = self.solution_steps(number);
        let own = steps.get(made.steps.clone())?.iter().filter(|step| step.number == made.number);
        own.filter_map(|step| step.label).max()
    }

    /// Returns how a plan differs from the first one, in words; empty for the first.
    fn variation(&self, number: usize) -> String {
        match self.plans[number].variation {
            Variation::First => String::new(),
            Variation::Order => "another order of goals and parking places".to_owned(),
            Variation::Source(area) => format!("the first box comes from another area than {}", self.name(area)),
            Variation::Border((from, to)) => format!("no box goes from {} to {}", self.name(from), self.name(to)),
        }
    }

    /// Returns the slots of the first plan as transfers between areas in DOT, the language of Graphviz.
    pub fn dot(&self) -> String {
        let title = safe(&self.level.title).replace(['"', '\\'], "'");
        let mut text = format!(
            "digraph \"{title}\" {{\n  rankdir=LR; size=\"16,10\";\n  node [shape=box style=rounded fontname=sans];\n  edge [fontname=sans];\n"
        );
        let slots = self.slots(0);
        let is_used = |area: &&Area| {
            let touches = |route: &[AreaId]| route.first() == Some(&area.id) || route.last() == Some(&area.id);
            let is_planned = |slot: &Slot| slot.suppliers.iter().any(|supplier| touches(&supplier.route));
            slots.iter().any(is_planned) || self.made(0).iter().any(|made| touches(&made.step.route))
        };
        for area in self.areas.areas().iter().filter(is_used) {
            let here = |squares: &[Square]| squares.iter().filter(|&&s| self.areas.area_of(s) == area.id).count();
            let counts = [(here(&self.level.start.boxes), "box"), (here(self.level.board.goals()), "goal")];
            let counts = counts.iter().filter(|(count, _)| *count > 0);
            let counts: String = counts.map(|&(count, noun)| format!("\\n{}", counted(count, noun))).collect();
            let name = self.name(area.id);
            _ = writeln!(text, "  \"{name}\" [label=\"{name}{counts}\"];");
        }
        for (index, slot) in slots.iter().enumerate() {
            let label = |fills: bool, to: Square| format!("{}  {} {}", index + 1, deed(fills), self.place(to));
            let made = self.filled(0, index).map(|(_, made)| made);
            text += &match made {
                Some(made) => {
                    let to = made.step.ends().map_or(slot.to, |(_, to)| to);
                    edge(self, &made.step.route, &label(made.fills, to), "color=\"#15803d\" penwidth=2")
                }
                None => {
                    let style = "color=\"#dc2626\" style=dashed";
                    edge(self, &slot.first().route, &label(slot.fills, slot.to), style)
                }
            };
            // The other area that could have supplied it.
            let from = made.map_or(slot.first().area(), |made| made.step.route[0]);
            for other in slot.suppliers.iter().filter(|other| other.area() != from) {
                text += &edge(self, &other.route, &format!("or {}", index + 1), "color=\"#94a3b8\" style=dotted");
            }
        }
        for made in self.made(0).iter().filter(|made| made.slot.is_none()) {
            let end = made.step.ends().map_or_else(String::new, |(_, to)| self.place(to));
            let label = format!("added  {} {end}", deed(made.fills));
            text += &edge(self, &made.step.route, &label, "color=\"#94a3b8\"");
        }
        text + "}\n"
    }

    fn steps_tried(&self) -> &[TraceEntry] {
        self.report(0).map(|plan| plan.trace.as_slice()).unwrap_or_default()
    }

    /// Returns the trace of the planner of the first plan as a tree in DOT: positions by number, and the steps between them, coloured
    /// by label. The steps to the solution, or to the best position, are thick; steps of a push search are dotted, refused ones
    /// dashed, and end at the rule.
    pub fn trace_dot(&self) -> String {
        let mut text = "digraph trace {\n  node [shape=circle fontname=sans];\n  edge [fontname=sans];\n".to_owned();
        for (number, entry) in self.steps_tried().iter().enumerate() {
            let colour = match entry.label {
                _ if entry.outcome.is_none() => "#dc2626",
                Some(Label::Deterministic) => "#15803d",
                Some(Label::Choice) => "#b45309",
                Some(Label::Unknown) => "#dc2626",
                None => "#64748b",
            };
            let style = match entry.outcome {
                None => " style=dashed",
                Some(_) if entry.act == Act::Push => " style=dotted",
                Some(_) => "",
            };
            let width = if entry.is_chosen { " penwidth=4" } else { "" };
            let to = entry.outcome.map_or_else(|| format!("refused{number}"), |outcome| outcome.to_string());
            let (from, words) = (entry.position, step_words(&entry.step, &self.names));
            if let Some(rule) = entry.refused {
                let what = if entry.outcome.is_some() { format!("{to}, lost: ") } else { String::new() };
                _ = writeln!(text, "  {to} [shape=box color=\"#dc2626\" label=\"{what}{}\"];", rule.name());
            }
            _ = writeln!(text, "  {from} -> {to} [label=\"{words}\" color=\"{colour}\"{style}{width}];");
        }
        text + "}\n"
    }

    /// Returns an SVG document with the slots of the first plan as arrows over the rooms: filled slots solid, the rest dashed. `dead`
    /// holds for each square whether it is dead.
    pub fn svg(&self, by: RoomsBy, dead: &[bool]) -> String {
        let dump = RoomsDump::new(self.level, by, &self.areas, dead);
        let slots = self.slots(0);
        let steps = self.solution_steps(0);
        let way = |(index, slot): (usize, &Slot)| {
            let Some((_, made)) = self.filled(0, index) else {
                return Way { squares: schematic(self, slot), is_transfer: false };
            };
            let own = steps[made.steps.clone()].iter().filter(|step| step.number == made.number);
            let mut squares: Vec<Square> = own.flat_map(|step| step.way.iter().copied()).collect();
            squares.dedup();
            Way { squares, is_transfer: true }
        };
        let ways: Vec<Way> = slots.iter().enumerate().map(way).collect();
        let line = |(index, slot): (usize, &Slot)| {
            let not = if ways[index].is_transfer { "" } else { ", not filled" };
            format!("{}  {}{not}", index + 1, self.slot_words(slot))
        };
        let heading = self.fidelity(0).map_or_else(|| "No plan.".to_owned(), |fidelity| fidelity.words());
        let notes: Vec<String> = std::iter::once(heading).chain(slots.iter().enumerate().map(line)).collect();
        svg_over(&dump, arrows(&self.level.board, &ways), &notes)
    }
}

const fn deed(fills: bool) -> &'static str {
    if fills { "fills" } else { "parks at" }
}

fn edge(view: &PlanView<'_>, route: &[AreaId], label: &str, style: &str) -> String {
    let [Some(&from), Some(&to)] = [route.first(), route.last()] else { return String::new() };
    format!("  \"{}\" -> \"{}\" [label=\"{label}\" {style}];\n", view.name(from), view.name(to))
}

/// Returns a shortest way of squares to a slot over the areas of its first supplier's route.
fn schematic(view: &PlanView<'_>, slot: &Slot) -> Vec<Square> {
    let Supplier { from, ref route } = *slot.first();
    let to = slot.to;
    let board = &view.level.board;
    let mut before: FxHashMap<Square, Square> = FxHashMap::default();
    let mut queue = VecDeque::from([to]);
    while let Some(at) = queue.pop_front() {
        for neighbour in board.neighbours(at).filter(|&s| s != to && route.contains(&view.areas.area_of(s))) {
            if let Entry::Vacant(entry) = before.entry(neighbour) {
                entry.insert(at);
                queue.push_back(neighbour);
            }
        }
    }
    std::iter::successors(Some(from), |at| before.get(at).copied()).collect()
}
