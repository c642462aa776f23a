//! Scatter plot of two runs level by level: the first on the horizontal axis, the second on the vertical axis.
//!
//! ```text
//!   +------------o+    A disc is a level that both solve: below the diagonal the second run takes less.
//!   |   o     .   |    A ring on the rim is a level that one of them solves alone.
//!   |      .    * o
//!   |   .   *     |
//!   +-------------+
//! ```

use super::panel::{Axis, LEFT, panel};
use super::run::{Figure, Run};
use super::scale::Scale;
use svg::node::element::{Circle, Group, Path};

const SIDE: usize = 240;
/// Distance between the left edges of two panels, in pixels.
pub(super) const STRIDE: usize = LEFT + SIDE + 40;

pub(super) fn scatter([one, other]: [&Run; 2], figure: Figure) -> Group {
    let pairs = || one.outcomes.iter().filter_map(|(key, outcome)| Some((outcome, other.outcomes.get(key)?)));
    let solved = pairs().flat_map(|(a, b)| [a, b]).filter(|outcome| outcome.is_solved);
    let scale = Scale::new(solved.map(|outcome| figure.of(outcome)), figure.least(), SIDE);
    let axis = |run: &Run| Axis { name: run.name.clone(), ticks: scale.ticks().collect() };
    let diagonal = Path::new().set("d", format!("M0,{SIDE}L{SIDE},0")).set("class", "grid").set("stroke", "#94a3b8");
    let title = format!("{}, level by level", capital(figure.word()));
    let group = panel(&title, (SIDE, SIDE), &axis(one), &axis(other)).add(diagonal);
    pairs().filter(|(a, b)| a.is_solved || b.is_solved).fold(group, |group, (a, b)| {
        let at = |is_solved, value| if is_solved { scale.at(value) } else { SIDE };
        let (x, up) = (at(a.is_solved, figure.of(a)), at(b.is_solved, figure.of(b)));
        let mark = Circle::new().set("cx", x).set("cy", SIDE - up).set("r", 3).set("stroke", "#0f4c81");
        group.add(if a.is_solved && b.is_solved {
            mark.set("class", "strong both").set("fill", "#0f4c81").set("fill-opacity", "0.5")
        } else {
            mark.set("class", "strong alone").set("fill", "none").set("stroke", "#be123c").set("stroke-width", 2)
        })
    })
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
