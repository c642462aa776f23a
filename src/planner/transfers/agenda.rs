//! What is still to be proposed in a position, in order.
//!
//! First the step of the plan, then that of plans around it, then the clearing of each area where a box can be pushed;
//! then the same with one more ring of neighbours at a time; last the full push search, with a budget that grows.

use super::source_plan::SourcePlan;
use super::{Extent, Proposal};
use crate::maze::AreaId;
use crate::search::Subgoal;
use std::rc::Rc;

/// At most this number of plans is made in a position, each with another first step. Measured in an early form on XSokoban
/// with 3,000 nodes a level, without takeovers: 51 levels with 1, 56 with 3, 58 with 8 in half as much time again.
const PLANS: usize = 3;

/// The push nodes of a transfer, and of a clearing, by rings of neighbours. Measured as above: 56 levels with 30 nodes in
/// the first ring, with 10 and with 100 of them too. The others are not tuned.
const CAPS: [[u64; 2]; 5] = [[30, 30], [100, 50], [300, 100], [1_000, 300], [5_000, 1_000]];

/// The push nodes of the first takeover of a position; each later one has three times as many. Not tuned.
const FIRST_TAKEOVER: u64 = 100;

/// The proposals of a position, and its plans.
#[derive(Debug, Default)]
pub(super) struct Agenda {
    /// The plan that was made first here, or taken over from the position before.
    pub(super) plan: Option<Rc<SourcePlan>>,
    /// The routes of the first steps of the plans made so far.
    routes: Vec<Vec<AreaId>>,
    /// The areas from which the first steps of those plans take their box.
    pub(super) tried: Vec<AreaId>,
    /// Whether no more plans are to be made.
    is_planned: bool,
    /// The areas in which a box can be pushed.
    rooms: Vec<AreaId>,
    rings: usize,
    next: usize,
    takeovers: u32,
    /// Whether there are no more takeovers.
    is_closed: bool,
}

/// What comes next.
pub(super) enum Item {
    /// Another plan is to be made before anything is proposed.
    Plan,
    Propose(Proposal),
}

impl Agenda {
    /// With these areas to be cleared, and no plan yet.
    pub(super) fn new(rooms: Vec<AreaId>) -> Self {
        Self { rooms, ..Self::default() }
    }

    /// Takes up a plan whose first step brings a box along a route from an area; `None` if none was found.
    pub(super) fn planned(&mut self, plan: Option<Rc<SourcePlan>>, source: Option<AreaId>, route: Vec<AreaId>) {
        self.tried.extend(source);
        // A parked box has one way to come, and without a plan there is no other one to try.
        self.is_planned = source.is_none() || self.tried.len() >= PLANS;
        self.routes.extend((!route.is_empty()).then_some(route));
        self.plan = self.plan.take().or(plan);
        self.wrap();
    }

    /// What comes next, `None` if nothing does; it is not passed over before [`Agenda::advance`].
    pub(super) fn item(&self, takes_over: bool) -> Option<Item> {
        let Some(&[transfer, clearing]) = CAPS.get(self.rings) else {
            return (takes_over && !self.is_closed).then(|| Item::Propose(self.takeover()));
        };
        if !self.is_planned && self.next >= self.routes.len() {
            return Some(Item::Plan);
        }
        let extent = Extent::Rings(self.rings);
        let propose = |areas, subgoal, cap| Item::Propose(Proposal { areas, subgoal, extent, cap });
        if let Some(route) = self.routes.get(self.next) {
            return Some(propose(route.clone(), Subgoal::Packed, transfer));
        }
        let room = self.rooms.get(self.next - self.routes.len())?;
        Some(propose(vec![*room], Subgoal::Opened, clearing))
    }

    /// There are no more takeovers after this.
    pub(super) const fn close(&mut self) {
        self.is_closed = true;
    }

    /// Passes over the present item.
    pub(super) fn advance(&mut self) {
        if self.rings == CAPS.len() {
            self.takeovers += 1;
            return;
        }
        self.next += 1;
        self.wrap();
    }

    /// Goes on to the next ring after the last proposal of one.
    const fn wrap(&mut self) {
        if self.is_planned && self.next >= self.routes.len() + self.rooms.len() {
            self.next = 0;
            self.rings += 1;
        }
    }

    const fn takeover(&self) -> Proposal {
        let cap = FIRST_TAKEOVER.saturating_mul(3u64.saturating_pow(self.takeovers));
        Proposal { areas: Vec::new(), subgoal: Subgoal::Packed, extent: Extent::All, cap }
    }
}
