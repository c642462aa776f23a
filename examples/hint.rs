//! Prints the next step of a level, or the reason of its absence: `cargo run --example hint`.

use sokoplan::assist::Hint;
use sokoplan::{Collection, Limits};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let collection = Collection::parse(include_bytes!("../levels/6-lisa.xsb"));
    let level = collection.levels().next().ok_or("no level")?;
    match level.hint(Limits { nodes: Some(10_000), ..Limits::default() })? {
        Hint::Lost(why) => println!("lost: {why}"),
        hint => println!("{}: {}", hint.word(), hint.lurd(level).unwrap_or_default()),
    }
    Ok(())
}
