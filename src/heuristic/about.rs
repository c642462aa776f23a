//! Properties and guarantees of a heuristic.

/// Unit in which a heuristic estimates the distance of a state from a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Number of pushes left, or of pulls left in searches by pulls.
    Pushes,
    /// Number of moves of the player left, pushes included.
    Moves,
    /// No unit: the estimates only order states.
    Rank,
}

/// Properties and guarantees of a heuristic.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Word of the heuristic on the command line, unique in a set of heuristics.
    pub word: &'static str,
    /// Description of the estimate: one sentence without a full stop.
    pub sentence: &'static str,
    /// Publication that describes the heuristic.
    pub source: &'static str,
    /// Unit of the estimate.
    pub unit: Unit,
    /// Whether no estimate exceeds the cost, in `unit`, of a cheapest solution, and only lost states have no estimate.
    pub is_admissible: bool,
    /// Whether the heuristic is admissible, and one step is proved to lower the estimate by at most one.
    pub is_consistent: bool,
    /// Whether the heuristic has an instance for searches by pulls.
    pub serves_pulls: bool,
}

impl About {
    /// Returns whether the estimate is a lower bound on the number of steps left, counted in the unit `counted`. A
    /// lower bound on pushes is also a lower bound on moves, since every push is a move.
    pub fn is_lower_bound_on(&self, counted: Unit) -> bool {
        self.is_admissible && (self.unit == counted || self.unit == Unit::Pushes && counted == Unit::Moves)
    }
}
