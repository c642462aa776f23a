//! Tables and comparisons of runs and strategies, made from the rows that runs wrote, and merging of shards.

mod comparison;
mod difficulty;
mod merge;
mod rows;
mod setting;
#[cfg(feature = "cli")]
mod table;
mod tally;

pub use comparison::{Comparison, Difference, Interval, Ratio};
pub use difficulty::Difficulty;
pub use merge::{Finding, Flaw, Merge, RowsFile};
pub use rows::{BadRow, OperatorCounts, Row, Rows, SearchRow, Stratum, cells, disputes, heads};
pub use setting::{Assignment, Machine, Preset, RunSetting, Shard};
#[cfg(feature = "cli")]
pub use table::{ByStratum, DRAW, Figures, Group, table};
pub use tally::{Tally, unsolved};
