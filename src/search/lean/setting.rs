//! What the search may do, for comparisons; the usual is the default.

/// The sides that search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Pushes from the start, and pulls from the goals, in turn. Of 261 levels (XSokoban, Sasquatch I, III, and a part of VI
    /// and VII, at most 60 boxes) 108 are solved within 60,000 nodes, 85 by pushes alone and 92 by pulls alone. Most fall to
    /// one side, which needs half of the nodes alone, and no count tells early to which: after 16,000 positions it is the
    /// side that came further from its start in 19 of 26 levels, after 2,000 in 44 of 73.
    BothWays,
    /// Pushes alone.
    Forward,
}

/// The settings of a [`super::Lean`]. None of them changes an answer, only how soon it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeanSetting {
    /// The sides that search.
    pub reach: Reach,
    /// Positions are expanded forward this often before the table of pairs is made, and that side begins again; backward
    /// the same. Short searches do without.
    pub pairs_after: u64,
    /// The same for the table of threes, which is made later backward.
    pub threes_after: u64,
}

impl Default for LeanSetting {
    /// Of seven levels of XSokoban (18, 46, 51, 58, 64, 65, 68) 5 were solved in 4 s of CPU time with tables from the
    /// start; without the restart 1 with tables after 100 and 1,000 positions, 2 after 1,000 and 20,000. A table of
    /// 150,000 threes takes about 200 ms, 1,000 positions 5 ms.
    fn default() -> Self {
        Self { reach: Reach::BothWays, pairs_after: 1_000, threes_after: 1_000 }
    }
}
