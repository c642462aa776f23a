//! Small levels with the results of exhaustive search.

use super::exhaustive::{Drawn, State, explore};
use super::small_levels;
use sokoplan::level::Level;
use sokoplan::push::{Push, walk_and_push};
use sokoplan::run::{Answer, SearchEnd};
use sokoplan::solve::Report;
use std::collections::HashMap;

/// A small level, with what is true of it.
pub(crate) struct Judged {
    pub(crate) text: String,
    pub(crate) level: Level,
    pub(crate) drawn: Drawn,
    /// The states that can be reached, each with the fewest pushes to a solution where there is one.
    pub(crate) rest: HashMap<State, Option<usize>>,
    /// The fewest pushes of a solution, if there is one.
    pub(crate) pushes: Option<usize>,
}

impl Judged {
    /// `None` if more than `most` states can be reached.
    pub(crate) fn of(text: String, most: usize) -> Option<Self> {
        Self::of_side(small_levels::SIDE, text, most)
    }

    /// The same for a board of any size.
    pub(crate) fn of_side(side: usize, text: String, most: usize) -> Option<Self> {
        let (level, drawn) = (Level::from_xsb("", &text).expect("a level"), Drawn::of_side(side, &text));
        let rest = explore(&drawn, most)?;
        let pushes = rest[&drawn.state(drawn.boxes, drawn.player)];
        Some(Self { text, level, drawn, rest, pushes })
    }

    /// The levels of seeds, without those of more than `most` states.
    pub(crate) fn of_seeds(seeds: impl IntoIterator<Item = u64>, most: usize) -> impl Iterator<Item = Self> {
        seeds.into_iter().filter_map(move |seed| Self::of(small_levels::level(seed), most))
    }

    pub(crate) const fn is_solvable(&self) -> bool {
        self.pushes.is_some()
    }

    /// The answer of a complete search without limits.
    pub(crate) const fn answer(&self) -> Answer {
        if self.is_solvable() { Answer::Solved } else { Answer::Unsolvable }
    }

    /// Asserts that pushes can be made and solve the level; `what` is the search.
    pub(crate) fn assert_solved_by(&self, pushes: &[Push], what: &str) {
        let walked = walk_and_push(&self.level.board, &self.level.start, pushes);
        let is_solved = walked.is_some_and(|(lurd, _)| self.drawn.is_solved_by(&lurd));
        assert!(is_solved, "{what}: {pushes:?} are no solution of\n{}", self.text);
    }

    /// Asserts that a complete search has ended as it must.
    pub(crate) fn assert_ended(&self, ended: &SearchEnd<Vec<Push>>, what: &str) {
        assert_eq!(matches!(ended, SearchEnd::Found(_)), self.is_solvable(), "{what}\n{}", self.text);
        if let SearchEnd::Found(pushes) = ended {
            self.assert_solved_by(pushes, what);
        }
    }

    /// Asserts the properties of any report, under any limits; `what` is the search.
    pub(crate) fn assert_true(&self, report: &Report, what: &str) {
        let text = &self.text;
        match report.answer() {
            Answer::Solved => {
                let lurd = &report.solution().expect("a solution").lurd;
                assert!(self.drawn.is_solved_by(lurd), "{what}: {lurd} is no solution of\n{text}");
            }
            Answer::InternalError => panic!("{what}: {:?}\n{text}", report.outcome),
            Answer::Unsolvable => assert!(!self.is_solvable(), "{what}: this can be solved\n{text}"),
            other => assert!(report.solution().is_none(), "{what}: a solution, but {other:?}\n{text}"),
        }
    }
}
