//! `sokoplan serve`: the answers, who gets them, and the pages in a browser.

mod alike;
mod answers;
mod browser;
mod client;
mod file;
mod pages;
mod refused;

use crate::common::command::hall;
use client::Server;
use serde_json::{Value, json};

/// A question whose search does not end while a test runs: a shortest solution of a large level.
fn endless() -> Value {
    json!({"level": {"board": hall()}, "optimal": "moves"})
}
