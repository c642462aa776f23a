//! Scripts and the style sheet of the report that other pages use too.

use crate::render::picture::pieces::symbols;

/// Returns an SVG element with the pieces as symbols, which [`BOARD`] draws, so that pages and pictures look alike.
pub(crate) fn pieces() -> String {
    symbols()
}

/// Script of the rules: boards from pictures, and positions after moves.
pub(crate) const RULES: &str = include_str!("page/rules.js");
/// Script that makes elements of a page.
pub(crate) const ELEMENTS: &str = include_str!("page/elements.js");
/// Script of the words for codes of rows; it uses [`ELEMENTS`].
pub(crate) const WORDS: &str = include_str!("page/words.js");
/// Script that draws boards; it uses [`ELEMENTS`] and [`WORDS`].
pub(crate) const BOARD: &str = include_str!("page/board.js");
/// Script of lists of steps that outline areas of a board; it uses [`ELEMENTS`], [`WORDS`] and [`BOARD`].
pub(crate) const STEPS: &str = include_str!("page/steps.js");
/// Script that draws proofs of lost positions; it uses [`RULES`], [`ELEMENTS`] and [`BOARD`].
pub(crate) const PROOF: &str = include_str!("page/proof.js");
/// Style sheet of the pages.
pub(crate) const STYLE: &str = include_str!("page/style.css");
