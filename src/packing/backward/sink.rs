//! The sink: bases among which it makes no difference on which of them a box is taken out.
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
use crate::push::{BoxSet, Macros, Play, Region};

/// The largest group of free bases that pushes join, each with each, with the boxes as walls, among those groups which
/// the player reaches all of. The first in reading order among equals; empty if there is none.
pub(super) fn sink(
    maze: &Maze<'_>,
    (boxes, bases): (&BoxSet, &BoxSet),
    region: &Region,
    macros: &mut Macros,
) -> BoxSet {
    let squares = maze.board.len();
    let free: Vec<Square> = bases.iter().filter(|&base| !boxes.has(base)).collect();
    let mut reached = Vec::with_capacity(free.len());
    for &base in &free {
        let mut with = boxes.clone();
        with.insert(base);
        let found = macros.of_box(maze, &with, base, |s| !boxes.has(s), Play::Push);
        reached.push(BoxSet::of(squares, found.iter().map(|m| m.to).chain([base])));
    }
    let mut largest = BoxSet::empty(squares);
    for (reach, &base) in reached.iter().zip(&free) {
        let is_joined = |(other, back): (&Square, &BoxSet)| reach.has(*other) && back.has(base);
        let joined = free.iter().zip(&reached).filter(|&(other, back)| is_joined((other, back)));
        let group: Vec<Square> = joined.map(|(&other, _)| other).collect();
        if group.len() > largest.len() && group.iter().all(|&s| region.has(s)) {
            largest = BoxSet::of(squares, group);
        }
    }
    largest
}
