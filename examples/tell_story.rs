//! Tells how a level of ours is solved: `cargo run --example tell_story`.

use sokoplan::{Collection, Limits, TellStory};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let collection = Collection::parse(include_bytes!("../levels/6-lisa.xsb"));
    let level = collection.levels().next().ok_or("no level")?;
    let report = level.solve(Limits { nodes: Some(10_000), ..Limits::default() });
    print!("{}", report.story(level).ok_or("not solved")?);
    Ok(())
}
