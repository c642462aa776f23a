//! Nogoods: steps of plans on numbers of boxes that may not be made, and while what holds.

use super::counts;
use super::draft::Exported;
use super::names::{area_name, read_area};
use crate::level::{Position, Square};
use crate::maze::{AreaId, Areas};
use crate::planner::{PlanningContext, Step};

/// A step that may not be made while some areas hold these numbers of boxes and no box has crossed a border of some
/// areas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nogood {
    /// The step: a box over one border, or the boxes of an area onto its goals.
    pub step: Step,
    /// The areas with their numbers of boxes, ascending.
    pub holds: Vec<(AreaId, u16)>,
    /// The areas over whose borders no box has gone since the start, ascending.
    pub untouched: Vec<AreaId>,
    /// The boxes that suffice for the refusal, ascending.
    pub boxes: Vec<Square>,
    /// Whether no solution makes the step in such a state; otherwise it was refused in one position of such a state, or
    /// a budget was spent.
    pub is_proved: bool,
}

/// The domain of problems with nogoods.
pub const NOGOODS_DOMAIN: &str = include_str!("../../../domains/rooms-counts-nogoods.pddl");

/// The name of its file.
pub const NOGOODS_WORD: &str = "rooms-counts-nogoods";

/// Returns the problem of [`super::Model::Counts`] with nogoods, a problem of [`NOGOODS_DOMAIN`].
pub fn export_with(context: &PlanningContext<'_>, start: &Position, nogoods: &[Nogood]) -> Exported {
    counts::export(context, start, nogoods)
}

/// Returns the step as a plan file has it, without the numbers of boxes: `hop a0 a1`, `settle a2`.
pub fn step_name(step: &Step) -> String {
    match step {
        Step::Transfer(route) => {
            let areas: Vec<String> = route.iter().copied().map(area_name).collect();
            format!("hop {}", areas.join(" "))
        }
        step => step.to_string(),
    }
}

/// Returns the step of a plan on numbers of boxes: `hop a0 a1 n2 n1 n0 n1`, `settle a1 n3`, with or without the numbers.
/// `None` for others.
pub fn read_step(areas: &Areas, step: &str) -> Option<Step> {
    let area = |word| read_area(areas, word);
    match step.split_whitespace().collect::<Vec<_>>()[..] {
        ["hop", from, to, ..] => Some(Step::Transfer(vec![area(from)?, area(to)?])),
        ["settle", at, ..] => Some(Step::Settle(area(at)?)),
        _ => None,
    }
}

/// Returns whether a step of a plan clears a nogood and moves nothing.
pub fn is_clearing(step: &str) -> bool {
    step.starts_with("clear-by-")
}
