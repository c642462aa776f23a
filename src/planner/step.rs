//! One step of an abstract plan.

use crate::maze::AreaId;
use std::fmt;

/// A step of an abstract plan.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// One box goes along these areas: out of the first, into the last. The areas between keep their number of boxes.
    Transfer(Vec<AreaId>),
    /// The boxes of an area are brought onto its goals; none enters or leaves.
    Settle(AreaId),
    /// Boxes are moved inside an area, as later steps need them.
    Arrange(AreaId),
    /// The full push search takes over: any box is moved, until more goals are filled as planned.
    Takeover,
}

impl Step {
    /// The step that brings a box along these areas, at least one, to a goal in the last.
    pub(super) fn along(route: &[AreaId]) -> Self {
        match route {
            &[area] => Self::Settle(area),
            route => Self::Transfer(route.to_vec()),
        }
    }

    /// The areas whose boxes may be moved.
    pub fn areas(&self) -> &[AreaId] {
        match self {
            Self::Transfer(route) => route,
            Self::Settle(area) | Self::Arrange(area) => std::slice::from_ref(area),
            Self::Takeover => &[],
        }
    }

    /// The areas whose number of boxes it changes; for a step inside an area, that area.
    pub fn ends(&self) -> Vec<AreaId> {
        match self {
            Self::Transfer(route) => vec![route[0], route[route.len() - 1]],
            Self::Settle(area) | Self::Arrange(area) => vec![*area],
            Self::Takeover => Vec::new(),
        }
    }

    /// The first hop of a longer transfer; the box then stays on the way.
    pub fn first_hop(&self) -> Option<Self> {
        match self {
            Self::Transfer(route) if route.len() > 2 => Some(Self::Transfer(route[..2].to_vec())),
            _ => None,
        }
    }
}

impl fmt::Display for Step {
    /// With area numbers: `a3 > a1 > a0`, `settle a2`, `arrange a2`.
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
