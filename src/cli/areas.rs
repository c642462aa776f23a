//! The arguments that choose the definition of room and tunnel, shared by subcommands.

use super::Failure;
use crate::level::Board;
use crate::maze::{AreaPatterns, Areas, RoomsBy};
use std::fs;
use std::path::{Path, PathBuf};

/// `--rooms-by`, `--area-patterns`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct AreaArgs {
    /// What makes a tunnel: patterns (walls around a square), articulation (no loop) or blocks (no 2x3 block); none: the level is one room
    #[arg(help_heading = "Rooms", long, default_value_t, value_name = "DEFINITION")]
    rooms_by: RoomsBy,
    /// A file of area patterns instead of the built-in ones
    #[arg(help_heading = "Rooms", long, value_name = "FILE")]
    area_patterns: Option<PathBuf>,
}

/// The definition, with its patterns read.
#[derive(Clone, Debug)]
pub(super) struct Cutter {
    /// The definition.
    pub(super) by: RoomsBy,
    pub(super) patterns: AreaPatterns,
}

impl AreaArgs {
    /// Reads the pattern file, if there is one.
    pub(super) fn cutter(&self) -> Result<Cutter, Failure> {
        let patterns = self.area_patterns.as_deref().map(patterns).transpose()?;
        Ok(Cutter { by: self.rooms_by, patterns: patterns.unwrap_or_default() })
    }
}

impl Cutter {
    /// Cuts a board.
    pub(super) fn areas(&self, board: &Board) -> Areas {
        Areas::new(board, self.by, &self.patterns)
    }
}

fn patterns(path: &Path) -> Result<AreaPatterns, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::io(path, &error))?;
    AreaPatterns::parse(&text).map_err(|fault| Failure::message(format!("{}:{fault}", path.display())))
}
