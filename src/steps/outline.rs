//! The outline of a solution: which areas give boxes, in which order goals are filled, and which steps prepare this.
//!
//! ```text
//!   steps     1  A > b   parks at 6,5        outline   b gets none; C gets 3: 2 of A, 1 of b
//!             2  b > C   fills 8,17                    steps 1-2   before: a box of A is parked; b > C, 1 box
//!             3  A > b > C  fills 8,16                 steps 3-4   A > b > C, 2 boxes
//!             4  A > b > C  fills 7,17
//! ```
//! Input: the steps of a solution or of a plan. Output: stages, each of consecutive steps that bring boxes to goals
//! along equal routes, and for each area the areas from which its boxes come.

use super::{Purpose, SolutionStep, StepKind};
use crate::level::Square;
use crate::maze::{AreaId, Areas};
use std::collections::BTreeMap;
use std::ops::Range;

/// A solution or plan in short: where the boxes of each area come from, and the stages in which they are brought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// Areas with goals that are filled, in the order in which their first goal is filled.
    pub supplies: Vec<Supply>,
    /// Stages in order; together they contain all steps.
    pub stages: Vec<Stage>,
}

/// Which goals of an area are filled, and where the boxes come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supply {
    /// Area whose goals are filled.
    pub area: AreaId,
    /// Goals that are filled, in order; empty if a plan does not name goals.
    pub fills: Vec<Square>,
    /// For each area, the number of boxes that stand there at the start and fill these goals.
    pub from: BTreeMap<AreaId, usize>,
}

/// Consecutive steps that bring boxes to goals along equal routes, and the steps that prepare them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Range of indices of the steps of the stage, those that prepare it included.
    pub steps: Range<usize>,
    /// What the steps that prepare the stage do.
    pub before: Vec<Deed>,
    /// Areas on the route of the boxes, first to last; empty if no goal is filled.
    pub route: Vec<AreaId>,
    /// Whether the boxes stay in their areas; `route` then lists the areas of an arrangement.
    pub is_inside: bool,
    /// Whether the boxes come from squares to which earlier steps have moved them.
    pub was_parked: bool,
    /// Number of boxes that are brought to goals.
    pub boxes: usize,
    /// Goals that are filled, in order; empty if a plan does not name goals.
    pub fills: Vec<Square>,
}

/// A step that fills no goal: what it moves, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// Areas through which a box goes, first to last, or in which boxes are moved.
    pub areas: Vec<AreaId>,
    /// Whether a box changes its area.
    pub is_transfer: bool,
    /// Number of boxes that the step moves.
    pub boxes: usize,
    /// What the step does for later steps.
    pub purposes: Vec<Purpose>,
}

/// The boxes that one step brings to goals.
struct Delivery {
    route: Vec<AreaId>,
    is_inside: bool,
    was_parked: bool,
    /// For each box: its area at the start, its area after the step, and the goal if it is named.
    boxes: Vec<(AreaId, AreaId, Option<Square>)>,
}

impl Outline {
    /// Returns the outline of a solution, given its steps.
    pub fn of(steps: &[SolutionStep], areas: &Areas) -> Self {
        let mut outline = Self::default();
        let mut before = Vec::new();
        // For each box moved so far, its area at the start.
        let mut origins: BTreeMap<usize, AreaId> = BTreeMap::new();
        for (index, step) in steps.iter().enumerate() {
            let is_parked: Vec<usize> = origins.keys().copied().collect();
            for trip in &step.trips {
                origins.entry(trip.number).or_insert_with(|| areas.area_of(trip.from()));
            }
            let filling = |trip: &&super::Trip| step.purposes.contains(&Purpose::Fills(trip.to()));
            let mut trips = step.trips.iter().filter(filling).peekable();
            let Some(first) = trips.peek() else {
                let is_transfer = step.trips.iter().any(super::Trip::changes_area);
                before.push(Deed {
                    areas: step.areas(),
                    is_transfer,
                    boxes: step.trips.len(),
                    purposes: step.purposes.clone(),
                });
                continue;
            };
            let from = areas.area_of(first.from());
            let was_parked = is_parked.contains(&first.number) && origins[&first.number] != from;
            let is_inside = step.kind == StepKind::Arrangement;
            let route = if is_inside { step.areas() } else { first.route.clone() };
            let box_of = |trip: &super::Trip| (origins[&trip.number], areas.area_of(trip.to()), Some(trip.to()));
            let boxes = trips.map(box_of).collect();
            outline.add(index, std::mem::take(&mut before), Delivery { route, is_inside, was_parked, boxes });
        }
        outline.end(steps.len(), before);
        outline
    }

