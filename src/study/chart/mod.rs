//! Charts of runs as one SVG document: the number of levels solved against nodes and against seconds, and two runs
//! level by level. Lines differ by dashes and have names, so that black and white is enough. At most eight are drawn,
//! those that solve most.

mod cactus;
mod panel;
mod run;
mod scale;
mod scatter;

pub use run::Run;

use crate::render::sheet;
use indexmap::IndexSet;
use run::Figure;
use svg::node::element::Group;

/// Maximum number of lines, so that each has dashes of its own.
const MOST: usize = 8;
/// Distance between the upper edges of two rows of panels, in pixels.
const STRIDE: usize = 320;

/// Returns the charts of runs as an SVG document; for two runs also those level by level.
pub fn chart(runs: &[Run]) -> String {
    let mut drawn: Vec<&Run> = runs.iter().collect();
    if drawn.len() > MOST {
        // The sort is stable: equal runs keep their order.
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
    let title =
        format!("{} on {}", crate::render::counted(runs.len(), "run"), crate::render::counted(levels(runs), "level"));
    format!("{}\n", sheet(&title, &not_drawn(runs, &drawn), (cactus::WIDTH, count * STRIDE), body))
}

/// Returns text on what is not drawn: the number of levels that no run solves, and the names of left-out runs.
fn not_drawn(runs: &[Run], drawn: &[&Run]) -> String {
    let solved: IndexSet<_> = runs.iter().flat_map(Run::solved_levels).collect();
    let all: IndexSet<_> = runs.iter().flat_map(|run| run.outcomes.keys()).collect();
    let levels = match all.len() - solved.len() {
        0 => None,
        some => Some(format!("{} solved by none", crate::render::counted(some, "level"))),
    };
    let left_out = runs.iter().filter(|run| !drawn.iter().any(|shown| std::ptr::eq(*shown, *run)));
    let names = left_out.map(|run| format!("{} {}", run.solved(), run.name)).collect::<Vec<_>>();
    let runs = (!names.is_empty()).then(|| format!("not drawn: {}", names.join(", ")));
    levels.into_iter().chain(runs).collect::<Vec<_>>().join("; ")
}

/// Returns the largest number of levels in any run.
fn levels(runs: &[Run]) -> usize {
    runs.iter().map(|run| run.outcomes.len()).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use run::LevelResult;

    fn run(name: &str, solved: usize) -> Run {
        let outcome = |level| LevelResult { is_solved: level < solved, nodes: 10.0, seconds: 0.5 };
        let outcomes = (0..10).map(|level| ((format!("set {name}"), level), outcome(level))).collect();
        Run { name: name.to_owned(), outcomes }
    }

    #[test]
    fn at_most_eight_runs_are_drawn_those_that_solve_most() {
        let runs: Vec<Run> = (1..=10).map(|solved| run(&format!("run{solved}."), solved)).collect();
        let picture = chart(&runs);
        assert!(picture.contains("run10.") && picture.contains("3 run3."), "{picture}");
        assert!(picture.contains("not drawn: 1 run1., 2 run2."), "{picture}");
        assert!(chart(&[]).starts_with("<svg"));
    }

    #[test]
    fn lines_that_end_together_lie_beside_each_other_and_each_level_of_few_is_marked() {
        let picture = chart(&[run("one", 2), run("two", 2), run("three", 2)]);
        for aside in ["translate(-2,1)", "translate(0,0)", "translate(2,-1)"] {
            assert_eq!(
                picture.matches(aside).count(),
                2 + usize::from(aside == "translate(0,0)"),
                "{aside}\n{picture}"
            );
        }
        assert_eq!(picture.matches("<circle").count(), 2 * 3 * 2, "levels, runs, panels");
        assert!(picture.contains("levels solved by none"), "{picture}");
    }

    #[test]
    fn two_runs_are_compared_level_by_level() {
        let (one, other) = (run("one", 3), run("one", 5));
        let picture = chart(&[one, other]);
        assert_eq!(picture.matches("class=\"strong both\"").count(), 2 * 3, "solved by both, nodes and seconds");
        assert_eq!(picture.matches("class=\"strong alone\"").count(), 2 * 2, "solved by the second alone");
    }
}
