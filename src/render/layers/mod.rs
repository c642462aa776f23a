//! The layers over a position (dead squares, pushes, deadlocks, hints ..) as text, a JSON row or a picture.

mod canvas;
mod json;
mod svg;
mod words;

pub use json::{LayersRow, RescueRow};
pub use words::rescue_words;

use super::area_names;
use super::story::StoryView;
use crate::assist::{Layers, NextSteps};
use crate::level::Level;
use crate::maze::Areas;
use crate::steps::Story;

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

    /// Returns the next step as a sentence of the story of all steps.
    fn hint_sentence(&self, next: &NextSteps) -> String {
        let story = Story::of(&next.steps, self.areas);
        let story_view = StoryView {
            story: &story,
            steps: &next.steps,
            board: &self.level.board,
            areas: self.areas,
            names: &self.names,
            groups: Vec::new(),
            closing: None,
        };
        story_view.first()
    }
}
