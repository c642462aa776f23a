//! Nogoods: steps that plans on box counts may not make while some areas hold given numbers of boxes.

use super::counts;
use super::draft::Exported;
use super::names::{area_name, read_area};
use crate::level::{Position, Square};
use crate::maze::{AreaId, Areas};
use crate::planner::{PlanningContext, Step};

/// A step that plans may not make while given areas hold given numbers of boxes and no box has crossed a border of
/// other given areas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nogood {
    /// Forbidden step: a box over one border, or the boxes of an area onto its goals.
    pub step: Step,
    /// Areas with the number of boxes they must hold for the nogood to apply, ascending.
    pub holds: Vec<(AreaId, u16)>,
    /// Areas whose borders no box may have crossed since the start for the nogood to apply, ascending.
    pub untouched: Vec<AreaId>,
    /// Squares of boxes that suffice to make the step fail, ascending.
    pub boxes: Vec<Square>,
    /// Whether no solution makes the step under these conditions; otherwise the step failed in one position, or its
    /// search spent a budget.
    pub is_proved: bool,
}

/// Text of the PDDL domain of problems with nogoods.
pub const NOGOODS_DOMAIN: &str = include_str!("../../../domains/rooms-counts-nogoods.pddl");

/// File name of [`NOGOODS_DOMAIN`], without `.pddl`.
pub const NOGOODS_WORD: &str = "rooms-counts-nogoods";

/// Returns the problem of [`super::Model::Counts`] with nogoods, for [`NOGOODS_DOMAIN`].
pub fn export_with(context: &PlanningContext<'_>, start: &Position, nogoods: &[Nogood]) -> Exported {
    counts::export(context, start, nogoods)
}

/// Returns a step as in a plan file but without box counts, e.g. `hop a0 a1` or `settle a2`.
pub fn step_name(step: &Step) -> String {
    match step {
        Step::Transfer(route) => {
            let areas: Vec<String> = route.iter().copied().map(area_name).collect();
            format!("hop {}", areas.join(" "))
        }
        step => step.to_string(),
    }
}

/// Returns the step that a line of a plan on box counts stands for, e.g. `hop a0 a1 n2 n1 n0 n1` or `settle a1 n3`,
/// with or without the counts; `None` for other lines.
pub fn read_step(areas: &Areas, step: &str) -> Option<Step> {
    let area = |word| read_area(areas, word);
    match step.split_whitespace().collect::<Vec<_>>()[..] {
        ["hop", from, to, ..] => Some(Step::Transfer(vec![area(from)?, area(to)?])),
        ["settle", at, ..] => Some(Step::Settle(area(at)?)),
        _ => None,
    }
}

/// Returns whether a line of a plan moves no box, but only makes a nogood (a forbidden step) inapplicable.
pub fn is_clearing(step: &str) -> bool {
    step.starts_with("clear-by-")
}
