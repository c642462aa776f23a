//! `sokoplan serve`: the answers, who gets them, and the pages in a browser.

mod answers;
mod browser;
mod client;
mod described;
mod pages;
mod refused;
mod together;

use client::Server;
use serde_json::{Value, json};

const LISA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/6-lisa.xsb");

/// A question whose search does not end while a test runs: a shortest solution of a large level.
fn endless() -> Value {
    json!({"level": {"board": hall()}, "optimal": "moves"})
}

fn hall() -> String {
    let mut text = "####################\n#@                 #\n".to_owned();
    (0..14).for_each(|_| text += "# $ .  $ .  $ . $. #\n#                  #\n");
    text + "####################\n"
}
