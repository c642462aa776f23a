//! What every subcommand shares: levels and limits on the command line, outputs, messages, rows, and the loop over levels.

pub(in crate::cli) mod claims;
mod destination;
mod driver;
pub(in crate::cli) mod files;
mod levels;
mod limits;
pub(in crate::cli) mod message;
mod output;
mod progress;
pub(in crate::cli) mod row;
mod selection;
pub(in crate::cli) mod signals;

pub(in crate::cli) use claims::{Claim, Claims, LevelFiles, SolutionArgs};
pub(in crate::cli) use destination::{
    Destination, NamedContent, Output, distinct, not_inputs, numbered, refuse_twins, stem,
};
pub(in crate::cli) use driver::{Driver, NoResult, RunSummary};
pub(in crate::cli) use levels::{LevelArgs, PickArgs};
pub(in crate::cli) use limits::{
    BoundArgs, BudgetArgs, LimitArgs, ThreadArgs, cores, reading, reading_unlimited, with_cores,
};
pub use message::{ExitStatus, Failure};
pub(in crate::cli) use output::{FormatArgs, OutputArgs, OutputFile, SkinArgs, TextOrJson, format_of, width};
pub(in crate::cli) use progress::{Progress, level_name};
pub(in crate::cli) use row::NoAnswerRow;
pub(in crate::cli) use selection::{PickedLevel, Selection};
pub(in crate::cli) use signals::interruptible;