    /// Returns the outline of a plan, given areas and purposes of each step; a step without purposes brings a box to
    /// some goal.
    pub fn of_plan(steps: impl IntoIterator<Item = (Vec<AreaId>, Option<Vec<Purpose>>)>) -> Self {
        let mut outline = Self::default();
        let mut before = Vec::new();
        let mut count = 0;
        for (index, (route, purposes)) in steps.into_iter().enumerate() {
            count = index + 1;
            let (Some(&first), Some(&last)) = (route.first(), route.last()) else { continue };
            let goal = |purpose: &Purpose| if let Purpose::Fills(goal) = purpose { Some(*goal) } else { None };
            let fills: Vec<Square> = purposes.iter().flatten().filter_map(goal).collect();
            if let (true, Some(purposes)) = (fills.is_empty(), purposes) {
                before.push(Deed { is_transfer: route.len() > 1, areas: route, boxes: 1, purposes });
                continue;
            }
            let boxes = vec![(first, last, fills.first().copied())];
            let delivery = Delivery { is_inside: route.len() == 1, route, was_parked: false, boxes };
            outline.add(index, std::mem::take(&mut before), delivery);
        }
        outline.end(count, before);
        outline
    }

    /// Adds the step with this index, which brings boxes to goals, after the steps in `before` that prepare it.
    fn add(&mut self, step: usize, before: Vec<Deed>, delivery: Delivery) {
        let Delivery { route, is_inside, was_parked, boxes } = delivery;
        for &(origin, area, goal) in &boxes {
            let at = self.supplies.iter().position(|supply| supply.area == area).unwrap_or(self.supplies.len());
            if at == self.supplies.len() {
                self.supplies.push(Supply { area, fills: Vec::new(), from: BTreeMap::new() });
            }
            self.supplies[at].fills.extend(goal);
            *self.supplies[at].from.entry(origin).or_default() += 1;
        }
        let fills = boxes.iter().filter_map(|(.., goal)| *goal);
        match self.stages.last_mut() {
            Some(last) if before.is_empty() && last.route == route && last.was_parked == was_parked => {
                last.steps.end = step + 1;
                last.boxes += boxes.len();
                last.fills.extend(fills);
            }
            _ => {
                let steps = self.next()..step + 1;
                let fills = fills.collect();
                self.stages.push(Stage { steps, before, route, is_inside, was_parked, boxes: boxes.len(), fills });
            }
        }
    }

    /// Returns the index of the first step that is in no stage yet.
    fn next(&self) -> usize {
        self.stages.last().map_or(0, |stage| stage.steps.end)
    }

    /// Adds the steps after the last filled goal, as a stage without goals.
    fn end(&mut self, steps: usize, before: Vec<Deed>) {
        if !before.is_empty() {
            let steps = self.next()..steps;
            let (route, fills) = (Vec::new(), Vec::new());
            self.stages.push(Stage { steps, before, route, is_inside: false, was_parked: false, boxes: 0, fills });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::steps::read;

    const TWO_ROOMS: &str = "###########\n#    ##   #\n# $@    . #\n# $  ##  .#\n###########\n";

    fn outline(lurd: &str) -> Outline {
        let level = Level::from_xsb("", TWO_ROOMS).expect("a good board");
        let areas = Areas::of(&level.board);
        let moves = lurd.parse().expect("good moves");
        Outline::of(&read(&level.board, &level.start, &moves, &areas, &[]).expect("good moves"), &areas)
    }

    #[test]
    fn boxes_that_go_the_same_way_are_one_stage_and_come_from_where_they_stood() {
        // The first box waits in the tunnel while the other is moved in its room.
        let told = outline("ulldRRRRlllldRurrrRR");
        assert_eq!(told.stages.len(), 1, "{told:?}");
        let stage = &told.stages[0];
        assert_eq!((stage.steps.clone(), stage.boxes, stage.was_parked), (0..3, 1, true));
        assert_eq!(stage.before.iter().map(|deed| deed.is_transfer).collect::<Vec<_>>(), [true, false]);
        let from: Vec<_> = told.supplies[0].from.iter().map(|(area, boxes)| (area.0, *boxes)).collect();
        assert_eq!((told.supplies[0].area.0, from), (1, vec![(0, 1)]), "of the room where it stood, not of the tunnel");
    }

    #[test]
    fn every_step_is_in_one_stage_and_steps_after_the_last_goal_too() {
        for lurd in ["ulldRRRRRR", "ulldRldRl", "ulldRRRRlllldRurrrRR", "ulldRRRRRRlllllldR"] {
            let stages = outline(lurd).stages;
            assert!(stages.windows(2).all(|pair| pair[0].steps.end == pair[1].steps.start), "{stages:?}");
            assert_eq!(stages.first().map(|stage| stage.steps.start), Some(0), "{lurd}");
        }
    }

    #[test]
    fn a_plan_without_goals_is_told_by_its_routes() {
        let [a, b, c] = [AreaId(0), AreaId(1), AreaId(2)];
        let told = Outline::of_plan([(vec![a, b, c], None), (vec![a, b, c], None), (vec![c], None)]);
        let stages: Vec<_> = told.stages.iter().map(|stage| (stage.route.len(), stage.boxes)).collect();
        assert_eq!(stages, [(3, 2), (1, 1)]);
    }
}
