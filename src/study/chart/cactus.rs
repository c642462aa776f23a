//! Cactus plot: the number of levels that each run solves within a limit of nodes or seconds per level.

use super::panel::{Axis, LEFT, panel};
use super::run::{Figure, Run};
use super::scale::Scale;
use crate::render::{cut_to, label};
use itertools::Itertools;
use svg::node::element::{Circle, Group, Path};

const PANEL: (usize, usize) = (560, 240);
/// Width right of the frame for the names of the lines, in pixels.
const NAMES: usize = 320;
/// Maximum number of letters of a name.
const NAME_LETTERS: usize = 44;
/// Length of the line sample before a name, in pixels.
const SAMPLE: usize = 28;
/// Space left and right inside the frame, in pixels, so that no line touches it.
const RIM: usize = 16;
/// Maximum number of levels for which each level is marked on the lines.
const MARKED: usize = 30;
/// Width of the chart in pixels.
pub(super) const WIDTH: usize = LEFT + PANEL.0 + NAMES;
/// Minimum distance between two names in pixels.
const NAME: usize = 14;

/// Colours distinguishable with any colour vision (after Okabe and Ito, darker), with dashes of the line.
const LOOKS: [(&str, &str); super::MOST] = [
    ("#0f4c81", "none"),
    ("#c2410c", "8 3"),
    ("#15803d", "2 3"),
    ("#a21caf", "8 3 2 3"),
    ("#a16207", "12 4"),
    ("#0e7490", "4 2"),
    ("#be123c", "1 4"),
    ("#475569", "12 3 2 3 2 3"),
];

pub(super) fn cactus(runs: &[&Run], figure: Figure) -> Group {
    let solved = |run: &&Run| run.outcomes.values().filter(|o| o.is_solved).map(|o| figure.of(o)).collect_vec();
    let scale = Scale::new(runs.iter().flat_map(solved), figure.least(), PANEL.0 - 2 * RIM);
    let most = runs.iter().map(|run| run.outcomes.len()).max().unwrap_or(0).max(1);
    let ticks = scale.ticks().map(|(at, number)| (at + RIM, number));
    let across = Axis { name: format!("{} a level", figure.word()), ticks: ticks.collect() };
    let counts = (0..=most).step_by(step(most)).map(|count| (PANEL.1 * count / most, count.to_string()));
    let upwards = Axis { name: "levels solved".to_owned(), ticks: counts.collect() };
    let group = panel(&format!("Levels solved within a number of {}", figure.word()), PANEL, &across, &upwards);
    let lines = runs.iter().map(|run| points(&solved(run), scale, most)).collect_vec();
    // The name of a line is at its end; of lines that end at one height, the first to reach it has the highest name.
    let ends = lines.iter().map(|line| line.last().map_or((PANEL.1, 0), |&(x, y)| (y, x))).collect_vec();
    let places = apart(&ends);
    runs.iter().enumerate().fold(group, |group, (index, run)| {
        let (colour, _) = LOOKS[index % LOOKS.len()];
        // Lines that would coincide are drawn beside each other.
        let aside = signed(index) - signed(runs.len() / 2);
        let line = look(Path::new().set("d", line(&lines[index])), index);
        let moved = Group::new().set("transform", format!("translate({},{})", 2 * aside, -aside)).add(line);
        let moved =
            if most > MARKED { moved } else { lines[index].iter().fold(moved, |all, &at| all.add(mark(at, colour))) };
        let sample = look(Path::new().set("d", format!("M{},{}h{SAMPLE}", PANEL.0 + 8, places[index])), index);
        let name = cut_to(&format!("{} {}", run.solved(), run.name), NAME_LETTERS);
        let name = label((PANEL.0 + SAMPLE + 14, places[index] + 4), 11, colour, &name).set("class", "strong");
        group.add(moved).add(sample).add(name)
    })
}

/// Returns a line in the colour and dashes of the run with this index.
fn look(line: Path, index: usize) -> Path {
    let (colour, dashes) = LOOKS[index % LOOKS.len()];
    let line = line.set("class", "strong").set("fill", "none").set("stroke", colour);
    line.set("stroke-width", 2).set("stroke-dasharray", dashes)
}

/// Returns the mark of a solved level on a line.
fn mark((x, y): (usize, usize), colour: &str) -> Circle {
    Circle::new().set("cx", x).set("cy", y).set("r", 3).set("class", "strong").set("fill", colour)
}

/// Returns the points at which the line of a run rises, one for each solved level.
fn points(solved: &[f64], scale: Scale, most: usize) -> Vec<(usize, usize)> {
    let steps = solved.iter().copied().sorted_by(f64::total_cmp).zip(1..);
    steps.map(|(figure, count)| (scale.at(figure) + RIM, PANEL.1 - PANEL.1 * count / most)).collect()
}

/// Returns the path of a line that rises by one level at each point.
fn line(points: &[(usize, usize)]) -> String {
    let steps = points.iter().map(|(x, y)| format!("H{x}V{y}"));
    let first = points.first().map_or(0, |(x, _)| *x);
    format!("M{first},{}{}", PANEL.1, steps.collect::<String>())
}

/// Returns a round distance between numbers on an axis up to `most`, for about eight numbers.
fn step(most: usize) -> usize {
    let steps = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_usize.pow(power)));
    steps.into_iter().find(|step| most / step <= 8).unwrap_or(1)
}

/// Returns heights for the names of lines, near the ends of the lines and at least [`NAME`] apart.
fn apart(ends: &[(usize, usize)]) -> Vec<usize> {
    let mut places = vec![0; ends.len()];
    let mut free = 0;
    for index in (0..ends.len()).sorted_by_key(|&index| ends[index]) {
        places[index] = ends[index].0.max(free);
        free = places[index] + NAME;
    }
    places
}

fn signed(pixels: usize) -> isize {
    pixels.cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_rises_by_the_easiest_level_first_and_ends_with_the_last() {
        let scale = Scale::new([1.0, 100.0].into_iter(), 1.0, PANEL.0 - 2 * RIM);
        assert_eq!(line(&points(&[100.0, 1.0], scale, 4)), "M16,240H16V180H544V120");
    }

    #[test]
    fn names_keep_apart() {
        assert_eq!(apart(&[(100, 0), (20, 5), (21, 0), (20, 3)]), [100, 34, 48, 20]);
        assert_eq!((step(90), step(7), step(1000)), (20, 1, 200));
    }
}
