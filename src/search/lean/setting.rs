//! What the search may do, for comparisons; the usual is the default.

use crate::search::engine::tables::Due;

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
    /// After how many positions a side makes its tables and begins again: short searches do without.
    pub tables: Due,
}

impl Default for LeanSetting {
    /// Of seven levels of XSokoban (18, 46, 51, 58, 64, 65, 68) 5 were solved in 4 s of CPU time with tables from the
    /// start; without the restart 1 with tables after 100 and 1,000 positions, 2 after 1,000 and 20,000. A table of
    /// 150,000 threes takes about 200 ms, 1,000 positions 5 ms.
    fn default() -> Self {
        Self { reach: Reach::BothWays, tables: Due { pairs: 1_000, threes: 1_000 } }
    }
}
