//! The story of a solution in words, and as a JSON row.

use super::words::{and, capitalised, named_count, place};
use super::{counted, wrapped};
use crate::level::{Board, Square};
use crate::maze::{AreaId, Areas};
use crate::steps::{Deed, Purpose, Sentence, SolutionStep, Story, Supply};
use itertools::Itertools;
use serde::{Deserialize, Serialize};

/// Row and column of a square, from 0.
type Place = (usize, usize);

/// JSON row of the story of a solution: its groups of boxes, where the boxes of each goal area come from, and the solution
/// in sentences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct StoryRow {
    /// Sentences on groups of boxes that are solved one after the other; left out if the solution has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<String>,
    /// Areas whose goals are filled, in the order in which the first goal of each area is filled.
    pub filled: Vec<FilledRow>,
    /// Sentences in order, each for consecutive steps.
    pub sentences: Vec<SentenceRow>,
}

/// JSON row of an area whose goals are filled: the goals, and the areas that supply the boxes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct FilledRow {
    /// Name of the area with the goals.
    pub area: String,
    /// Goals in the order in which they are filled, as row and column.
    pub goals: Vec<Place>,
    /// Areas in which the boxes that fill these goals stand at the start, with the number of boxes from each.
    pub from: Vec<SourceRow>,
    /// This row as a sentence: `C gets two boxes from A.`
    pub words: String,
}

/// JSON row of an area that supplies boxes to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct SourceRow {
    /// Name of the area in which the boxes stand at the start.
    pub area: String,
    /// Number of boxes that this area supplies.
    pub boxes: usize,
}

/// JSON row of a sentence of a story.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct SentenceRow {
    /// Number of the first step of the sentence, from 1.
    pub first: usize,
    /// Number of the last step of the sentence, from 1.
    pub last: usize,
    /// The sentence: `The box at 4,4 goes from A through tunnel b into C, onto the goal 8,5.`
    pub words: String,
}

pub(super) struct StoryView<'a> {
    pub(super) story: &'a Story,
    pub(super) steps: &'a [SolutionStep],
    pub(super) board: &'a Board,
    pub(super) areas: &'a Areas,
    pub(super) names: &'a [String],
    pub(super) groups: Vec<String>,
}

/// A route without the loops of a box that turns round.
struct Route {
    areas: Vec<AreaId>,
    turns: Vec<AreaId>,
}

impl Route {
    /// Maximum number of areas that are named between the first and the last.
    const NAMED: usize = 4;

    /// ```text
    ///   A > b > C > d > C > E    is    A > b > C > E, turning round in d
    /// ```
    fn of(route: &[AreaId]) -> Self {
        let (mut areas, mut turns): (Vec<AreaId>, Vec<AreaId>) = (Vec::new(), Vec::new());
        for &area in route {
            if let Some(at) = areas.iter().position(|&earlier| earlier == area) {
                turns.extend(areas.last());
                areas.truncate(at);
            }
            areas.push(area);
        }
        turns.retain(|turn| !areas.contains(turn));
        turns.dedup();
        Self { areas, turns }
    }
}

