//! Tables, comparisons and charts of runs and strategies, made from the rows that runs wrote (one per level and
//! strategy): tables of one run, differences of two, one run put together from shards, and sheets and charts of trials.

#[cfg(feature = "cli")]
mod cells;
mod comparison;
mod difficulty;
mod merge;
mod preset;
mod rows;
mod shard;
mod statistics;
mod stratum;
#[cfg(feature = "cli")]
mod table;
mod tally;
#[cfg(feature = "cli")]
mod unsolved;

#[cfg(feature = "cli")]
pub use cells::{cells, heads};
pub use comparison::{Comparison, Difference, Ratio};
pub use difficulty::Difficulty;
pub use merge::{Finding, Flaw, Merge, RowsFile};
pub use preset::Preset;
pub use rows::{BadRow, Row, Rows, SearchRow, disputes};
pub use shard::{Assignment, Shard};
pub use statistics::Interval;
pub use stratum::Stratum;
#[cfg(feature = "cli")]
pub use table::{ByStratum, DRAW, Figures, Group, table};
pub use tally::Tally;
#[cfg(feature = "cli")]
pub use unsolved::unsolved;
