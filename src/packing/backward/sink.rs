//! The sink: a set of bases (start squares) that are equivalent for the removal of a box.
//!
//! ```text
//!   #########       Pushes lead a box from each x to each other x, and from x to w, but not back from w: it stands at
//!   #w  #  x#       the wall. So the sink is x x x.
//!   #  xx   #
//!   #   #   #
//!   #########
//! ```

use crate::level::Square;
use crate::maze::Maze;
use crate::push::{BoxSet, Macros, Region};
use crate::run::{Meter, Stop};

/// Returns the largest group of free bases all of which the player reaches, see [`groups`]: the first in reading order
/// among equals; empty if there is none.
///
/// # Errors
/// A limit of the meter.
pub(super) fn sink(
    maze: &Maze<'_>,
    (boxes, bases): (&BoxSet, &BoxSet),
    region: &Region,
    macros: &mut Macros,
    meter: &Meter,
) -> Result<BoxSet, Stop> {
    let mut largest = BoxSet::empty(maze.board.len());
    for group in groups(maze, (boxes, bases), macros, meter)? {
        if group.len() > largest.len() && group.iter().all(|s| region.has(s)) {
            largest = group;
        }
    }
    Ok(largest)
}

/// Returns for each free square of `squares`, ascending, those of `squares` to which a further box on it can be pushed
/// and from which the box can be pushed back. Boxes act as walls; the player may begin each way on any side of the
/// further box.
///
/// # Errors
/// A limit of the meter.
pub(super) fn groups(
    maze: &Maze<'_>,
    (boxes, squares): (&BoxSet, &BoxSet),
    macros: &mut Macros,
    meter: &Meter,
) -> Result<Vec<BoxSet>, Stop> {
    let free: Vec<Square> = squares.iter().filter(|&s| !boxes.has(s)).collect();
    let is_alive = |to, direction| !maze.distances.is_dead_place(maze.place_pushed(to, direction));
    let reach = macros.reach_by(maze.board, boxes, &free, is_alive, meter)?;
    let group = |one: usize| {
        let joined = (0..free.len()).filter(|&other| reach.leads(free[one], other) && reach.leads(free[other], one));
        BoxSet::of(maze.board.len(), joined.map(|other| free[other]))
    };
    Ok((0..free.len()).map(group).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    /// Returns the sink of a picture: its bases are the squares of its boxes, which are removed; `walls` hold boxes.
    fn sink_of(text: &str, walls: &[(usize, usize)]) -> Vec<(usize, usize)> {
        let level = Level::from_xsb("", text).unwrap();
        let (board, start) = (&level.board, &level.start);
        let maze = Maze::new(board, &mut Meter::unlimited()).unwrap();
        let boxes = BoxSet::of(board.len(), walls.iter().map(|&(row, column)| board.square(row, column).unwrap()));
        let bases = BoxSet::of(board.len(), start.boxes.iter().copied());
        let mut region = Region::new(board.len());
        region.flood(board, start.player, |s| boxes.has(s));
        let sink = sink(&maze, (&boxes, &bases), &region, &mut Macros::new(board.len()), &Meter::unlimited()).unwrap();
        sink.iter().map(|s| board.row_column(s)).collect()
    }

    #[test]
    fn bases_that_pushes_join_are_the_sink_and_one_from_which_no_push_leads_back_is_not() {
        let text = "##########\n#    ..  #\n# $ $   .#\n#  @    ##\n#$########\n##########\n";
        assert_eq!(sink_of(text, &[]), [(2, 2), (2, 4)]);
        assert_eq!(sink_of(text, &[(2, 4)]), [(2, 2)], "a base where a box stands is not free");
    }

    #[test]
    fn the_player_must_reach_all_of_the_sink() {
        let text = "############\n#    #     #\n# $$    $@ #\n#    # ... #\n############\n";
        assert_eq!(sink_of(text, &[]), [(2, 2), (2, 3), (2, 8)]);
        assert_eq!(sink_of(text, &[(2, 5)]), [(2, 8)], "the larger group lies behind a box");
    }
}
