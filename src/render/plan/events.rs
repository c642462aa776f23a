//! Events of the planner as rows of JSON Lines.

use super::PlanView;
use crate::planner::{PlanOrigin, Refusal, TraceEntry, Why};
use itertools::Itertools;
use serde::Serialize;

/// JSON row of an event in `--trace`: its number, its kind, and the fields of that kind. Squares are row and column
/// from 0.
#[derive(Debug, Serialize)]
pub struct EventRow {
    number: usize,
    #[serde(flatten)]
    body: Body,
}

#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Body {
    Planned {
        position: usize,
        plan: Vec<String>,
        origin: PlanOrigin,
    },
    NoPlan {
        position: usize,
    },
    Realised {
        position: usize,
        step: String,
        label: &'static str,
        outcomes: Vec<usize>,
        push_nodes: u64,
    },
    Refused {
        position: usize,
        step: String,
        label: &'static str,
        why: Why,
        in_the_way: Vec<(usize, usize)>,
        in_areas: Vec<String>,
        push_nodes: u64,
    },
    Known {
        position: usize,
        step: String,
        push_nodes: u64,
    },
}

pub(super) fn row(view: &PlanView<'_>, number: usize, event: &TraceEntry) -> EventRow {
    let body = match event {
        TraceEntry::Planned { position, plan: None, .. } => Body::NoPlan { position: *position },
        TraceEntry::Planned { position, plan: Some(steps), origin } => Body::Planned {
            position: *position,
            plan: steps.iter().map(|step| view.step(step)).collect(),
            origin: *origin,
        },
        TraceEntry::Realised { position, step, label, outcomes, nodes } => Body::Realised {
            position: *position,
            step: view.step(step),
            label: label.word(),
            outcomes: outcomes.clone(),
            push_nodes: *nodes,
        },
        TraceEntry::Known { position, step, nodes } => {
            Body::Known { position: *position, step: view.step(step), push_nodes: *nodes }
        }
        TraceEntry::Refused { position, refusal } => refused(view, *position, refusal),
    };
    EventRow { number, body }
}

fn refused(view: &PlanView<'_>, position: usize, refusal: &Refusal) -> Body {
    let areas = refusal.in_the_way.iter().map(|&s| view.areas.area_of(s)).unique();
    Body::Refused {
        position,
        step: view.step(&refusal.step),
        label: refusal.label.word(),
        why: refusal.why,
        in_the_way: view.places(&refusal.in_the_way),
        in_areas: areas.map(|area| view.name(area).to_owned()).collect(),
        push_nodes: refusal.nodes,
    }
}
