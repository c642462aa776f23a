//! Prints the rooms and tunnels of a level, by each definition of what a room is: `cargo run --example dump_rooms`.
//!
//! The text is the same in every run and on every machine, so it can be a snapshot of the crate `insta` too, where levels live in
//! tests rather than in files:
//!
//! ```ignore
//! insta::assert_snapshot!(level.title.as_str(), dump.write(RoomsFormat::Text));
//! ```
//!
//! `sokoplan::render::changes` describes the differences of two such texts in words.

use sokoplan::level::Level;
use sokoplan::maze::{AreaPatterns, Areas, Maze, RoomsBy};
use sokoplan::render::{RoomsDump, RoomsFormat};
use sokoplan::run::Meter;
use std::error::Error;

const LEVEL: &str = "
###########
#    ######
# $  ##  ##
# $$     ##
#  $@## ..#
#    ## ..#
###########";

fn main() -> Result<(), Box<dyn Error>> {
    let level = Level::from_xsb("A goal room with one door", LEVEL)?;
    let maze = Maze::new(&level.board, &mut Meter::unlimited())?;
    for by in RoomsBy::ALL {
        let areas = Areas::new(&level.board, by, &AreaPatterns::default());
        let dump = RoomsDump::new(&level, by, &areas, maze.distances.dead_squares());
        println!("{}", dump.write(RoomsFormat::Text));
    }
    Ok(())
}
