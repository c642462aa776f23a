//! The number of boxes in each area, which is all that `counts` keeps, and the pushes that change it.

use crate::level::{Direction, Square};
use crate::maze::{AreaId, Areas, Maze};

/// A number for each area: of boxes, or of goals.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Counts(Vec<u16>);

impl Counts {
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

/// A push by which a lone box crosses a border.
///
/// ```text
///   @ b | t      player behind the box, border between b and t
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Square of the box before the push.
    pub from: Square,
    /// Direction of the push.
    pub direction: Direction,
    /// Square of the box after the push, in another area.
    pub to: Square,
}

/// Pushes by which a lone box can cross each border.
#[derive(Clone, Debug)]
pub struct Crossings {
    /// For each area, the neighbours into which a box can be pushed, with the pushes.
    by_area: Vec<Vec<(AreaId, Vec<Crossing>)>>,
}

impl Crossings {
    /// Collects the pushes over each border that have floor for the player behind the box and leave a lone box alive.
    pub fn new(maze: &Maze<'_>, areas: &Areas) -> Self {
        let by_area = areas.areas().iter().map(|area| {
            let openings = areas.openings_of(area.id);
            let reached = openings.iter().map(|opening| {
                let steps = opening.steps_from(area.id);
                (opening.other(area.id), steps.filter_map(|(b, t)| crossing(maze, b, t)).collect::<Vec<_>>())
            });
            reached.filter(|(_, pushes)| !pushes.is_empty()).collect()
        });
        Self { by_area: by_area.collect() }
    }

    /// Returns the areas into which a box can be pushed from `area`, each with the pushes.
    pub fn from(&self, area: AreaId) -> &[(AreaId, Vec<Crossing>)] {
        &self.by_area[area.index()]
    }
}

fn crossing(maze: &Maze<'_>, from: Square, to: Square) -> Option<Crossing> {
    let direction = maze.board.direction(from, to)?;
    maze.board.next(from, direction.opposite())?;
    let is_alive = !maze.distances.is_dead_place(maze.place_pushed(to, direction));
    is_alive.then_some(Crossing { from, direction, to })
}
