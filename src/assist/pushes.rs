//! The layer `pushes`: possible pushes of a position.

use super::Assistant;
use crate::push::Push;

impl Assistant<'_> {
    /// Returns the possible pushes, by box and direction, found by one search over the player's squares (LISA 4.2).
    pub fn pushes(&self) -> Vec<Push> {
        self.state().pushes(self.maze.board, &self.region).collect()
    }
}
