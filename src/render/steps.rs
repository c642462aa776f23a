//! The steps of a solution as a story, lines and rows, which all explanations, reports and pages share.

use super::realised::GroupsView;
use super::rooms::boards;
use super::story::{StoryRow, StoryView};
use super::table::indented;
use super::words::{Place, happened_words, purpose_words};
use super::{area_names, counted, wrapped};
use crate::level::{Board, Level, Square, verify};
use crate::maze::{Area, Areas, RoomsBy};
use crate::render::SentenceRow;
use crate::render::picture::pieces::{Way, arrows};
use crate::render::rooms::{RoomsDump, svg_over};
use crate::solve::{Explanation, Report};
use crate::steps::{Closing, SolutionStep, StepKind, Story};
use itertools::Itertools;
use serde::{Deserialize, Serialize};

/// JSON row of an area: a room or tunnel of the level.
#[derive(Clone, Debug, PartialEq, Eq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct AreaRow {
    /// Name of the area: rooms have upper-case letters, tunnels lower-case letters.
    pub name: String,
    /// Kind of the area: `room` or `tunnel`.
    pub kind: String,
    /// Number of squares of the area.
    pub squares: usize,
    /// Squares of the area, row and column from 0.
    pub places: Vec<Place>,
    /// Number of goals in the area.
    pub goals: usize,
    /// Number of boxes in the area at the start.
    pub boxes: usize,
    /// Names of the areas next to the area.
    pub next_to: Vec<String>,
}

/// JSON row of a step of a solution: one box is pushed without a break.
#[derive(Clone, Debug, PartialEq, Eq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct StepRow {
    /// Kind of the step: `transfer` (the box enters another area, even if it comes back) or `arrangement` (it stays).
    pub kind: String,
    /// Areas of the step: `A > b > C` or `arrange A`.
    pub words: String,
    /// Square of the box before the step, row and column from 0.
    pub from: Place,
    /// Square of the box after the step.
    pub to: Place,
    /// Names of the areas on the way of the box, in order.
    pub areas: Vec<String>,
    /// Moves of the step, pushes in upper case; the moves of all steps joined in order are the solution.
    pub lurd: String,
    /// Number of pushes of the step.
    pub pushes: usize,
    /// Purpose of the step in the solution: `fills 6,1`, `parks at 1,8, makes way for step 3`.
    pub purpose: String,
    /// Label of the step's closure: the certainty of its outcome; `null` without a label.
    pub label: Option<String>,
}

/// Explained solution of a level, as text and rows.
pub struct StepsView<'a> {
    level: &'a Level,
    explained: &'a Explanation,
    names: Vec<String>,
}

impl<'a> StepsView<'a> {
    /// Creates a view of the explained solution of `level`.
    pub fn new(level: &'a Level, explained: &'a Explanation) -> Self {
        Self { level, explained, names: area_names(&explained.areas) }
    }

    pub(super) const fn areas(&self) -> &Areas {
        &self.explained.areas
    }

    pub(super) const fn board(&self) -> &Board {
        &self.level.board
    }

    /// Returns the rows of the areas that the steps name.
    pub fn area_rows(&self) -> Vec<AreaRow> {
        area_rows(self.level, &self.explained.areas, &self.names)
    }

    /// Returns the rows of the steps of the solution.
    pub fn rows(&self) -> Vec<StepRow> {
        self.explained.steps.iter().map(|step| self.row(step)).collect()
    }

    fn row(&self, step: &SolutionStep) -> StepRow {
        let name = |area: &crate::maze::AreaId| self.names[area.index()].clone();
        StepRow {
            kind: step.kind().word().to_owned(),
            words: happened_words(step, &self.names),
            from: self.level.board.row_column(step.from()),
            to: self.level.board.row_column(step.to()),
            areas: step.route.iter().map(name).collect(),
            lurd: self.explained.moves_of(step).to_owned(),
            pushes: step.pushes.len(),
            purpose: purpose_words(&self.level.board, step),
            label: step.label.map(|label| label.word().to_owned()),
        }
    }

    /// Returns lines: the areas and boxes at the start, the headline, and the story; with `has_steps`, each step below its
    /// sentence. Lines except moves are at most `width` columns wide.
    pub fn text(&self, has_steps: bool, width: Option<usize>) -> String {
        let start = &self.level.start.boxes;
        let moved: Vec<Square> = self.explained.steps.iter().map(|step| start[step.number]).unique().collect();
        boards(self.level, &self.explained.areas, &self.names, &moved, width)
            + &wrapped(&self.headline(), width)
            + &self.story(has_steps, width)
    }

    /// Returns `How it is solved: 2 boxes moved, 22 moves, 9 pushes`; `The moves: ..` if they do not solve the level.
    pub fn headline(&self) -> String {
        let Explanation { steps, lurd, .. } = self.explained;
        let boxes = steps.iter().map(|step| step.number).unique().count();
        let pushes: usize = steps.iter().map(|step| step.pushes.len()).sum();
        let (moves, pushes) = (counted(lurd.len(), "move"), counted(pushes, "push"));
        let is_solved = lurd.parse().is_ok_and(|moves| verify(&self.level.board, &self.level.start, &moves).is_ok());
        let what = if is_solved { "How it is solved" } else { "The moves" };
        format!("{what}: {} moved, {moves}, {pushes}", counted(boxes, "box"))
    }

