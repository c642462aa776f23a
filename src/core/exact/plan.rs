//! A plan on local states, and its pushes. It is realised backwards: in which local state an area was left is fixed
//! only by the next crossing that uses it, so these states are chosen backwards from the filled goals. Choosing them
//! forwards loses plans, already on a board of 24 squares.

use super::table::{PartId, StateId};
use super::task::{AbstractState, Exact, Operator, OperatorKind};
use crate::abstraction::{AreaEffect, BorderPush, Label, LocalArea, each};
use crate::level::{Board, Square};
use crate::maze::{AreaId, Areas};
use crate::planner::{Act, StepResult};
use crate::push::Push;
use crate::run::{Meter, Stop};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// A plan: operators between abstract states, and the pushes that carry them out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactPlan {
    /// Operators of the plan, first to last.
    pub operators: Vec<Operator>,
    /// Abstract states before, between and after the operators: one more than operators.
    pub states: Vec<AbstractState>,
    /// Pushes before the first operator, then the pushes of each operator: one entry more than operators.
    pub segments: Vec<Segment>,
}

impl ExactPlan {
    /// Returns all pushes of the plan, in order.
    pub fn pushes(&self) -> Vec<Push> {
        self.segments.iter().flat_map(|segment| segment.crossing.iter().chain(&segment.silent)).copied().collect()
    }

    /// Returns the plan as steps; a transfer has the label of the operator that takes its box over the first border.
    pub fn attempts(&self, board: &Board, areas: &Areas) -> Vec<StepResult> {
        let labels = std::iter::once(None).chain(self.operators.iter().map(|operator| Some(operator.label)));
        let mut pushes: Vec<(Push, Option<Label>)> = Vec::new();
        for (Segment { crossing, silent, .. }, label) in self.segments.iter().zip(labels) {
            pushes.extend(crossing.map(|push| (push, label)));
            pushes.extend(silent.iter().map(|&push| (push, None)));
        }
        StepResult::all(board, areas, Act::Event, &pushes)
    }
}

/// The pushes of one operator of a plan: over a border, then inside the area that the player is in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// Push over the border; `None` if the operator pushes no box over a border.
    pub crossing: Option<Push>,
    /// Area of the silent pushes.
    pub area: AreaId,
    /// Pushes inside the area, after the push over the border.
    pub silent: Vec<Push>,
}

/// Returns the pushes of a plan: first the pushes before the first operator, then one segment for each operator. `states` has one
/// more entry than `operators`. `None` only if the plan is not in the tables.
pub fn realise(
    exact: &mut Exact<'_>,
    board: &Board,
    states: &[AbstractState],
    operators: &[Operator],
    start: StateId,
    meter: &mut Meter,
) -> Result<Option<Vec<Segment>>, Stop> {
    // 1. At the end every area must hold exactly its goals.
    let Some(mut wanted) = filled(exact, &states[operators.len()]) else { return Ok(None) };
    let mut segments = Vec::with_capacity(operators.len() + 1);
    // 2. Backwards: each effect fixes the local states before it in its areas, and the silent pushes after it.
    for (operator, (before, after)) in operators.iter().zip(states.iter().zip(&states[1..])).rev() {
        let area = after.active;
        let mut segment = Segment { crossing: push_of(board, operator.kind), area, silent: Vec::new() };
        for &(area, effect) in &operator.effects {
            let member = &mut wanted[area.index()];
            let Some(undone) = undo(exact, area, before.part(area), effect, *member, meter)? else { return Ok(None) };
            *member = undone.before;
            if effect.is_active_after() {
                segment.silent = pushes(exact, board, area, &undone.path);
            }
        }
        segments.push(segment);
    }
    // 3. The pushes before the first operator.
    let area = states[0].active;
    let Some(path) = path(exact, area, &[start], wanted[area.index()]) else { return Ok(None) };
    segments.push(Segment { crossing: None, area, silent: pushes(exact, board, area, &path) });
    segments.reverse();
    Ok(Some(segments))
}

fn filled(exact: &Exact<'_>, last: &AbstractState) -> Option<Vec<StateId>> {
    exact.tables.iter().zip(&last.parts).map(|(table, &part)| table.solved(part)).collect()
}

struct Undone {
    before: StateId,
    path: Vec<StateId>,
}

fn undo(
    exact: &mut Exact<'_>,
    area: AreaId,
    part: PartId,
    effect: AreaEffect,
    wanted: StateId,
    meter: &mut Meter,
) -> Result<Option<Undone>, Stop> {
    let pairs = exact.at_once(area, part, effect, meter)?;
    let seeds: Vec<StateId> = pairs.iter().map(|&(_, after)| after).collect();
    let path = if effect.is_active_after() {
        path(exact, area, &seeds, wanted)
    } else {
        seeds.contains(&wanted).then(|| vec![wanted])
    };
    let Some(path) = path else { return Ok(None) };
    let before = pairs.iter().find(|&&(_, after)| after == path[0]);
    Ok(before.map(|&(before, _)| Undone { before, path }))
}

/// Returns a shortest path of known silent steps from a seed to `wanted`, both included; `None` if none is known.
fn path(exact: &Exact<'_>, area: AreaId, seeds: &[StateId], wanted: StateId) -> Option<Vec<StateId>> {
    let table = &exact.tables[area.index()];
    let mut parents: FxHashMap<StateId, StateId> = seeds.iter().map(|&s| (s, s)).collect();
    let mut queue: VecDeque<StateId> = seeds.iter().copied().collect();
    while let Some(at) = queue.pop_front() {
        if at == wanted {
            let mut path = vec![at];
            while parents[&path[path.len() - 1]] != path[path.len() - 1] {
                path.push(parents[&path[path.len() - 1]]);
            }
            path.reverse();
            return Some(path);
        }
        for &next in table.known_steps(at) {
            parents.entry(next).or_insert_with(|| {
                queue.push_back(next);
                at
            });
        }
    }
    None
}

fn pushes(exact: &Exact<'_>, board: &Board, area: AreaId, path: &[StateId]) -> Vec<Push> {
    let table = &exact.tables[area.index()];
    let boxes = path.iter().map(|&id| table.state(id).boxes).collect::<Vec<_>>();
    let step =
        |pair: &[u128]| push(board, one(&table.local, pair[0] & !pair[1])?, one(&table.local, pair[1] & !pair[0])?);
    boxes.windows(2).filter_map(step).collect()
}

fn one(local: &LocalArea, set: u128) -> Option<Square> {
    each(set).next().map(|q| local.square(q))
}

fn push_of(board: &Board, kind: OperatorKind) -> Option<Push> {
    match kind {
        OperatorKind::Push(BorderPush { from, to, .. }) => push(board, from, to),
        OperatorKind::Walk(_) => None,
    }
}

fn push(board: &Board, from: Square, to: Square) -> Option<Push> {
    Some(Push { from, direction: board.direction(from, to)? })
}
