//! Letters of pictures as outlines, so that no font of the system is needed.
//!
//! Input: an SVG document. Output: the document with a path in place of each text. Letters are placed side by side,
//! without kerning and ligatures; letters that the font lacks are empty frames.

use resvg::usvg::roxmltree::{Document, Node};
use std::fmt::Write;
use ttf_parser::{Face, FaceParsingError, GlyphId, OutlineBuilder};

pub(super) struct Letters<'a> {
    regular: Face<'a>,
    bold: Face<'a>,
}

impl Letters<'static> {
    pub(super) fn new() -> Result<Self, FaceParsingError> {
        Ok(Self { regular: Face::parse(dejavu::sans::regular(), 0)?, bold: Face::parse(dejavu::sans::bold(), 0)? })
    }
}

impl Letters<'_> {
    pub(super) fn outlined(&self, svg: &str) -> Result<String, resvg::usvg::roxmltree::Error> {
        let document = Document::parse(svg)?;
        let texts = document.descendants().filter(|node| node.has_tag_name("text"));
        let (mut outlined, mut from) = (String::with_capacity(svg.len()), 0);
        for text in texts {
            outlined.push_str(&svg[from..text.range().start]);
            outlined.push_str(&self.path(text));
            from = text.range().end;
        }
        outlined.push_str(&svg[from..]);
        Ok(outlined)
    }

    /// Returns the path that draws a text element. Attributes of letters (size, weight ..) are dropped, others are
    /// kept.
    fn path(&self, text: Node<'_, '_>) -> String {
        let number = |name: &str| text.attribute(name).and_then(|value| value.parse().ok()).unwrap_or(0.0_f32);
        let is_bold = matches!(text.attribute("font-weight"), Some("600" | "700" | "bold"));
        let face = if is_bold { &self.bold } else { &self.regular };
        let scale = number("font-size") / f32::from(face.units_per_em());
        // Line feeds around the text belong to the document; a no-break space is a letter.
        let letters = text.text().unwrap_or_default().trim_matches(|c: char| c.is_ascii_whitespace()).chars();
        let glyphs: Vec<GlyphId> = letters.map(|c| face.glyph_index(c).unwrap_or_default()).collect();
        let advance = |glyph: GlyphId| f32::from(face.glyph_hor_advance(glyph).unwrap_or_default()) * scale;
        let width: f32 = glyphs.iter().map(|&glyph| advance(glyph)).sum();
        let left = match text.attribute("text-anchor") {
            Some("middle") => number("x") - width / 2.0,
            Some("end") => number("x") - width,
            _ => number("x"),
        };
        let mut pen = Pen { data: String::new(), x: left, y: number("y"), scale };
        for glyph in glyphs {
            face.outline_glyph(glyph, &mut pen);
            pen.x += advance(glyph);
        }
        let kept = text.attributes().filter(|attribute| !OF_LETTERS.contains(&attribute.name()));
        let kept: String = kept.map(|attribute| format!(" {}=\"{}\"", attribute.name(), attribute.value())).collect();
        format!("<path d=\"{}\"{kept}/>", pen.data)
    }
}

const OF_LETTERS: [&str; 5] = ["x", "y", "font-size", "font-weight", "text-anchor"];

struct Pen {
    data: String,
    x: f32,
    y: f32,
    /// Pixels per unit of the font, whose vertical axis points up.
    scale: f32,
}

impl Pen {
    fn draw(&mut self, command: char, points: &[(f32, f32)]) {
        self.data.push(command);
        for (x, y) in points {
            let (x, y) = (self.x + x * self.scale, self.y - y * self.scale);
            // Writing to a string cannot fail.
            let _ = write!(self.data, "{x:.2} {y:.2} ");
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.draw('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.draw('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.draw('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.draw('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.data.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_outlines_and_the_rest_stays() {
        let svg = "<svg><g><text x=\"10\" y=\"20\" font-size=\"10\" fill=\"red\">\nI&amp;é\n</text></g><rect/></svg>";
        let outlined = Letters::new().unwrap().outlined(svg).unwrap();
        assert!(outlined.starts_with("<svg><g><path d=\"M") && outlined.ends_with("/></g><rect/></svg>"), "{outlined}");
        assert!(outlined.contains(" fill=\"red\"/>") && !outlined.contains("font-size"), "{outlined}");
        let closed = outlined.matches('Z').count();
        assert_eq!(closed, 1 + 2 + 3, "I is one outline, & two, é three: with its eye and its accent");
    }
}
