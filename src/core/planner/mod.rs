//! Which box moves to which area, and by which pushes? Input: a level cut into areas. Output: a plan of transfers, made before any
//! push is tried, and the steps that carried it out.
//!
//! ```text
//!   groups         boxes whose paths meet; one group on most levels       agenda
//!     transfers    one box, its route of areas, its goal or parking place  proposal, by the STRIPS planner
//!       steps      room events, pushes of the fallback, takeovers          events
//!         pushes
//! ```
//! Proofs that no solution exists are left to `exact` and the push searches. [`Fidelity`] compares the transfers made
//! with the plan. Transfers between rooms and tunnels follow Botea, Mueller and Schaeffer (2002).

pub mod agenda;
mod events;
mod fidelity;
mod plan;
mod proposal;

pub use events::{EventSearch, EventSetting, EventTally, Fallback};
pub use fidelity::{Agreement, Fidelity, MadeTransfer};
pub use plan::{Act, Conditions, Obstacle, Plan, Proposal, Slot, Step, StepResult, Supplier, TraceEntry, pushes};
pub use proposal::{complete, obstacle, propose};

use crate::abstraction::Borders;
use crate::maze::{AreaId, Areas, Maze};
use std::collections::BTreeSet;

/// The maze and the areas of a level.
#[derive(Clone, Copy, Debug)]
pub struct PlanningContext<'a> {
    /// Board with dead squares and push distances.
    pub maze: &'a Maze<'a>,
    /// Division of the floor into rooms and tunnels.
    pub areas: &'a Areas,
}

impl<'a> PlanningContext<'a> {
    /// Creates the context of plans on these areas.
    pub const fn new(maze: &'a Maze<'a>, areas: &'a Areas) -> Self {
        Self { maze, areas }
    }

    /// Returns the borders (from, to) over which a lone box can be pushed without being lost.
    pub fn crossed(&self) -> BTreeSet<(AreaId, AreaId)> {
        let Self { maze, areas } = *self;
        let borders = Borders::new(maze.board, areas);
        let is_alive = |from, to| {
            let direction = maze.board.direction(from, to);
            direction.is_some_and(|direction| !maze.distances.is_dead_place(maze.place_pushed(to, direction)))
        };
        let alive = borders.all_pushes().filter(|push| is_alive(push.from, push.to));
        alive.map(|push| (areas.area_of(push.from), areas.area_of(push.to))).filter(|(from, to)| from != to).collect()
    }
}
