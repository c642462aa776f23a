//! The assistant: layers of information over a position, each plain data on squares, boxes and pushes. The idea and the
//! first five layers are from the report on LISA (Stoeller and Kosteljik 2010), which proposes the other layers. A
//! position is called dead only if that is proved for the player's place.

mod assistant;
mod hint;
mod parking;
mod rescue;

use crate::level::{Level, Square};
use crate::maze::Areas;
use crate::push::Push;
use crate::run::{Meter, Stop, count32};
use crate::solve::InternalError;
pub use assistant::{AskError, Assistant, Deadlock, LosingPush, refutation};
pub use hint::{Focus, Global, Hint, NextSteps};
pub use parking::{BoxReach, GoalPath, Parking};
pub use rescue::{Loss, Rescue};
use std::collections::BTreeMap;

/// Layer of information over a position, which is computed and displayed on its own. In the order of their keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// Rooms and tunnels.
    Areas,
    /// Squares where a box can reach no goal.
    DeadSquares,
    /// Pushes that are possible now.
    Pushes,
    /// Pushes that would lead to a deadlock.
    Prevention,
    /// Boxes and walls of the deadlocks in the position.
    Alert,
    /// Squares that a box can be pushed to while all other boxes stay in place.
    BoxReach,
    /// Boxes that can be pushed to a goal while all other boxes stay in place.
    GoalPaths,
    /// Squares on which a box can wait without being in the way.
    Parking,
    /// Whether the position can still be solved.
    Global,
    /// Next step, or the reason why no step is given.
    Hint,
    /// Areas and boxes of the next step.
    Focus,
    /// Push that lost the level, and the last position that can be solved.
    Rescue,
}

crate::run::from_word!(pub Layer {
    Areas = "areas", DeadSquares = "dead-squares", Pushes = "pushes", Prevention = "prevention",
    Alert = "alert", BoxReach = "box-reach", GoalPaths = "goal-paths", Parking = "parking", Global = "global",
    Hint = "hint", Focus = "focus", Rescue = "rescue"
});

/// What a layer shows.
#[derive(Clone, Debug)]
pub enum LayerData {
    /// Rooms and tunnels of the level.
    Areas(Areas),
    /// Squares, ascending.
    Squares(Vec<Square>),
    /// Pushes, by box and direction.
    Pushes(Vec<Push>),
    /// Pushes that lead to a deadlock, each with the deadlock, by box and direction.
    LosingPushes(Vec<LosingPush>),
    /// Deadlocks, by the cost of their rules.
    Deadlocks(Vec<Deadlock>),
    /// Squares that one box can be pushed to; `None` if there is no box.
    Reach(Option<BoxReach>),
    /// Ways of boxes to goals, by box.
    Paths(Vec<GoalPath>),
    /// Squares on which boxes can wait, and routes that must stay free.
    Parking(Parking),
    /// Whether the position has a solution, by a search within limits.
    Global(Global),
    /// Next step, or the reason why no step is given.
    Hint(Hint),
    /// Squares and boxes of the next step; `None` without a next step.
    Focus(Option<Focus>),
    /// Push that lost the level, as far as the limits allow.
    Rescue(Box<Rescue>),
}

/// What layers of the start of a level are computed from, besides the assistant, whose position is the start.
#[derive(Clone, Debug)]
pub struct LayerInput<'l> {
    /// The level.
    pub level: &'l Level,
    /// Box that the user selected, for [`Layer::BoxReach`].
    pub selected: Option<Square>,
    /// Moves that led to the position, for [`Layer::Rescue`]; `None` if the level begins here.
    pub past: Option<Rescue>,
    /// Hint, once a layer has needed it.
    pub hint: Option<Hint>,
}

/// Layers of one position, as far as they are computed.
#[derive(Clone, Debug, Default)]
pub struct Layers(BTreeMap<Layer, LayerData>);

