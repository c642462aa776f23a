//! The outline of a solution or a plan, in words and for programs.

use super::place::place;
use super::{counted, wrapped};
use crate::level::{Board, Square};
use crate::maze::AreaId;
use crate::planner::{Proposal, Step};
use crate::steps::{Deed, Outline, Purpose, Stage, Supply};
use itertools::Itertools;
use serde::{Deserialize, Serialize};

/// Row and column, from 0.
type Place = (usize, usize);

/// The outline, as all rows with steps have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutlineRow {
    /// The areas with goals that are filled.
    pub filled: Vec<FilledRow>,
    /// Steps that follow one another and bring boxes to goals along the same areas, in order.
    pub stages: Vec<StageRow>,
}

/// An area with goals that are filled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilledRow {
    /// Its name.
    pub area: String,
    /// Its goals in the order in which they are filled; empty if the plan does not name them.
    pub goals: Vec<Place>,
    /// The areas of its boxes at the start.
    pub from: Vec<SourceRow>,
    /// The supply in words.
    pub words: String,
}

/// An area that supplies boxes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceRow {
    /// Its name.
    pub area: String,
    /// The number of boxes.
    pub boxes: usize,
}

/// A stage of an outline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StageRow {
    /// The first of its steps, from 1.
    pub first: usize,
    /// The last of its steps.
    pub last: usize,
    /// The areas on the way of its boxes; empty if no goal is filled.
    pub route: Vec<String>,
    /// Whether the boxes stay in these areas.
    pub inside: bool,
    /// The number of boxes.
    pub boxes: usize,
    /// Whether the boxes were parked before.
    pub was_parked: bool,
    /// The filled goals, in order; empty if the plan does not name them.
    pub goals: Vec<Place>,
    /// The preparations, in words.
    pub before: Vec<String>,
    /// The stage in words.
    pub words: String,
}

/// An outline with the names used in its words.
pub(super) struct OutlineView<'a> {
    pub(super) outline: &'a Outline,
    pub(super) board: &'a Board,
    /// The names of areas.
    pub(super) names: &'a [String],
}

