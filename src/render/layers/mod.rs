//! The layers over a position (dead squares, pushes, deadlocks, hints ..) as text, a JSON row or a picture.

mod canvas;
mod json;
mod svg;
mod words;

pub use json::LayersRow;

use super::story::StoryView;
use super::{area_names, happened_words, names_after, step_words};
use crate::assist::{Layers, Plan, PlanStep};
use crate::level::Level;
use crate::maze::Areas;
use crate::push::{Push, walk_and_push};
use crate::steps::{SolutionStep, Story, read};
use itertools::Itertools;

/// Level at a position with its areas and layers, as text, JSON or SVG.
#[derive(Clone, Debug)]
pub struct LayersView<'a> {
    level: &'a Level,
    layers: &'a Layers,
    areas: &'a Areas,
    names: Vec<String>,
}

impl<'a> LayersView<'a> {
    /// Creates a view of the layers over the start of `level`.
    pub fn new(level: &'a Level, areas: &'a Areas, layers: &'a Layers) -> Self {
        Self { level, layers, areas, names: area_names(areas) }
    }

    /// Returns the board with the marks of the layers, and below it one or more lines for each layer.
    pub fn text(&self) -> String {
        words::text(self)
    }

    /// Returns the JSON row of the layers.
    pub fn row(&self) -> LayersRow {
        json::row(self)
    }

    /// Returns the board as SVG, with each layer as a named group.
    pub fn svg(&self) -> String {
        svg::svg(self)
    }

    /// Returns lines that describe the layers, one or more for each.
    pub fn words(&self) -> Vec<String> {
        words::words(self)
    }

    /// Returns the way of the box of the hint's next step as a sentence of the story of the plan; the planned step if its
    /// pushes are not known.
    fn hint_sentence(&self, plan: &Plan, next: &PlanStep) -> String {
        let pushes: Vec<Push> = plan.steps.iter().flat_map(|step| step.pushes.iter().copied()).collect();
        let steps = self.steps_of(&pushes);
        let story = Story::of(&steps, self.areas);
        let told = StoryView {
            story: &story,
            steps: &steps,
            board: &self.level.board,
            areas: self.areas,
            names: &self.names,
            groups: Vec::new(),
        };
        Some(told.first()).filter(|words| !words.is_empty()).unwrap_or_else(|| self.hint_words(next))
    }

    /// Returns what the pushes of the hint's next step do on the areas shown, as `A > b, arrange B`; the planned step
    /// if its pushes are not known.
    fn hint_words(&self, next: &PlanStep) -> String {
        let steps = self.steps_of(&next.pushes);
        if !steps.is_empty() {
            return steps.iter().map(|step| happened_words(step, &self.names)).join(", ");
        }
        let plan = self.layers.hint.as_ref().and_then(Option::as_ref);
        plan.map_or_else(String::new, |plan| step_words(&next.step, &names_after(&plan.areas, self.areas, &self.names)))
    }

    /// Returns pushes from the start as steps on the areas shown; none if a push cannot be made.
    fn steps_of(&self, pushes: &[Push]) -> Vec<SolutionStep> {
        let Level { board, start, .. } = self.level;
        let moves = walk_and_push(board, start, pushes).and_then(|(lurd, _)| lurd.parse().ok());
        moves.and_then(|moves| read(board, start, &moves, self.areas).ok()).unwrap_or_default()
    }
}
