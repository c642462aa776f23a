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
    /// Both from the start: what is lost and found before is never noticed again, as look-ups are about the box that was
    /// pushed. Of seven levels of XSokoban (18, 46, 51, 58, 64, 65, 68) 5 were solved in 4 s of CPU time so, 1 with
    /// tables after 100 and 1,000 expansions, 2 after 1,000 and 20,000.
    fn default() -> Self {
        Self { reach: Reach::BothWays, pairs_after: 0, threes_after: 0 }
    }
}
