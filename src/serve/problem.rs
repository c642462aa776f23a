//! Errors of requests, as JSON.

use crate::level::{Fault, LurdError, ReplayError};
use crate::run::Stop;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// Error of a request, sent as JSON in answer to the request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Problem {
    #[serde(skip)]
    status: StatusCode,
    /// Code of the problem, one word.
    kind: &'static str,
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
    fn new(status: StatusCode, kind: &'static str, message: impl Into<String>) -> Self {
        Self { status, kind, message: message.into(), line: None, column: None, expected: None }
    }

    pub(super) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad_request", message)
    }

    pub(super) fn forbidden(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", message)
    }

    pub(super) fn not_found(path: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", format!("there is no page at {path}"))
    }

    pub(super) fn method_not_allowed() -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", "the path does not accept this method")
    }

    pub(super) fn too_large(most: usize, unit: &str) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", format!("at most {most} {unit} are read"))
    }

    pub(super) fn too_slow() -> Self {
        Self::new(StatusCode::REQUEST_TIMEOUT, "too_slow", "the body of the request did not arrive in time")
    }

    pub(super) fn unsupported(expected: &str) -> Self {
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported", format!("expected Content-Type: {expected}"))
    }

    pub(super) fn internal(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal_error", message)
    }

    pub(super) fn json(&self) -> String {
        serde_json::json!({ "error": self }).to_string()
    }

    pub(super) fn no_level(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_level", message)
    }
}

impl From<Stop> for Problem {
    fn from(stop: Stop) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", format!("{stop}: the file is too large"))
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
        Self { line, column, ..Self::new(StatusCode::BAD_REQUEST, "bad_json", error.to_string()) }
    }
}

impl From<LurdError> for Problem {
    fn from(error: LurdError) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_moves", error.to_string())
    }
}

impl From<ReplayError> for Problem {
    fn from(error: ReplayError) -> Self {
        let column = Some(error.at);
        Self { column, ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_moves", error.to_string()) }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, [(CONTENT_TYPE, "application/json")], self.json()).into_response()
    }
}
