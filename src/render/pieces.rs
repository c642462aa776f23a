//! Goals, dead squares, boxes and the player, as they are drawn in pictures.
//!
//! Input: the piece on a square. Output: its drawing. Floors and borders are drawn elsewhere.

use svg::node::element::{Circle, Group, Path, Rectangle, Text};

/// Width and height of a square, in pixels.
pub(super) const CELL: usize = 36;
/// Height of a line of text, in pixels.
pub(super) const LINE: usize = 18;
/// Colour of text.
pub(crate) const INK: &str = "#1e293b";
/// Colour of less important text.
pub(crate) const SOFT_INK: &str = "#64748b";
const WALL: &str = "#475569";

const GOAL: &str = "#dc2626";
const DEAD: &str = "#94a3b8";
const PLAYER: &str = "#2563eb";

/// The key to the pieces, in one line.
pub(super) fn key(y: usize) -> Group {
    let entries =
        [(goal(), "goal"), (a_box(false), "box"), (a_box(true), "on goal"), (player(), "player"), (dead(), "dead")];
    let entry = |(index, (piece, word)): (usize, (Group, &str))| {
        let small = piece.set("transform", "scale(0.6)");
        at((index * 76, y)).add(small).add(label((24, 15), 11, "#475569", word))
    };
    entries.into_iter().enumerate().map(entry).fold(Group::new(), Group::add)
}

/// A group moved to a place.
pub(super) fn at((x, y): (usize, usize)) -> Group {
    Group::new().set("transform", format!("translate({x},{y})"))
}

fn circle(radius: usize) -> Circle {
    Circle::new().set("cx", CELL / 2).set("cy", CELL / 2).set("r", radius)
}

/// An empty goal.
pub(super) fn goal() -> Group {
    let ring = circle(7).set("fill", "none").set("stroke", GOAL).set("stroke-width", 3);
    Group::new().add(ring).add(circle(2).set("fill", GOAL))
}

/// A box.
pub(super) fn a_box(on_goal: bool) -> Group {
    let (fill, edge) = if on_goal { ("#86c06c", "#3f6212") } else { ("#d9a45b", "#8a5a1c") };
    let body = block((6, 6), (CELL - 12, CELL - 12), fill).set("rx", 3).set("stroke", edge).set("stroke-width", 2);
    let cross = Path::new().set("d", "M11,11L25,25M25,11L11,25").set("stroke", edge).set("stroke-width", 2);
    Group::new().add(body).add(cross.set("stroke-linecap", "round").set("opacity", "0.6"))
}

/// The player.
pub(super) fn player() -> Group {
    let eye = |x: usize| Circle::new().set("cx", x).set("cy", 16).set("r", 2).set("fill", "#ffffff");
    let smile =
        Path::new().set("d", "M13,21q5,4 10,0").set("fill", "none").set("stroke", "#ffffff").set("stroke-width", 2);
    let head = circle(11).set("fill", PLAYER);
    Group::new().add(head).add(eye(14)).add(eye(22)).add(smile.set("stroke-linecap", "round"))
}

/// A dead square.
pub(super) fn dead() -> Group {
    let cross = Path::new().set("d", "M15,15l6,6m0,-6l-6,6").set("stroke", DEAD).set("stroke-width", 2);
    Group::new().add(cross.set("stroke-linecap", "round"))
}

/// A wall.
pub(super) fn wall((row, column): (usize, usize)) -> Rectangle {
    block((column * CELL, row * CELL), (CELL, CELL), WALL).set("stroke", WALL).set("stroke-width", 1)
}

/// A filled rectangle.
pub(crate) fn block((x, y): (usize, usize), (width, height): (usize, usize), fill: &str) -> Rectangle {
    Rectangle::new().set("x", x).set("y", y).set("width", width).set("height", height).set("fill", fill)
}

/// A line of text.
pub(crate) fn label((x, y): (usize, usize), size: usize, fill: &str, text: &str) -> Text {
    Text::new(text).set("x", x).set("y", y).set("font-size", size).set("fill", fill)
}

/// Text in lines of at most `letters` letters, broken at blanks.
pub(super) fn wrapped(text: &str, letters: usize) -> Vec<String> {
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

/// Lines of text, the first with its baseline at a place.
pub(super) fn lines((x, y): (usize, usize), size: usize, lines: &[String]) -> Group {
    let line = |(index, line): (usize, &String)| label((x, y + index * LINE), size, INK, line);
    lines.iter().enumerate().map(line).fold(Group::new(), Group::add)
}
