//! Plans, and what they are made for.

use crate::level::Square;
use crate::maze::AreaId;
use crate::packing::PackingPlan;
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
    /// Areas from which a box can come when the slot is due: the preferred one, and perhaps another. To name all areas would be no
    /// plan.
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
