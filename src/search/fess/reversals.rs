//! Moves of a box that can be undone on the board without other boxes. A lone box can be brought back exactly if both
//! of its places (square and side of the player) lie in one strongly connected component of the graph of pushes.

use crate::level::Direction;
use crate::maze::{Maze, Place};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

/// Strongly connected components of the places of a lone box.
#[derive(Clone, Debug)]
pub(super) struct Reversals {
    /// For each place of a lone box, the number of its strongly connected component.
    component: Vec<u32>,
}

impl Reversals {
    /// Computes the components of a level. Linear in the squares.
    pub(super) fn new(maze: &Maze<'_>) -> Self {
        let board = maze.board;
        let mut pushes: Vec<(u32, u32)> = Vec::new();
        for from in board.squares() {
            for direction in Direction::ALL {
                let behind = board.next(from, direction.opposite());
                if let (Some(behind), Some(to)) = (behind, board.next(from, direction)) {
                    pushes.push((maze.place(from, behind).0, maze.place_pushed(to, direction).0));
                }
            }
        }
        let graph: DiGraph<(), ()> = DiGraph::from_edges(&pushes);
        let mut component = vec![u32::MAX; graph.node_count()];
        for (number, places) in (0..).zip(kosaraju_scc(&graph)) {
            places.into_iter().for_each(|place| component[place.index()] = number);
        }
        Self { component }
    }

    /// Returns whether a lone box pushed from place `before` to place `after` can be brought back.
    pub(super) fn can_undo(&self, before: Place, after: Place) -> bool {
        let component = |place: Place| self.component.get(place.0 as usize);
        component(before).is_some_and(|found| component(after) == Some(found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::run::Meter;

    #[test]
    fn a_box_comes_back_from_the_open_floor_but_not_from_a_wall() {
        let level = Level::from_xsb("", "########\n#      #\n# .$@  #\n#      #\n#      #\n########").unwrap();
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
        let reversals = Reversals::new(&maze);
        let place = |row, column| maze.place(level.board.square(row, column).unwrap(), level.start.player);
        assert!(reversals.can_undo(place(2, 3), place(3, 4)));
        assert!(!reversals.can_undo(place(2, 3), place(4, 3)));
    }
}
