//! Common parts of all pictures: the sheet; soft colours by index, chosen so that consecutive indices differ clearly.
//!
//! ```text
//!   +------------------------+
//!   | Title                  |   The body begins below the title, at a margin from the left and right edges. Whoever
//!   | details                |   draws it has its own coordinates, from (0, 0).
//!   |  +------------------+  |
//!   |  | body             |  |
//!   |  +------------------+  |
//!   +------------------------+
//! ```
//!
//! Attributes hold the light colours, so that programs without style sheets show them; a style sheet replaces them by
//! class where the reader prefers dark ones.

pub(crate) mod pieces;

use crate::level::Level;
use crate::render::wrapped;
use crate::run::safe;
use anstyle::{Color, RgbColor};
pub use pieces::Skin;
use std::borrow::Cow;
use svg::Document;
use svg::node::element::{Group, Rectangle, Style, Text};

/// Returns the colour of the room with this index, as `#rrggbb`.
pub(crate) fn soft(index: usize) -> String {
    hex(hue(index), 0.58, 0.84)
}

/// Background of letters on tunnels.
pub(crate) const DARK_TUNNEL: Color = Color::Rgb(RgbColor(50, 50, 50));

/// Returns a dark colour with the hue of [`soft`], for backgrounds of letters.
pub(crate) fn dark(index: usize) -> Color {
    let (red, green, blue) = rgb(hue(index), 0.45, 0.16);
    RgbColor(red, green, blue).into()
}

/// Returns a colour with the hue of [`soft`] that is seen on soft floors, and behind white letters, as `#rrggbb`.
pub(crate) fn strong(index: usize) -> String {
    hex(hue(index), 0.8, 0.36)
}

/// Returns the hue of an index in degrees, by the golden angle.
fn hue(index: usize) -> f64 {
    (f64::from(u32::try_from(index % 360).unwrap_or(0)) * 137.508 + 205.0) % 360.0
}

fn hex(hue: f64, saturation: f64, lightness: f64) -> String {
    let (red, green, blue) = rgb(hue, saturation, lightness);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn rgb(hue: f64, saturation: f64, lightness: f64) -> (u8, u8, u8) {
    let reach = saturation * lightness.min(1.0 - lightness);
    let channel = |offset: f64| {
        let k = (offset + hue / 30.0) % 12.0;
        let value = lightness - reach * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
        byte(value)
    };
    (channel(0.0), channel(8.0), channel(4.0))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte first")]
fn byte(value: f64) -> u8 {
    (value * 255.0).round().clamp(0.0, 255.0) as u8
}

/// Margin on all sides of a sheet, in pixels.
pub(crate) const MARGIN: usize = 24;
/// Font size of the title, in pixels.
const TITLE: usize = 18;
const DETAILS: usize = 12;
/// Estimated width of a letter of the title, in pixels, wider than the average.
const TITLE_LETTER: usize = 11;
/// Minimum width of the title before it is wrapped, in pixels, even over a narrower body.
const LEAST_WIDTH: usize = 320;
pub(super) const PAPER: &str = "#f8fafc";

/// Style sheet for dark screens, by class: paper, frames, text, soft text, rims of letters on floors, walls, grid
/// lines, soft colours of floors, strong colours of lines.
pub(super) const DARK: &str = "@media(prefers-color-scheme:dark){\
.paper{fill:#0f172a}.panel{fill:#1e293b;stroke:#475569}.ink{fill:#e2e8f0}.soft{fill:#94a3b8}\
.rim{stroke:#0f172a}.wall{fill:#475569}.grid{stroke:#475569}\
.floor{filter:brightness(.35) saturate(2)}.strong{filter:brightness(1.7)}}";

/// Returns a picture: a body of `width` by `height` pixels under a title and a line of details, or neither.
pub(crate) fn sheet(title: &str, details: &str, (width, height): (usize, usize), body: Group) -> Document {
    let width = width.max(LEAST_WIDTH);
    let (head, top) = head(title, details, width);
    let size = (width + 2 * MARGIN, top + height + MARGIN);
    Document::new()
        .set("viewBox", (0, 0, size.0, size.1))
        .set("width", size.0)
        .set("height", size.1)
        .set("font-family", "system-ui, 'DejaVu Sans', sans-serif")
        .add(Style::new(DARK))
        .add(block((0, 0), size, PAPER).set("class", "paper"))
        .add(head)
        .add(at((MARGIN, top)).add(body))
}

pub(crate) fn titled(level: &Level) -> Cow<'_, str> {
    if level.title.is_empty() { "untitled".into() } else { safe(&level.title) }
}

/// Returns the drawing of the title and details, and the height at which the body begins, in pixels.
fn head(title: &str, details: &str, width: usize) -> (Group, usize) {
    let mut baseline = MARGIN / 2;
    let mut head = Group::new();
    for line in wrapped(title, Some(width / TITLE_LETTER)).lines().filter(|line| !line.is_empty()) {
        baseline += TITLE + 4;
        head = head.add(label((MARGIN, baseline), TITLE, INK, line).set("font-weight", 600));
    }
    if !details.is_empty() {
        baseline += DETAILS + 6;
        head = head.add(label((MARGIN, baseline), DETAILS, SOFT_INK, details));
    }
    (head, baseline + MARGIN)
}

/// Distance between lines of small text, in pixels.
pub(crate) const LINE: usize = 18;
pub(crate) const INK: &str = "#1e293b";
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

/// Returns an empty group moved to a point, in pixels from the left and from the top.
pub(crate) fn at((x, y): (usize, usize)) -> Group {
    Group::new().set("transform", format!("translate({x},{y})"))
}

/// Returns a filled rectangle with its upper left corner at (`x`, `y`), in pixels.
pub(crate) fn block((x, y): (usize, usize), (width, height): (usize, usize), fill: &str) -> Rectangle {
    Rectangle::new().set("x", x).set("y", y).set("width", width).set("height", height).set("fill", fill)
}
