//! Steps of plans: which boxes move through which areas, proposed or carried out; and attempts to carry them out.

use crate::abstraction::Label;
use crate::deadlock::RuleId;
use crate::level::{Board, Square};
use crate::maze::{AreaId, Areas};
use crate::push::Push;
use crate::steps::StepKind;
use itertools::Itertools;

/// Which boxes move, and through which areas: as a plan proposes it, or as pushes did it.
///
/// ```text
///   transfer      one box (4,4) to (8,5), areas A > b > C
///   arrangement   boxes (2,5) to (3,5) and (4,4) to (4,3), area A
///   takeover      all boxes that the full push search moved
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Whether one box goes to another area or to its place, boxes are moved inside one area, or a push search took over.
    pub kind: StepKind,
    /// For each box that moves, its squares before and after the step; one box in a transfer.
    pub boxes: Vec<(Square, Square)>,
    /// Areas of the box of a transfer in the order of its path, beginning with the area that it leaves; the area of an arrangement;
    /// empty for a takeover.
    pub route: Vec<AreaId>,
}

impl Step {
    pub(crate) fn transfer(from: Square, to: Square, route: Vec<AreaId>) -> Self {
        Self { kind: StepKind::Transfer, boxes: vec![(from, to)], route }
    }

    /// Returns the step of some pushes: a transfer if they move one box over a border, an arrangement if they move boxes inside one
    /// area, else a takeover.
    pub fn of(board: &Board, areas: &Areas, pushes: &[Push]) -> Self {
        let mut boxes: Vec<(Square, Square)> = Vec::new();
        for push in pushes {
            let to = board.next(push.from, push.direction).unwrap_or(push.from);
            match boxes.iter_mut().find(|(_, at)| *at == push.from) {
                Some((_, at)) => *at = to,
                None => boxes.push((push.from, to)),
            }
        }
        let ends = pushes.iter().filter_map(|push| board.next(push.from, push.direction));
        let squares = pushes.first().map(|push| push.from).into_iter().chain(ends);
        let route: Vec<AreaId> = squares.map(|square| areas.area_of(square)).dedup().collect();
        let starts = || boxes.iter().map(|&(from, _)| areas.area_of(from));
        match (boxes.len(), route.len()) {
            (1, 1) => Self { kind: StepKind::Arrangement, boxes, route },
            (1, _) => Self { kind: StepKind::Transfer, boxes, route },
            (_, 1) if starts().all(|area| area == route[0]) => Self { kind: StepKind::Arrangement, boxes, route },
            _ => Self { kind: StepKind::Takeover, boxes, route: Vec::new() },
        }
    }

    /// Returns the squares of the box of a transfer before and after it; of the first box of another step.
    pub fn ends(&self) -> Option<(Square, Square)> {
        self.boxes.first().copied()
    }

    /// Returns the borders that the box of a transfer crosses, as pairs of areas.
    pub fn borders(&self) -> impl Iterator<Item = (AreaId, AreaId)> {
        self.route.iter().copied().tuple_windows()
    }
}

/// Who chose the pushes of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// Room event: boxes of an area are pushed inside it, then one of them crosses its border.
    Event,
    /// Boxes of an area are pushed inside it, and none leaves it.
    Arrangement,
    /// A plain push of the fallback: the closure of the area was cut by its budget.
    Push,
    /// Pushes of the search of one group of boxes.
    Group,
    /// All pushes of a full push search from a position to a solution.
    Takeover,
}

crate::run::from_word!(pub Act {
    Event = "event",
    Arrangement = "arrangement",
    Push = "push",
    Group = "group",
    Takeover = "takeover",
});

/// A step that was carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepResult {
    /// Boxes that the pushes moved, and their areas.
    pub step: Step,
    /// Who chose the pushes.
    pub act: Act,
    /// Label of the step's closure when the step was chosen; `None` if it was chosen without a closure.
    pub label: Option<Label>,
    /// Pushes of the step, in order.
    pub pushes: Vec<Push>,
}

/// Pushes with their labels, and the area that all of them stay in, if there is one.
type Line = (Option<AreaId>, Vec<(Push, Option<Label>)>);

impl StepResult {
    pub(super) fn new(board: &Board, areas: &Areas, act: Act, label: Option<Label>, pushes: Vec<Push>) -> Self {
        Self { step: Step::of(board, areas, &pushes), act, label, pushes }
    }

    /// Divides pushes into steps: an unbroken sequence of pushes of one box over borders is a transfer; pushes inside one
    /// area between transfers are an arrangement. A step has the first label of its pushes.
    pub(crate) fn all(board: &Board, areas: &Areas, act: Act, pushes: &[(Push, Option<Label>)]) -> Vec<Self> {
        let after = |push: &Push| board.next(push.from, push.direction).unwrap_or(push.from);
        let mut lines: Vec<Line> = Vec::new();
        for line in pushes.chunk_by(|one, next| after(&one.0) == next.0.from) {
            let squares = line.iter().flat_map(|(push, _)| [push.from, after(push)]);
            let inside = squares.map(|square| areas.area_of(square)).dedup().exactly_one().ok();
            match lines.last_mut() {
                Some((last, pushes)) if inside.is_some() && *last == inside => pushes.extend(line),
                _ => lines.push((inside, line.to_vec())),
            }
        }
        let attempt = |(inside, line): Line| {
            let (label, pushes) = (line.iter().find_map(|push| push.1), line.iter().map(|push| push.0).collect());
            let act = if inside.is_some() && act == Act::Event { Act::Arrangement } else { act };
            Self::new(board, areas, act, label, pushes)
        };
        lines.into_iter().map(attempt).collect()
    }
}

/// Returns the pushes of all steps in one list, in the order of the steps.
pub fn pushes(steps: &[StepResult]) -> Vec<Push> {
    steps.iter().flat_map(|step| step.pushes.iter().copied()).collect()
}

/// One entry of the trace of a planner: a step that it tried. Positions are numbered from 0 in the order in which they are found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceEntry {
    /// Number of the position before the step.
    pub position: usize,
    /// Step that was tried, without its pushes if it is an arrangement before another step.
    pub step: Step,
    /// Who chose the step.
    pub act: Act,
    /// Label of the step when it was chosen.
    pub label: Option<Label>,
    /// For each box that moved, in an arrangement before the step too, its squares before and after.
    pub moved: Vec<(Square, Square)>,
    /// Square of the player after the step.
    pub player: Square,
    /// Number of the new position; `None` if the step was refused.
    pub outcome: Option<usize>,
    /// Rule that refused the step, or proved the new position lost.
    pub refused: Option<RuleId>,
    /// Whether the step is on the way to the solution, or else to the best position.
    pub is_chosen: bool,
}
