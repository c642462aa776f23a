//! Squares that the packing plan is about to close off.
//!
//! ```text
//!   ########      The plan fills a, then b. With a box on a, a box on x reaches no later target any more: x is in the
//!   #x a b @#     zone of the steps before that one. A box there is out of plan: it must leave before a is filled.
//!   ########
//! ```
//! The squares closed off after a step are those from which no later target is reached, with the boxes that stand in
//! place by then as walls. The zone of a step is the next of these sets that differs from the set of the step.

use crate::level::Square;
use crate::maze::Maze;
use crate::packing::PackingPlan;
use crate::push::{BoxSet, Macros};
use crate::run::{Meter, Stop};

/// Zone of each step of a packing plan: the squares that boxes must leave.
#[derive(Clone, Debug)]
pub(super) struct Zones {
    /// Squares that boxes must leave, by the number of steps of the plan that are done.
    zones: Vec<BoxSet>,
}

impl Zones {
    /// Computes the zones of a plan on a level. Takes, for each step, time linear in the
    /// squares times the machine words of a bit set of steps.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn new(maze: &Maze<'_>, plan: &PackingPlan, meter: &Meter) -> Result<Self, Stop> {
        let targets: Vec<Square> = plan.steps().map(|(step, _)| step.to).collect();
        let mut macros = Macros::new(maze.board.len());
        let mut closed: Vec<BoxSet> = Vec::with_capacity(targets.len() + 1);
        for done in 0..=targets.len() {
            closed.push(closed_off(maze, plan.settled(done), &targets[done..], &mut macros, meter)?);
        }
        let mut zones = closed.clone();
        for done in (0..targets.len()).rev() {
            let is_same = closed[done] == closed[done + 1];
            zones[done] = if is_same { zones[done + 1].clone() } else { closed[done + 1].clone() };
        }
        Ok(Self { zones })
    }

    /// Returns the squares that boxes must leave once `done` steps of the plan are done.
    pub(super) fn at(&self, done: usize) -> &BoxSet {
        &self.zones[done.min(self.zones.len() - 1)]
    }
}

/// Returns the squares from which no target of `targets` is reached with walls on `walls`; empty if `targets` is empty.
fn closed_off(
    maze: &Maze<'_>,
    walls: &BoxSet,
    targets: &[Square],
    macros: &mut Macros,
    meter: &Meter,
) -> Result<BoxSet, Stop> {
    let squares = maze.board.len();
    if targets.is_empty() {
        return Ok(BoxSet::empty(squares));
    }
    let reach = macros.reach(maze.board, walls, targets, meter)?;
    let is_closed = |&square: &Square| !walls.has(square) && reach.from(square).iter().all(|&word| word == 0);
    Ok(BoxSet::of(squares, maze.board.squares().filter(is_closed)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::packing::{Order, PackingGuide};

    #[test]
    fn the_far_end_of_a_dead_end_is_left_before_its_first_goal_is_filled() {
        let level = Level::from_xsb("", "##########\n#  ..$ @ #\n#####    #\n#    $   #\n##########").unwrap();
        let mut meter = Meter::unlimited();
        let maze = Maze::new(&level.board, &mut meter).unwrap();
        let guide = PackingGuide::new(&maze, &level.start, Order::One, &mut meter).unwrap();
        let zones = Zones::new(&maze, guide.plan().unwrap(), &meter).unwrap();
        let named = |row, column| level.board.square(row, column).unwrap();
        assert!(zones.at(0).has(named(1, 1)) && zones.at(0).has(named(1, 2)));
        assert!(!zones.at(0).has(named(1, 6)));
        assert!(zones.at(2).is_empty(), "nothing is left to prepare for");
    }
}
