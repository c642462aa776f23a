//! The computed layers of one position.

use super::{AskError, Assistant, BoxReach, Deadlock, Focus, Global, GoalPath, Layer, Parking, Plan, Prevented};
use crate::level::{Level, Square};
use crate::maze::Areas;
use crate::push::Push;
use crate::run::{Meter, Stop};
use crate::solve::InternalError;

/// Layers of one position, as far as they are computed; a layer that is not computed is `None`.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    /// Rooms and tunnels of the level.
    pub areas: Option<Areas>,
    /// Dead squares, ascending: a box on one reaches no goal.
    pub dead_squares: Option<Vec<Square>>,
    /// Possible pushes, by box and direction.
    pub pushes: Option<Vec<Push>>,
    /// Possible pushes that lead to a deadlock, each with the deadlock, by box and direction.
    pub prevention: Option<Vec<Prevented>>,
    /// Deadlocks in the position, those of the cheapest rules first.
    pub alert: Option<Vec<Deadlock>>,
    /// Squares to which one box can be pushed; the inner `None` if there is no box.
    pub box_reach: Option<Option<BoxReach>>,
    /// Ways of boxes to goals, by box.
    pub goal_paths: Option<Vec<GoalPath>>,
    /// Squares on which boxes can wait, and routes that must stay free.
    pub parking: Option<Parking>,
    /// Whether the position has a solution, by a search within limits.
    pub global: Option<Global>,
    /// Plan whose first step is the hint; the inner `None` if there is no plan.
    pub hint: Option<Option<Plan>>,
    /// Squares and boxes of the plan's first step; the inner `None` if there is no plan.
    pub focus: Option<Option<Focus>>,
}

impl Layers {
    /// Computes one layer of the level's start, which must be the assistant's current position. `asked` is the box that
    /// the user selected; `plan` is a plan from the start if one is known, and is made if it is needed.
    ///
    /// # Errors
    /// A limit of the meter, or a fault of a search: the layer is then left out.
    pub fn add(
        &mut self,
        layer: Layer,
        assistant: &mut Assistant<'_>,
        level: &Level,
        asked: Option<Square>,
        plan: &mut Option<Option<Plan>>,
        meter: &mut Meter,
    ) -> Result<(), AskError> {
        let board = &level.board;
        if layer.needs_plan() && plan.is_none() {
            *plan = Some(Plan::make(level, assistant.maze, meter)?);
        }
        let known = plan.as_ref().and_then(Option::as_ref);
        match layer {
            Layer::Areas => self.areas = Some(assistant.areas.clone()),
            Layer::DeadSquares => {
                let distances = &assistant.maze.distances;
                self.dead_squares = Some(board.squares().filter(|&s| distances.is_dead(s)).collect());
            }
            Layer::Pushes => self.pushes = Some(assistant.pushes()),
            Layer::Prevention => self.prevention = Some(assistant.prevention(meter)?),
            Layer::Alert => self.alert = Some(assistant.alert(meter)?),
            Layer::BoxReach => self.box_reach = Some(assistant.box_reach(asked, meter)?),
            Layer::GoalPaths => self.goal_paths = Some(assistant.goal_paths(meter)?),
            Layer::Parking => self.parking = Some(assistant.parking(known, meter)?),
            Layer::Global => self.global = Some(Global::ask(level, meter)?),
            Layer::Hint => self.hint = Some(known.cloned()),
            Layer::Focus => self.focus = Some(known.and_then(|plan| assistant.focus(plan))),
        }
        Ok(())
    }

    /// Returns the `wanted` layers of the level's start, and the layers that a limit cut short; `nodes` is the node
    /// limit of each layer, and each layer has an equal share of the time that is left.
    ///
    /// # Errors
    /// A fault of a search.
    pub fn compute(
        wanted: &[Layer],
        assistant: &mut Assistant<'_>,
        level: &Level,
        asked: Option<Square>,
        nodes: Option<u64>,
        meter: &mut Meter,
    ) -> Result<(Self, Vec<(Layer, Stop)>), InternalError> {
        let (mut layers, mut cut_short, mut plan) = (Self::default(), Vec::new(), None);
        let mut wanted = wanted.to_vec();
        // Layers that may prove the position lost come before those that need a plan.
        wanted.sort_unstable();
        for (index, &layer) in (0..).zip(&wanted) {
            let left = u32::try_from(wanted.len()).unwrap_or(u32::MAX) - index;
            let share = meter.time_left().map(|time| time / left);
            let added =
                meter.within(nodes, share, |meter| layers.add(layer, assistant, level, asked, &mut plan, meter));
            match added {
                Ok(()) if layers.is_lost() => plan = Some(None),
                Ok(()) => {}
                Err(AskError::Internal(error)) => return Err(error),
                Err(AskError::Stopped(stop)) => cut_short.push((layer, stop)),
            }
        }
        Ok((layers, cut_short))
    }

    /// Returns whether a layer has proved that the position has no solution, so that no hint is needed.
    fn is_lost(&self) -> bool {
        self.global == Some(Global::Dead) || self.alert.as_ref().is_some_and(|deadlocks| !deadlocks.is_empty())
    }

    /// Replaces a layer by the equally named layer of `from`.
    pub fn take(&mut self, layer: Layer, from: Self) {
        match layer {
            Layer::Areas => self.areas = from.areas,
            Layer::DeadSquares => self.dead_squares = from.dead_squares,
            Layer::Pushes => self.pushes = from.pushes,
            Layer::Prevention => self.prevention = from.prevention,
            Layer::Alert => self.alert = from.alert,
            Layer::BoxReach => self.box_reach = from.box_reach,
            Layer::GoalPaths => self.goal_paths = from.goal_paths,
            Layer::Parking => self.parking = from.parking,
            Layer::Global => self.global = from.global,
            Layer::Hint => self.hint = from.hint,
            Layer::Focus => self.focus = from.focus,
        }
    }

    /// Removes a layer.
    pub fn forget(&mut self, layer: Layer) {
        self.take(layer, Self::default());
    }

    /// Returns whether marks of the box on a square are displayed: all are, unless `focus` is computed and excludes it.
    pub fn shows(&self, square: Square) -> bool {
        self.focus.as_ref().and_then(Option::as_ref).is_none_or(|focus| focus.has(square))
    }
}
