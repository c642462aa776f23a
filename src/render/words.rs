//! Words for numbers, squares, steps of plans and solutions, and the areas on which plans are made.

use crate::level::Board;
use crate::maze::{AreaId, Areas};
use crate::planner::{Slot, Step};
pub use crate::run::counted;
use crate::steps::{Purpose, SolutionStep, StepKind};
use itertools::Itertools;
use std::collections::BTreeSet;

/// Row and column of a square, from 0.
pub(super) type Place = (usize, usize);

/// Returns a step in words, given the name of each area: `A > a > B`, `arrange A` or `push search`.
pub fn step_words(step: &Step, names: &[String]) -> String {
    let route = step.route.iter().map(|area| names[area.index()].as_str()).join(" > ");
    match step.kind {
        StepKind::Transfer => route,
        StepKind::Arrangement => format!("arrange {route}"),
        StepKind::Takeover => "push search".to_owned(),
    }
}

/// Returns a number, up to twelve as a word: `two`, `13`.
pub(super) fn number(number: usize) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(number).map_or_else(|| number.to_string(), ToString::to_string)
}

/// Returns a number up to twelve as a word with its noun: `one box`, `two boxes`, `13 boxes`.
pub(super) fn named_count(count: usize, noun: &str) -> String {
    let counted = counted(count, noun);
    counted.split_once(' ').map_or_else(String::new, |(_, noun)| format!("{} {noun}", number(count)))
}

