//! Errors of requests, as JSON.

use crate::level::{Fault, LurdError, ReplayError};
use crate::run::Stop;
use serde::Serialize;

/// Kinds of problems; the server has a status for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A value that cannot be.
    BadRequest,
    /// A body that is not JSON, or has other keys.
    BadJson,
    /// No level, or a fault in it.
    BadLevel,
    /// Moves that cannot be made.
    BadMoves,
    /// A request that is not answered to this client.
    Forbidden,
    /// A name that nothing has.
    NotFound,
    /// A method that the path does not accept.
    MethodNotAllowed,
    /// More bytes or levels than are read.
    TooLarge,
    /// A body that did not arrive in time.
    TooSlow,
    /// A body of another content type.
    Unsupported,
    /// A fault of this program.
    InternalError,
    /// Too many requests wait, or their bodies take too much memory.
    Busy,
}

/// Error of a request, sent as JSON in answer to the request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Kind, in one word.
    pub kind: Kind,
    message: String,
    /// Line of the fault in the level, or in the JSON of the request, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// Column of the fault, from 1; of moves, the number of the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// Text that was expected at this line and column.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
}

impl Problem {
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), line: None, column: None, expected: None }
    }

    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(Kind::BadRequest, message)
    }

    pub(crate) fn not_found(path: &str) -> Self {
        Self::new(Kind::NotFound, format!("there is no page at {path}"))
    }

    /// Returns the problem of more than `most` units.
    pub fn too_large(most: usize, unit: &str) -> Self {
        Self::new(Kind::TooLarge, format!("at most {most} {unit} are read"))
    }

    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::new(Kind::InternalError, message)
    }

    /// Returns the problem as JSON.
    pub fn json(&self) -> String {
        serde_json::json!({ "error": self }).to_string()
    }

    pub(crate) fn no_level(message: impl Into<String>) -> Self {
        Self::new(Kind::BadLevel, message)
    }
}

impl From<Stop> for Problem {
    fn from(stop: Stop) -> Self {
        Self::new(Kind::TooLarge, format!("{stop}: the file is too large"))
    }
}

impl From<&Fault> for Problem {
    fn from(fault: &Fault) -> Self {
        Self {
            line: Some(fault.line),
            column: Some(fault.column),
            expected: Some(fault.expected.clone()),
            ..Self::no_level(fault.to_string())
        }
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        let (line, column) = (Some(error.line()), Some(error.column()));
        Self { line, column, ..Self::new(Kind::BadJson, error.to_string()) }
    }
}

impl From<LurdError> for Problem {
    fn from(error: LurdError) -> Self {
        Self::new(Kind::BadMoves, error.to_string())
    }
}

impl From<ReplayError> for Problem {
    fn from(error: ReplayError) -> Self {
        let column = Some(error.at);
        Self { column, ..Self::new(Kind::BadMoves, error.to_string()) }
    }
}
