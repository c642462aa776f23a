//! A lower bound on how often boxes still have to cross a border.

use crate::abstraction::Counts;
use crate::maze::AreaId;
use crate::planner::PlanningContext;

/// Lower bound on border crossings, from the number of boxes in each area.
#[derive(Debug)]
pub(super) struct CrossingsLeft {
    /// For each area the minimum number of borders between it and an area with goals.
    distances: Vec<u32>,
    goals: Counts,
}

impl CrossingsLeft {
    pub(super) fn new(context: &PlanningContext<'_>) -> Self {
        Self { distances: distances(context), goals: context.goals.clone() }
    }

    /// Returns a lower bound on the border crossings of a plan from these box counts: every box must reach an area with
    /// goals, and boxes beyond the number of goals must leave an area.
    pub(super) fn lower_bound(&self, counts: &Counts) -> u32 {
        let boxes = |index| u32::from(counts.get(AreaId::from_index(index)));
        let goals = |index| u32::from(self.goals.get(AreaId::from_index(index)));
        let crossings: u32 =
            self.distances.iter().enumerate().map(|(index, distance)| boxes(index).saturating_mul(*distance)).sum();
        let spare = (0..self.distances.len()).map(|index| boxes(index).saturating_sub(goals(index))).sum();
        crossings.max(spare)
    }
}

/// Returns for each area the minimum number of borders that a box crosses to an area with goals; 0 if no path exists.
fn distances(context: &PlanningContext<'_>) -> Vec<u32> {
    let areas = context.areas.areas();
    let mut distances: Vec<Option<u32>> =
        areas.iter().map(|area| (context.goals.get(area.id) > 0).then_some(0)).collect();
    for round in 1..=u32::try_from(areas.len()).unwrap_or(u32::MAX) {
        for area in areas.iter().map(|area| area.id) {
            let is_next = |(to, _): &(AreaId, _)| distances[to.index()] == Some(round - 1);
            if distances[area.index()].is_none() && context.crossings.from(area).iter().any(is_next) {
                distances[area.index()] = Some(round);
            }
        }
    }
    distances.into_iter().map(Option::unwrap_or_default).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Level, Square};
    use crate::maze::{Areas, Maze};
    use crate::run::Meter;

    #[test]
    fn each_box_of_a_room_without_goals_crosses_two_borders_and_one_too_many_beside_a_goal_leaves_its_room() {
        let text = "###############\n#@   ###     .#\n# $$         .#\n#    ###      #\n###############";
        let level = Level::from_xsb("", text).unwrap();
        let (maze, areas) = (Maze::new(&level.board, &mut Meter::unlimited()).unwrap(), Areas::of(&level.board));
        let context = PlanningContext::new(&maze, &areas);
        let at = |row, column| level.board.square(row, column).unwrap();
        let left =
            |boxes: &[Square]| CrossingsLeft::new(&context).lower_bound(&Counts::of(&areas, boxes.iter().copied()));
        assert_eq!(areas.areas().len(), 3);
        assert_eq!(left(&[at(2, 2), at(2, 3)]), 4);
        assert_eq!(left(&[at(2, 2), at(1, 10)]), 2);
        assert_eq!(left(&[at(2, 6), at(1, 10)]), 1);
        assert_eq!(left(&[at(1, 10), at(2, 10), at(3, 10)]), 1);
    }
}
