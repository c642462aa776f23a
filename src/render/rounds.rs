//! Rounds of refinement, refusals and nogoods: words, and rows of JSON Lines.
//!
//! Input: rounds on the areas of a level. Output: text and rows. Areas have their letters in text, and in rows the names
//! of PDDL tasks: `a0` is the first area. Places are row and column, from 0.

use super::rooms::area_names;
use super::step::{reason_words, step_words};
use crate::level::{Level, Square};
use crate::maze::{AreaId, Areas};
use crate::planner::pddl::{Broken, Nogood, area_name, read_area, read_step, step_name};
use crate::planner::{Round, RoundEnd, Why};
use itertools::Itertools;
use serde::{Deserialize, Serialize};

/// Row and column, from 0.
type Place = (usize, usize);

/// A nogood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NogoodRow {
    /// The key of the level with its areas; a nogood of another key is about something else.
    pub task: String,
    /// The step, as in a plan file without the numbers of boxes.
    pub step: String,
    /// The areas that hold these numbers of boxes.
    pub holds: Vec<(String, u16)>,
    /// The areas over whose borders no box has gone.
    pub untouched: Vec<String>,
    /// The boxes that suffice for the refusal.
    pub boxes: Vec<Place>,
    /// Whether no solution makes the step in such a state.
    pub is_proved: bool,
}

/// A refused step.
#[derive(Clone, Debug, Serialize)]
pub struct RefusalRow {
    /// The number of the step, from 1.
    number: usize,
    step: String,
    why: Why,
    label: &'static str,
    push_nodes: u64,
    in_the_way: Vec<Place>,
    /// The boxes of the position in which it was refused, and the player.
    boxes: Vec<Place>,
    player: Place,
}

/// A round.
#[derive(Clone, Debug, Serialize)]
pub struct RoundRow {
    round: usize,
    plan: Vec<String>,
    realised: usize,
    /// `solved`, `refused` or `no_way`.
    end: &'static str,
    refusal: Option<RefusalRow>,
}

/// Rounds of a level, to be shown.
#[derive(Debug)]
pub struct RoundsView<'a> {
    level: &'a Level,
    areas: &'a Areas,
    names: Vec<String>,
    task: String,
}

impl<'a> RoundsView<'a> {
    /// Of a level with the areas of its task.
    pub fn new(level: &'a Level, areas: &'a Areas) -> Self {
        Self { level, areas, names: area_names(areas), task: task_key(level, areas) }
    }

    /// Returns a round in words.
    pub fn text(&self, number: usize, round: &Round) -> String {
        let steps =
            round.plan.iter().filter_map(|step| read_step(self.areas, step)).map(|step| step_words(&step, &self.names));
        let plan = format!("round {number}: {}\n", steps.format(", "));
        let of = format!("  {} of {} steps realised", round.realised, round.plan.len());
        match &round.end {
            RoundEnd::Solved(_) => format!("{plan}{of}\n"),
            RoundEnd::NoWay => format!("{plan}{of}, but no positions after them solve the level\n"),
            RoundEnd::Refused(broken, nogood) => {
                let refusal = &broken.refusal;
                let reason = reason_words(refusal, &self.level.board, self.areas, &self.names);
                let step = step_words(&refusal.step, &self.names);
                format!("{plan}{of}; {step} is refused: {reason}\n  learnt, {}\n", self.nogood(nogood))
            }
        }
    }

    /// `proved: not A > b while no box has crossed a border of A or d`
    fn nogood(&self, nogood: &Nogood) -> String {
        let name = |area: &AreaId| self.names[area.index()].as_str();
        let held = nogood.holds.iter().map(|(area, boxes)| format!("{} holds {boxes}", name(area)));
        let untouched = nogood.untouched.iter().map(name).join(" or ");
        let untouched = (!untouched.is_empty()).then(|| format!("no box has crossed a border of {untouched}"));
        let sure = if nogood.is_proved { "proved" } else { "a guess" };
        format!("{sure}: not {} while {}", step_words(&nogood.step, &self.names), held.chain(untouched).join(", "))
    }

    /// Returns the row of a round.
    pub fn round_row(&self, number: usize, round: &Round) -> RoundRow {
        let (end, refusal) = match &round.end {
            RoundEnd::Solved(_) => ("solved", None),
            RoundEnd::NoWay => ("no_way", None),
            RoundEnd::Refused(broken, _) => ("refused", Some(self.refusal_row(broken))),
        };
        RoundRow { round: number, plan: round.plan.clone(), realised: round.realised, end, refusal }
    }

    /// Returns the row of a refusal.
    pub fn refusal_row(&self, broken: &Broken) -> RefusalRow {
        let refusal = &broken.refusal;
        RefusalRow {
            number: broken.before.len() + 1,
            step: step_name(&refusal.step),
            why: refusal.why,
            label: refusal.label.word(),
            push_nodes: refusal.nodes,
            in_the_way: self.places(&refusal.in_the_way),
            boxes: self.places(&broken.position.boxes),
            player: self.level.board.row_column(broken.position.player),
        }
    }

    /// Returns the row of a nogood.
    pub fn nogood_row(&self, nogood: &Nogood) -> NogoodRow {
        NogoodRow {
            task: self.task.clone(),
            step: step_name(&nogood.step),
            holds: nogood.holds.iter().map(|&(area, boxes)| (area_name(area), boxes)).collect(),
            untouched: nogood.untouched.iter().map(|&area| area_name(area)).collect(),
            boxes: self.places(&nogood.boxes),
            is_proved: nogood.is_proved,
        }
    }

    /// Returns whether a nogood is about this level and these areas.
    pub fn is_about(&self, row: &NogoodRow) -> bool {
        row.task == self.task
    }

    /// Returns the nogood of a row of this task, or what is wrong with it.
    ///
    /// # Errors
    /// It names a step, an area or a square that the level does not have.
    pub fn read(&self, row: &NogoodRow) -> Result<Nogood, String> {
        let area = |name: &String| read_area(self.areas, name).ok_or_else(|| format!("there is no area `{name}`"));
        let holds = row.holds.iter().map(|(name, boxes)| Ok((area(name)?, *boxes))).collect::<Result<_, String>>()?;
        let square = |&(line, column): &Place| {
            self.level.board.square(line, column).ok_or_else(|| format!("{line},{column} is no square"))
        };
        Ok(Nogood {
            step: read_step(self.areas, &row.step)
                .ok_or_else(|| format!("`{}` is no step: expected `hop a0 a1`", row.step))?,
            holds,
            untouched: row.untouched.iter().map(area).collect::<Result<_, _>>()?,
            boxes: row.boxes.iter().map(square).collect::<Result<_, _>>()?,
            is_proved: row.is_proved,
        })
    }

    fn places(&self, squares: &[Square]) -> Vec<Place> {
        squares.iter().map(|&square| self.level.board.row_column(square)).collect()
    }
}

/// Returns a key that is equal for equal positions on equal boards with equal areas.
fn task_key(level: &Level, areas: &Areas) -> String {
    let areas = level.board.squares().flat_map(|square| areas.area_of(square).0.to_le_bytes());
    format!("{:016x}", crate::level::fnv(level.grid.to_string().bytes().chain(areas)))
}
