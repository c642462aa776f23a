//! The built-in advisers. None proposes a move that unpacks a packed box.

use super::{Advice, Adviser, Features};
use crate::feature_space::Candidate;
use crate::push::{Macro, Push, Region, State};
use std::cmp::Reverse;

/// Proposes a move that packs a box.
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

/// Proposes a move after which boxes cut the floor into fewer regions.
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

/// Proposes a move after which fewer boxes keep other boxes from goals.
#[derive(Debug)]
pub(super) struct Hotspots;

impl Adviser for Hotspots {
    fn name(&self) -> &'static str {
        "hotspots-adviser"
    }

    fn advise(&self, position: &Advice<'_>) -> Option<usize> {
        position.best(|f| keeps_packed(position, f) && f.hotspots < position.features.hotspots)
    }
}

/// Of the boxes that can move away from the squares that the plan is about to close off, proposes to move the nearest
/// as far away as possible. The move closes no region, and could be undone if the box were alone on the board.
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

/// If no box can be packed at once, proposes to move the box nearest to the next square of the plan, as far away from
/// that square as possible, without closing a region. Measured on XSokoban with 5,000 nodes a level: 82 levels are
/// solved with one of two packing plans, and 77 if the opener may close regions.
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

/// Proposes a move that makes pushes of other boxes possible and can be undone.
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

/// Returns whether the features after a move show no newly closed region.
const fn closes_nothing(position: &Advice<'_>, after: &Features) -> bool {
    after.regions <= position.features.regions
}

/// Returns whether the features after a move show at least as many packed boxes as before.
fn keeps_packed(position: &Advice<'_>, after: &Features) -> bool {
    after.packed >= position.features.packed
}
