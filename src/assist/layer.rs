//! Names of layers.

/// Layer of information over a position, which is computed and displayed on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// Rooms and tunnels.
    Areas,
    /// Squares from which a box can reach no goal.
    DeadSquares,
    /// Pushes that are possible now.
    Pushes,
    /// Pushes that would lead to a deadlock.
    Prevention,
    /// Boxes and walls of the deadlocks in the position.
    Alert,
    /// Squares to which a box can be pushed while all other boxes stay in place.
    BoxReach,
    /// Boxes that can be pushed to a goal while all other boxes stay in place.
    GoalPaths,
    /// Squares on which a box can wait without being in the way.
    Parking,
    /// Whether the position can still be solved.
    Global,
    /// Next step of an abstract plan.
    Hint,
    /// Areas and boxes of the next step.
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

    /// Returns the word of the layer on the command line and in rows.
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

    /// Returns whether an abstract plan is needed to compute the layer.
    pub const fn needs_plan(self) -> bool {
        matches!(self, Self::Parking | Self::Hint | Self::Focus)
    }
}

crate::run::from_word!(Layer);
