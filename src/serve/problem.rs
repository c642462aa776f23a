//! Problems as answers over HTTP, and those of HTTP alone.

use crate::answers::{Kind, Problem};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

pub(super) fn forbidden(message: impl Into<String>) -> Problem {
    Problem::new(Kind::Forbidden, message)
}

pub(super) fn method_not_allowed() -> Problem {
    Problem::new(Kind::MethodNotAllowed, "the path does not accept this method")
}

pub(super) fn too_slow() -> Problem {
    Problem::new(Kind::TooSlow, "the body of the request did not arrive in time")
}

pub(super) fn busy() -> Problem {
    Problem::new(Kind::Busy, "too many requests at a time: try again later")
}

pub(super) fn unsupported(expected: &str) -> Problem {
    Problem::new(Kind::Unsupported, format!("expected Content-Type: {expected}"))
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = match self.kind {
            Kind::BadRequest | Kind::BadJson => StatusCode::BAD_REQUEST,
            Kind::BadLevel | Kind::BadMoves => StatusCode::UNPROCESSABLE_ENTITY,
            Kind::Forbidden => StatusCode::FORBIDDEN,
            Kind::NotFound => StatusCode::NOT_FOUND,
            Kind::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Kind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Kind::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Kind::Unsupported => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Kind::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Kind::InternalError => StatusCode::INTERNAL_SERVER_ERROR,
        };
        (status, [(CONTENT_TYPE, "application/json")], self.json()).into_response()
    }
}
