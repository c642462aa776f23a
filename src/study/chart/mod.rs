//! Charts of trials: nodes and time by level, both on logarithmic axes, and the number of levels solved over time.
//!
//! Writes one self-contained SVG document. Each strategy has a colour and a letter, so that lines are distinguishable
//! without colours. A hollow mark is a level that was not solved.

mod scale;

use super::Trial;
use crate::render::{INK, SOFT_INK, block, label, strong};
use itertools::Itertools;
use scale::Scale;
use svg::Document;
use svg::node::element::{Circle, Group, Path};

const MARGIN: usize = 24;
const LEFT: usize = 64;
const PANEL: usize = 640;
const HEIGHT: usize = 220;
/// The height of a panel with its title and legend.
const STRIDE: usize = HEIGHT + 72;
const LINE: usize = 18;
const LETTER: usize = 8;
/// Shorter times are drawn as this: the clock is too coarse for them.
const LEAST_SECONDS: f64 = 0.0001;

/// One strategy's line.
struct Line {
    colour: String,
    letter: char,
    /// Pixels, and whether the mark is filled.
    points: Vec<(usize, usize, bool)>,
}

/// Returns the SVG document.
pub fn chart(trials: &[Trial]) -> String {
    let strategies: Vec<&str> = trials.iter().map(|trial| trial.strategy.as_str()).unique().collect();
    let levels: Vec<(&str, usize)> = trials.iter().map(|trial| (trial.file.as_str(), trial.level)).unique().collect();
    let longest = strategies.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let width = LEFT + PANEL + 3 * MARGIN + LINE + longest * LETTER;
    let height = 2 * MARGIN + (3 * STRIDE).max((strategies.len() + 3) * LINE);
    let by_level = |name: &str, index, scale: Scale, of: &dyn Fn(&Trial) -> f64| {
        let trials = trials.iter().filter(|trial| trial.strategy == name);
        let point = |trial: &Trial| {
            let at = levels.iter().position(|&level| level == (trial.file.as_str(), trial.level));
            (across(at.unwrap_or(0) * 2 + 1, levels.len() * 2), scale.y(of(trial)), trial.is_solved())
        };
        line(index, trials.map(point).collect())
    };
    let expanded = |trial: &Trial| figure(trial.expanded);
    let seconds = |trial: &Trial| trial.seconds;
    let nodes_scale = Scale::new(trials.iter().map(expanded), 1.0, HEIGHT);
    let time_scale = Scale::new(trials.iter().map(seconds), LEAST_SECONDS, HEIGHT);
    let each = || strategies.iter().copied().enumerate();
    let nodes = each().map(|(index, name)| by_level(name, index, nodes_scale, &expanded)).collect();
    let time = each().map(|(index, name)| by_level(name, index, time_scale, &seconds)).collect();
    let solved = each().map(|(index, name)| line(index, cactus(trials, name, levels.len(), time_scale))).collect();
    let last = levels.len().to_string();
    Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("font-family", "system-ui, 'DejaVu Sans', sans-serif")
        .add(block((0, 0), (width, height), "#f8fafc"))
        .add(panel(0, "Nodes expanded, by level", ["1", &last], nodes_scale, nodes))
        .add(panel(1, "Seconds, by level", ["1", &last], time_scale, time))
        .add(panel(
            2,
            "Seconds until so many levels are solved, each strategy's easiest first",
            ["0", &last],
            time_scale,
            solved,
        ))
        .add(legend(&strategies))
        .to_string()
        + "\n"
}

#[expect(clippy::cast_precision_loss, reason = "drawn to the pixel")]
const fn figure(count: u64) -> f64 {
    count as f64
}

/// Returns the position of a share of the width.
const fn across(part: usize, whole: usize) -> usize {
    PANEL * part / if whole == 0 { 1 } else { whole }
}

fn line(index: usize, points: Vec<(usize, usize, bool)>) -> Line {
    Line { colour: strong(index), letter: letter(index), points }
}

fn letter(index: usize) -> char {
    ('a'..='z').chain('A'..='Z').nth(index % 52).unwrap_or('?')
}

/// Returns the cumulative seconds of the solved levels, shortest first: the end of the line is the number solved.
fn cactus(trials: &[Trial], strategy: &str, levels: usize, scale: Scale) -> Vec<(usize, usize, bool)> {
    let solved = trials.iter().filter(|trial| trial.strategy == strategy && trial.is_solved());
    let seconds = solved.map(|trial| trial.seconds.max(LEAST_SECONDS)).sorted_by(f64::total_cmp);
    let sums = seconds.scan(0.0, |sum, seconds| {
        *sum += seconds;
        Some(*sum)
    });
    (1..).zip(sums).map(|(count, sum)| (across(count, levels), scale.y(sum), true)).collect()
}

