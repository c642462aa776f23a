//! What happened in a solution? Its moves as steps, each with its box, and its story.
//!
//! ```text
//!   step          one box is pushed without a break, from a square to another
//!     transfer      .. over borders, into another area:  A > b > C
//!     arrangement   .. inside its area
//!   sentence      steps that a person would describe as one: boxes that go the same way onto goals
//! ```
//! Input: a board, a position, moves from any source, and areas. Output: steps that divide these moves, each with its box, its
//! purpose, and the labels of the areas that the box leaves; and the story of the solution. Boxes are identified by replay. Neither
//! a search nor a plan is used, so steps do not depend on the source of the solution.

mod read;

use crate::level::{Board, Direction, Square};
use crate::maze::{AreaId, Areas};
use itertools::Itertools;
pub use read::{Purpose, SolutionStep, StepKind, label_steps, lines, read};
use std::collections::BTreeMap;
use std::ops::Range;

/// A solution in short: where the boxes of each area come from, the sentences in order, and chapters of a long one.
///
/// ```text
///   steps     1  A > b      waits at 6,5      sentences   1    a box goes from A into b and waits
///             2  b > C      fills 8,17                    2    the box that waits goes on into C
///             3  A > b > C  fills 8,16                    3-4  two boxes go from A through b into C
///             4  A > b > C  fills 7,17        supplies    C gets 3 boxes from A
/// ```
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

/// Consecutive sentences of one matter: boxes are moved out of the way, or goals of an area are filled.
///
/// ```text
///   sentences    1 2 3 4 5    6 7 8    9 10    11 12 13 14         a number: no goal is filled
///                . . . . .    C C .    C .     D  D  .  D          a letter: goals of this area are filled
///   chapters     1            2                3
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// Range of indices of the sentences.
    pub sentences: Range<usize>,
    /// Areas whose goals are filled, each with the range of indices among the goals of its supply.
    pub fills: Vec<(AreaId, Range<usize>)>,
}

/// Maximum number of sentences of a story without chapters.
const SHORT: usize = 12;
const MOST: usize = 7;
/// Minimum number of sentences of a chapter: the heading of fewer says no more than these.
const LEAST: usize = 3;

/// Returns the chapters of a story, at most seven; none if the story is short or of one matter.
fn chapters(sentences: &[Sentence], supplies: &[Supply], steps: &[SolutionStep], areas: &Areas) -> Vec<Chapter> {
    if sentences.len() <= SHORT {
        return Vec::new();
    }
    let filled = |sentence: &Sentence| {
        matches!(sentence.deed, Deed::Fill { .. }).then(|| areas.area_of(steps[sentence.steps.start].to()))
    };
    // 1. Sentences in a row that fill the same area, or no area.
    let mut runs: Vec<(usize, Option<AreaId>)> = Vec::new();
    for (area, run) in &sentences.iter().map(filled).chunk_by(|area| *area) {
        runs.push((run.count(), area));
    }
    // 2. A short preparation belongs to what follows, or to the last chapter.
    let mut parts = joined(&runs);
    // 3. While there are too many parts, or one is too short, the two neighbours with the fewest sentences are joined; a short one
    // before others.
    while parts.len() > MOST || parts.iter().any(|part| part.0 < LEAST) {
        let size = |at: usize| (parts[at - 1].0.min(parts[at].0) >= LEAST, parts[at - 1].0 + parts[at].0);
        let Some(at) = (1..parts.len()).min_by_key(|&at| size(at)) else { break };
        parts[at - 1].0 += parts.remove(at).0;
    }
    if parts.len() < 2 {
        return Vec::new();
    }
    let mut done = vec![0; supplies.len()];
    let mut first = 0;
    let chapter = |(count, _): (usize, Option<AreaId>)| {
        let range = first..first + count;
        first = range.end;
        let steps = &steps[sentences[range.start].steps.start..sentences[range.end - 1].steps.end];
        let mut fills = Vec::new();
        for (supply, done) in supplies.iter().zip(&mut done) {
            let is_here = |step: &&SolutionStep| step.fills() && areas.area_of(step.to()) == supply.area;
            let before = *done;
            *done += steps.iter().filter(is_here).count();
            if *done > before {
                fills.push((supply.area, before..*done));
            }
        }
        Chapter { sentences: range, fills }
    };
    parts.into_iter().map(chapter).collect()
}

/// Returns runs with each preparation of fewer than [`LEAST`] sentences joined to what follows.
fn joined(runs: &[(usize, Option<AreaId>)]) -> Vec<(usize, Option<AreaId>)> {
    let mut parts: Vec<(usize, Option<AreaId>)> = Vec::new();
    let mut before = 0;
    for &(count, area) in runs {
        if area.is_none() && count < LEAST {
            before += count;
            continue;
        }
        let count = count + std::mem::take(&mut before);
        match parts.last_mut() {
            Some(last) if last.1 == area => last.0 += count,
            _ => parts.push((count, area)),
        }
    }
    if let Some(last) = parts.last_mut() {
        last.0 += before;
    }
    parts
}

/// A goal that must wait for others, since a box on it closes their way.
///
/// ```text
///   #######      The goal 1 can be filled only from the left, through 2. A box on 2 closes the way to 1, so 1 must be
///   # $ 21#      filled before 2.
///   #######
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closing {
    /// Goal that closes the way to the others.
    pub goal: Square,
    /// Goals that no box can reach once `goal` has a box.
    pub behind: Vec<Square>,
}

impl Closing {
    /// Maximum number of goals times squares of a board on which each goal is closed in turn.
    const WORK: usize = 50_000_000;

    /// Returns the goal of `fills`, given in order, that closes the way to most others, of equal ones the last; `None` if none
    /// does, or the board is too large. Other boxes and walks are ignored: a box that cannot reach a goal here can never reach it.
    pub fn of(board: &Board, boxes: &[Square], fills: &[Square]) -> Option<Self> {
        if fills.len() * board.len() > Self::WORK {
            return None;
        }
        let reached = reached(board, boxes, None);
        let open: Vec<Square> = fills.iter().copied().filter(|goal| reached[goal.index()]).collect();
        let closing = fills.iter().map(|&goal| {
            let reached = self::reached(board, boxes, Some(goal));
            let is_behind = |&other: &Square| other != goal && !reached[other.index()];
            Self { goal, behind: open.iter().copied().filter(is_behind).collect() }
        });
        closing.filter(|closing| !closing.behind.is_empty()).max_by_key(|closing| closing.behind.len())
    }
}

/// Returns for each square whether a lone box can be pushed to it while a box stands on the closed square.
fn reached(board: &Board, boxes: &[Square], closed: Option<Square>) -> Vec<bool> {
    let is_open = |square: &Square| Some(*square) != closed;
    let free = |square: Square, direction| board.next(square, direction).filter(is_open);
    let pushed = |square: Square| {
        let directions =
            Direction::ALL.into_iter().filter(move |direction| free(square, direction.opposite()).is_some());
        directions.filter_map(move |direction| free(square, direction))
    };
    let mut reached = vec![false; board.len()];
    let found = board.spread(boxes.iter().copied().filter(is_open), pushed);
    found.into_iter().for_each(|square| reached[square.index()] = true);
    reached
}
