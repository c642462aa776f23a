//! The built-in advisers. No advice unpacks a packed box.

use super::{Advice, Adviser, Features};
use crate::feature_space::Candidate;
use crate::push::{Macro, Push, Region, State};
use std::cmp::Reverse;

/// Packs a box.
#[derive(Debug)]
pub(super) struct Packing;

impl Adviser for Packing {
    fn name(&self) -> &'static str {
        "packing-adviser"
    }

    fn advise(&self, position: &Advice<'_>) -> Option<usize> {
        position.best(|f| f.packed > position.features.packed)
    }
}

/// Joins regions of the player.
#[derive(Debug)]
pub(super) struct Connectivity;

impl Adviser for Connectivity {
    fn name(&self) -> &'static str {
        "connectivity-adviser"
    }

    fn advise(&self, position: &Advice<'_>) -> Option<usize> {
        position.best(|f| keeps_packed(position, f) && f.regions < position.features.regions)
    }
}

/// Opens a passage between rooms.
#[derive(Debug)]
pub(super) struct Rooms;

impl Adviser for Rooms {
    fn name(&self) -> &'static str {
        "rooms-adviser"
    }

    fn advise(&self, position: &Advice<'_>) -> Option<usize> {
        position.best(|f| keeps_packed(position, f) && f.edges < position.features.edges)
    }
}

/// Moves a box away that keeps others from goals.
#[derive(Debug)]
pub(super) struct Hotspots {
    /// Whether only moves that close nothing are proposed.
    pub(super) closes_nothing: bool,
}

impl Adviser for Hotspots {
    fn name(&self) -> &'static str {
        "hotspots-adviser"
    }

    fn advise(&self, position: &Advice<'_>) -> Option<usize> {
        position.best(|f| {
            keeps_packed(position, f)
                && f.hotspots < position.features.hotspots
                && (!self.closes_nothing || closes_nothing(position, f))
        })
    }
}

/// Clears the exit of the squares that the plan is about to close off: pushes the nearest movable box as far away as it
/// goes without closing anything, if it can be brought back.
#[derive(Debug)]
pub(super) struct OutOfPlan;

impl Adviser for OutOfPlan {
    fn name(&self) -> &'static str {
        "out-of-plan-adviser"
    }

    fn advise(&self, position: &Advice<'_>) -> Option<usize> {
        let now = position.features;
        if now.out_of_plan == 0 {
            return None;
        }
        let steps = position.survey.steps_from(position.survey.zone.iter());
        let fits = |m: &Candidate<Macro, Features>| {
            keeps_packed(position, &m.score)
                && closes_nothing(position, &m.score)
                && m.score.out_of_plan <= now.out_of_plan
                && steps[m.by.to.index()] > steps[m.by.from.index()]
                && position.survey.can_undo(position.state, &m.by)
        };
        position.best_by(fits, |m| (Reverse(steps[m.by.from.index()]), steps[m.by.to.index()], m.score))
    }
}

/// Clears the surroundings of the next square of the plan, if no box can be packed at once: pushes the nearest box as
/// far away as it goes without closing anything. Measured on XSokoban with 5,000 nodes a level: two packing plans
/// together solve 82 levels, and 77 if the opener may close regions.
#[derive(Debug)]
pub(super) struct Opener;

impl Adviser for Opener {
    fn name(&self) -> &'static str {
        "opener-adviser"
    }

    fn advise(&self, position: &Advice<'_>) -> Option<usize> {
        let next = position.survey.next?;
        if position.moves.iter().any(|m| m.score.packed > position.features.packed) {
            return None;
        }
        let steps = position.survey.steps_from([next]);
        let fits = |m: &Candidate<Macro, Features>| {
            keeps_packed(position, &m.score)
                && closes_nothing(position, &m.score)
                && steps[m.by.to.index()] >= steps[m.by.from.index()]
        };
        position.best_by(fits, |m| (Reverse(steps[m.by.from.index()]), steps[m.by.to.index()], m.score))
    }
}

/// Makes pushes of other boxes possible, by a move that can be undone.
#[derive(Debug)]
pub(super) struct Explorer;

impl Adviser for Explorer {
    fn name(&self) -> &'static str {
        "explorer-adviser"
    }

    fn advise(&self, position: &Advice<'_>) -> Option<usize> {
        let Advice { state, survey, .. } = *position;
        let board = survey.maze.board;
        let mut region = Region::new(board.len());
        let mut order: Vec<usize> = (0..position.moves.len())
            .filter(|&index| {
                let m = &position.moves[index];
                position.is_first(index) && keeps_packed(position, &m.score) && survey.can_undo(state, &m.by)
            })
            .collect();
        order.sort_by_key(|&index| Reverse(position.moves[index].score));
        let mut reached = Region::new(board.len());
        let before = survey.pushes(state, &mut reached);
        order.into_iter().take_while(|_| !position.is_over()).find(|&index| {
            let m = position.moves[index].by;
            if !survey.may_open(state, &reached, &before, &m) {
                return false;
            }
            let after = State { boxes: state.boxes.shifted(m.from, m.to), player: m.player(board, false) };
            let is_new = |push: Push| push.from != m.to && before[push.from.index()] >> push.direction.index() & 1 == 0;
            survey.has_push(&after, &mut region, is_new)
        })
    }
}

/// Returns whether a move closes no region and breaks no edge of the room graph.
const fn closes_nothing(position: &Advice<'_>, after: &Features) -> bool {
    after.regions <= position.features.regions && after.edges <= position.features.edges
}

/// Returns whether a move undoes no step of the plan.
fn keeps_packed(position: &Advice<'_>, after: &Features) -> bool {
    after.packed >= position.features.packed
}
