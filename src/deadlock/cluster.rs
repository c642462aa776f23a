//! Are the boxes around one of them lost?
//!
//! ```text
//!   ######      The right box must go up, pushed from the square below it; but then it closes the upper row, the only way
//!   #  . #      to the left of the other. The left box must go right, and then it stands where the player must stand to
//!   # #$@#      push the first. Neither is frozen, each could reach a goal of its own, and no square is closed to the
//!   # $. #      player: only a search of both together proves that they are lost.
//!   ######
//! ```
//! In come a position and the box that was pushed last; out come boxes close to it that are proved lost, if any, see
//! [`ZoneSearch`].

use super::zone_search::{GiveUp, ZoneSearch};
use crate::level::Square;
use crate::maze::Maze;
use crate::push::{BoxSet, State};

/// The test.
#[derive(Clone, Debug)]
pub struct ClusterSearch {
    zone: ZoneSearch,
}

impl ClusterSearch {
    /// How far, in rows and in columns, boxes may be apart to be close.
    const NEAR: usize = 2;
    /// The most boxes that are kept.
    const MOST: usize = 7;

    /// For a board of so many squares.
    pub fn new(squares: usize) -> Self {
        Self { zone: ZoneSearch::new(squares, GiveUp::Solved) }
    }

    /// As few of the boxes around `pushed` as are lost without the others; `None` where they are not proved lost.
    pub fn dead(&mut self, maze: &Maze<'_>, state: &State, pushed: Square) -> Option<BoxSet> {
        let board = maze.board;
        let mut cluster = vec![pushed];
        let mut kept = BoxSet::of(board.len(), [pushed]);
        let mut zone = BoxSet::empty(board.len());
        let mut next = 0;
        while let Some(&at) = cluster.get(next) {
            next += 1;
            let (row, column) = board.row_column(at);
            for r in row.saturating_sub(Self::NEAR)..=row + Self::NEAR {
                for c in column.saturating_sub(Self::NEAR)..=column + Self::NEAR {
                    let Some(square) = board.square(r, c) else { continue };
                    zone.insert(square);
                    if state.boxes.has(square) && !kept.has(square) && cluster.len() < Self::MOST {
                        kept.insert(square);
                        cluster.push(square);
                    }
                }
            }
        }
        if !self.zone.is_lost(maze, kept.clone(), &zone, state.player) {
            return None;
        }
        for b in cluster {
            kept.remove(b);
            if !self.zone.is_lost(maze, kept.clone(), &zone, state.player) {
                kept.insert(b);
            }
        }
        Some(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deadlock::{CorralSearch, Freeze};
    use crate::heuristic::MinCostMatching;
    use crate::level::Level;
    use crate::push::Region;
    use crate::run::Meter;

    fn state(level: &Level) -> State {
        State::of(&level.board, &level.start, &mut Region::new(level.board.len()))
    }

    #[test]
    fn the_boxes_of_the_picture_are_lost_and_no_cheaper_rule_sees_it() {
        let level = Level::from_xsb("", "######\n#  . #\n# #$@#\n# $. #\n######\n").unwrap();
        let mut meter = Meter::unlimited();
        let maze = Maze::new(&level.board, &mut meter).unwrap();
        let (state, squares) = (state(&level), level.board.len());
        for pushed in state.boxes.iter() {
            assert!(ClusterSearch::new(squares).dead(&maze, &state, pushed).is_some());
            let dead = maze.distances.dead_squares();
            assert!(!Freeze::new(squares).is_dead(&level.board, dead, &state.boxes, pushed));
        }
        let places: Vec<_> = state.boxes.iter().map(|b| maze.place(b, state.player)).collect();
        assert!(MinCostMatching::default().solve(&maze.distances, &places, &meter).unwrap().is_some());
        assert!(!CorralSearch::new(squares).is_dead(&maze, &state));
    }

    #[test]
    fn the_same_boxes_are_not_lost_where_the_player_can_go_round() {
        let level = Level::from_xsb("", "######\n#    #\n#  . #\n# #$@#\n# $. #\n######\n").unwrap();
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
        let state = state(&level);
        for pushed in state.boxes.iter() {
            assert!(ClusterSearch::new(level.board.len()).dead(&maze, &state, pushed).is_none());
        }
    }
}
