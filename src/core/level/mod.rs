//! What is a level, and which moves are legal? Text in one of several formats is read into levels: a [`Grid`] of tiles, a [`Board`]
//! of numbered squares, and a starting [`Position`]. Moves are read, replayed and verified.

mod alphabet;
mod board;
mod collection;
#[expect(clippy::module_inception, reason = "one noun a file, and the folder's noun is level")]
mod level;
mod lurd;
mod read;
mod symmetry;
mod task;
mod write;

pub use alphabet::{Alphabet, BadLetters, Format, InputFormat, Letters, Tile};
pub use board::{Board, BoardError, Grid, Position, Square};
pub use collection::{Collection, Entry, Fault, Note, RecordedMoves, Recording};
pub(crate) use level::verified;
pub use level::{Course, Level, Metrics, Replay, ReplayError, Why, replay, verify};
pub use lurd::{Direction, Lurd, LurdError};
pub use read::{
    Entries, LevelText, PddlFile, ReadOptions, decode, is_drawn_otherwise, is_json, moves_alone, read, suggested,
};
pub use symmetry::{Canonical, Pictures, Symmetry};
pub use task::{NoLevel, SokobanTask};
pub use write::{Unwritable, WriteOptions, write};
