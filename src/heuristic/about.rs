//! The properties of a heuristic, and what it promises.

/// What an estimate counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Pushes that are still to be made, or pulls in searches by pulls.
    Pushes,
    /// Moves of the player that are still to be made, pushes included.
    Moves,
    /// Nothing: the numbers only order states.
    Rank,
}

/// The properties of a heuristic.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The word that users write, and the identity: no two heuristics of a set share it.
    pub word: &'static str,
    /// What is estimated, in one sentence without a full stop.
    pub sentence: &'static str,
    /// Where it was described.
    pub source: &'static str,
    /// What the estimate counts.
    pub unit: Unit,
    /// Whether no estimate is more than what the cheapest solution takes, in its unit, and every state that it calls
    /// lost is.
    pub is_admissible: bool,
    /// Whether it is admissible, and it is proved that one step lowers the estimate by one at most.
    pub is_consistent: bool,
    /// Whether it has an instance for searches by pulls.
    pub serves_pulls: bool,
}

impl About {
    /// Returns whether the estimate is a lower bound on the steps that a search counts. A lower bound on pushes is one
    /// on moves too, since every push is a move.
    pub fn is_lower_bound_on(&self, counted: Unit) -> bool {
        self.is_admissible && (self.unit == counted || self.unit == Unit::Pushes && counted == Unit::Moves)
    }
}