/// Returns one panel with its axes.
fn panel(place: usize, title: &str, ends: [&str; 2], scale: Scale, lines: Vec<Line>) -> Group {
    let frame = block((0, 0), (PANEL, scale.height()), "#ffffff").set("stroke", "#cbd5e1");
    let group = Group::new()
        .set("transform", format!("translate({LEFT},{})", MARGIN + 24 + place * STRIDE))
        .add(label((0, 0), 14, INK, title).set("y", -8).set("font-weight", 600))
        .add(frame);
    let group = scale.ticks().fold(group, |group, (y, name)| {
        let grid = Path::new().set("d", format!("M0,{y}h{PANEL}")).set("stroke", "#e2e8f0").set("stroke-width", 1);
        let name = label((0, y + 4), 11, SOFT_INK, &name).set("x", -8).set("text-anchor", "end");
        group.add(grid).add(name)
    });
    let group = ends.into_iter().zip([0, PANEL]).fold(group, |group, (end, x)| {
        group.add(label((x, scale.height() + 16), 11, SOFT_INK, end).set("text-anchor", "middle"))
    });
    lines.into_iter().fold(group, |group, line| group.add(drawn(&line)))
}

fn drawn(line: &Line) -> Group {
    let data = line.points.iter().map(|(x, y, _)| format!("{x},{y}")).join("L");
    let path = Path::new().set("d", if data.is_empty() { "M0,0".to_owned() } else { format!("M{data}") });
    let path =
        path.set("fill", "none").set("stroke", line.colour.as_str()).set("stroke-width", 1).set("opacity", "0.6");
    let marks = line.points.iter().map(|&(x, y, is_filled)| {
        let fill = if is_filled { line.colour.as_str() } else { "#ffffff" };
        let mark = Circle::new().set("cx", x).set("cy", y).set("r", 3).set("fill", fill);
        mark.set("stroke", line.colour.as_str()).set("stroke-width", 1)
    });
    let group = marks.fold(Group::new().add(path), Group::add);
    let Some(&(x, y, _)) = line.points.last() else { return group };
    group.add(label((x + 5, y + 4), 11, &line.colour, &line.letter.to_string()).set("font-weight", 700))
}

fn legend(strategies: &[&str]) -> Group {
    let at = format!("translate({},{})", LEFT + PANEL + 2 * MARGIN, MARGIN + 24);
    let entry = |(index, name): (usize, &&str)| {
        let (y, colour) = (12 + index * LINE, strong(index));
        let letter = label((0, y), 12, &colour, &letter(index).to_string()).set("font-weight", 700);
        Group::new().add(letter).add(label((LINE, y), 12, INK, name))
    };
    let entries = strategies.iter().enumerate().map(entry);
    let group = entries.fold(Group::new().set("transform", at), Group::add);
    let note = label((0, 12 + (strategies.len() + 1) * LINE), 11, SOFT_INK, "hollow: not solved");
    group.add(note)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Answer;

    fn trial(level: usize, strategy: &str, answer: Answer, seconds: f64) -> Trial {
        Trial {
            file: "f".to_owned(),
            level,
            title: String::new(),
            strategy: strategy.to_owned(),
            answer,
            expanded: 10,
            generated: 20,
            kept: 15,
            pruned: 0,
            branching: 2.0,
            largest_branching: 4,
            depth: 3,
            pushes: None,
            moves: None,
            seconds,
            peak_bytes: 0,
        }
    }

    #[test]
    fn a_cactus_grows_by_the_easiest_and_leaves_out_what_is_not_solved() {
        let trials = [
            trial(1, "a", Answer::Solved, 10.0),
            trial(2, "a", Answer::NodeLimit, 0.5),
            trial(3, "a", Answer::Solved, 1.0),
            trial(3, "b", Answer::Solved, 5.0),
        ];
        let scale = Scale::new([0.1, 100.0].into_iter(), 0.1, 300);
        let points = cactus(&trials, "a", 4, scale);
        assert_eq!(points, [(PANEL / 4, 200, true), (PANEL / 2, scale.y(11.0), true)]);
    }

    #[test]
    fn every_strategy_and_level_is_drawn_and_what_is_not_solved_is_hollow() {
        let trials = [trial(1, "one", Answer::Solved, 0.1), trial(1, "two", Answer::TimeLimit, 60.0)];
        let picture = chart(&trials);
        assert!(picture.contains("one") && picture.contains("two"));
        assert_eq!(picture.matches("fill=\"#ffffff\"").count(), 5, "three frames and two hollow marks");
        assert!(chart(&[]).starts_with("<svg"));
    }
}
