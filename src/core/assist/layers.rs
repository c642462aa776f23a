//! The layers of one position: their names, and how each is computed.

use super::{Assistant, BoxReach, Focus, Global, GoalPath, Hint, LosingPush, Parking, Rescue};
use crate::deadlock::RuleId;
use crate::level::{Board, Level, Square};
use crate::maze::Areas;
use crate::push::Push;
use crate::run::{Meter, Stop};
use crate::solve::InternalError;
use itertools::Itertools;

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

impl Layer {
    /// True if the layer needs the next steps.
    pub const fn needs_hint(self) -> bool {
        matches!(self, Self::Parking | Self::Hint | Self::Focus)
    }
}

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
    pub prevention: Option<Vec<LosingPush>>,
    /// Deadlocks in the position, by the cost of their rules.
    pub alert: Option<Vec<Deadlock>>,
    /// Squares that one box can be pushed to; the inner `None` if there is no box.
    pub box_reach: Option<Option<BoxReach>>,
    /// Ways of boxes to goals, by box.
    pub goal_paths: Option<Vec<GoalPath>>,
    /// Squares on which boxes can wait, and routes that must stay free.
    pub parking: Option<Parking>,
    /// Whether the position has a solution, by a search within limits.
    pub global: Option<Global>,
    /// Next step, or the reason why no step is given.
    pub hint: Option<Hint>,
    /// Squares and boxes of the next step; the inner `None` without a next step.
    pub focus: Option<Option<Focus>>,
    /// Push that lost the level, as far as the limits allow.
    pub rescue: Option<Rescue>,
}

impl Layers {
    /// Computes one layer of the level's start, which must be the assistant's current position; after an error the
    /// layer is left out. `asked` is the box that the user selected; `hint` is made if it is needed.
    pub fn add(
        &mut self,
        layer: Layer,
        assistant: &mut Assistant<'_>,
        level: &Level,
        asked: Option<Square>,
        hint: &mut Option<Hint>,
        meter: &mut Meter,
    ) -> Result<(), AskError> {
        let board = &level.board;
        if layer.needs_hint() && hint.is_none() {
            *hint = Some(Hint::make(level, assistant, meter)?);
        }
        let known = hint.as_ref().and_then(Hint::steps);
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
            Layer::Hint => self.hint.clone_from(hint),
            Layer::Focus => self.focus = Some(known.and_then(|next| assistant.focus(next))),
            Layer::Rescue => {
                let mut rescue = assistant.rescue.take().unwrap_or_else(|| Rescue::of_start(level));
                // An open question at a limit is part of the answer.
                match rescue.search(meter) {
                    Ok(()) | Err(AskError::Stopped(Stop::TimeLimit | Stop::NodeLimit)) => self.rescue = Some(rescue),
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    /// Returns the `wanted` layers of the level's start, and the layers that a limit cut short; `nodes` is the node
    /// limit of each layer, and each layer has an equal share of the time that is left.
    pub fn compute(
        wanted: &[Layer],
        assistant: &mut Assistant<'_>,
        level: &Level,
        asked: Option<Square>,
        nodes: Option<u64>,
        meter: &mut Meter,
    ) -> Result<(Self, Vec<(Layer, Stop)>), InternalError> {
        let (mut layers, mut cut_short, mut hint) = (Self::default(), Vec::new(), None);
        let mut wanted = wanted.to_vec();
        // Layers that may prove the position lost come before layers that need a hint.
        wanted.sort_unstable();
        for (index, &layer) in (0..).zip(&wanted) {
            let left = u32::try_from(wanted.len()).unwrap_or(u32::MAX) - index;
            let share = meter.time_left().map(|time| time / left);
            let added =
                meter.within(nodes, share, |meter| layers.add(layer, assistant, level, asked, &mut hint, meter));
            match added {
                Ok(()) => hint = hint.or_else(|| layers.lost()),
                Err(AskError::Internal(error)) => return Err(error),
                Err(AskError::Stopped(stop)) => cut_short.push((layer, stop)),
            }
        }
        Ok((layers, cut_short))
    }

    /// Returns the hint that a layer has proved the position lost; `None` if none has.
    fn lost(&self) -> Option<Hint> {
        let by_rule = self.alert.iter().flatten().next().map(|deadlock| deadlock.why.clone());
        let by_search = (self.global == Some(Global::Dead)).then(|| "a search has proved it".to_owned());
        by_rule.or(by_search).map(Hint::Lost)
    }

    /// True if marks of the box on a square are displayed: all are, unless `focus` is computed and excludes it.
    pub fn shows(&self, square: Square) -> bool {
        self.focus.as_ref().and_then(Option::as_ref).is_none_or(|focus| focus.has(square))
    }
}

/// Deadlock that a rule has found in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadlock {
    /// Rule that has found the deadlock.
    pub rule: RuleId,
    /// Word for this kind of deadlock in reports; several rules may share it.
    pub kind: &'static str,
    /// Squares of the boxes of the deadlock, ascending.
    pub boxes: Vec<Square>,
    /// Walls of the deadlock, each as row and column from 0.
    pub walls: Vec<(usize, usize)>,
    /// Why the position is lost: a sentence about these boxes, without its full stop.
    pub why: String,
}

/// Returns boxes as the subject of a sentence: `the boxes at (2,3) and (2,4)`. Of many boxes the first are named.
pub(super) fn subject(board: &Board, boxes: &[Square]) -> String {
    const NAMED: usize = 6;
    let places = |squares: &[Square]| squares.iter().map(|&square| board.place_words(square)).join(", ");
    match boxes {
        [] => "the boxes".to_owned(),
        [only] => format!("the box at {}", board.place_words(*only)),
        [named @ .., last] if boxes.len() <= NAMED => {
            format!("the boxes at {} and {}", places(named), board.place_words(*last))
        }
        _ => format!("the boxes at {} and {} others", places(&boxes[..NAMED]), boxes.len() - NAMED),
    }
}

/// Why the assistant has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// A limit was met, or the user asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// This program has a fault.
    #[error(transparent)]
    Internal(#[from] InternalError),
}

impl Assistant<'_> {
    /// Returns the deadlocks that the rules find in the current position, by the cost of their rules. A deadlock whose boxes
    /// include all boxes of an earlier deadlock is left out.
    pub fn alert(&mut self, meter: &mut Meter) -> Result<Vec<Deadlock>, Stop> {
        let mut found: Vec<Deadlock> = Vec::new();
        let is_matched = Some(self.is_matched(meter)?);
        for rule in self.rules() {
            for deadlock in self.judge_with(rule, None, is_matched, meter)? {
                let is_contained = |earlier: &Deadlock| earlier.boxes.iter().all(|b| deadlock.boxes.contains(b));
                if !found.iter().any(is_contained) {
                    found.push(deadlock);
                }
            }
        }
        Ok(found)
    }
}

impl Assistant<'_> {
    /// Returns the possible pushes, by box and direction, found by one search over the player's squares (LISA 4.2).
    pub fn pushes(&self) -> Vec<Push> {
        self.state().pushes(self.maze.board, &self.region).collect()
    }
}
