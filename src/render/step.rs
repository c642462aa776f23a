//! Steps of a plan in words.

use crate::maze::{AreaId, Areas};
use crate::planner::Step;
use itertools::Itertools;

/// `A > a > B`, `settle A`, `arrange A` or `push search`, with these names of areas.
pub fn step_words(step: &Step, names: &[String]) -> String {
    let name = |area: &AreaId| names[area.index()].as_str();
    match step {
        Step::Transfer(route) => route.iter().map(name).join(" > "),
        Step::Settle(area) => format!("settle {}", name(area)),
        Step::Arrange(area) => format!("arrange {}", name(area)),
        Step::Takeover => "push search".to_owned(),
    }
}

/// Names for the areas of a plan, which may be joined or cut differently, by the areas shown to the reader: each is
/// named after the one that it shares most squares with.
pub fn names_after(planned: &Areas, shown: &Areas, shown_names: &[String]) -> Vec<String> {
    let name = |area: &crate::maze::Area| {
        let counts = area.squares.iter().map(|&s| shown.area_of(s)).counts();
        let most = counts.into_iter().max_by_key(|&(id, count)| (count, std::cmp::Reverse(id)));
        most.map_or_else(String::new, |(id, _)| shown_names[id.index()].clone())
    };
    planned.areas().iter().map(name).collect()
}
