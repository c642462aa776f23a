//! Output formats: text, JSON, DOT, SVG and HTML. Equal inputs give equal bytes.

mod explanation;
mod layers;
mod picture;
mod plan;
mod realised;
mod replay;
#[cfg(feature = "cli")]
pub(crate) mod report;
mod rooms;
#[cfg(feature = "web")]
mod row;
mod solve_row;
mod steps;
mod story;
mod table;
mod words;

pub use explanation::explanation;
pub use layers::{LayersRow, LayersView, RescueRow, rescue_words};
pub use picture::Skin;
pub use plan::{PlanRow, PlanView, TraceRow};
pub(crate) use realised::summed;
pub use realised::{AgreementRow, FidelityRow, GroupRow, RealisedRow};
pub use replay::{AnimationError, Frame, Timing, animation, frames};
#[cfg(feature = "cli")]
pub(crate) use report::{ReportLevel, ReportPage, ReportTurn, ReportTurns};
pub use rooms::{RoomsDump, RoomsFormat, RoomsRow, RoomsStats, SavedRooms, area_names, changes};
#[cfg(feature = "cli")]
pub(crate) use row::SCHEMA;
#[cfg(feature = "web")]
pub(crate) use row::{BadSolution, NoAnswerRow, OfLevel, ProofRow, Row, VerifyRow, write_json};
pub use solve_row::SolveRow;
pub use steps::{AreaRow, StepRow, StepsView, TellStory};
pub use story::{FilledRow, SentenceRow, SourceRow, StoryRow};
pub use table::{Column, Look, Table, TableCell, cut_to, wrapped};
pub use words::{counted, happened_words, joined_words, names_after, step_words};
