//! The order in which goals are filled, for display. Output: the steps by which goals are filled: the squares from
//! which each box may come, its target, and, if it is only parked, the step until which it waits. Searches use the
//! progress instead.

use super::{Order, PackingGuide, PackingMove, Sink};
use crate::level::{Position, Square};
use crate::maze::Maze;
use crate::push::BoxSet;
use crate::run::{Meter, Stop};

/// The steps by which the goals of a level can be filled, and which boxes are in place or in the way at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackingOrder {
    /// On which squares the boxes of the steps begin; [`Sink::None`] if no order was found.
    pub sink: Sink,
    /// Steps of packing, in order.
    pub steps: Vec<PackingStep>,
    /// Squares of the boxes that are in place at the start and never move again.
    pub in_place: Vec<Square>,
    /// Squares of the boxes that stand at the start on the target of a step too early, and must be moved away.
    pub out_of_plan: Vec<Square>,
}

/// A step of packing: one box is pushed to its goal, or to a parking square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackingStep {
    /// Squares from which the box of this step may come.
    pub from: Vec<Square>,
    /// Whether an earlier step parked the box on its square.
    pub was_parked: bool,
    /// Square to which the box is pushed.
    pub to: Square,
    /// Index of the step that moves the parked box on; `None` if it has reached its goal.
    pub until: Option<usize>,
}

impl PackingOrder {
    /// Computes the steps that a search with this preference of orders uses.
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

    /// Returns the index of the first step that differs from that of another order; `None` if all agree.
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
