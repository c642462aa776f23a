//! Paths of the interface: a request as JSON is answered with the row of the subcommand of that name, or with a
//! problem.

mod analysis;
mod boards;
mod events;
mod solve;

use super::problem::Problem;
use axum::Router;
use axum::routing::{get, post};
pub(super) use events::Api;
use events::Json;
pub use events::ShelfRow;
use std::sync::Arc;

pub(super) fn routes(api: Arc<Api>) -> Router {
    Router::new()
        .route("/api/levels", get(boards::named).post(boards::read))
        .route("/api/solve", post(solve::ask))
        .route("/api/improve", post(solve::improve))
        .route("/api/rooms", post(analysis::rooms))
        .route("/api/plan", post(analysis::plan))
        .route("/api/layers", post(analysis::layers))
        .route("/api/prove", post(analysis::prove))
        .route("/api/verify", post(boards::verify))
        .route("/api/convert", post(boards::convert))
        .method_not_allowed_fallback(|| async { Problem::method_not_allowed() })
        .with_state(api)
}
