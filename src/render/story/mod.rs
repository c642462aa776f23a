//! The story of a solution in words, and as a JSON row.

mod sentence;

use super::table::indented;
use super::words::{Place, and, capitalised, named_count, number};
use super::wrapped;
use crate::level::{Board, Square};
use crate::maze::{AreaId, Areas};
use crate::steps::{Chapter, Closing, Purpose, Sentence, SolutionStep, Story, Supply};
use itertools::Itertools;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// JSON row of the story of a solution: its groups of boxes, where the boxes of each goal area come from, and the solution
/// in sentences.
#[derive(Clone, Debug, PartialEq, Eq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct StoryRow {
    /// Sentences on groups of boxes that are solved one after the other; left out without groups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<String>,
    /// Sentence on the goal that must wait for others; left out if no goal closes the way to another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hard: Option<String>,
    /// Chapters of a long story, each for consecutive sentences; left out if the story is short.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chapters: Vec<SentenceRow>,
    /// Areas with filled goals, in the order of their first filled goals.
    pub filled: Vec<FilledRow>,
    /// Sentences in order, each for consecutive steps.
    pub sentences: Vec<SentenceRow>,
}

/// JSON row of an area whose goals are filled: the goals, and the areas that supply the boxes.
#[derive(Clone, Debug, PartialEq, Eq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct FilledRow {
    /// Name of the area with the goals.
    pub area: String,
    /// Goals in the order of filling, as row and column.
    pub goals: Vec<Place>,
    /// Source areas of the boxes that fill these goals, with the number of boxes from each.
    pub from: Vec<SourceRow>,
    /// This row as a sentence: `C gets two boxes from A.`
    pub words: String,
}

/// JSON row of an area that supplies boxes to another.
#[derive(Clone, Debug, PartialEq, Eq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct SourceRow {
    /// Name of the area of the boxes at the start.
    pub area: String,
    /// Number of boxes that this area supplies.
    pub boxes: usize,
}

/// JSON row of a sentence or a chapter of a story.
#[derive(Clone, Debug, PartialEq, Eq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct SentenceRow {
    /// Number of the first step, from 1.
    pub first: usize,
    /// Number of the last step, from 1.
    pub last: usize,
    /// The sentence: `The box at (4,4) goes from A through tunnel b into C, onto the goal (8,5).`
    pub words: String,
}

pub(super) struct StoryView<'a> {
    pub(super) story: &'a Story,
    pub(super) steps: &'a [SolutionStep],
    pub(super) board: &'a Board,
    pub(super) areas: &'a Areas,
    pub(super) names: &'a [String],
    pub(super) groups: Vec<String>,
    pub(super) closing: Option<Closing>,
}

