//! How do runs over whole collections compare, and strategies on the same levels?
//!
//! In come the rows that runs wrote, one a level, or the reports of trials, one a strategy and level; out come tables of
//! one run, the differences of two, and sheets and charts of trials. Nothing is solved here, and nothing is drawn from
//! more than what rows and trials say.

#[cfg(feature = "cli")]
mod chart;
mod comparison;
mod preset;
mod rows;
pub mod rungs;
#[cfg(feature = "cli")]
mod sheet;
#[cfg(feature = "cli")]
mod table;
mod tally;
mod trial;

#[cfg(feature = "cli")]
pub use chart::chart;
pub use comparison::{Comparison, Difference, Ratio};
pub use preset::Preset;
pub use rows::{BadRow, Row, Rows};
#[cfg(feature = "cli")]
pub use sheet::{Look, Sheet};
#[cfg(feature = "cli")]
pub use table::{Group, table};
pub use tally::Tally;
pub use trial::{Standing, Trial, disputes};
