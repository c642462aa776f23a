//! Tables and comparisons of runs and strategies, made from the rows that runs wrote, and merging of shards.

mod comparison;
mod difficulty;
mod merge;
mod rows;
mod setting;
mod shard;
mod strata;
#[cfg(feature = "cli")]
mod table;
mod tally;

pub use comparison::{Comparison, Difference, Interval, Ratio};
pub use difficulty::Difficulty;
pub use merge::{Finding, Flaw, Merge, RowsFile};

pub use rows::{BadRow, Row, Rows, SearchRow, cells, disputes, heads};
pub use setting::{Machine, Preset, RunSetting};
pub use shard::{Assignment, Shard};
pub use strata::{OperatorCounts, Stratum};
#[cfg(feature = "cli")]
pub use table::{ByStratum, DRAW, Figures, Group, table};
pub use tally::{Tally, unsolved};