impl StoryView<'_> {
    const SOURCES: usize = 4;
    /// Maximum number of sentences of a story that needs no summary.
    const SHORT: usize = 6;

    /// Returns the story as lines of at most `width` columns: a summary, if the story is long, and the sentences with the numbers
    /// of their steps, below headings of chapters. The lines of its steps are below each sentence.
    pub(super) fn text(&self, width: Option<usize>, steps: impl Fn(usize) -> String) -> String {
        let row = self.row();
        let numbers = row.sentences.iter().map(SentenceRow::numbers).collect_vec();
        let digits = numbers.iter().map(String::len).max().unwrap_or(0);
        let indent = " ".repeat(digits + 4);
        let below = width.map(|width| width.saturating_sub(indent.len()));
        let entry = |heading: String, words: &str| {
            let text = wrapped(words, below);
            heading + text.trim_end().replace('\n', &format!("\n{indent}")).as_str() + "\n"
        };
        let is_long = row.sentences.len() > Self::SHORT;
        let filled = row.filled.iter().filter(|_| is_long && self.areas.len() > 1).map(|filled| filled.words.clone());
        let summary = row.groups.iter().cloned().chain(filled).chain(row.hard.filter(|_| is_long));
        let summary = summary.map(|words| entry(indent.clone(), &words)).collect_vec();
        let sentences = row.sentences.iter().zip(numbers).map(|(sentence, number)| {
            let chapter = row.chapters.iter().find(|chapter| chapter.first == sentence.first);
            let heading = |it: &SentenceRow| format!("{} ({}):", capitalised(&it.words), it.numbers());
            let chapter = chapter.map(|it| indented(&heading(it), "  ", width));
            let steps: String = (sentence.first - 1..sentence.last).map(&steps).collect();
            chapter.unwrap_or_default() + &entry(format!("  {number:>digits$}  "), &sentence.words) + &steps
        });
        summary.into_iter().chain(sentences).collect()
    }

    pub(super) fn row(&self) -> StoryRow {
        let sentence = |sentence: &Sentence| SentenceRow {
            first: sentence.steps.start + 1,
            last: sentence.steps.end,
            words: self.sentence(sentence),
        };
        StoryRow {
            groups: self.groups.clone(),
            hard: self.closing.as_ref().map(|closing| self.hard(closing)),
            chapters: self.story.chapters.iter().map(|chapter| self.chapter(chapter)).collect(),
            filled: self.story.supplies.iter().map(|supply| self.filled(supply)).collect(),
            sentences: self.story.sentences.iter().map(sentence).collect(),
        }
    }

    /// Returns the sentence of the first step alone; empty without steps.
    pub(super) fn first(&self) -> String {
        let first = self.story.sentences.first().map(|first| Sentence { steps: 0..1, deed: first.deed });
        first.map_or_else(String::new, |first| self.sentence(&first))
    }

    fn filled(&self, supply: &Supply) -> FilledRow {
        let from = supply.from.iter().map(|(area, &boxes)| SourceRow { area: self.name(*area).to_owned(), boxes });
        FilledRow {
            area: self.name(supply.area).to_owned(),
            goals: supply.fills.iter().map(|&square| self.board.row_column(square)).collect(),
            from: from.collect(),
            words: self.filled_words(supply),
        }
    }

    /// Returns what an area gets: `C gets six boxes: four from A and two from tunnel b.`
    fn filled_words(&self, supply: &Supply) -> String {
        let all: usize = supply.from.values().sum();
        let (area, boxes) = (self.area(supply.area), named_count(all, "box"));
        let gets = match supply.from.iter().collect_vec().as_slice() {
            [(from, _)] if **from == supply.area => format!("{area} keeps {boxes}"),
            [(from, _)] => format!("{area} gets {boxes} from {}", self.area(**from)),
            several if several.len() > Self::SOURCES => {
                format!("{area} gets {boxes} from {}", named_count(several.len(), "area"))
            }
            several => {
                let sources = several.iter().map(|(from, boxes)| match **from == supply.area {
                    true => format!("{} of its own", number(**boxes)),
                    false => format!("{} from {}", number(**boxes), self.area(**from)),
                });
                format!("{area} gets {boxes}: {}", and(&sources.collect_vec()))
            }
        };
        let order =
            self.order(&supply.fills).map_or_else(String::new, |order| format!("; its goals are filled {order}"));
        capitalised(&format!("{gets}{order}."))
    }

    /// Returns `The goals (1,9) and (1,8) must be filled before (1,7), since a box there closes the way to them.`
    fn hard(&self, closing: &Closing) -> String {
        let (goals, them) = match closing.behind.as_slice() {
            [goal] => (format!("The goal {}", self.place(*goal)), "it"),
            several if several.len() > Self::SOURCES => (capitalised(&named_count(several.len(), "goal")), "them"),
            several => (format!("The goals {}", self.places(several)), "them"),
        };
        let goal = self.place(closing.goal);
        format!("{goals} must be filled before {goal}, since a box there closes the way to {them}.")
    }

    fn chapter(&self, chapter: &Chapter) -> SentenceRow {
        let sentences = &self.story.sentences[chapter.sentences.clone()];
        let steps = sentences[0].steps.start..sentences[sentences.len() - 1].steps.end;
        let words = match chapter.fills.as_slice() {
            [] => self.prepared(&self.steps[steps.clone()]),
            fills if fills.len() > Self::SOURCES => {
                let goals = fills.iter().map(|(_, range)| range.len()).sum();
                format!("{} of {} are filled", named_count(goals, "goal"), named_count(fills.len(), "area"))
            }
            fills => and(&fills.iter().map(|(area, range)| self.part(*area, range)).collect_vec()),
        };
        SentenceRow { first: steps.start + 1, last: steps.end, words }
    }

    /// Returns `five boxes of A and B are moved out of the way`; `are moved` if few of the steps help a later one.
    fn prepared(&self, steps: &[SolutionStep]) -> String {
        let boxes = steps.iter().map(|step| step.number).unique().count();
        let from = steps.iter().map(|step| step.ends()[0]).unique().collect_vec();
        let from = match from.as_slice() {
            [_] if self.areas.len() == 1 => String::new(),
            few @ ([_] | [_, _]) => format!(" of {}", and(&few.iter().map(|&area| self.area(area)).collect_vec())),
            many => format!(" of {}", named_count(many.len(), "area")),
        };
        let helps = steps.iter().filter(|step| step.purpose.and_then(Purpose::later).is_some()).count();
        let is = if boxes == 1 { "is" } else { "are" };
        let aim = if 2 * helps >= steps.len() { " out of the way" } else { "" };
        format!("{}{from} {is} moved{aim}", named_count(boxes, "box"))
    }

    /// Returns `C is filled from right to left`, or `three more goals of C are filled`.
    fn part(&self, area: AreaId, range: &Range<usize>) -> String {
        let fills = self.story.supplies.iter().find(|supply| supply.area == area).map_or(&[][..], |it| &it.fills);
        let order = self.order(&fills[range.clone()]).map_or_else(String::new, |order| format!(" {order}"));
        let of = if self.areas.len() == 1 { String::new() } else { format!(" of {}", self.area(area)) };
        let count = range.len();
        let is = if count == 1 { "is" } else { "are" };
        match (range.start == 0, range.end == fills.len()) {
            (true, true) if of.is_empty() => format!("all goals are filled{order}"),
            (true, true) => format!("{} is filled{order}", self.area(area)),
            (true, false) => format!("{}{of} {is} filled{order}", named_count(count, "goal")),
            (false, true) if count == 1 => format!("the last goal{of} is filled"),
            (false, true) => format!("the last {}{of} {is} filled{order}", named_count(count, "goal")),
            (false, false) => {
                let goals = if count == 1 { "goal" } else { "goals" };
                format!("{} more {goals}{of} {is} filled{order}", number(count))
            }
        }
    }

    fn inside(&self, area: AreaId) -> String {
        if self.areas.len() == 1 { String::new() } else { format!("in {}, ", self.area(area)) }
    }

    fn area(&self, area: AreaId) -> String {
        let kind = if self.is_room(area) { "" } else { "tunnel " };
        format!("{kind}{}", self.name(area))
    }

    fn is_room(&self, area: AreaId) -> bool {
        self.areas.area(area).is_room()
    }

    fn name(&self, area: AreaId) -> &str {
        &self.names[area.index()]
    }

    fn place(&self, square: Square) -> String {
        self.board.place_words(square)
    }

    fn places(&self, squares: &[Square]) -> String {
        and(&squares.iter().map(|&square| self.place(square)).collect_vec())
    }
}

impl SentenceRow {
    /// Returns the numbers of the steps: `7-11`, or `7`.
    pub(super) fn numbers(&self) -> String {
        if self.first == self.last { self.first.to_string() } else { format!("{}-{}", self.first, self.last) }
    }
}
