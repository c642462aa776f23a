//! One sentence of a story: boxes go onto goals, wait, or are moved inside an area.

use super::StoryView;
use crate::level::Square;
use crate::maze::AreaId;
use crate::render::words::{Place, and, capitalised, help_words, named_count};
use crate::steps::{Deed, Purpose, Sentence, SolutionStep};
use itertools::Itertools;

impl StoryView<'_> {
    /// Maximum number of squares listed in a sentence; of more squares only the number and the order are written.
    const LISTED: usize = 6;

    pub(super) fn sentence(&self, sentence: &Sentence) -> String {
        let steps = &self.steps[sentence.steps.clone()];
        let words = match (sentence.deed, steps) {
            (Deed::Fill { have_waited }, steps) => self.fills(steps, have_waited),
            (Deed::Wait { has_waited }, [step, ..]) => self.waits(step, has_waited),
            (_, [step]) => self.moves(step),
            (_, steps) => self.arranges(steps),
        };
        capitalised(&format!("{words}."))
    }

    /// Returns `the box at (4,4) goes from A through tunnel b into C, onto the goal (8,5)`.
    fn fills(&self, steps: &[SolutionStep], have_waited: bool) -> String {
        let goals: Vec<Square> = steps.iter().map(SolutionStep::to).collect();
        let from = self.places(&steps.iter().map(SolutionStep::from).collect_vec());
        let boxes = match (steps.len(), have_waited) {
            (1, false) => format!("the box at {from}"),
            (1, true) => format!("the box that waits at {from}"),
            (2 | 3, false) => format!("the boxes at {from}"),
            (count, false) => named_count(count, "box"),
            (_, true) => format!("the boxes that wait at {from}"),
        };
        let order = self.order(&goals).map_or_else(String::new, |order| format!(", {order}"));
        let goals = match goals.as_slice() {
            [goal] => format!("onto the goal {}", self.place(*goal)),
            goals if goals.len() > Self::LISTED => format!("onto {}{order}", named_count(goals.len(), "goal")),
            goals => format!("onto the goals {}{order}", self.places(goals)),
        };
        let (inside, way) = self.way(&steps[0].route, steps.len() == 1, have_waited);
        let comma = if way.contains(" from ") || way.contains(" into ") { ", " } else { " " };
        format!("{inside}{boxes} {way}{comma}{goals}")
    }

    /// Returns `the box at (4,4) goes from A into tunnel b and waits at (5,5), out of the way of the box at (2,5)`.
    fn waits(&self, step: &SolutionStep, has_waited: bool) -> String {
        let boxes = if has_waited { "the box that waits at" } else { "the box at" };
        let (inside, way) = self.way(&step.route, true, has_waited);
        let (from, to) = (self.place(step.from()), self.place(step.to()));
        format!("{inside}{boxes} {from} {way} and waits at {to}{}", self.why(step))
    }

    /// Returns `the box at (4,4) is pushed to (4,6), out of the way of the box at (2,5)`.
    fn moves(&self, step: &SolutionStep) -> String {
        let inside = self.inside(step.ends()[0]);
        let (from, to) = (step.from(), step.to());
        let deed = if from == to { "away and back".to_owned() } else { format!("to {}", self.place(to)) };
        format!("{inside}the box at {} is pushed {deed}{}", self.place(from), self.why(step))
    }

    /// Returns `three boxes are moved in turn, in 5 steps: from (3,3) to (3,5) and from (4,4) to (4,6); the box at (5,5)
    /// ends where it stood`.
    fn arranges(&self, steps: &[SolutionStep]) -> String {
        let mut trips: Vec<(usize, Square, Square)> = Vec::new();
        for step in steps {
            match trips.iter_mut().find(|(number, ..)| *number == step.number) {
                Some((.., to)) => *to = step.to(),
                None => trips.push((step.number, step.from(), step.to())),
            }
        }
        let (inside, boxes) = (self.inside(steps[0].ends()[0]), named_count(trips.len(), "box"));
        let in_turn =
            if steps.len() > trips.len() { format!(" in turn, in {} steps", steps.len()) } else { String::new() };
        let last = &steps[steps.len() - 1];
        // A later step of the same boxes is no reason.
        let is_for_others = last.purpose.and_then(Purpose::later).is_some_and(|later| {
            let number = self.steps[later].number;
            trips.iter().all(|&(moved, ..)| moved != number)
        });
        let why = if is_for_others { self.why(last) } else { String::new() };
        let squares = if trips.len() <= Self::LISTED { self.trips(&trips) } else { String::new() };
        format!("{inside}{boxes} are moved{in_turn}{why}{squares}")
    }

    /// Returns `: from (3,3) to (3,5) and from (4,4) to (4,6); the box at (5,5) ends where it stood`.
    fn trips(&self, trips: &[(usize, Square, Square)]) -> String {
        let (back, moved): (Vec<_>, Vec<_>) = trips.iter().partition(|(_, from, to)| from == to);
        let trip =
            |&(_, from, to): &(usize, Square, Square)| format!("from {} to {}", self.place(from), self.place(to));
        let moved = and(&moved.into_iter().map(trip).collect_vec());
        let moved = if moved.is_empty() { moved } else { format!(": {moved}") };
        let places = self.places(&back.iter().map(|(_, from, _)| *from).collect_vec());
        match back.len() {
            0 => moved,
            1 => format!("{moved}; the box at {places} ends where it stood"),
            _ => format!("{moved}; the boxes at {places} end where they stood"),
        }
    }

    /// Returns why a box waits or makes way; empty if no later step needs it.
    fn why(&self, step: &SolutionStep) -> String {
        let from = |later: usize| self.place(self.steps[later].from());
        let help = step.purpose.and_then(|purpose| help_words(purpose, from));
        help.map_or_else(String::new, |help| format!(", {help}"))
    }

    /// Returns the order of squares, if it has a short description: `from right to left`, `column by column from the right, each
    /// from bottom to top`.
    pub(super) fn order(&self, squares: &[Square]) -> Option<String> {
        let places: Vec<Place> = squares.iter().map(|&square| self.board.row_column(square)).collect();
        if places.len() < 3 {
            return None;
        }
        let along = |key: fn(&Place) -> usize| places.iter().map(|place| key(place).cast_signed()).collect_vec();
        let (rows, columns) =
            ((along(|place| place.0), ["top", "bottom"]), (along(|place| place.1), ["left", "right"]));
        lines_in_order("column", &columns, &rows).or_else(|| lines_in_order("row", &rows, &columns))
    }

    /// Returns the place and the way of boxes along a route: `in A, ` and `goes`, or an empty text and `goes from A through tunnel
    /// b into C`. `is_one` is set for a single box, `goes_on` if it has waited.
    pub(super) fn way(&self, route: &[AreaId], is_one: bool, goes_on: bool) -> (String, String) {
        let (goes, turns) = if is_one { ("goes", "turns") } else { ("go", "turn") };
        let [first, .., last] = route else {
            return (route.first().map_or_else(String::new, |&area| self.inside(area)), goes.to_owned());
        };
        let start = if goes_on { format!("{goes} on") } else { format!("{goes} from {}", self.area(*first)) };
        let parts = parts(route);
        let before = std::iter::once(&[][..]).chain(parts.iter().copied());
        let named = parts.iter().zip(before).map(|(part, before)| self.named(part, before)).collect_vec();
        if parts.len() > TURNS + 1 || named.iter().any(|named| named.len() > NAMED) {
            let way = self.in_short(route, parts.len() - 1);
            return (String::new(), format!("{start}{way} into {}", self.area(*last)));
        }
        let mut way = start;
        for (at, (part, named)) in parts.iter().zip(named).enumerate() {
            let is_last = at + 1 == parts.len();
            if at > 0 {
                way += &format!(", {turns} there,{} {goes} back", if is_last { " and" } else { "" });
            }
            way += &self.through(&named);
            way += &format!(" {} {}", if is_last { "into" } else { "to" }, self.area(part[part.len() - 1]));
        }
        (String::new(), way)
    }

    /// Returns the areas between the ends of a part, without crossings; of those passed back, only the last is named.
    fn named(&self, part: &[AreaId], before: &[AreaId]) -> Vec<AreaId> {
        let is_crossing = |area: &AreaId| self.is_room(*area) && self.areas.area(*area).squares.len() <= CROSSING;
        let back = part.iter().zip(before.iter().rev()).take_while(|(area, earlier)| area == earlier).count();
        let between = part.get(back.max(2) - 1..part.len() - 1).unwrap_or_default();
        between.iter().copied().filter(|area| !is_crossing(area)).collect()
    }

    /// Returns ` through tunnels b and d, C and tunnel e`: neighbouring tunnels share the word.
    fn through(&self, named: &[AreaId]) -> String {
        let group = |areas: &[AreaId]| match areas {
            [_] => self.area(areas[0]),
            tunnels => format!("tunnels {}", and(&tunnels.iter().map(|&area| self.name(area)).collect_vec())),
        };
        let groups = named.chunk_by(|one, next| !self.is_room(*one) && !self.is_room(*next)).map(group).collect_vec();
        if groups.is_empty() { String::new() } else { format!(" through {}", and(&groups)) }
    }

    /// Returns ` through 12 areas with three turns`, for a long route.
    fn in_short(&self, route: &[AreaId], turns: usize) -> String {
        let ends = [route[0], route[route.len() - 1]];
        let between = route.iter().filter(|area| !ends.contains(area)).unique().count();
        let through = if between > 0 { format!(" through {}", named_count(between, "area")) } else { String::new() };
        let turns = if turns > 0 { format!(" with {}", named_count(turns, "turn")) } else { String::new() };
        through + &turns
    }
}

