//! Are the boxes around one of them lost?
//!
//! ```text
//!   #######      The upper two can only be parted when the right one goes down, the lower two only when the right
//!   # $$  #      one goes up. Neither pair is frozen, and no corral is closed; a search of these four alone proves
//!   ### ###      that they are lost.
//!   # $$  #
//!   #######
//! ```
//! In come a position and the box that was pushed last; out comes whether the boxes close to it are proved lost, see
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

    /// Are the boxes around `pushed` lost?
    pub fn is_dead(&mut self, maze: &Maze<'_>, state: &State, pushed: Square) -> bool {
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
        self.zone.is_lost(maze, kept, &zone, state.player)
    }
}
