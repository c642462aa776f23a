//! Charts of runs: the number of levels solved against nodes and against seconds, and two runs level by level.
//!
//! Input: runs, each with its results by level. Output: one SVG document. Lines differ by dashes and by a name at their
//! end, so that a print in black and white is enough. At most eight are drawn, those that solve most.

mod cactus;
mod panel;
mod run;
mod scale;
mod scatter;

pub use run::Run;

use crate::render::sheet;
use run::Figure;
use svg::node::element::Group;

/// The maximum number of lines, so that each has dashes of its own.
const MOST: usize = 8;
/// From the upper edge of one row of panels to that of the next, in pixels.
const STRIDE: usize = 320;

/// Returns the SVG document.
pub fn chart(runs: &[Run]) -> String {
    let mut drawn: Vec<&Run> = runs.iter().collect();
    if drawn.len() > MOST {
        // A stable sort: of equals those that were named first.
        drawn.sort_by_key(|run| std::cmp::Reverse(run.solved()));
        drawn.truncate(MOST);
    }
    let mut rows = vec![cactus::cactus(&drawn, Figure::Nodes), cactus::cactus(&drawn, Figure::Seconds)];
    if let [one, other] = drawn[..] {
        let place = |at: usize| format!("translate({},0)", at * scatter::STRIDE);
        let beside = [Figure::Nodes, Figure::Seconds].map(|figure| scatter::scatter([one, other], figure));
        let beside = (0..).zip(beside).map(|(at, panel)| Group::new().set("transform", place(at)).add(panel));
        rows.push(beside.fold(Group::new(), Group::add));
    }
    let count = rows.len();
    let moved =
        |(at, row): (usize, Group)| Group::new().set("transform", format!("translate(0,{})", at * STRIDE)).add(row);
    let body = rows.into_iter().enumerate().map(moved).fold(Group::new(), Group::add);
    let left_out = match runs.len() - drawn.len() {
        0 => String::new(),
        more => format!("the {MOST} that solve most; {more} more are not drawn"),
    };
    let title =
        format!("{} on {}", crate::render::counted(runs.len(), "run"), crate::render::counted(levels(runs), "level"));
    format!("{}\n", sheet(&title, &left_out, (cactus::WIDTH, count * STRIDE), body))
}

/// The levels of the run that has most.
fn levels(runs: &[Run]) -> usize {
    runs.iter().map(|run| run.outcomes.len()).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use run::Outcome;

    fn run(name: &str, solved: usize) -> Run {
        let outcome = |level| Outcome { is_solved: level < solved, nodes: 10.0, seconds: 0.5 };
        let outcomes = (0..10).map(|level| ((format!("set {name}"), level), outcome(level))).collect();
        Run { name: name.to_owned(), outcomes }
    }

    #[test]
    fn at_most_eight_runs_are_drawn_those_that_solve_most() {
        let runs: Vec<Run> = (1..=10).map(|solved| run(&format!("run{solved}."), solved)).collect();
        let picture = chart(&runs);
        assert!(picture.contains("run10.") && picture.contains("run3.") && !picture.contains("run2."), "{picture}");
        assert!(picture.contains("2 more are not drawn"), "{picture}");
        assert!(chart(&[]).starts_with("<svg"));
    }

    #[test]
    fn two_runs_are_compared_level_by_level() {
        let (one, other) = (run("one", 3), run("one", 5));
        let picture = chart(&[one, other]);
        assert_eq!(picture.matches("class=\"strong both\"").count(), 2 * 3, "solved by both, nodes and seconds");
        assert_eq!(picture.matches("class=\"strong alone\"").count(), 2 * 2, "solved by the second alone");
    }
}
