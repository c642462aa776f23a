//! Everything that the layers stand on: what is known of a level, and the position that is looked at.

use super::rooms::DeadRooms;
use crate::deadlock::{CorralSearch, DeadlockPatterns, Freeze};
use crate::heuristic::{MinCostMatching, ReachabilityCache};
use crate::level::{Position, Square};
use crate::maze::{Areas, Maze};
use crate::push::{BoxSet, Macros, Push, Region, State};

/// Looks at positions of one level, and holds working memory.
#[derive(Debug)]
pub struct Assistant<'a> {
    /// What is known before the first push.
    pub maze: &'a Maze<'a>,
    /// Rooms and tunnels.
    pub areas: &'a Areas,
    /// Deadlocks by picture.
    pub patterns: &'a DeadlockPatterns,
    /// The boxes now.
    pub(super) boxes: BoxSet,
    /// Where the player stands now.
    pub(super) player: Square,
    /// Where he can walk now.
    pub(super) region: Region,
    pub(super) macros: Macros,
    pub(super) freeze: Freeze,
    pub(super) reach: ReachabilityCache,
    pub(super) corral: CorralSearch,
    pub(super) matching: MinCostMatching,
    pub(super) rooms: DeadRooms,
}

impl<'a> Assistant<'a> {
    /// Looks at a position first.
    pub fn new(maze: &'a Maze<'a>, areas: &'a Areas, patterns: &'a DeadlockPatterns, start: &Position) -> Self {
        let squares = maze.board.len();
        let mut assistant = Self {
            maze,
            areas,
            patterns,
            boxes: BoxSet::empty(squares),
            player: start.player,
            region: Region::new(squares),
            macros: Macros::new(squares),
            freeze: Freeze::new(squares),
            reach: ReachabilityCache::new(squares),
            corral: CorralSearch::new(squares),
            matching: MinCostMatching::default(),
            rooms: DeadRooms::new(maze.board, areas),
        };
        assistant.look(start);
        assistant
    }

    /// Turns to another position of the level.
    pub fn look(&mut self, position: &Position) {
        self.look_at(BoxSet::of(self.maze.board.len(), position.boxes.iter().copied()), position.player);
    }

    fn look_at(&mut self, boxes: BoxSet, player: Square) {
        self.region.flood(self.maze.board, player, |s| boxes.has(s));
        (self.boxes, self.player) = (boxes, player);
    }

    /// Looks at the position after a push, asks, and looks back.
    pub(super) fn after<T>(&mut self, push: Push, ask: impl FnOnce(&mut Self) -> T) -> T {
        let before = (self.boxes.clone(), self.player);
        self.look_at(self.state().boxes_after(self.maze.board, push), push.from);
        let answer = ask(self);
        self.look_at(before.0, before.1);
        answer
    }

    /// The position as searches hold it.
    pub(super) fn state(&self) -> State {
        State { boxes: self.boxes.clone(), player: self.region.least() }
    }

    /// The walls beside some boxes, by row and column.
    pub(super) fn walls_beside(&self, boxes: &[Square]) -> Vec<(usize, usize)> {
        let beside = |b: &Square| {
            let (row, column) = self.maze.board.row_column(*b);
            [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        };
        let is_wall = |place: &(usize, usize)| self.maze.board.square(place.0, place.1).is_none();
        let mut walls: Vec<_> = boxes.iter().flat_map(beside).filter(is_wall).collect();
        walls.sort_unstable();
        walls.dedup();
        walls
    }
}
