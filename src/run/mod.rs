//! When does a search stop, and what does it tell?
//!
//! In come [`Limits`]; a [`Meter`] counts nodes, bytes and time against them; a [`Search`] is driven step by
//! step until it finds something, runs dry, or the meter says [`Stop`]. Nothing here knows of Sokoban.

mod account;
mod held;
mod limits;
mod meter;
mod random;
mod search;
mod stop;
mod stop_flag;

pub use held::Held;
pub use limits::{Limits, parse_bytes, parse_count, parse_duration};
pub use meter::{Kind, Meter};
pub use random::Random;
pub use search::{Ended, Progress, Search, Status, drive};
pub use stop::{Answer, Stop};
pub use stop_flag::StopFlag;
