//! The layers of a position, for people and programs.
//!
//! Input: a level at a position, its areas, and layers. Output: text, a row for JSON, a picture, or a canvas of cells
//! that other programs draw. The layers are computed elsewhere.

mod canvas;
mod json;
#[cfg(feature = "svg")]
mod svg;
mod text;
mod words;

pub use canvas::{Canvas, Cell, Ground, Ink};
pub use json::LayersRow;

use super::{area_names, names_after};
use crate::assist::Layers;
use crate::level::Level;
use crate::maze::Areas;

/// Layers over a position.
#[derive(Clone, Debug)]
pub struct LayersView<'a> {
    level: &'a Level,
    layers: &'a Layers,
    areas: &'a Areas,
    names: Vec<String>,
    /// Whether the pushes of the hint are shown too, besides its destination.
    pub hint_pushes: bool,
}

impl<'a> LayersView<'a> {
    /// Over the level's start.
    pub fn new(level: &'a Level, areas: &'a Areas, layers: &'a Layers) -> Self {
        Self { level, layers, areas, names: area_names(areas), hint_pushes: true }
    }

    /// The cells of the board, as letters with meanings for colours.
    pub fn canvas(&self) -> Canvas {
        canvas::canvas(self)
    }

    /// The board with its marks, and a line or more for each layer.
    pub fn text(&self) -> String {
        text::text(self)
    }

    /// The row for programs.
    pub fn row(&self) -> LayersRow {
        json::row(self)
    }

    /// The board with each layer as a named group.
    #[cfg(feature = "svg")]
    pub fn svg(&self) -> String {
        svg::svg(self)
    }

    /// The layers in words, one line or more each.
    pub fn words(&self) -> Vec<String> {
        words::words(self)
    }

    /// The names of the areas of the plan that the hint is taken from.
    fn plan_names(&self) -> Vec<String> {
        let plan = self.layers.hint.as_ref().and_then(Option::as_ref);
        plan.map_or_else(Vec::new, |plan| names_after(&plan.areas, self.areas, &self.names))
    }
}
