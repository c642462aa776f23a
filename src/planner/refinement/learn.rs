//! Nogoods from failed steps, with the fewest boxes and areas that still make the step fail.
//!
//! ```text
//!   #########       The box of A cannot leave by b while the one in C stands beside the door. Removing the box of D
//!   #  #C   #       changes nothing, removing that of C does: A > b not while no box has crossed a border of A or C.
//!   #A$b$ D$#
//!   #########
//! ```
//! A nogood is proved if [`super::confined`] shows it for the boxes as they stand at the start, in areas whose borders
//! no box has crossed by the steps before. Otherwise it is a guess: the step failed in one position, and is not tried
//! in other positions with equal box counts.

use super::confined::is_impossible;
use crate::abstraction::Counts;
use crate::level::{Position, Square};
use crate::maze::AreaId;
use crate::planner::pddl::{Broken, Nogood, WIDE};
use crate::planner::{PlanningContext, Realiser, Step};
use crate::run::{Meter, Stop};
use std::collections::BTreeSet;

/// Maximum number of positions of a proof. With it 14 of the 94 nogoods of Microban I are proved; it was not varied.
const MOST: usize = 4_000;

/// Derives nogoods from failed steps.
pub(super) struct Learning<'a> {
    pub(super) context: &'a PlanningContext<'a>,
    pub(super) start: &'a Position,
    pub(super) realiser: Realiser<'a>,
    /// Maximum number of push nodes for trying a step with fewer boxes.
    pub(super) cap: u64,
    /// Whether boxes and areas are removed from a nogood while the step still fails.
    pub(super) generalises: bool,
}

impl Learning<'_> {
    /// Returns the nogood that follows from a failed step: a proved one if possible, else a guess.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn learn(&self, broken: &Broken, meter: &mut Meter) -> Result<Nogood, Stop> {
        match self.proved(broken, meter)? {
            Some(nogood) => Ok(nogood),
            None => self.guessed(broken, meter),
        }
    }

    /// Returns a nogood on areas whose borders no box has crossed by the steps before; `None` if none is proved.
    fn proved(&self, broken: &Broken, meter: &mut Meter) -> Result<Option<Nogood>, Stop> {
        let step = &broken.refusal.step;
        let touched: BTreeSet<AreaId> = broken
            .before
            .iter()
            .filter(|step| matches!(step, Step::Transfer(_)))
            .flat_map(Step::areas)
            .copied()
            .collect();
        let own = step.areas()[0];
        if touched.contains(&own) {
            return Ok(None);
        }
        for areas in self.rings(own, &touched) {
            let mut boxes: Vec<Square> = self.boxes_in(self.start, &areas);
            if !self.is_refused(&boxes, step, meter)? {
                continue;
            }
            let others: Vec<Square> =
                boxes.iter().copied().filter(|&b| self.generalises && self.context.areas.area_of(b) != own).collect();
            for other in others {
                let fewer: Vec<Square> = boxes.iter().copied().filter(|&b| b != other).collect();
                if self.is_refused(&fewer, step, meter)? {
                    boxes = fewer;
                }
            }
            let of_boxes = boxes.iter().map(|&b| self.context.areas.area_of(b));
            let untouched: BTreeSet<AreaId> = of_boxes.chain([own]).collect();
            let (holds, untouched) = (Vec::new(), untouched.into_iter().collect());
            return Ok(Some(Nogood { step: step.clone(), holds, untouched, boxes, is_proved: true }));
        }
        Ok(None)
    }

    /// Returns growing sets of untouched areas around `own`; only the set of all of them without generalisation.
    fn rings(&self, own: AreaId, touched: &BTreeSet<AreaId>) -> Vec<BTreeSet<AreaId>> {
        let all: BTreeSet<AreaId> =
            self.context.areas.areas().iter().map(|area| area.id).filter(|area| !touched.contains(area)).collect();
        if !self.generalises {
            return vec![all];
        }
        let mut rings = vec![BTreeSet::from([own])];
        while let Some(last) = rings.last().filter(|last| last.len() < all.len()) {
            let beside = last.iter().flat_map(|&area| self.context.areas.neighbours(area));
            let more: BTreeSet<AreaId> = last.iter().copied().chain(beside.filter(|area| all.contains(area))).collect();
            if more.len() == last.len() {
                rings.push(all.clone());
            } else {
                rings.push(more);
            }
        }
        rings
    }

    fn boxes_in(&self, position: &Position, areas: &BTreeSet<AreaId>) -> Vec<Square> {
        position.boxes.iter().copied().filter(|&b| areas.contains(&self.context.areas.area_of(b))).collect()
    }

    fn is_refused(&self, boxes: &[Square], step: &Step, meter: &mut Meter) -> Result<bool, Stop> {
        let position = Position { boxes: boxes.to_vec(), player: self.start.player };
        is_impossible(self.context, &position, step, MOST, meter)
    }

    /// Returns an unproved nogood about the box counts of the position in which the step failed.
    fn guessed(&self, broken: &Broken, meter: &mut Meter) -> Result<Nogood, Stop> {
        let (step, position) = (&broken.refusal.step, &broken.position);
        let own: BTreeSet<AreaId> = step.areas().iter().copied().collect();
        let mut areas: BTreeSet<AreaId> = self.context.areas.areas().iter().map(|area| area.id).collect();
        if self.generalises {
            if self.refuses(position, &own, step, meter)? {
                areas.clone_from(&own);
            }
            let held: BTreeSet<AreaId> = position.boxes.iter().map(|&b| self.context.areas.area_of(b)).collect();
            for area in areas.clone().difference(&own) {
                let mut fewer = areas.clone();
                fewer.remove(area);
                if !held.contains(area) || self.refuses(position, &fewer, step, meter)? {
                    areas = fewer;
                }
            }
        }
        let counts = Counts::of(self.context.areas, position.boxes.iter().copied());
        let boxes = self.boxes_in(position, &areas);
        let holds = areas.into_iter().map(|area| (area, counts.get(area))).collect();
        Ok(Nogood { step: step.clone(), holds, untouched: Vec::new(), boxes, is_proved: false })
    }

    /// Returns whether the step also fails with only the boxes of these areas.
    fn refuses(
        &self,
        position: &Position,
        areas: &BTreeSet<AreaId>,
        step: &Step,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let position = Position { boxes: self.boxes_in(position, areas), player: position.player };
        // If all boxes that are left stand on goals, the search for the step would end at once.
        if position.is_solved(self.context.maze.board) {
            return Ok(false);
        }
        Ok(self.realiser.realise(&position, step, WIDE, self.cap, meter)?.is_err())
    }
}
