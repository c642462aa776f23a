//! Names of the layers.

/// A layer that can be displayed over a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// Rooms and tunnels.
    Areas,
    /// Squares from which no box can reach a goal.
    DeadSquares,
    /// All pushes that are possible now.
    Pushes,
    /// Pushes that would lead to a deadlock.
    Prevention,
    /// The boxes and walls of the present deadlocks.
    Alert,
    /// Squares that a box can be pushed to while the others stay in place.
    BoxReach,
    /// Boxes that can be pushed to a goal while the others stay in place.
    GoalPaths,
    /// Squares where a box can wait without being in the way.
    Parking,
    /// Whether the position can still be solved.
    Global,
    /// The next step of an abstract plan.
    Hint,
    /// The areas and boxes of that step.
    Focus,
}

impl Layer {
    /// All layers, in the order of their keys.
    pub const ALL: [Self; 11] = [
        Self::Areas,
        Self::DeadSquares,
        Self::Pushes,
        Self::Prevention,
        Self::Alert,
        Self::BoxReach,
        Self::GoalPaths,
        Self::Parking,
        Self::Global,
        Self::Hint,
        Self::Focus,
    ];

    /// Returns the word that users write.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Areas => "areas",
            Self::DeadSquares => "dead-squares",
            Self::Pushes => "pushes",
            Self::Prevention => "prevention",
            Self::Alert => "alert",
            Self::BoxReach => "box-reach",
            Self::GoalPaths => "goal-paths",
            Self::Parking => "parking",
            Self::Global => "global",
            Self::Hint => "hint",
            Self::Focus => "focus",
        }
    }

    /// Returns whether it is derived from an abstract plan.
    pub const fn needs_plan(self) -> bool {
        matches!(self, Self::Parking | Self::Hint | Self::Focus)
    }
}

crate::run::from_word!(Layer);
