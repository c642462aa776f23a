//! Rounds of refinement, refusals and nogoods, in words and as rows of JSON Lines.
//!
//! Areas have letters in words, and in rows the names of PDDL tasks: `a0` is the first area. Squares are row and
//! column, from 0.

use super::rooms::area_names;
use super::step::{reason_words, step_words};
use crate::level::{Level, Square};
use crate::maze::{AreaId, Areas};
use crate::planner::pddl::{Broken, Nogood, area_name, read_area, read_step, step_name};
use crate::planner::{Round, RoundEnd, Why};
use itertools::Itertools;
use serde::{Deserialize, Serialize};

/// Row and column of a square, from 0.
type Place = (usize, usize);

/// JSON row of a nogood: a step that must not be planned in states of a given description.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NogoodRow {
    /// Key of the task, a level with its areas, outside which the nogood does not apply.
    pub task: String,
    /// Step that the nogood forbids, as in a plan file without the numbers of boxes: `hop a0 a1`.
    pub step: String,
    /// Areas by name, with the number of boxes that each must hold for the nogood to apply.
    pub holds: Vec<(String, u16)>,
    /// Names of the areas whose borders no box may have crossed for the nogood to apply.
    pub untouched: Vec<String>,
    /// Squares of boxes that suffice to make the step fail.
    pub boxes: Vec<Place>,
    /// Whether it is proved that no solution makes the step in a state to which the nogood applies.
    pub is_proved: bool,
}

/// JSON row of a step that was refused.
#[derive(Clone, Debug, Serialize)]
pub struct RefusalRow {
    /// Number of the step in the plan, from 1.
    number: usize,
    step: String,
    why: Why,
    label: &'static str,
    push_nodes: u64,
    in_the_way: Vec<Place>,
    /// Squares of the boxes in the position in which the step was refused.
    boxes: Vec<Place>,
    player: Place,
}

/// JSON row of a round: a plan, and how far it was realised.
#[derive(Clone, Debug, Serialize)]
pub struct RoundRow {
    round: usize,
    plan: Vec<String>,
    realised: usize,
    /// How the round ended: `solved`, `refused` (at a step), or `no_way` (the steps led to no solution).
    end: &'static str,
    refusal: Option<RefusalRow>,
}

/// View of one level and its areas that gives rounds and nogoods as words and JSON rows.
#[derive(Debug)]
pub struct RoundsView<'a> {
    level: &'a Level,
    areas: &'a Areas,
    names: Vec<String>,
    task: String,
}

impl<'a> RoundsView<'a> {
    /// Creates a view of the rounds of a level on the areas of its task.
    pub fn new(level: &'a Level, areas: &'a Areas) -> Self {
        Self { level, areas, names: area_names(areas), task: task_key(level, areas) }
    }

    /// Returns a round as lines: its plan, the number of realised steps, the refused step and the nogood learnt.
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

    /// Returns a nogood in words: `proved: not A > b while no box has crossed a border of A or d`.
    fn nogood(&self, nogood: &Nogood) -> String {
        let name = |area: &AreaId| self.names[area.index()].as_str();
        let held = nogood.holds.iter().map(|(area, boxes)| format!("{} holds {boxes}", name(area)));
        let untouched = nogood.untouched.iter().map(name).join(" or ");
        let untouched = (!untouched.is_empty()).then(|| format!("no box has crossed a border of {untouched}"));
        let sure = if nogood.is_proved { "proved" } else { "a guess" };
        format!("{sure}: not {} while {}", step_words(&nogood.step, &self.names), held.chain(untouched).join(", "))
    }

    /// Returns the JSON row of a round, with its refusal if a step was refused.
    pub fn round_row(&self, number: usize, round: &Round) -> RoundRow {
        let (end, refusal) = match &round.end {
            RoundEnd::Solved(_) => ("solved", None),
            RoundEnd::NoWay => ("no_way", None),
            RoundEnd::Refused(broken, _) => ("refused", Some(self.refusal_row(broken))),
        };
        RoundRow { round: number, plan: round.plan.clone(), realised: round.realised, end, refusal }
    }

    /// Returns the JSON row of a step that could not be realised.
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

    /// Returns the JSON row of a nogood of this task.
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

    /// Returns whether the nogood of a row was learnt on this level and these areas.
    pub fn is_about(&self, row: &NogoodRow) -> bool {
        row.task == self.task
    }

    /// Returns the nogood that a row of this task describes.
    ///
    /// # Errors
    /// The row names a step, an area or a square that the level does not have.
    pub fn read(&self, row: &NogoodRow) -> Result<Nogood, String> {
        let area = |name: &String| read_area(self.areas, name).ok_or_else(|| format!("there is no area `{name}`"));
        let holds = row.holds.iter().map(|(name, boxes)| Ok((area(name)?, *boxes))).collect::<Result<_, String>>()?;
        let square = |&(line, column): &Place| {
            self.level.board.square(line, column).ok_or_else(|| format!("{line},{column} is not a square of the board"))
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

/// Returns the key of a task, a hash as text: equal positions on equal boards with equal areas have equal keys.
fn task_key(level: &Level, areas: &Areas) -> String {
    let areas = level.board.squares().flat_map(|square| areas.area_of(square).0.to_le_bytes());
    format!("{:016x}", crate::level::fnv(level.grid.to_string().bytes().chain(areas)))
}
