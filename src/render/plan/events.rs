//! Events of the planner as rows of JSON Lines.

use super::PlanView;
use crate::abstraction::OperatorKind;
use crate::planner::{PlanOrigin, Refusal, TraceEvent, Why};
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
    Began {
        attempt: String,
    },
    Expanded {
        state: usize,
    },
    Reached {
        state: usize,
        from: usize,
        #[serde(flatten)]
        by: Operator,
        label: &'static str,
        cost: u32,
    },
    Contained {
        from: usize,
        #[serde(flatten)]
        by: Operator,
        state: Option<usize>,
    },
}

/// Areas and squares of an operator: a slide has an area, a walk two squares, a push those of player, box and target.
#[derive(Debug, Serialize)]
struct Operator {
    operator: &'static str,
    areas: Vec<String>,
    squares: Vec<(usize, usize)>,
}

pub(super) fn row(view: &PlanView<'_>, number: usize, event: &TraceEvent) -> EventRow {
    let body = match event {
        TraceEvent::Planned { position, plan: None, .. } => Body::NoPlan { position: *position },
        TraceEvent::Planned { position, plan: Some(steps), origin } => Body::Planned {
            position: *position,
            plan: steps.iter().map(|step| view.step(step)).collect(),
            origin: *origin,
        },
        TraceEvent::Realised { position, step, label, outcomes, nodes } => Body::Realised {
            position: *position,
            step: view.step(step),
            label: label.word(),
            outcomes: outcomes.clone(),
            push_nodes: *nodes,
        },
        TraceEvent::Known { position, step, nodes } => {
            Body::Known { position: *position, step: view.step(step), push_nodes: *nodes }
        }
        TraceEvent::Refused { position, refusal } => refused(view, *position, refusal),
        TraceEvent::Began { attempt } => Body::Began { attempt: attempt.clone() },
        TraceEvent::Expanded { state } => Body::Expanded { state: *state },
        TraceEvent::Reached { state, from, kind, label, cost } => {
            Body::Reached { state: *state, from: *from, by: operator(view, *kind), label: label.word(), cost: *cost }
        }
        TraceEvent::Contained { from, kind, state } => {
            Body::Contained { from: *from, by: operator(view, *kind), state: *state }
        }
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

fn operator(view: &PlanView<'_>, kind: Option<OperatorKind>) -> Operator {
    let (operator, squares) = match kind {
        None => ("start", Vec::new()),
        Some(OperatorKind::SilentStep(area)) => {
            return Operator { operator: "slide", areas: vec![view.name(area).to_owned()], squares: Vec::new() };
        }
        Some(OperatorKind::Walk(walk)) => ("walk", vec![walk.from, walk.to]),
        Some(OperatorKind::Push(push)) => ("push", vec![push.player, push.from, push.to]),
    };
    let areas = squares.iter().map(|&s| view.name(view.areas.area_of(s)).to_owned()).collect();
    Operator { operator, areas, squares: view.places(&squares) }
}
