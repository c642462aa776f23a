//! What every subcommand shares: levels and limits on the command line, outputs, messages, rows, and the loop over levels.

pub(crate) mod claims;
mod destination;
mod driver;
pub(crate) mod files;
mod levels;
mod limits;
pub(crate) mod message;
mod output;
pub(crate) mod row;
mod selection;
pub(crate) mod signals;

pub(crate) use claims::{Claim, Claims, LevelFiles, SolutionArgs};
pub(crate) use destination::{Destination, NamedContent, Output, distinct, not_inputs, numbered, refuse_twins, stem};
pub(crate) use driver::{Driver, NoResult, Progress, RunSummary, level_name};
pub(crate) use levels::{LevelArgs, PickArgs};
pub(crate) use limits::{BoundArgs, BudgetArgs, LimitArgs, ThreadArgs, cores, reading, reading_unlimited, with_cores};
pub(crate) use message::Result;
pub use message::{ExitStatus, Failure};
pub(crate) use output::{FormatArgs, OutputArgs, OutputFile, SkinArgs, TextOrJson, format_of, width};
pub(crate) use row::NoAnswerRow;
pub(crate) use selection::{PickedLevel, Selection};
pub(crate) use signals::interruptible;
