//! The lowest rung: the number of boxes in each area, and the pushes by which a box can cross a border.

use crate::level::{Direction, Square};
use crate::maze::{AreaId, Areas, Maze};

/// The number of boxes in each area.
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

    /// Takes one number for each area; a number too large for `u16` becomes the largest one.
    pub fn from_numbers(numbers: impl IntoIterator<Item = u32>) -> Self {
        Self(numbers.into_iter().map(|n| u16::try_from(n).unwrap_or(u16::MAX)).collect())
    }

    /// Returns the count of one area.
    pub fn get(&self, area: AreaId) -> u16 {
        self.0[area.index()]
    }

    /// Returns the counts after one box has gone from an area to another.
    #[must_use]
    pub fn moved(&self, from: AreaId, to: AreaId) -> Self {
        let mut counts = self.0.clone();
        counts[from.index()] = counts[from.index()].saturating_sub(1);
        counts[to.index()] += 1;
        Self(counts)
    }
}

/// A push of a box over a border.
///
/// ```text
///   @ b | t      player behind the box, border between b and t
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The box's square before the push.
    pub from: Square,
    /// The direction of the push.
    pub direction: Direction,
    /// The box's square after the push.
    pub to: Square,
}

/// The pushes by which a box can go from area to area, on the board without other boxes.
#[derive(Clone, Debug)]
pub struct Crossings {
    /// For each area, the neighbours that a box can be pushed into, with the pushes.
    by_area: Vec<Vec<(AreaId, Vec<Crossing>)>>,
}

impl Crossings {
    /// Collects the pushes over each border. There must be a square to push from, and the box must not be dead after
    /// it.
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

    /// Returns the areas that a box can be pushed into from this one, each with the pushes.
    pub fn from(&self, area: AreaId) -> &[(AreaId, Vec<Crossing>)] {
        &self.by_area[area.index()]
    }
}

fn crossing(maze: &Maze<'_>, from: Square, to: Square) -> Option<Crossing> {
    let direction = Direction::ALL.into_iter().find(|&direction| maze.board.next(from, direction) == Some(to))?;
    maze.board.next(from, direction.opposite())?;
    let is_alive = !maze.distances.is_dead_place(maze.place_pushed(to, direction));
    is_alive.then_some(Crossing { from, direction, to })
}
