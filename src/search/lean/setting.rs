//! What the search may do, for comparisons; the usual is the default.

/// The sides that search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Pushes from the start, and pulls from the goals.
    BothWays,
    /// Pushes alone.
    Forward,
}

/// The settings of a [`super::Lean`]. None of them changes an answer, only how soon it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeanSetting {
    /// The sides that search.
    pub reach: Reach,
    /// Pushes are expanded this often before the table of pairs is made: short searches do without.
    pub pairs_after: u64,
    /// The same for the table of threes.
    pub threes_after: u64,
}

impl Default for LeanSetting {
    /// Not tuned: a table of 5,000 pairs takes about 10 ms, one of 150,000 threes about 200 ms, and an expansion 5 µs.
    fn default() -> Self {
        Self { reach: Reach::BothWays, pairs_after: 1_000, threes_after: 20_000 }
    }
}
