//! Text in pictures.

use svg::node::element::Text;

/// Height of a line of small text, in pixels.
pub(in crate::render) const LINE: usize = 18;
/// Colour of text.
pub(crate) const INK: &str = "#1e293b";
/// Colour of less important text.
pub(crate) const SOFT_INK: &str = "#64748b";

/// Returns a line of text, its baseline at a place.
pub(crate) fn label((x, y): (usize, usize), size: usize, fill: &str, text: &str) -> Text {
    let label = Text::new(text).set("x", x).set("y", y).set("font-size", size).set("fill", fill);
    match fill {
        INK => label.set("class", "ink"),
        SOFT_INK => label.set("class", "soft"),
        _ => label,
    }
}
