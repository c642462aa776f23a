//! One step of an abstract plan: a transfer, a settle, an arrangement, or a takeover.

use crate::level::Square;
use crate::maze::{AreaId, Areas};
use std::fmt;

/// A step of an abstract plan: what happens to boxes of which areas.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// One box goes through these areas, from the first to the last; all other areas keep their number of boxes.
    Transfer(Vec<AreaId>),
    /// The boxes of this area are pushed onto its goals; no box enters or leaves the area.
    Settle(AreaId),
    /// Boxes are moved inside this area, to prepare later steps.
    Arrange(AreaId),
    /// The full push search takes over and moves any box, until more goals of the plan are filled.
    Takeover,
}

impl Step {
    /// Returns the step that brings a box along a route to a goal in the last area: a settle if the route is one area.
    pub(super) fn along(route: &[AreaId]) -> Self {
        match route {
            &[area] => Self::Settle(area),
            route => Self::Transfer(route.to_vec()),
        }
    }

    /// Returns the areas in which the step may move boxes; none for a takeover, which may move any box.
    pub fn areas(&self) -> &[AreaId] {
        match self {
            Self::Transfer(route) => route,
            Self::Settle(area) | Self::Arrange(area) => std::slice::from_ref(area),
            Self::Takeover => &[],
        }
    }

    /// Returns one square of each area in which the step may move boxes.
    pub(super) fn squares(&self, areas: &Areas) -> Vec<Square> {
        self.areas().iter().map(|&area| areas.area(area).squares[0]).collect()
    }

    /// Returns the first and last area of a transfer, or the area of a settle or arrangement; empty for a takeover.
    pub fn ends(&self) -> Vec<AreaId> {
        match self {
            Self::Transfer(route) => vec![route[0], route[route.len() - 1]],
            Self::Settle(area) | Self::Arrange(area) => vec![*area],
            Self::Takeover => Vec::new(),
        }
    }

    /// Returns the hop over the first border of a transfer over several borders; `None` for all other steps.
    pub fn first_hop(&self) -> Option<Self> {
        match self {
            Self::Transfer(route) if route.len() > 2 => Some(Self::Transfer(route[..2].to_vec())),
            _ => None,
        }
    }
}

impl fmt::Display for Step {
    /// Writes the step with area numbers, e.g. `a3 > a1 > a0`, `settle a2`, `arrange a2`; a takeover is `push search`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Transfer(route) => {
                let names: Vec<String> = route.iter().map(|a| format!("a{}", a.0)).collect();
                f.write_str(&names.join(" > "))
            }
            Self::Arrange(area) => write!(f, "arrange a{}", area.0),
            Self::Settle(area) => write!(f, "settle a{}", area.0),
            Self::Takeover => f.write_str("push search"),
        }
    }
}
