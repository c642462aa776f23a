//! The settings of the search, for comparisons; solves use the default.

/// The directions of the search: pushes from the start, with or without pulls from the goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Pushes from the start, and pulls from the goals, in turn. Of 261 levels (XSokoban, Sasquatch I, III, and a part
    /// of VI and VII, at most 60 boxes) 108 are solved within 60,000 nodes, 85 by pushes alone and 92 by pulls alone.
    /// Most are solved by one side, which alone needs half of the nodes, and no count predicts that side early: after
    /// 16,000 positions it is the side that came further from its start in 19 of 26 levels, after 2,000 in 44 of 73.
    BothWays,
    /// Pushes alone.
    Forward,
}

/// The settings of a [`super::Lean`]. They change the time to an answer, but no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeanSetting {
    /// The sides that search.
    pub reach: Reach,
    /// The expanded positions of a side after which the table of two boxes is made, and that side begins anew. Short
    /// searches do not make it.
    pub pairs_after: u64,
    /// The expanded positions after which the table of three boxes is made; the side of pulls makes it later.
    pub threes_after: u64,
}

impl Default for LeanSetting {
    /// Returns the default. Of seven levels of XSokoban (18, 46, 51, 58, 64, 65, 68) 5 were solved in 4 s of CPU time
    /// with tables from the start; without the restart 1 with tables after 100 and 1,000 positions, 2 after 1,000 and
    /// 20,000. A table of 150,000 sets of three boxes takes about 200 ms, 1,000 positions 5 ms.
    fn default() -> Self {
        Self { reach: Reach::BothWays, pairs_after: 1_000, threes_after: 1_000 }
    }
}
