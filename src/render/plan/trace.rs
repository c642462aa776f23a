//! The trace of the planner as rows of JSON Lines.

use super::PlanView;
use crate::planner::{PlanOrigin, TraceEntry, Why};
use itertools::Itertools;
use serde::Serialize;

/// JSON row of an entry of the trace. Keys that do not apply are left out.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct TraceRow {
    /// Number of the entry, from 0.
    number: usize,
    /// Kind of the entry: `planned`, `no_plan`, `realised`, `refused`, or `known` (a step led to known positions alone).
    entry: &'static str,
    /// Number of the position.
    position: usize,
    /// Steps of the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<Vec<String>>,
    /// Whether the plan leads to the goal; if no plan does, it is the nearest first step alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<PlanOrigin>,
    /// Step in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<String>,
    /// Certainty of the outcome of the step, see `help abstraction`.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'static str>,
    /// Numbers of the positions to which the step led.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcomes: Option<Vec<usize>>,
    /// Reason of the refusal.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Why>,
    /// Squares of boxes that are in the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    in_the_way: Option<Vec<(usize, usize)>>,
    /// Names of the areas of these boxes.
    #[serde(skip_serializing_if = "Option::is_none")]
    in_areas: Option<Vec<String>>,
    /// Number of push nodes spent on the step.
    #[serde(skip_serializing_if = "Option::is_none")]
    push_nodes: Option<u64>,
}

pub(super) fn row(view: &PlanView<'_>, number: usize, entry: &TraceEntry) -> TraceRow {
    let row = |entry, position: &usize| TraceRow { number, entry, position: *position, ..TraceRow::default() };
    match entry {
        TraceEntry::Planned { position, plan: None, .. } => row("no_plan", position),
        TraceEntry::Planned { position, plan: Some(steps), origin } => TraceRow {
            plan: Some(steps.iter().map(|step| view.step(step)).collect()),
            origin: Some(*origin),
            ..row("planned", position)
        },
        TraceEntry::Realised { position, step, label, outcomes, nodes } => TraceRow {
            step: Some(view.step(step)),
            label: Some(label.word()),
            outcomes: Some(outcomes.clone()),
            push_nodes: Some(*nodes),
            ..row("realised", position)
        },
        TraceEntry::Known { position, step, nodes } => {
            TraceRow { step: Some(view.step(step)), push_nodes: Some(*nodes), ..row("known", position) }
        }
        TraceEntry::Refused { position, refusal } => {
            let areas = refusal.in_the_way.iter().map(|&s| view.areas.area_of(s)).unique();
            TraceRow {
                step: Some(view.step(&refusal.step)),
                label: Some(refusal.label.word()),
                why: Some(refusal.why),
                in_the_way: Some(view.places(&refusal.in_the_way)),
                in_areas: Some(areas.map(|area| view.name(area).to_owned()).collect()),
                push_nodes: Some(refusal.nodes),
                ..row("refused", position)
            }
        }
    }
}
