//! Text in pictures.

use svg::node::element::Text;

/// Height of a line of small text, in pixels.
pub(in crate::render) const LINE: usize = 18;
/// Colour of text.
pub(crate) const INK: &str = "#1e293b";
/// Colour of less important text.
pub(crate) const SOFT_INK: &str = "#64748b";

/// A line of text, its baseline at a place.
pub(crate) fn label((x, y): (usize, usize), size: usize, fill: &str, text: &str) -> Text {
    let label = Text::new(text).set("x", x).set("y", y).set("font-size", size).set("fill", fill);
    match fill {
        INK => label.set("class", "ink"),
        SOFT_INK => label.set("class", "soft"),
        _ => label,
    }
}

/// Text in lines of at most `letters` letters, broken at blanks.
pub(in crate::render) fn wrapped(text: &str, letters: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line =
            lines.last_mut().filter(|line| line.is_empty() || line.chars().count() + word.chars().count() < letters);
        match line {
            Some(line) if line.is_empty() => *line = word.to_owned(),
            Some(line) => *line = format!("{line} {word}"),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}
