//! A plan on `sets`, and its steps: transfers of one box, and arrangements in between.

use super::backward_realisation::{Segment, realise};
use crate::abstraction::{AbstractState, Exact, Label, Operator};
use crate::level::{Board, Position};
use crate::maze::{AreaId, Areas};
use crate::planner::{Realised, Step};
use crate::push::Push;
use crate::run::{Meter, Stop};

/// A plan on `sets`: operators between abstract states, and the pushes that carry them out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactPlan {
    /// Operators of the plan, first to last.
    pub operators: Vec<Operator>,
    /// Abstract states before, between and after the operators: one more than operators.
    pub states: Vec<AbstractState>,
    /// Pushes before the first operator, then those of each operator: one more than operators.
    pub segments: Vec<Segment>,
}

impl ExactPlan {
    /// Creates the plan along a path, given from its last state back to the first, each with the operator that led to
    /// it; `None` if no pushes carry it out.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn along<'n>(
        back: impl Iterator<Item = (&'n AbstractState, Option<&'n Operator>)>,
        exact: &mut Exact<'_>,
        board: &Board,
        start: &Position,
        meter: &mut Meter,
    ) -> Result<Option<Self>, Stop> {
        let (mut states, operators): (Vec<_>, Vec<_>) = back.map(|(state, by)| (state.clone(), by.cloned())).unzip();
        let mut operators: Vec<Operator> = operators.into_iter().flatten().collect();
        states.reverse();
        operators.reverse();
        let first = exact.local_start(start, meter)?;
        let segments = realise(exact, board, &states, &operators, first, meter)?;
        Ok(segments.map(|segments| Self { operators, states, segments }))
    }

    /// Returns all pushes of the plan, in order.
    pub fn pushes(&self) -> Vec<Push> {
        self.segments.iter().flat_map(|segment| segment.crossing.iter().chain(&segment.silent)).copied().collect()
    }

    /// Returns the plan as steps: a transfer for each box that changes area, with the silent pushes made before in the
    /// area it leaves. Other silent pushes are arrangements; the last ones settle an area with goals.
    pub fn steps(&self, board: &Board, areas: &Areas) -> Vec<Realised> {
        let mut steps = Vec::new();
        let (mut waiting, mut area) = (Vec::new(), AreaId::default());
        let labels = std::iter::once(Label::Deterministic).chain(self.operators.iter().map(|o| o.label));
        for (position, (segment, label)) in self.segments.iter().zip(labels).enumerate() {
            let mut add = |step, pushes| steps.push(Realised::by_table(step, pushes, position, label));
            if let Some(push) = segment.crossing {
                let [from, to] =
                    [Some(push.from), board.next(push.from, push.direction)].map(|s| s.map(|s| areas.area_of(s)));
                if from != Some(area) && !waiting.is_empty() {
                    add(Step::Arrange(area), std::mem::take(&mut waiting));
                }
                waiting.push(push);
                area = from.unwrap_or(area);
                if let Some(to) = to.filter(|&to| to != area) {
                    add(Step::Transfer(vec![area, to]), std::mem::take(&mut waiting));
                }
            }
            if segment.area != area && !waiting.is_empty() && !segment.silent.is_empty() {
                add(Step::Arrange(area), std::mem::take(&mut waiting));
            }
            if !segment.silent.is_empty() {
                area = segment.area;
                waiting.extend(&segment.silent);
            }
        }
        if !waiting.is_empty() {
            let has_goals = areas.area(area).squares.iter().any(|&s| board.is_goal(s));
            let step = if has_goals { Step::Settle(area) } else { Step::Arrange(area) };
            let position = self.segments.len();
            steps.push(Realised::by_table(step, waiting, position, Label::Deterministic));
        }
        steps
    }
}