/// Places along one axis, and the words for its ends.
type Along = (Vec<isize>, [&'static str; 2]);

/// Returns the order of places if one line comes after the other in one direction, and so does each place of a line.
fn lines_in_order(name: &str, (lines, line_ends): &Along, (cells, cell_ends): &Along) -> Option<String> {
    let steps = |values: &[isize]| values.windows(2).map(|pair| pair[1] - pair[0]).collect_vec();
    let (lines, cells) = (steps(lines), steps(cells));
    // Source of the places: the first end if all steps go up, the last if all go down.
    let first_end = |steps: &mut dyn Iterator<Item = isize>| {
        let signs = steps.filter(|&step| step != 0).map(isize::signum).unique().collect_vec();
        <[isize; 1]>::try_from(signs).ok().map(|[sign]| usize::from(sign < 0))
    };
    let line = first_end(&mut lines.iter().copied())?;
    if !lines.contains(&0) {
        return Some(format!("from {} to {}", line_ends[line], line_ends[1 - line]));
    }
    let mut within = lines.iter().zip(&cells).filter(|(line, _)| **line == 0).map(|(_, cell)| *cell);
    let cell = first_end(&mut within)?;
    let (from, to) = (cell_ends[cell], cell_ends[1 - cell]);
    Some(format!("{name} by {name} from the {}, each from {from} to {to}", line_ends[line]))
}

const NAMED: usize = 4;
const TURNS: usize = 2;
/// Maximum number of squares of a crossing of tunnels, which is passed without a word.
const CROSSING: usize = 3;

/// Splits a route where a box turns: an area that it leaves to where it came from ends one part and begins the next.
///
/// ```text
///   D > b > B > E > B > a > A    is    D > b > B > E  and  E > B > a > A
/// ```
fn parts(route: &[AreaId]) -> Vec<&[AreaId]> {
    let turns = (1..route.len().saturating_sub(1)).filter(|&at| route[at - 1] == route[at + 1]);
    let ends = turns.chain([route.len() - 1]);
    let mut first = 0;
    ends.map(|last| &route[std::mem::replace(&mut first, last)..=last]).collect()
}
