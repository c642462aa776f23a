//! Following pushes around squares that the player does not reach, with only the boxes around these squares.

use super::closure::Followed;
use super::lemmas::Lemmas;
use super::pattern_space::Pattern;
use crate::level::{Direction, Square};
use crate::push::BoxSet;
use crate::run::{Meter, Stop};

impl Lemmas<'_> {
    /// Returns the boxes of a dead corral (squares that boxes close off); `None` if `most` patterns are too few.
    ///
    /// ```text
    /// #######
    /// #.  $@#    the player does not reach the left part; the boxes that matter are those around it, and those behind
    /// #  $  #    them that keep them from being pushed in
    /// # $   #
    /// #######
    /// ```
    pub(super) fn follow_corral(
        &mut self,
        boxes: &BoxSet,
        empty: &BoxSet,
        player: Square,
        most: usize,
        meter: &mut Meter,
    ) -> Result<Option<BoxSet>, Stop> {
        let all = self.space.pattern(boxes.clone(), empty.clone(), player);
        let Some(first) = self.tightened(all, player) else { return Ok(None) };
        let found = first.boxes.clone();
        let closed = self.close(first, most, Self::tightened, meter)?;
        Ok(matches!(closed, Followed::Dead).then_some(found))
    }

    /// Returns the pattern with only boxes that matter to closed squares; `None` if none is closed, or it may be
    /// solved.
    fn tightened(&self, mut pattern: Pattern, player: Square) -> Option<Pattern> {
        loop {
            if self.space.is_end(&pattern) {
                return None;
            }
            let around = self.around(&pattern)?;
            if around == pattern.boxes {
                return Some(pattern);
            }
            pattern = self.space.pattern(around, pattern.empty, player);
        }
    }

    /// Returns the boxes around the squares that the player does not reach, corners included, and the boxes straight
    /// behind these boxes; `None` if the player reaches every square.
    fn around(&self, pattern: &Pattern) -> Option<BoxSet> {
        let board = self.space.maze.board;
        let is_closed = |square: &Square| !pattern.boxes.has(*square) && !pattern.region.has(*square);
        let closed: Vec<Square> = board.squares().filter(is_closed).collect();
        let mut kept = self.space.none();
        for &square in &closed {
            let (row, column) = board.row_column(square);
            let around = (row - 1..=row + 1).flat_map(|row| (column - 1..=column + 1).map(move |column| (row, column)));
            let around = around.filter_map(|(row, column)| board.square(row, column));
            around.filter(|&beside| pattern.boxes.has(beside)).for_each(|beside| kept.insert(beside));
            for direction in Direction::ALL {
                let beside = self.space.next(square, direction).filter(|&beside| pattern.boxes.has(beside));
                let behind = beside.and_then(|beside| self.space.next(beside, direction));
                behind.filter(|&behind| pattern.boxes.has(behind)).into_iter().for_each(|square| kept.insert(square));
            }
        }
        (!closed.is_empty()).then_some(kept)
    }
}
