//! The number of boxes, or of goals, in each area.

use crate::level::Square;
use crate::maze::{AreaId, Areas};

/// A number for each area: of boxes, or of goals.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AreaCounts(Vec<u16>);

impl AreaCounts {
    /// Counts squares (of boxes, or of goals) by area.
    pub fn of(areas: &Areas, squares: impl IntoIterator<Item = Square>) -> Self {
        let mut counts = vec![0; areas.len()];
        for square in squares {
            counts[areas.area_of(square).index()] += 1;
        }
        Self(counts)
    }

    /// Creates counts from one number for each area; a number too large for `u16` becomes `u16::MAX`.
    pub fn from_numbers(numbers: impl IntoIterator<Item = u32>) -> Self {
        Self(numbers.into_iter().map(|n| u16::try_from(n).unwrap_or(u16::MAX)).collect())
    }

    /// Returns the number (of boxes, or of goals) of one area.
    pub fn get(&self, area: AreaId) -> u16 {
        self.0[area.index()]
    }
}