/// Returns words joined as a list: `a`, `a and b`, `a, b and c`.
pub(super) fn and(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

pub(super) fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns a step of a solution in words, given the name of each area: `A > a > B` or `arrange A`.
pub fn happened_words(step: &SolutionStep, names: &[String]) -> String {
    let name = |area: &AreaId| names[area.index()].as_str();
    match step.kind() {
        StepKind::Arrangement => format!("arrange {}", name(&step.ends()[0])),
        _ => step.route.iter().map(name).join(" > "),
    }
}

/// Returns what a step is for: `fills (1,10)`, `parks at (6,5), makes way for step 3`. Steps are counted from 1.
pub(super) fn purpose_words(board: &Board, step: &SolutionStep) -> String {
    let parks = step.waits().then(|| format!("parks at {}", board.place_words(step.to())));
    let purpose = step.purpose.map(|purpose| match purpose {
        Purpose::Fills(square) => format!("fills {}", board.place_words(square)),
        Purpose::MakesWay(later) => format!("makes way for step {}", later + 1),
        Purpose::LetsThrough(later) => format!("lets the player through to step {}", later + 1),
        Purpose::LetsRound(later) => format!("lets the player round the box of step {}", later + 1),
    });
    parks.into_iter().chain(purpose).join(", ")
}

/// Returns what a step does for a later one, whose box stands on the square that `from` names: `out of the way of the box at (4,6)`;
/// `None` if it fills a goal.
pub(super) fn help_words(purpose: Purpose, from: impl Fn(usize) -> String) -> Option<String> {
    let help = match purpose {
        Purpose::Fills(_) => return None,
        Purpose::MakesWay(_) => "out of the way of",
        Purpose::LetsThrough(_) => "so that the player can reach",
        Purpose::LetsRound(_) => "so that the player can get round",
    };
    Some(format!("{help} the box at {}", from(purpose.later()?)))
}

/// Returns a name for each area of a plan, by number; these areas may be unions or pieces of the areas shown.
///
/// ```text
///   an area that is shown                        A
///   several joined, A is the largest             A+
///   a piece of A                                 A/1, A/2, ..
/// ```
pub fn names_after(planned: &Areas, shown: &Areas, shown_names: &[String]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let name = |area: &crate::maze::Area| {
        let parts = area.squares.iter().map(|&s| shown.area_of(s)).counts();
        let is_piece = parts.iter().any(|(&id, &count)| count < shown.area(id).squares.len());
        let joined = parts.len();
        let most = parts.into_iter().max_by_key(|&(id, count)| (count, std::cmp::Reverse(id)));
        let main = most.map_or("", |(id, _)| shown_names[id.index()].as_str());
        let plain = if joined > 1 { format!("{main}+") } else { main.to_owned() };
        let mut numbered = (1..).map(|number| format!("{plain}/{number}"));
        let free = |name: &String| !taken.contains(name);
        let name = Some(plain.clone()).filter(|name| !is_piece && free(name)).or_else(|| numbered.find(free));
        let name = name.unwrap_or_default();
        taken.insert(name.clone());
        name
    };
    planned.areas().iter().map(name).collect()
}

/// Returns a line `planned as one: A+ is A, a` for each area of a plan that is not one of the areas shown.
pub fn joined_words(planned: &Areas, names: &[String], shown: &Areas, shown_names: &[String]) -> String {
    let line = |area: &crate::maze::Area| {
        let name = &names[area.id.index()];
        let parts: BTreeSet<AreaId> = area.squares.iter().map(|&s| shown.area_of(s)).collect();
        let whole = |id: &AreaId| shown.area(*id).squares.iter().all(|&s| planned.area_of(s) == area.id);
        let part = |id: &AreaId| format!("{}{}", if whole(id) { "" } else { "part of " }, shown_names[id.index()]);
        let is_shown = shown_names.contains(name);
        (!is_shown).then(|| format!("  planned as one: {name} is {}\n", parts.iter().map(part).join(", ")))
    };
    planned.areas().iter().filter_map(line).collect()
}

/// Greatest number of areas of a route that are named; of a longer one their number is.
const LONGEST: usize = 4;

/// Returns a slot of a plan in words: `fill (8,16) of C from A or D, through f`, `park a box in c from A`.
pub(super) fn slot_words(board: &Board, areas: &Areas, names: &[String], slot: &Slot) -> String {
    let name = |area: AreaId| names[area.index()].as_str();
    let area = name(areas.area_of(slot.to));
    if slot.is_arrangement() {
        return format!("arrange a box in {area}");
    }
    let from = slot.suppliers.iter().map(|supplier| name(supplier.area())).join(" or ");
    let from = if slot.is_forced { format!("only {from}") } else { from };
    if !slot.fills {
        return format!("park a box in {area} from {from}");
    }
    // The areas that all suppliers have in common before that of the goal.
    let routes = slot.suppliers.iter().map(|supplier| &supplier.route[1..supplier.route.len().max(2) - 1]);
    let common = routes.reduce(|one, other| {
        let length = one.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| one == other).count();
        &one[one.len() - length..]
    });
    let through = match common.unwrap_or_default() {
        [] => String::new(),
        some if some.len() > LONGEST => format!(", through {} areas", some.len()),
        some => format!(", through {}", some.iter().map(|&area| name(area)).join(" > ")),
    };
    format!("fill {} of {area} from {from}{through}", board.place_words(slot.to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::maze::AreaKind;
    use crate::render::area_names;

    #[test]
    fn areas_of_a_plan_are_named_after_those_that_are_shown() {
        let text = "##########\n#@  #   ##\n# $     .#\n#   #   ##\n##########\n";
        let level = Level::from_xsb("", text).expect("a good board");
        let shown = Areas::of(&level.board);
        let names = area_names(&shown);
        assert_eq!(names_after(&shown, &shown, &names), names, "equal areas have equal names");
        let label: Vec<usize> = level.board.squares().map(|s| shown.area_of(s).index().max(1)).collect();
        let joined = Areas::from_labels(&level.board, &label, |_| AreaKind::Room);
        assert_eq!(joined.len() + 1, shown.len(), "the first two are joined");
        let joined_names = names_after(&joined, &shown, &names);
        assert_eq!(joined_names.iter().collect::<BTreeSet<_>>().len(), joined.len(), "unique: {joined_names:?}");
        assert_eq!(joined_names.iter().filter(|name| name.ends_with('+')).count(), 1, "{joined_names:?}");
        let pieces = shown.cut_to(&level.board, 2);
        let pieces = names_after(&pieces, &shown, &names);
        assert!(pieces.contains(&"A/1".to_owned()) && pieces.contains(&"A/2".to_owned()), "{pieces:?}");
    }
}