impl StoryView<'_> {
    /// Maximum number of squares listed in a sentence; of more squares only the number and the order are written.
    const LISTED: usize = 6;

    /// Maximum number of squares of a crossing of tunnels.
    const CROSSING: usize = 3;
    /// Maximum number of sentences of a story that needs no summary.
    const SHORT: usize = 6;

    /// Returns the story as lines of at most `width` columns: the groups of boxes; where boxes come from, if that is not
    /// plain from the sentences; and the sentences with their numbers. Below each sentence stand the lines of its steps.
    pub(super) fn text(&self, width: Option<usize>, steps: impl Fn(usize) -> String) -> String {
        let row = self.row();
        let digits = row.sentences.len().to_string().len();
        let indent = " ".repeat(digits + 4);
        let below = width.map(|width| width.saturating_sub(indent.len()));
        let told = |heading: String, words: &str| {
            let text = wrapped(words, below);
            heading + text.trim_end().replace('\n', &format!("\n{indent}")).as_str() + "\n"
        };
        let is_summed_up = row.sentences.len() > Self::SHORT && self.areas.len() > 1;
        let filled = row.filled.iter().filter(|_| is_summed_up).map(|filled| told(indent.clone(), &filled.words));
        let sentences = row.sentences.iter().zip(1..).map(|(sentence, number)| {
            let steps: String = (sentence.first - 1..sentence.last).map(&steps).collect();
            told(format!("  {number:digits$}  "), &sentence.words) + &steps
        });
        let groups = row.groups.iter().map(|words| told(indent.clone(), words));
        groups.chain(filled).chain(sentences).collect()
    }

    pub(super) fn row(&self) -> StoryRow {
        let sentence = |sentence: &Sentence| SentenceRow {
            first: sentence.steps.start + 1,
            last: sentence.steps.end,
            words: self.sentence(sentence),
        };
        StoryRow {
            groups: self.groups.clone(),
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

    /// Returns what an area gets: `C gets six boxes: 4 from A and 2 from b.`
    fn filled_words(&self, supply: &Supply) -> String {
        let all: usize = supply.from.values().sum();
        let (area, boxes) = (self.area(supply.area), named_count(all, "box"));
        let gets = match supply.from.iter().collect_vec().as_slice() {
            [(from, _)] if **from == supply.area => format!("{area} keeps {boxes}"),
            [(from, _)] => format!("{area} gets {boxes} from {}", self.area(**from)),
            several => {
                let sources = several.iter().map(|(from, boxes)| match **from == supply.area {
                    true => format!("{boxes} of its own"),
                    false => format!("{boxes} from {}", self.area(**from)),
                });
                format!("{area} gets {boxes}: {}", and(&sources.collect_vec()))
            }
        };
        let order =
            self.order(&supply.fills).map_or_else(String::new, |order| format!("; its goals are filled {order}"));
        capitalised(&format!("{gets}{order}."))
    }

    fn sentence(&self, sentence: &Sentence) -> String {
        let steps = &self.steps[sentence.steps.clone()];
        let words = match (sentence.deed, steps) {
            (Deed::Fill { have_waited }, steps) => self.fills(steps, have_waited),
            (Deed::Wait { has_waited }, [step, ..]) => self.waits(step, has_waited),
            (_, [step]) => self.moves(step),
            (_, steps) => self.arranges(steps),
        };
        capitalised(&format!("{words}."))
    }

    /// Returns `the box at 4,4 goes from A through tunnel b into C, onto the goal 8,5`.
    fn fills(&self, steps: &[SolutionStep], have_waited: bool) -> String {
        let goals: Vec<Square> = steps.iter().map(SolutionStep::to).collect();
        let from = and(&steps.iter().map(|step| self.place(step.from())).collect_vec());
        let boxes = match (steps.len(), have_waited) {
            (1, false) => format!("the box at {from}"),
            (1, true) => format!("the box that waits at {from}"),
            (2 | 3, false) => format!("the boxes at {from}"),
            (count, false) => named_count(count, "box"),
            (_, true) => format!("the boxes that wait at {from}"),
        };
        let goals = match (goals.as_slice(), self.order(&goals)) {
            ([goal], _) => format!("onto the goal {}", self.place(*goal)),
            (goals, Some(order)) if goals.len() > Self::LISTED => format!("onto {} goals, {order}", goals.len()),
            (goals, None) if goals.len() > Self::LISTED => format!("onto {} goals", goals.len()),
            (goals, order) => {
                let order = order.map_or_else(String::new, |order| format!(", {order}"));
                format!("onto the goals {}{order}", and(&goals.iter().map(|&goal| self.place(goal)).collect_vec()))
            }
        };
        let (inside, way) = self.way(&steps[0].route, steps.len() == 1, have_waited);
        let comma = if way.contains(" from ") || way.contains(" into ") { ", " } else { " " };
        format!("{inside}{boxes} {way}{comma}{goals}")
    }

    /// Returns `the box at 4,4 goes from A into tunnel b and waits at 5,5, out of the way of the box at 2,5`.
    fn waits(&self, step: &SolutionStep, has_waited: bool) -> String {
        let boxes = if has_waited { "the box that waits at" } else { "the box at" };
        let (inside, way) = self.way(&step.route, true, has_waited);
        let (from, to) = (self.place(step.from()), self.place(step.to()));
        format!("{inside}{boxes} {from} {way} and waits at {to}{}", self.why(step))
    }

    /// Returns `the box at 4,4 makes way to 4,6, out of the way of the box at 2,5`.
    fn moves(&self, step: &SolutionStep) -> String {
        let route = Route::of(&step.route);
        let inside = self.inside(step.ends()[0]);
        let turns = self.turns(&route).map_or_else(String::new, |turns| format!(", {turns}"));
        let (from, to) = (self.place(step.from()), self.place(step.to()));
        if from == to {
            return format!("{inside}the box at {from} is pushed away and back{turns}{}", self.why(step));
        }
        format!("{inside}the box at {from} is pushed to {to}{turns}{}", self.why(step))
    }

    /// Returns `three boxes are moved: from 3,3 to 3,5, from 4,4 to 4,6 and from 5,5 to 5,7`.
    fn arranges(&self, steps: &[SolutionStep]) -> String {
        let mut trips: Vec<(usize, Square, Square)> = Vec::new();
        for step in steps {
            match trips.iter_mut().find(|(number, ..)| *number == step.number) {
                Some((.., to)) => *to = step.to(),
                None => trips.push((step.number, step.from(), step.to())),
            }
        }
        let inside = self.inside(steps[0].ends()[0]);
        let boxes = match trips.len() {
            count if count > Self::LISTED / 2 && count <= Self::LISTED => {
                format!("the boxes at {}", and(&trips.iter().map(|&(_, from, _)| self.place(from)).collect_vec()))
            }
            count => named_count(count, "box"),
        };
        let is = if trips.len() == 1 { "is" } else { "are" };
        let squares = if trips.len() <= Self::LISTED / 2 {
            let moved = trips.iter().filter(|(_, from, to)| from != to);
            let words = moved.map(|&(_, from, to)| format!("from {} to {}", self.place(from), self.place(to)));
            format!(" {}", and(&words.collect_vec()))
        } else {
            String::new()
        };
        let turns = if steps.len() > trips.len() { " by turns" } else { "" };
        let last = &steps[steps.len() - 1];
        // What is made possible is no reason where it is to go on with the same boxes.
        let is_for_others = last.purpose.and_then(Purpose::later).is_some_and(|later| {
            let number = self.steps[later].number;
            trips.iter().all(|&(moved, ..)| moved != number)
        });
        let why = if is_for_others { self.why(last) } else { String::new() };
        format!("{inside}{boxes} {is} moved{turns}{}{why}", squares.trim_end())
    }

    /// Returns why a box waits or makes way; empty if no later step needs it.
    fn why(&self, step: &SolutionStep) -> String {
        let later = |later: usize| self.place(self.steps[later].from());
        match step.purpose {
            Some(Purpose::MakesWay(step)) => format!(", out of the way of the box at {}", later(step)),
            Some(Purpose::LetsThrough(step)) => {
                format!(", so that the player can reach the box at {}", later(step))
            }
            Some(Purpose::Fills(_)) | None => String::new(),
        }
    }

    /// Returns the place and the way of boxes: `in A, ` and `goes`, or nothing and `goes from A through tunnel b into C`.
    fn way(&self, route: &[AreaId], is_one: bool, goes_on: bool) -> (String, String) {
        let route = Route::of(route);
        let mut go = if is_one { "goes" } else { "go" }.to_owned();
        let turns = self.turns(&route);
        let [first, between @ .., last] = route.areas.as_slice() else {
            let area = route.areas.first().map_or_else(String::new, |&area| self.inside(area));
            return (area, turns.map_or_else(|| go.clone(), |turns| format!("{go}, {turns},")));
        };
        if goes_on {
            go += " on";
        } else {
            go += &format!(" from {}", self.area(*first));
        }
        // A crossing of tunnels is passed without a word.
        let is_crossing = |area: &AreaId| self.areas.area(*area).squares.len() <= Self::CROSSING;
        let is_room = |area: &AreaId| self.areas.area(*area).is_room();
        let named = between.iter().copied().filter(|area| !(is_room(area) && is_crossing(area))).collect_vec();
        let named = if named.len() <= Route::NAMED { named } else { named.into_iter().filter(is_room).collect() };
        let more = named.len().saturating_sub(Route::NAMED);
        let (through, left_out) = named.split_at(named.len() - more);
        let through = if through.len() > 1 && !through.iter().any(is_room) {
            format!("tunnels {}", and(&through.iter().map(|&area| self.name(area)).collect_vec()))
        } else {
            let others = Some(counted(more, "other room")).filter(|_| !left_out.is_empty());
            and(&through.iter().map(|&area| self.area(area)).chain(others).collect_vec())
        };
        let through = if through.is_empty() { through } else { format!(" through {through}") };
        let turns = turns.map_or_else(String::new, |turns| format!(", {turns},"));
        (String::new(), format!("{go}{through}{turns} into {}", self.area(*last)))
    }

    fn turns(&self, route: &Route) -> Option<String> {
        let turns = route.turns.iter().map(|&area| self.area(area)).collect_vec();
        (!turns.is_empty()).then(|| format!("turning round in {}", and(&turns)))
    }

    /// Returns in which order squares are filled, as far as it is plain: `from the right, bottom to top`.
    fn order(&self, squares: &[Square]) -> Option<String> {
        let places: Vec<Place> = squares.iter().map(|&square| self.board.row_column(square)).collect();
        if places.len() < 3 {
            return None;
        }
        let along = |key: fn(&Place) -> isize| places.iter().map(key).collect::<Vec<isize>>();
        let (rows, columns) = (along(|place| place.0.cast_signed()), along(|place| place.1.cast_signed()));
        // One line after the other: the lines in one direction, and each line in one direction.
        let order = |lines: &[isize], cells: &[isize], words: [&str; 4]| {
            let steps = |values: &[isize]| values.windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<_>>();
            let (lines, cells) = (steps(lines), steps(cells));
            let one_way = |steps: &mut dyn Iterator<Item = isize>| {
                let signs: Vec<isize> = steps.filter(|&step| step != 0).map(isize::signum).unique().collect();
                <[isize; 1]>::try_from(signs).ok().map(|[sign]| sign)
            };
            let main = one_way(&mut lines.iter().copied())?;
            let main = words[usize::from(main < 0)];
            let mut within = lines.iter().zip(&cells).filter(|(line, _)| **line == 0).map(|(_, cell)| *cell);
            let has_cells = lines.contains(&0);
            let minor = one_way(&mut within);
            match (has_cells, minor) {
                (false, _) => Some(format!("from the {main}")),
                (true, Some(minor)) => Some(format!("from the {main}, {}", words[2 + usize::from(minor < 0)])),
                (true, None) => None,
            }
        };
        let by_columns = order(&columns, &rows, ["left", "right", "top to bottom", "bottom to top"]);
        by_columns.or_else(|| order(&rows, &columns, ["top", "bottom", "left to right", "right to left"]))
    }

    fn inside(&self, area: AreaId) -> String {
        if self.areas.len() == 1 { String::new() } else { format!("in {}, ", self.area(area)) }
    }

    fn area(&self, area: AreaId) -> String {
        let kind = if self.areas.area(area).is_room() { "" } else { "tunnel " };
        format!("{kind}{}", self.name(area))
    }

    fn name(&self, area: AreaId) -> &str {
        &self.names[area.index()]
    }

    fn place(&self, square: Square) -> String {
        place(self.board, square)
    }
}
