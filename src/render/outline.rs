//! The outline of a solution or a plan: in words, and as a JSON row.

use super::words::place;
use super::{counted, wrapped};
use crate::level::{Board, Square};
use crate::maze::AreaId;
use crate::planner::{Proposal, Step};
use crate::steps::{Deed, Outline, Purpose, Stage, Supply};
use itertools::Itertools;
use serde::{Deserialize, Serialize};

/// Row and column of a square, from 0.
type Place = (usize, usize);

/// JSON row of an outline of a solution or plan: where the boxes of each goal area come from, and the order of filling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct OutlineRow {
    /// Areas whose goals are filled, in the order in which the first goal of each area is filled.
    pub filled: Vec<FilledRow>,
    /// Stages in order: consecutive steps that bring boxes to goals along one route of areas, with their preparations.
    pub stages: Vec<StageRow>,
}

/// JSON row of an area whose goals are filled: the goals, and the areas that supply the boxes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct FilledRow {
    /// Name of the area with the goals.
    pub area: String,
    /// Goals in the order in which they are filled, as row and column; empty if the plan does not name goals.
    pub goals: Vec<Place>,
    /// Areas in which the boxes that fill these goals stand at the start, with the number of boxes from each.
    pub from: Vec<SourceRow>,
    /// This row as a phrase: `C gets 2 boxes from A; its goals are filled in the order 8,17 8,16`.
    pub words: String,
}

/// JSON row of an area that supplies boxes to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct SourceRow {
    /// Name of the area in which the boxes stand at the start.
    pub area: String,
    /// Number of boxes that this area supplies.
    pub boxes: usize,
}

/// JSON row of a stage: consecutive steps that bring boxes to goals along one route, with the steps that prepare them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct StageRow {
    /// Number of the first step of the stage, from 1.
    pub first: usize,
    /// Number of the last step of the stage, from 1.
    pub last: usize,
    /// Names of the areas on the route of the boxes; empty if no goal is filled.
    pub route: Vec<String>,
    /// Whether the boxes are moved inside the areas of `route` and cross no border.
    pub inside: bool,
    /// Number of boxes that go along the route.
    pub boxes: usize,
    /// Whether the boxes come from squares where earlier steps parked them.
    pub was_parked: bool,
    /// Goals that the stage fills, as row and column, in the order of filling; empty if the plan does not name goals.
    pub goals: Vec<Place>,
    /// Steps that prepare the stage, each as a phrase: `a box of A is parked in b at 6,5`.
    pub before: Vec<String>,
    /// The whole stage as a phrase: `3 boxes go from A through b to C and fill 7,17 7,16 6,17`.
    pub words: String,
}

/// Outline of a solution or plan, with the board and the area names that are needed to write it in words.
pub(super) struct OutlineView<'a> {
    pub(super) outline: &'a Outline,
    pub(super) board: &'a Board,
    /// Name of each area, by area number.
    pub(super) names: &'a [String],
}

impl OutlineView<'_> {
    /// Maximum number of preparations named in a stage; of further preparations only the number is written.
    const NAMED: usize = 4;

    /// Returns the outline as lines, wrapped at `width` columns: first where the boxes of each goal area come from,
    /// then the stages with their step numbers.
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

    /// Returns the JSON row of the outline.
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

    /// Returns what an area gets: `C gets 6 boxes: 4 from A and 2 from b; its goals are filled in the order 8,17 8,16`.
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

    /// Returns a stage with its preparations `before`: `first a box of A is parked in b at 6,5; then ..`.
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

    /// Returns `3 boxes go from A through b to C and fill 7,17 7,16 6,17` for a stage; `None` if it fills no goal.
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

    /// Returns a preparing step in words: `a box of A is parked in b at 6,5, which opens the way to 7,4`.
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

/// Returns the outline of a plan as it was proposed, before its pushes are searched.
pub(super) fn proposed_outline(board: &Board, plan: &[Proposal]) -> Outline {
    let purpose = |proposal: &Proposal| match (proposal.packs, &proposal.step) {
        (Some((_, packs)), _) if board.is_goal(packs.to) => Some(vec![Purpose::Fills(packs.to)]),
        (Some((_, packs)), _) => Some(vec![Purpose::Parks(packs.to)]),
        (None, Step::Arrange(_)) => Some(Vec::new()),
        (None, _) => None,
    };
    Outline::of_plan(plan.iter().map(|proposal| (proposal.step.areas().to_vec(), purpose(proposal))))
}

/// Returns words joined as a list: `a`, `a and b`, `a, b and c`.
fn and(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
