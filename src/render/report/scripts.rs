//! The parts of the report that other pages use too: rules of the game, elements, words, the picture of a board, lists of
//! steps, proofs, and colours.

use crate::render::picture::pieces::symbols;

/// The pieces as symbols: [`BOARD`] draws by them, so that pages and pictures have the same drawing.
pub(crate) fn pieces() -> String {
    symbols()
}

/// Boards from pictures, and positions after moves.
pub(crate) const RULES: &str = include_str!("page/rules.js");
/// Elements of a page.
pub(crate) const ELEMENTS: &str = include_str!("page/elements.js");
/// The words for codes of rows; it uses the elements.
pub(crate) const WORDS: &str = include_str!("page/words.js");
/// Pictures of boards; it uses the two above.
pub(crate) const BOARD: &str = include_str!("page/board.js");
/// Lists of steps that outline areas of a board; it uses the three above.
pub(crate) const STEPS: &str = include_str!("page/steps.js");
/// Proofs of lost positions, drawn; it uses the rules, elements and boards.
pub(crate) const PROOF: &str = include_str!("page/proof.js");
/// The style sheet.
pub(crate) const STYLE: &str = include_str!("page/style.css");
