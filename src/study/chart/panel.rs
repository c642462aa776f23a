//! A frame with its axes, as the ground of a chart.
//!
//! ```text
//!   title
//!   30 +-----------------+
//!      |        .   .    |    The numbers of an axis stand outside the frame, its name at its middle.
//!    0 +-----------------+
//!      1        10     100
//!            nodes
//! ```

use crate::render::{INK, SOFT_INK, label};
use svg::node::element::{Group, Path, Rectangle};

/// Width left of the frame for the numbers of the vertical axis, in pixels.
pub(super) const LEFT: usize = 56;
/// Height above the frame for its title, in pixels.
const TOP: usize = 22;

/// Axis: its name, and its numbers with their distances from its lower end in pixels.
pub(super) struct Axis {
    pub(super) name: String,
    pub(super) ticks: Vec<(usize, String)>,
}

/// Returns the frame with title and axes as a group whose origin is the upper left corner of the frame.
pub(super) fn panel(title: &str, (width, height): (usize, usize), across: &Axis, upwards: &Axis) -> Group {
    let frame = Rectangle::new().set("width", width).set("height", height).set("fill", "#ffffff");
    let group = Group::new()
        .set("transform", format!("translate({LEFT},{TOP})"))
        .add(label((0, 0), 14, INK, title).set("y", -8).set("font-weight", 600))
        .add(frame.set("class", "panel").set("stroke", "#cbd5e1"));
    let group = across.ticks.iter().fold(group, |group, (x, number)| {
        let number = label((*x, height + 16), 11, SOFT_INK, number).set("text-anchor", "middle");
        group.add(rule(&format!("M{x},0v{height}"))).add(number)
    });
    let group = upwards.ticks.iter().fold(group, |group, (up, number)| {
        let y = height - up;
        let number = label((0, y + 4), 11, SOFT_INK, number).set("x", -8).set("text-anchor", "end");
        group.add(rule(&format!("M0,{y}h{width}"))).add(number)
    });
    let middle = format!("translate(-42,{}) rotate(-90)", height / 2);
    let named = label((width / 2, height + 32), 11, SOFT_INK, &across.name).set("text-anchor", "middle");
    let upright = label((0, 0), 11, SOFT_INK, &upwards.name).set("text-anchor", "middle");
    group.add(named).add(Group::new().set("transform", middle).add(upright))
}

fn rule(data: &str) -> Path {
    Path::new().set("d", data).set("class", "grid").set("stroke", "#e2e8f0").set("stroke-width", 1)
}
