//! The way of boxes from area to area in words, in the order of their moves.

use super::StoryView;
use crate::maze::AreaId;
use crate::render::words::{and, named_count};
use itertools::Itertools;

/// Maximum number of areas that are named between the ends of a part.
const NAMED: usize = 4;
/// Maximum number of turns that are listed one by one.
const TURNS: usize = 2;
/// Maximum number of squares of a crossing of tunnels, which is passed without a word.
const CROSSING: usize = 3;

/// Splits a route where a box turns: in an area that it leaves to where it came from. Such an area ends one part and
/// begins the next.
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

impl StoryView<'_> {
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
            return (
                String::new(),
                format!("{start}{} into {}", self.in_short(route, parts.len() - 1), self.area(*last)),
            );
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

    /// Returns the areas between the first and the last of a part, without crossings. Of areas that the box passes back along the
    /// part before, only the last is named.
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