impl OutlineView<'_> {
    /// The most preparations named in a stage.
    const NAMED: usize = 4;

    /// Returns lines for people, at most `width` columns wide, each a sentence: first the sources of boxes by area,
    /// then the stages. `step` is the noun for a step.
    pub(super) fn text(&self, width: Option<usize>) -> String {
        let line = |heading: &str, words: &str| {
            let indent = " ".repeat(heading.len());
            let text = wrapped(words, width.map(|width| width.saturating_sub(heading.len())));
            heading.to_owned() + text.trim_end().replace('\n', &format!("\n{indent}")).as_str() + "\n"
        };
        let row = self.row();
        let last = row.stages.last().map_or(0, |stage| stage.last);
        let digits = last.to_string().len();
        let steps = |stage: &StageRow| match (stage.first, stage.last) {
            (first, last) if first == last => format!("{first}"),
            (first, last) => format!("{first}-{last}"),
        };
        let filled = row.filled.iter().map(|filled| line("  ", &filled.words));
        let stages = row.stages.iter().map(|stage| {
            let heading = format!("  {:<cells$}  ", steps(stage), cells = 2 * digits + 1);
            line(&heading, &stage.words)
        });
        filled.chain(stages).collect()
    }

    /// Returns the JSON row.
    pub(super) fn row(&self) -> OutlineRow {
        OutlineRow {
            filled: self.outline.supplies.iter().map(|supply| self.filled(supply)).collect(),
            stages: self.outline.stages.iter().map(|stage| self.stage(stage)).collect(),
        }
    }

    fn filled(&self, supply: &Supply) -> FilledRow {
        let from = supply.from.iter().map(|(area, &boxes)| SourceRow { area: self.name(*area).to_owned(), boxes });
        FilledRow {
            area: self.name(supply.area).to_owned(),
            goals: self.places(&supply.fills),
            from: from.collect(),
            words: self.filled_words(supply),
        }
    }

    /// Returns `C gets 6 boxes: 4 from A, 1 from B and 1 from b; its goals are filled in the order 8,17 8,16`.
    fn filled_words(&self, supply: &Supply) -> String {
        let all: usize = supply.from.values().sum();
        let (area, boxes) = (self.name(supply.area), counted(all, "box"));
        let gets = match supply.from.iter().collect_vec().as_slice() {
            [(from, _)] if **from == supply.area => format!("{area} keeps {boxes}"),
            [(from, _)] => format!("{area} gets {boxes} from {}", self.name(**from)),
            several => {
                let sources = several.iter().map(|(from, boxes)| match **from == supply.area {
                    true => format!("{boxes} of its own"),
                    false => format!("{boxes} from {}", self.name(**from)),
                });
                format!("{area} gets {boxes}: {}", and(&sources.collect_vec()))
            }
        };
        match supply.fills.as_slice() {
            [] => gets,
            [goal] => format!("{gets}; its goal {} is filled", self.place(*goal)),
            goals => format!("{gets}; its goals are filled in the order {}", self.listed(goals)),
        }
    }

    fn stage(&self, stage: &Stage) -> StageRow {
        let before: Vec<String> = stage.before.iter().map(|deed| self.deed(deed)).collect();
        StageRow {
            first: stage.steps.start + 1,
            last: stage.steps.end,
            route: stage.route.iter().map(|&area| self.name(area).to_owned()).collect(),
            inside: stage.is_inside,
            boxes: stage.boxes,
            was_parked: stage.was_parked,
            goals: self.places(&stage.fills),
            words: self.stage_words(stage, &before),
            before,
        }
    }

    /// Returns `first a box of A is parked in b at 6,5; then a box goes from b to C and fills 8,17`.
    fn stage_words(&self, stage: &Stage, before: &[String]) -> String {
        let named = before.iter().take(Self::NAMED).join("; ");
        let more = before.len().saturating_sub(Self::NAMED);
        let named = if more == 0 { named } else { format!("{named}; {} more", counted(more, "step")) };
        match (self.delivery(stage), before) {
            (Some(delivery), []) => delivery,
            (Some(delivery), _) => format!("{named}; then {delivery}"),
            (None, _) => named,
        }
    }

    /// Returns `3 boxes go from A through b to C and fill 7,17 7,16 6,17`; `None` if no goal is filled.
    fn delivery(&self, stage: &Stage) -> Option<String> {
        let (first, last) = (stage.route.first()?, stage.route.last()?);
        let is_one = stage.boxes == 1;
        let parked = match (stage.was_parked, is_one) {
            (false, _) => "",
            (true, true) => " that was parked",
            (true, false) => " that were parked",
        };
        let boxes = if is_one { format!("a box{parked}") } else { format!("{}{parked}", counted(stage.boxes, "box")) };
        let fills = match stage.fills.as_slice() {
            [] => String::new(),
            goals => format!(" and {} {}", if is_one { "fills" } else { "fill" }, self.listed(goals)),
        };
        Some(if stage.is_inside {
            let inside = and(&stage.route.iter().map(|&area| self.name(area)).collect_vec());
            let moved = if is_one { "is" } else { "are" };
            let goals = if stage.fills.is_empty() { " onto goals" } else { "" };
            format!("{boxes} {moved} moved inside {inside}{goals}{fills}")
        } else {
            let between = &stage.route[1..stage.route.len() - 1];
            let through = and(&between.iter().map(|&area| self.name(area)).collect_vec());
            let through = if through.is_empty() { through } else { format!(" through {through}") };
            let go = if is_one { "goes" } else { "go" };
            format!("{boxes} {go} from {}{through} to {}{fills}", self.name(*first), self.name(*last))
        })
    }

    /// Returns `a box of A is parked in b at 6,5, which opens the way to 7,4`.
    fn deed(&self, deed: &Deed) -> String {
        let gains = deed.purposes.iter().filter_map(|&purpose| match purpose {
            Purpose::Clears(square) => Some(format!("clears {}", self.place(square))),
            Purpose::Opens(square) => Some(format!("opens the way to {}", self.place(square))),
            Purpose::Readies(step) => Some(format!("readies the box of step {}", step + 1)),
            Purpose::Fills(_) | Purpose::Parks(_) => None,
        });
        let gains = and(&gains.collect_vec());
        let (first, last) = match deed.areas.as_slice() {
            [] => return gains,
            [first, .., last] if deed.is_transfer => (first, last),
            areas => {
                let areas = and(&areas.iter().map(|&area| self.name(area)).collect_vec());
                let gains = if gains.is_empty() { String::new() } else { format!(", which {gains}") };
                let boxes = if deed.boxes == 1 { "a box is".to_owned() } else { format!("{} boxes are", deed.boxes) };
                return format!("{boxes} moved inside {areas}{gains}");
            }
        };
        let at = deed.purposes.iter().find_map(|&purpose| match purpose {
            Purpose::Parks(square) => Some(format!(" at {}", self.place(square))),
            _ => None,
        });
        let gains = if gains.is_empty() { gains } else { format!(", which {gains}") };
        format!("a box of {} is parked in {}{}{gains}", self.name(*first), self.name(*last), at.unwrap_or_default())
    }

    fn name(&self, area: AreaId) -> &str {
        &self.names[area.index()]
    }

    fn place(&self, square: Square) -> String {
        place(self.board, square)
    }

    fn listed(&self, squares: &[Square]) -> String {
        squares.iter().map(|&square| self.place(square)).join(" ")
    }

    fn places(&self, squares: &[Square]) -> Vec<Place> {
        squares.iter().map(|&square| self.board.row_column(square)).collect()
    }
}

/// Returns the outline of a plan as it was proposed.
pub(super) fn proposed_outline(board: &Board, plan: &[Proposal]) -> Outline {
    let purpose = |proposal: &Proposal| match (proposal.packs, &proposal.step) {
        (Some((_, packs)), _) if board.is_goal(packs.to) => Some(vec![Purpose::Fills(packs.to)]),
        (Some((_, packs)), _) => Some(vec![Purpose::Parks(packs.to)]),
        (None, Step::Arrange(_)) => Some(Vec::new()),
        (None, _) => None,
    };
    Outline::of_plan(plan.iter().map(|proposal| (proposal.step.areas().to_vec(), purpose(proposal))))
}

/// Returns `a`, `a and b`, `a, b and c`.
fn and(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
