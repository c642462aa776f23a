//! The properties of a heuristic, and its guarantees.

/// The unit of an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The pushes left, or the pulls left in searches by pulls.
    Pushes,
    /// The moves of the player left, pushes included.
    Moves,
    /// None: the numbers only order states.
    Rank,
}

/// The properties of a heuristic.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The word that users write, which is unique in a set of heuristics.
    pub word: &'static str,
    /// A description of the estimate: one sentence without a full stop.
    pub sentence: &'static str,
    /// The publication that describes it.
    pub source: &'static str,
    /// The unit of the estimate.
    pub unit: Unit,
    /// Whether no estimate exceeds the cost of the cheapest solution in its unit, and only lost states have no
    /// estimate.
    pub is_admissible: bool,
    /// Whether it is admissible, and one step is proved to lower the estimate by one at most.
    pub is_consistent: bool,
    /// Whether it has an instance for searches by pulls.
    pub serves_pulls: bool,
}

impl About {
    /// Returns whether the estimate is a lower bound on the steps that a search counts. A lower bound on pushes is also
    /// a lower bound on moves, since every push is a move.
    pub fn is_lower_bound_on(&self, counted: Unit) -> bool {
        self.is_admissible && (self.unit == counted || self.unit == Unit::Pushes && counted == Unit::Moves)
    }
}
