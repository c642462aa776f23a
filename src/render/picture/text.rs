//! Text in pictures.

use svg::node::element::Text;

/// Distance between lines of small text, in pixels.
pub(in crate::render) const LINE: usize = 18;
/// Colour of text in pictures.
pub(crate) const INK: &str = "#1e293b";
/// Colour of less important text in pictures.
pub(crate) const SOFT_INK: &str = "#64748b";

/// Returns a line of text of `size` pixels with its baseline at (`x`, `y`).
pub(crate) fn label((x, y): (usize, usize), size: usize, fill: &str, text: &str) -> Text {
    let label = Text::new(text).set("x", x).set("y", y).set("font-size", size).set("fill", fill);
    match fill {
        INK => label.set("class", "ink"),
        SOFT_INK => label.set("class", "soft"),
        _ => label,
    }
}
