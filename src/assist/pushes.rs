//! The pushes that can be made in the position.

use super::Assistant;
use crate::push::Push;

impl Assistant<'_> {
    /// The pushes, by box and direction. One search over the player's squares finds them all (LISA 4.2).
    pub fn pushes(&self) -> Vec<Push> {
        self.state().pushes(self.maze.board, &self.region).collect()
    }
}
