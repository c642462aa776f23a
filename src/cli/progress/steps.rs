//! The steps of a plan that were carried out, in words.

use crate::level::{Level, Square};
use crate::maze::Areas;
use crate::render::{area_names, counted};
use itertools::Itertools;

/// Maximum number of steps to name, so that they fit in a line: the last steps are named.
const NAMED: usize = 4;

/// Returns `7 steps done: ... B > c > C, A > b > C`; empty without steps. Each step is given as one square of each area
/// on its way; a step without squares was carried out by a push search.
pub(super) fn words(level: &Level, steps: &[Vec<Square>]) -> String {
    if steps.is_empty() {
        return String::new();
    }
    let areas = Areas::of(&level.board);
    let names = area_names(&areas);
    let name = |square: &Square| names[areas.area_of(*square).index()].as_str();
    let step = |squares: &Vec<Square>| match squares.as_slice() {
        [] => "push search".to_owned(),
        [square] => format!("within {}", name(square)),
        squares => squares.iter().map(name).join(" > "),
    };
    let before = if steps.len() > NAMED { "... " } else { "" };
    let last = steps[steps.len().saturating_sub(NAMED)..].iter().map(step).join(", ");
    format!("{} done: {before}{last}", counted(steps.len(), "step"))
}

#[cfg(test)]
mod tests {
    use super::words;
    use crate::level::Level;

    #[test]
    fn the_last_steps_are_named_by_the_areas_of_their_squares() {
        let text = "###########\n#   ###   #\n# $@    . #\n#   ###   #\n###########";
        let level = Level::from_xsb("", text).unwrap();
        let [left, tunnel, right] =
            [(1, 1), (2, 5), (1, 9)].map(|(row, column)| level.board.square(row, column).unwrap());
        let across = vec![left, tunnel, right];
        assert_eq!(words(&level, &[]), "");
        assert_eq!(words(&level, std::slice::from_ref(&across)), "1 step done: A > a > B");
        let many = [vec![], across.clone(), vec![left], vec![right], vec![], across];
        assert_eq!(words(&level, &many), "6 steps done: ... within A, within B, push search, A > a > B");
    }
}
