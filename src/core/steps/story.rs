//! The story of a solution: its steps as the sentences of a person.
//!
//! ```text
//!   steps     1  A > b      waits at 6,5      sentences   1    a box goes from A into b and waits
//!             2  b > C      fills 8,17                    2    the box that waits goes on into C
//!             3  A > b > C  fills 8,16                    3-4  two boxes go from A through b into C
//!             4  A > b > C  fills 7,17        supplies    C gets 3 boxes from A
//! ```
//! Input: the steps of a solution. Output: sentences, each of consecutive steps, and for each area with goals the source areas of
//! its boxes.

use super::SolutionStep;
use super::chapters::{Chapter, chapters};
use crate::level::Square;
use crate::maze::{AreaId, Areas};
use std::collections::BTreeMap;
use std::ops::Range;

/// A solution in short: where the boxes of each area come from, the sentences in order, and chapters of a long one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    /// Areas with filled goals, in the order of their first filled goals.
    pub supplies: Vec<Supply>,
    /// Sentences in order; together they contain all steps.
    pub sentences: Vec<Sentence>,
    /// Chapters in order, at most seven; empty if the story is short. Together they contain all sentences.
    pub chapters: Vec<Chapter>,
}

/// Which goals of an area are filled, and where the boxes come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supply {
    /// Area whose goals are filled.
    pub area: AreaId,
    /// Goals that are filled, in order.
    pub fills: Vec<Square>,
    /// For each area, the number of boxes that begin there and fill these goals.
    pub from: BTreeMap<AreaId, usize>,
}

/// Consecutive steps in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// Range of indices of the steps.
    pub steps: Range<usize>,
    /// Effect of the steps.
    pub deed: Deed,
}

/// Effect of the steps of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Boxes go along one route onto goals, and stay there; all of them have waited in another area, or no box has.
    Fill {
        /// Whether the boxes wait where earlier steps have brought them.
        have_waited: bool,
    },
    /// One box goes to another area, and waits there.
    Wait {
        /// Whether the box waits already, where an earlier step has brought it.
        has_waited: bool,
    },
    /// Boxes are moved inside one area, and are moved again later.
    Arrange,
}

impl Story {
    /// Returns the story of a solution, given its steps.
    pub fn of(steps: &[SolutionStep], areas: &Areas) -> Self {
        let mut story = Self::default();
        // For each box moved so far, its area at the start, and whether it waits in another one.
        let mut moved: BTreeMap<usize, (AreaId, bool)> = BTreeMap::new();
        for (index, step) in steps.iter().enumerate() {
            let (origin, waits) = moved.entry(step.number).or_insert_with(|| (areas.area_of(step.from()), false));
            let deed = match (step.fills(), step.waits()) {
                (true, _) => Deed::Fill { have_waited: *waits },
                (false, true) => Deed::Wait { has_waited: *waits },
                (false, false) => Deed::Arrange,
            };
            *waits |= step.waits();
            if step.fills() {
                let origin = *origin;
                story.supply(step, origin, areas);
            }
            match story.sentences.last_mut() {
                Some(last) if last.deed == deed && last.deed.joins(&steps[last.steps.start], step) => {
                    last.steps.end = index + 1;
                }
                _ => story.sentences.push(Sentence { steps: index..index + 1, deed }),
            }
        }
        story.chapters = chapters(&story.sentences, &story.supplies, steps, areas);
        story
    }

    /// Adds a goal that a box of the area `origin` fills.
    fn supply(&mut self, step: &SolutionStep, origin: AreaId, areas: &Areas) {
        let area = areas.area_of(step.to());
        let at = self.supplies.iter().position(|supply| supply.area == area).unwrap_or(self.supplies.len());
        if at == self.supplies.len() {
            self.supplies.push(Supply { area, fills: Vec::new(), from: BTreeMap::new() });
        }
        self.supplies[at].fills.push(step.to());
        *self.supplies[at].from.entry(origin).or_default() += 1;
    }
}

impl Deed {
    /// True if a step with the same effect belongs to the sentence of the step `first`.
    fn joins(self, first: &SolutionStep, step: &SolutionStep) -> bool {
        match self {
            Self::Fill { .. } => first.route == step.route,
            Self::Wait { .. } => false,
            Self::Arrange => first.ends() == step.ends(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::steps::read;

    const TWO_ROOMS: &str = "###########\n#    ##   #\n# $@    . #\n# $  ##  .#\n###########\n";

    fn story(lurd: &str) -> Story {
        let level = Level::from_xsb("", TWO_ROOMS).expect("a good board");
        let areas = Areas::of(&level.board);
        let moves = lurd.parse().expect("good moves");
        Story::of(&read(&level.board, &level.start, &moves, &areas).expect("good moves"), &areas)
    }

    #[test]
    fn a_box_that_waits_is_told_apart_and_comes_from_where_it_stood() {
        // The first box waits in the tunnel while the other is moved in its room.
        let told = story("ulldRRRRlllldRurrrRR");
        let deeds: Vec<Deed> = told.sentences.iter().map(|sentence| sentence.deed).collect();
        assert_eq!(deeds, [Deed::Wait { has_waited: false }, Deed::Arrange, Deed::Fill { have_waited: true }]);
        let from: Vec<_> = told.supplies[0].from.iter().map(|(area, boxes)| (area.0, *boxes)).collect();
        assert_eq!((told.supplies[0].area.0, from), (1, vec![(0, 1)]), "of the room where it stood, not of the tunnel");
    }

    #[test]
    fn every_step_is_in_one_sentence() {
        for lurd in ["ulldRRRRRR", "ulldRldRl", "ulldRRRRlllldRurrrRR", "ulldRRRRRRlllllldR"] {
            let sentences = story(lurd).sentences;
            assert!(sentences.windows(2).all(|pair| pair[0].steps.end == pair[1].steps.start), "{sentences:?}");
            assert_eq!(sentences.first().map(|sentence| sentence.steps.start), Some(0), "{lurd}");
        }
    }
}
