//! Plans, and what they are made for; and their steps: which boxes move through which areas, proposed or carried out.

use crate::abstraction::Label;
use crate::deadlock::RuleId;
use crate::level::{Board, Square};
use crate::maze::{AreaId, Areas};
use crate::packing::PackingPlan;
use crate::push::Push;
use crate::steps::StepKind;
use itertools::Itertools;
use std::collections::BTreeSet;

/// A plan, made before any push is tried: slots in the order in which they are due.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Slots in order.
    pub slots: Vec<Slot>,
}

/// One slot of a plan: a goal that a box fills, or a place where a box waits so that a later slot can be filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Goal to fill, or square of the area to park in.
    pub to: Square,
    /// Whether a box fills a goal and stays there; otherwise it is parked.
    pub fills: bool,
    /// Areas from which a box can come then: the preferred one, and perhaps another. To name all would be no plan.
    pub suppliers: Vec<Supplier>,
    /// Whether no other area can supply it, whatever the order of moves before.
    pub is_forced: bool,
    /// Number of the stage, from 0. The slots of one stage can be filled in any order.
    pub stage: usize,
    /// Number of steps of the packing plan that are done when the slot is due.
    pub(super) due: usize,
}

/// What keeps boxes from filling a slot in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Nothing: a box can be pushed there.
    None,
    /// Each way of a box leads to a position that is proved lost.
    Loss,
    /// These boxes stand on the way of the nearest box, or on the square itself.
    Boxes(Vec<Square>),
    /// The way of the nearest box is free, but the player does not get behind the box.
    Player,
    /// Past the boxes that must stay, no box has a way there.
    NoWay,
}

/// An area from which a slot can be filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supplier {
    /// Square of a box: of the preferred supplier when the slot is due, of another at the start.
    pub from: Square,
    /// Areas on the way of that box, beginning with the supplier.
    pub route: Vec<AreaId>,
}

impl Supplier {
    /// Returns the area from which the box comes.
    pub fn area(&self) -> AreaId {
        self.route[0]
    }

    /// True if the box goes over this border (from, to).
    pub fn crosses(&self, border: &(AreaId, AreaId)) -> bool {
        self.route.windows(2).any(|pair| (pair[0], pair[1]) == *border)
    }
}

impl Slot {
    /// Returns the preferred supplier.
    pub fn first(&self) -> &Supplier {
        &self.suppliers[0]
    }

    /// True if a box is moved inside its area and fills no goal; only an exact plan has such slots.
    pub fn is_arrangement(&self) -> bool {
        !self.fills && self.first().route.len() == 1
    }

    /// True if an area is one of the suppliers.
    pub fn is_supplied_by(&self, area: AreaId) -> bool {
        self.suppliers.iter().any(|supplier| supplier.area() == area)
    }
}

impl Plan {
    /// Returns the slots that are due after this number of steps of the packing plan.
    pub(crate) fn due(&self, done: usize) -> &[Slot] {
        let first = self.slots.partition_point(|slot| slot.due < done);
        let after = self.slots.partition_point(|slot| slot.due <= done);
        &self.slots[first..after]
    }

    /// Creates the plan of transfers and arrangements that were fixed before any push was made, in this order: each is one box that
    /// goes from a square to another, along a route, and perhaps fills a goal there.
    pub(crate) fn in_order(boxes: impl Iterator<Item = (Square, Square, Vec<AreaId>, bool)>) -> Self {
        let slot = |(index, (from, to, route, fills))| {
            let suppliers = vec![Supplier { from, route }];
            Slot { to, fills, suppliers, is_forced: true, stage: index, due: index }
        };
        Self { slots: boxes.enumerate().map(slot).collect() }
    }

    /// Creates a plan whose slots can be filled in any order, each by one box: from a square to a goal, along a route.
    pub(crate) fn without_order(boxes: impl Iterator<Item = (Square, Square, Vec<AreaId>)>) -> Self {
        let slot = |(from, to, route)| {
            let suppliers = vec![Supplier { from, route }];
            Slot { to, fills: true, suppliers, is_forced: false, stage: 0, due: 0 }
        };
        Self { slots: boxes.map(slot).collect() }
    }
}

/// Borders between areas (from, to) that some box must cross, and borders that no box may cross.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// Borders that must be crossed, each by some box; at most 64.
    pub forced: BTreeSet<(AreaId, AreaId)>,
    /// Borders that no box may cross.
    pub forbidden: BTreeSet<(AreaId, AreaId)>,
}

impl Conditions {
    /// True if no border is forced or forbidden.
    pub fn is_empty(&self) -> bool {
        self.forced.is_empty() && self.forbidden.is_empty()
    }

    /// True if a box that enters these areas in order crosses a forbidden border.
    pub fn forbids(&self, route: &[AreaId]) -> bool {
        !self.forbidden.is_empty() && route.windows(2).any(|pair| self.forbidden.contains(&(pair[0], pair[1])))
    }
}

/// What a plan is made for.
#[derive(Clone, Copy, Debug)]
pub struct Proposal<'a> {
    /// Order of goals and parking places.
    pub packing: &'a PackingPlan,
    /// Borders that the routes of the plan must or must not cross.
    pub conditions: &'a Conditions,
    /// Areas that supply no box for the first slot.
    pub avoided: &'a [AreaId],
}

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
    /// Areas of a transfer along its path, first the one left; the area of an arrangement; none for a takeover.
    pub route: Vec<AreaId>,
}

impl Step {
    pub(crate) fn transfer(from: Square, to: Square, route: Vec<AreaId>) -> Self {
        Self { kind: StepKind::Transfer, boxes: vec![(from, to)], route }
    }

    /// Returns the step: a transfer of one box over a border, an arrangement inside one area, else a takeover.
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
