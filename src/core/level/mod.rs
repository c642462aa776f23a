//! What is a level, and which moves are legal? Text in one of several formats is read into levels: a [`Grid`] of tiles, a [`Board`]
//! of numbered squares, and a starting [`Position`]. Moves are read, replayed and verified.

mod alphabet;
mod board;
mod collection;
mod format;
mod grid;
#[expect(clippy::module_inception, reason = "one noun a file, and the folder's noun is level")]
mod level;
mod lurd;
mod read;
mod symmetry;
mod task;
mod verify;
mod write;

pub use alphabet::{Alphabet, BadLetters, Letters, Tile};
pub use board::{Board, BoardError, Position, Square};
pub use collection::{Collection, Entry, Fault, Note, RecordedMoves, Recording};
pub use format::{Format, InputFormat};
pub use grid::Grid;
pub use level::Level;
pub use lurd::{Direction, Lurd, LurdError};
pub use read::{
    Entries, LevelText, PddlFile, ReadOptions, decode, is_drawn_otherwise, is_json, moves_alone, read, suggested,
};
pub use symmetry::{Canonical, Pictures, Symmetry};
pub use task::{NoLevel, SokobanTask};
pub(crate) use verify::verified;
pub use verify::{Course, Metrics, Replay, ReplayError, Why, replay, verify};
pub use write::{Unwritable, WriteOptions, write};
