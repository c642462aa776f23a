//! States on `counts`, `exits` and parts of the floor: the number of boxes in each area. On `exits` a state also has
//! the borders that are closed at the start, each until a box has crossed some other border of one of its areas.

use super::explore::{States, Step};
use super::graph::GraphState;
use crate::abstraction::{BorderPush, Counts, Crossing, Label, OperatorKind, Rung};
use crate::level::Position;
use crate::maze::{Area, AreaId};
use crate::planner::{BorderWatch, PlanningContext};
use crate::run::{Meter, Stop};

pub(super) struct Coarse<'a> {
    rung: Rung,
    context: &'a PlanningContext<'a>,
    start: &'a Position,
    /// Maximum number of boxes of each area.
    most: Vec<usize>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct CoarseState {
    counts: Counts,
    closed: Vec<(AreaId, AreaId)>,
}

impl<'a> Coarse<'a> {
    pub(super) fn new(rung: Rung, context: &'a PlanningContext<'a>, start: &'a Position) -> Self {
        // Boxes that stand on dead squares at the start stay there.
        let can_hold = |square| !context.maze.distances.is_dead(square) || start.boxes.contains(&square);
        let most = |area: &Area| area.squares.iter().filter(|&&square| can_hold(square)).count();
        Self { rung, context, start, most: context.areas.areas().iter().map(most).collect() }
    }

    fn push(&self, crossing: Crossing) -> Option<BorderPush> {
        let player = self.context.maze.board.next(crossing.from, crossing.direction.opposite())?;
        Some(BorderPush { player, from: crossing.from, to: crossing.to })
    }
}

impl States for Coarse<'_> {
    type State = CoarseState;

    fn start(&mut self, meter: &mut Meter) -> Result<Option<CoarseState>, Stop> {
        let counts = Counts::of(self.context.areas, self.start.boxes.iter().copied());
        let closed = match self.rung {
            Rung::Exits => BorderWatch::of_all(self.context).closed_borders(self.context, self.start, meter)?,
            _ => Vec::new(),
        };
        Ok(Some(CoarseState { counts, closed }))
    }

    fn successors(&mut self, state: &CoarseState, _: &mut Meter) -> Result<Vec<(Step, CoarseState)>, Stop> {
        let mut found = Vec::new();
        for from in self.context.areas.areas().iter().map(|area| area.id).filter(|&id| state.counts.get(id) > 0) {
            for (to, crossings) in self.context.crossings.from(from) {
                let is_full = usize::from(state.counts.get(*to)) >= self.most[to.index()];
                let push = crossings.iter().find_map(|&crossing| self.push(crossing));
                let Some(push) = push.filter(|_| !is_full && !state.closed.contains(&(from, *to))) else { continue };
                let is_closed = |&(area, _): &(AreaId, AreaId)| area != from && area != *to;
                let closed = state.closed.iter().copied().filter(is_closed).collect();
                let kind = OperatorKind::Push(push);
                let step = Step { kind, label: Label::Context, cost: 1, witness: Vec::new() };
                found.push((step, CoarseState { counts: state.counts.moved(from, *to), closed }));
            }
        }
        Ok(found)
    }

    fn described(&mut self, CoarseState { counts, closed }: &CoarseState) -> GraphState {
        let is_solved = *counts == self.context.goals;
        GraphState { counts: counts.clone(), player: None, parts: Vec::new(), closed: closed.clone(), is_solved }
    }

    fn bytes(&self) -> usize {
        400 + 16 * self.most.len()
    }
}
