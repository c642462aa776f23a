//! When does a search stop, and what does it report? Limits, counts, and the trait of all searches, for any domain.
//!
//! A [`Meter`] counts nodes, time and memory against [`Limits`]; a [`Search`] is run step by step until it finds a solution, is
//! exhausted, or the meter returns [`Stop`]. A function that takes a meter and returns `Result<_, Stop>` fails with the limit that
//! was reached.

mod limits;
mod meter;
mod random;
mod search;
mod spares;
mod text;

pub use limits::{Answer, Limits, Stop, StopFlag, bytes_words, parse_bytes, parse_count, parse_duration};
pub use meter::{Meter, NodeKind, count32, measure_memory_by, memory_used, reserve, table};
pub use random::Random;
pub use search::{Progress, Search, SearchEnd, Status, drive, drive_turn};
pub use spares::{Spare, Spares, beside};
pub use text::{counted, is_unsafe, safe, safe_cell, safe_lines};
