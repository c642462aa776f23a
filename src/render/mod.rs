//! Output formats: text, JSON, DOT, SVG, PNG, GIF and HTML, of levels, areas, plans, layers and reports. Equal inputs
//! give equal bytes.

mod boards;
mod counted;
mod explanation;
mod groups;
mod layers;
mod outline;
mod picture;
mod place;
mod plan;
#[cfg(feature = "cli")]
mod proof_row;
mod replay;
#[cfg(feature = "cli")]
mod report;
mod rooms;
mod rounds;
#[cfg(feature = "cli")]
mod row;
mod solve_row;
mod step;
mod steps;
mod table;
mod verify_row;

pub use counted::counted;
pub use explanation::explanation;
pub use groups::GroupRow;
pub use layers::{Canvas, Cell, Ground, Hinted, Ink, LayersRow, LayersView};
pub use outline::{FilledRow, OutlineRow, SourceRow, StageRow};
#[cfg(feature = "svg")]
pub use picture::{PngError, Skin, pixels_available, png};
pub use plan::{EventRow, PackingComparison, PackingRow, PlanRow, PlanView, WhatIf};
#[cfg(feature = "cli")]
pub(crate) use proof_row::ProofRow;
pub use replay::{Frame, frames};
#[cfg(feature = "png")]
pub use replay::{GifError, gif};
#[cfg(feature = "svg")]
pub use replay::{Timing, animation};
#[cfg(feature = "serve")]
pub(crate) use report::scripts;
#[cfg(feature = "cli")]
pub use report::{ReportLevel, ReportPage, ReportProof, ReportRefusal, ReportTurn, ReportTurns};
pub use rooms::{RoomsDump, RoomsFormat, RoomsRow, RoomsStats, SavedRooms, TableStats, area_names, changes};
pub use rounds::{NogoodRow, RoundsView};
#[cfg(feature = "serve")]
pub(crate) use row::OfLevel;
#[cfg(feature = "cli")]
pub(crate) use row::{Row, SCHEMA, Unanswered, write_json};
pub use solve_row::SolveRow;
pub use step::{happened_words, joined_words, names_after, step_words};
pub use steps::{AreaRow, BoxRow, CarriedOutRow, EventRow as RoomEventRow, StepRow, StepsView};
pub use table::{Column, Look, Table, TableCell, cut_to, wrapped};
pub use verify_row::{BadSolution, VerifyRow};
