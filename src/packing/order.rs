//! The packing order for display.
//!
//! Input: a level with its [`PackingGuide`]. Output: the steps by which goals are filled: the squares from which each
//! box may come, its target, and, if it is only parked, the step until which it waits. Searches use the progress
//! instead.

use super::{Order, PackingGuide, PackingMove, Sink};
use crate::level::{Position, Square};
use crate::maze::Maze;
use crate::push::BoxSet;
use crate::run::{Meter, Stop};

/// The order in which the goals of a level can be filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackingOrder {
    /// The squares from which boxes come; [`Sink::None`] if no order was found.
    pub sink: Sink,
    /// The steps in order.
    pub steps: Vec<PackingStep>,
    /// The boxes that are in place at the start, and never move again.
    pub in_place: Vec<Square>,
    /// The boxes on a goal or a parking square before its turn: they must be moved away again.
    pub out_of_plan: Vec<Square>,
}

/// A step: one box goes to its goal, or to a parking square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackingStep {
    /// The squares from which the box may come.
    pub from: Vec<Square>,
    /// Whether an earlier step parked it there.
    pub was_parked: bool,
    /// The square to which it is pushed.
    pub to: Square,
    /// The number of the step that moves it on; `None` if the box is on its goal.
    pub until: Option<usize>,
}

impl PackingOrder {
    /// Computes the order that a search with this preference uses.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(maze: &Maze<'_>, start: &Position, order: Order, meter: &mut Meter) -> Result<Self, Stop> {
        let mut guide = PackingGuide::new(maze, start, order, meter)?;
        let steps = guide.steps(maze.board);
        let until = |place: usize, to: Square| steps.iter().skip(place + 1).position(|(step, _)| step.from == Some(to));
        let shown = |(place, (step, from)): (usize, &(PackingMove, Vec<Square>))| PackingStep {
            from: from.clone(),
            was_parked: step.from.is_some_and(|from| steps[..place].iter().any(|(before, _)| before.to == from)),
            to: step.to,
            until: until(place, step.to).map(|later| place + 1 + later),
        };
        let shown: Vec<PackingStep> = steps.iter().enumerate().map(shown).collect();
        let boxes = BoxSet::of(maze.board.len(), start.boxes.iter().copied());
        let progress = guide.progress(maze, &boxes, meter)?;
        let is_target = |b: Square| shown.iter().any(|step| step.to == b);
        let in_place = start.boxes.iter().copied().filter(|&b| progress.settled.has(b)).collect();
        let out_of_plan = start.boxes.iter().copied().filter(|&b| !progress.kept.has(b) && is_target(b)).collect();
        Ok(Self { sink: guide.sink(), steps: shown, in_place, out_of_plan })
    }

    /// Returns the number of the first step that differs from that of another order; `None` if they agree.
    pub fn first_difference(&self, other: &Self) -> Option<usize> {
        let deed = |step: &PackingStep| (step.was_parked.then(|| step.from.clone()), step.to, step.until.is_some());
        let all = self.steps.len().max(other.steps.len());
        (0..all).find(|&place| self.steps.get(place).map(deed) != other.steps.get(place).map(deed))
    }

    /// Returns the squares on which boxes are parked, in the order of their first use.
    pub fn parked(&self) -> Vec<Square> {
        let mut parked: Vec<Square> = Vec::new();
        for step in self.steps.iter().filter(|step| step.until.is_some()) {
            if !parked.contains(&step.to) {
                parked.push(step.to);
            }
        }
        parked
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    fn order(text: &str) -> (Level, PackingOrder) {
        let level = Level::from_xsb("", text).unwrap();
        let mut meter = Meter::unlimited();
        let maze = Maze::new(&level.board, &mut meter).unwrap();
        let order = PackingOrder::new(&maze, &level.start, Order::Any, &mut meter).unwrap();
        (level, order)
    }

    fn places(level: &Level, squares: &[Square]) -> Vec<(usize, usize)> {
        squares.iter().map(|&s| level.board.row_column(s)).collect()
    }

    #[test]
    fn every_goal_is_filled_once_and_what_is_parked_is_fetched() {
        let (level, order) = order("#######\n#   . #\n#  $$ #\n# ##. #\n#  @  #\n#######\n");
        let home = |step: &&PackingStep| step.until.is_none();
        let mut filled: Vec<Square> = order.steps.iter().filter(home).map(|step| step.to).collect();
        filled.sort_unstable();
        assert_eq!(filled, level.board.goals());
        assert_eq!(order.parked().len(), 1);
        let (place, parked) = order.steps.iter().enumerate().find(|(_, step)| step.until.is_some()).unwrap();
        let fetched = &order.steps[parked.until.unwrap()];
        assert!(parked.until.unwrap() > place && fetched.was_parked);
        assert_eq!(fetched.from, [parked.to]);
        assert!(parked.from.iter().all(|&s| level.start.has_box(s)), "it comes from a start");
    }

    #[test]
    fn a_box_that_closes_a_goal_off_is_out_of_plan_and_one_at_the_far_end_is_in_place() {
        let (level, shut) = order("#########\n####   ##\n#. *@$ ##\n####   ##\n#########\n");
        assert_eq!(places(&level, &shut.out_of_plan), [(2, 3)]);
        assert_eq!(places(&level, &[shut.steps[0].to]), [(2, 1)], "the far goal first");
        let (level, open) = order("#########\n####   ##\n#* .@$ ##\n####   ##\n#########\n");
        assert_eq!((places(&level, &open.in_place), open.out_of_plan), (vec![(2, 1)], Vec::new()));
    }

    #[test]
    fn orders_differ_at_the_first_step_that_is_another_deed() {
        let (_, order) = order("#######\n#   . #\n#  $$ #\n# ##. #\n#  @  #\n#######\n");
        assert_eq!(order.first_difference(&order), None);
        let mut other = order.clone();
        other.steps[1].from.clear();
        assert_eq!(order.first_difference(&other), None, "where its box may come from is no deed");
        other.steps.swap(1, 2);
        assert_eq!(order.first_difference(&other), Some(1));
        other.steps.truncate(1);
        assert_eq!(order.first_difference(&other), Some(1));
    }

    #[test]
    fn where_no_order_is_found_there_are_no_steps() {
        // There is no room to pull a box off the goal.
        let (_, order) = order("####\n#+$#\n####\n");
        assert_eq!((order.sink, order.steps.len()), (Sink::None, 0));
    }
}
