//! Arguments that choose the definition of rooms and tunnels, shared by subcommands.

use super::Failure;
use super::budget::reading_unlimited;
use super::select::text;
use crate::level::Board;
use crate::maze::{AreaPatterns, Areas, RoomsBy};
use crate::run::{Meter, Stop};
use std::path::{Path, PathBuf};

/// `--rooms-by`, `--area-patterns`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct AreaArgs {
    /// Definition of rooms and tunnels: width, lisa, blocks, none, random; see `help areas`
    #[arg(help_heading = "Rooms", long, default_value_t, value_name = "DEFINITION", hide_short_help = true)]
    rooms_by: RoomsBy,
    /// Read area patterns for `lisa` from this file instead of the built-in ones
    #[arg(help_heading = "Rooms", long, value_name = "FILE", hide_short_help = true)]
    area_patterns: Option<PathBuf>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Cutter {
    pub(super) by: RoomsBy,
    pub(super) patterns: AreaPatterns,
}

impl AreaArgs {
    pub(super) fn path(&self) -> Option<&Path> {
        self.area_patterns.as_deref()
    }

    /// Returns the definition of rooms, with its pattern file read; an error if the definition uses no such file.
    pub(super) fn cutter(&self) -> Result<Cutter, Failure> {
        if self.area_patterns.is_some() && self.rooms_by != RoomsBy::Lisa {
            return Err(Failure::message("--area-patterns has no effect: it is for --rooms-by lisa"));
        }
        let patterns = self.area_patterns.as_deref().map(patterns).transpose()?;
        Ok(Cutter { by: self.rooms_by, patterns: patterns.unwrap_or_default() })
    }
}

impl Cutter {
    pub(super) fn areas(&self, board: &Board, meter: &Meter) -> Result<Areas, Stop> {
        Areas::within(board, self.by, &self.patterns, meter)
    }
}

fn patterns(path: &Path) -> Result<AreaPatterns, Failure> {
    let text = text(path, &reading_unlimited())?;
    AreaPatterns::parse(&text).map_err(|fault| Failure::message(format!("{}:{fault}", path.display())))
}
