//! The number of levels that each run solves, against the nodes or the seconds that a level may take.

use super::panel::{Axis, LEFT, panel};
use super::run::{Figure, Run};
use super::scale::Scale;
use crate::render::{cut_to, label};
use itertools::Itertools;
use svg::node::element::{Group, Path};

const PANEL: (usize, usize) = (560, 240);
/// Right of the frame: the names of the lines.
const NAMES: usize = 200;
/// The letters that there is room for.
const NAME_LETTERS: usize = 28;
/// The width of the whole, in pixels.
pub(super) const WIDTH: usize = LEFT + PANEL.0 + NAMES;
/// From one name to the next, at least.
const NAME: usize = 14;

/// Colours that people with any colour vision tell apart (after Okabe and Ito, darker), and dashes.
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
    let scale = Scale::new(runs.iter().flat_map(solved), figure.least(), PANEL.0);
    let most = runs.iter().map(|run| run.outcomes.len()).max().unwrap_or(0).max(1);
    let across = Axis { name: format!("{} a level", figure.word()), ticks: scale.ticks().collect() };
    let step = step(most);
    let counts = (0..=most).step_by(step).map(|count| (PANEL.1 * count / most, count.to_string()));
    let upwards = Axis { name: "levels solved".to_owned(), ticks: counts.collect() };
    let group = panel(&format!("Levels solved within so many {}", figure.word()), PANEL, &across, &upwards);
    let ends = runs.iter().map(|run| PANEL.1 - PANEL.1 * run.solved() / most).collect_vec();
    let places = apart(&ends);
    runs.iter().enumerate().fold(group, |group, (index, run)| {
        let (colour, dashes) = LOOKS[index % LOOKS.len()];
        let line = Path::new()
            .set("d", line(&solved(run), scale, most))
            .set("class", "strong")
            .set("fill", "none")
            .set("stroke", colour)
            .set("stroke-width", 2)
            .set("stroke-dasharray", dashes);
        let leader = format!("M{},{}l10,{}", PANEL.0, ends[index], signed(places[index]) - signed(ends[index]));
        let leader = Path::new().set("d", leader).set("fill", "none").set("stroke", colour).set("class", "strong");
        let name = cut_to(&format!("{} {}", run.solved(), run.name), NAME_LETTERS);
        let name = label((PANEL.0 + 14, places[index] + 4), 11, colour, &name).set("class", "strong");
        group.add(line).add(leader).add(name)
    })
}

/// The steps of a line, up by one level at a time, and on to the right end.
fn line(solved: &[f64], scale: Scale, most: usize) -> String {
    let steps = solved.iter().copied().sorted_by(f64::total_cmp).zip(1..);
    let steps = steps.map(|(figure, count)| format!("H{}V{}", scale.at(figure), PANEL.1 - PANEL.1 * count / most));
    format!("M0,{}{}H{}", PANEL.1, steps.collect::<String>(), PANEL.0)
}

/// A round step that leaves at most eight numbers on an axis.
fn step(most: usize) -> usize {
    let steps = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_usize.pow(power)));
    steps.into_iter().find(|step| most / step <= 8).unwrap_or(1)
}

/// Places near these, from top to bottom, none nearer to another than a name is high.
fn apart(wanted: &[usize]) -> Vec<usize> {
    let mut places = vec![0; wanted.len()];
    let mut free = 0;
    for index in (0..wanted.len()).sorted_by_key(|&index| wanted[index]) {
        places[index] = wanted[index].max(free);
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
    fn a_line_rises_by_the_easiest_level_first_and_goes_on_to_the_end() {
        let scale = Scale::new([1.0, 100.0].into_iter(), 1.0, PANEL.0);
        assert_eq!(line(&[100.0, 1.0], scale, 4), "M0,240H0V180H560V120H560");
    }

    #[test]
    fn names_keep_apart() {
        assert_eq!(apart(&[100, 20, 21, 22]), [100, 20, 34, 48]);
        assert_eq!((step(90), step(7), step(1000)), (20, 1, 200));
    }
}
