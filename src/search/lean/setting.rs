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
    /// Positions found before a table is there stay open though they may be lost. Of seven levels of XSokoban (18, 46,
    /// 51, 58, 64, 65, 68) 2 were solved in 4 s of CPU time with tables after 1,000 and 20,000 expansions, 5 with both
    /// from the start; a table of 5,000 pairs takes about 10 ms, one of 150,000 threes about 200 ms, an expansion 5 µs.
    fn default() -> Self {
        Self { reach: Reach::BothWays, pairs_after: 100, threes_after: 1_000 }
    }
}
