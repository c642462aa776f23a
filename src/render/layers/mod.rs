//! The layers of a position, for people and programs.
//!
//! Input: a level at a position, its areas, and layers. Output: text, a row for JSON, a picture, or a canvas of cells
//! that other programs draw. The layers are computed elsewhere.

mod canvas;
mod hinted;
mod json;
#[cfg(feature = "svg")]
mod svg;
mod text;
mod words;

pub use canvas::{Canvas, Cell, Ground, Ink};
pub use hinted::Hinted;
pub use json::LayersRow;

use super::{area_names, happened_words, names_after, step_words};
use crate::assist::{Layers, PlanStep};
use crate::level::Level;
use crate::maze::Areas;
use crate::push::walk_and_push;
use crate::steps::read;
use itertools::Itertools;

/// Layers over a position.
#[derive(Clone, Debug)]
pub struct LayersView<'a> {
    level: &'a Level,
    layers: &'a Layers,
    areas: &'a Areas,
    names: Vec<String>,
    /// The part of the hint in the canvas and the words.
    pub hinted: Hinted,
}

impl<'a> LayersView<'a> {
    /// Makes a view of the layers over the level's start.
    pub fn new(level: &'a Level, areas: &'a Areas, layers: &'a Layers) -> Self {
        Self { level, layers, areas, names: area_names(areas), hinted: Hinted::All }
    }

    /// Returns the cells of the board, with meanings from which colours are chosen.
    pub fn canvas(&self) -> Canvas {
        canvas::canvas(self)
    }

    /// Returns the board with its marks, and one or more lines for each layer.
    pub fn text(&self) -> String {
        text::text(self)
    }

    /// Returns the JSON row.
    pub fn row(&self) -> LayersRow {
        json::row(self)
    }

    /// Returns the board as SVG, with each layer as a named group.
    #[cfg(feature = "svg")]
    pub fn svg(&self) -> String {
        svg::svg(self)
    }

    /// Returns the layers in words, one or more lines each.
    pub fn words(&self) -> Vec<String> {
        words::words(self)
    }

    /// Returns the effect of the pushes of the next step on the areas shown, as in `A > b, arrange B`; the planned step
    /// if its pushes are not known.
    fn hint_words(&self, next: &PlanStep) -> String {
        let Level { board, start, .. } = self.level;
        let moves = walk_and_push(board, start, &next.pushes).and_then(|(lurd, _)| lurd.parse().ok());
        let steps = moves.and_then(|moves| read(board, start, &moves, self.areas, &[]).ok()).unwrap_or_default();
        if !steps.is_empty() {
            return steps.iter().map(|step| happened_words(step, &self.names)).join(", ");
        }
        let plan = self.layers.hint.as_ref().and_then(Option::as_ref);
        plan.map_or_else(String::new, |plan| step_words(&next.step, &names_after(&plan.areas, self.areas, &self.names)))
    }
}