    /// Returns the story as lines of at most `width` columns; with `has_steps`, each step below its sentence.
    pub fn story(&self, has_steps: bool, width: Option<usize>) -> String {
        let step = |at: usize| if has_steps { self.step(at, width) } else { String::new() };
        self.with_story(|view| view.text(width, step))
    }

    /// Returns the JSON row of the story.
    pub fn story_row(&self) -> StoryRow {
        self.with_story(|view| view.row())
    }

    fn with_story<T>(&self, shown: impl FnOnce(&StoryView<'_>) -> T) -> T {
        let Explanation { steps, areas, .. } = self.explained;
        let story = Story::of(steps, areas);
        let groups = self.explained.groups.as_ref().map(|report| GroupsView::new(report, areas));
        let groups = groups.map(|view| view.sentences(&self.level.start.boxes, steps)).unwrap_or_default();
        let fills = steps.iter().filter(|step| step.fills()).map(SolutionStep::to).collect_vec();
        let board = &self.level.board;
        let closing = Closing::of(board, &self.level.start.boxes, &fills);
        shown(&StoryView { story: &story, steps, board, areas, names: &self.names, groups, closing })
    }

    /// Returns the lines of a step: areas, squares, purpose, pushes and label, and below them the moves.
    fn step(&self, at: usize, width: Option<usize>) -> String {
        let step = &self.explained.steps[at];
        let [from, to] = [step.from(), step.to()].map(|square| self.level.board.place_words(square));
        let purpose = purpose_words(&self.level.board, step);
        let purpose = if purpose.is_empty() { purpose } else { format!(", {purpose}") };
        let label = step.label.map_or_else(String::new, |label| format!(", {}", label.word()));
        let (words, pushes) = (happened_words(step, &self.names), counted(step.pushes.len(), "push"));
        let words = format!("step {}, {words}: {from} to {to}{purpose}; {pushes}{label}", at + 1);
        indented(&words, "       ", width) + "         " + self.explained.moves_of(step) + "\n"
    }

    /// Returns the picture of the rooms as SVG, with an arrow for each transfer and a broken line for each
    /// arrangement. `dead` holds for each square whether it is dead.
    pub fn svg(&self, by: RoomsBy, dead: &[bool]) -> String {
        let dump = RoomsDump::new(self.level, by, &self.explained.areas, dead);
        let steps: Vec<Way> = self.ways().collect();
        let notes: Vec<String> = std::iter::once(self.headline()).chain(self.notes()).collect();
        svg_over(&dump, arrows(&self.level.board, &steps), &notes)
    }

    pub(crate) fn ways(&self) -> impl Iterator<Item = Way> + '_ {
        self.explained
            .steps
            .iter()
            .map(|step| Way { squares: step.way.clone(), is_transfer: step.kind() == StepKind::Transfer })
    }

    /// Returns the sentences of the story as lines, each after the numbers of its steps.
    pub(crate) fn notes(&self) -> impl Iterator<Item = String> + '_ {
        let note = |sentence: SentenceRow| format!("{}  {}", sentence.numbers(), sentence.words);
        self.story_row().sentences.into_iter().map(note)
    }
}

/// Tells how a level was solved.
pub trait TellStory {
    /// Returns the story of the solution, a sentence a line; `None` without a solution.
    ///
    /// ```
    /// use sokoplan::{Level, Limits, TellStory};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let text = "###########\n#   ###   #\n# $@    . #\n#   ###   #\n###########";
    /// let level = Level::from_xsb("two rooms and a tunnel", text)?;
    /// let report = level.solve(Limits { nodes: Some(10_000), ..Limits::default() });
    /// assert!(report.story(&level).is_some_and(|story| story.contains("through tunnel a")));
    /// # Ok(())
    /// # }
    /// ```
    fn story(&self, level: &Level) -> Option<String>;
}

impl TellStory for Report {
    fn story(&self, level: &Level) -> Option<String> {
        let explained = Explanation::of_report(level, &level.rooms(), self)?;
        Some(StepsView::new(level, &explained).story(false, None))
    }
}

pub(super) fn area_rows(level: &Level, areas: &Areas, names: &[String]) -> Vec<AreaRow> {
    let row = |area: &Area| {
        let is_here = |square: &&crate::level::Square| areas.area_of(**square) == area.id;
        AreaRow {
            name: names[area.id.index()].clone(),
            kind: if area.is_room() { "room" } else { "tunnel" }.to_owned(),
            squares: area.squares.len(),
            places: area.squares.iter().map(|&square| level.board.row_column(square)).collect(),
            goals: level.board.goals().iter().filter(is_here).count(),
            boxes: level.start.boxes.iter().filter(is_here).count(),
            next_to: areas.neighbours(area.id).into_iter().map(|other| names[other.index()].clone()).collect(),
        }
    };
    areas.areas().iter().map(row).collect()
}