impl Layers {
    /// Computes one layer, in place of an earlier result; after an error the layer is left out.
    pub fn add(
        &mut self,
        layer: Layer,
        assistant: &mut Assistant<'_>,
        input: &mut LayerInput<'_>,
        meter: &mut Meter,
    ) -> Result<(), AskError> {
        let level = input.level;
        if matches!(layer, Layer::Parking | Layer::Hint | Layer::Focus) && input.hint.is_none() {
            input.hint = Some(Hint::make(level, assistant, meter)?);
        }
        let next = input.hint.as_ref().and_then(Hint::steps);
        let data = match layer {
            Layer::Areas => LayerData::Areas(assistant.areas.clone()),
            Layer::DeadSquares => {
                let distances = &assistant.maze.distances;
                LayerData::Squares(level.board.squares().filter(|&s| distances.is_dead(s)).collect())
            }
            Layer::Pushes => LayerData::Pushes(assistant.pushes()),
            Layer::Prevention => LayerData::LosingPushes(assistant.prevention(meter)?),
            Layer::Alert => LayerData::Deadlocks(assistant.alert(meter)?),
            Layer::BoxReach => LayerData::Reach(assistant.box_reach(input.selected, meter)?),
            Layer::GoalPaths => LayerData::Paths(assistant.goal_paths(meter)?),
            Layer::Parking => LayerData::Parking(assistant.parking(next, meter)?),
            Layer::Global => LayerData::Global(Global::ask(level, meter)?),
            Layer::Hint => LayerData::Hint(input.hint.clone().unwrap_or(Hint::NotFound)),
            Layer::Focus => LayerData::Focus(next.and_then(|next| assistant.focus(next))),
            Layer::Rescue => {
                let mut rescue = input.past.take().unwrap_or_else(|| Rescue::of_start(level));
                // An open question at a limit is part of the answer.
                match rescue.search(meter) {
                    Ok(()) | Err(AskError::Stopped(Stop::TimeLimit | Stop::NodeLimit)) => {
                        LayerData::Rescue(Box::new(rescue))
                    }
                    Err(error) => return Err(error),
                }
            }
        };
        self.insert(layer, data);
        Ok(())
    }

    /// Adds a layer that was computed elsewhere.
    pub fn insert(&mut self, layer: Layer, data: LayerData) {
        self.0.insert(layer, data);
    }

    /// Returns the `wanted` layers, and which layers were cut short: each has `nodes` nodes, and an equal share of the time that is left.
    pub fn compute(
        wanted: &[Layer],
        assistant: &mut Assistant<'_>,
        input: &mut LayerInput<'_>,
        nodes: Option<u64>,
        meter: &mut Meter,
    ) -> Result<(Self, Vec<(Layer, Stop)>), InternalError> {
        let mut layers = Self::default();
        let mut cut_short = Vec::new();
        let mut wanted = wanted.to_vec();
        // Layers that may prove the position lost come before layers that need a hint.
        wanted.sort_unstable();
        for (index, &layer) in (0..).zip(&wanted) {
            let left = count32(wanted.len()) - index;
            let share = meter.time_left().map(|time| time / left);
            match meter.within(nodes, share, |meter| layers.add(layer, assistant, input, meter)) {
                Ok(()) => input.hint = input.hint.take().or_else(|| layers.lost()),
                Err(AskError::Internal(error)) => return Err(error),
                Err(AskError::Stopped(stop)) => cut_short.push((layer, stop)),
            }
        }
        Ok((layers, cut_short))
    }

    /// Returns the hint that a layer has proved the position lost; `None` if none has.
    fn lost(&self) -> Option<Hint> {
        let by_rule = self.deadlocks().first().map(|deadlock| deadlock.why.clone());
        let is_dead = matches!(self.get(Layer::Global), Some(LayerData::Global(Global::Dead)));
        let by_search = is_dead.then(|| "a search has proved it".to_owned());
        by_rule.or(by_search).map(Hint::Lost)
    }

    /// Returns the data of a layer; `None` if it is not computed.
    pub fn get(&self, layer: Layer) -> Option<&LayerData> {
        self.0.get(&layer)
    }

    /// Returns the computed layers, in the order of [`Layer`].
    pub fn iter(&self) -> impl Iterator<Item = (Layer, &LayerData)> {
        self.0.iter().map(|(&layer, data)| (layer, data))
    }

    /// Returns the deadlocks of the position; empty if the layer is not computed.
    pub fn deadlocks(&self) -> &[Deadlock] {
        if let Some(LayerData::Deadlocks(deadlocks)) = self.get(Layer::Alert) { deadlocks } else { &[] }
    }

    /// True if marks of the box on a square are displayed: all are, unless `focus` is computed and excludes it.
    pub fn shows(&self, square: Square) -> bool {
        if let Some(LayerData::Focus(Some(focus))) = self.get(Layer::Focus) { focus.has(square) } else { true }
    }
}
