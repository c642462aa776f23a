//! `sokoplan serve`: the answers, who gets them, and the pages in a browser.

mod answers;
mod browser;
mod client;
mod described;
mod pages;
mod refused;
mod together;

use client::Server;

const LISA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/6-lisa.xsb");

/// A level that a search does not finish while a test runs.
fn hall() -> String {
    let mut text = "####################\n#@                 #\n".to_owned();
    (0..14).for_each(|_| text += "# $ .  $ .  $ . $. #\n#                  #\n");
    text + "####################\n"
}
