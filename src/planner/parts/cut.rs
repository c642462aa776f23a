//! Which bridges a level is cut at.

use crate::level::{Board, Square};
use crate::maze::{Bridge, Part, Parts};
use crate::run::Random;
use itertools::Itertools;
use std::cmp::Reverse;

/// Minimum number of squares of a side that is searched as a part of its own.
const FEWEST_SQUARES: usize = 6;
/// Maximum number of bridges that are each tried as the only cut.
const MOST_SINGLE: usize = 3;
/// Minimum number of parts with boxes in a level of many parts; a search of the whole level multiplies their costs.
const MANY: usize = 4;

/// A bridge at which the level may be cut.
struct Candidate {
    bridge: usize,
    flow: usize,
    /// Number of squares on the smaller side of the bridge.
    squares: usize,
    /// Number of boxes on the side of the bridge with fewer boxes.
    boxes: usize,
}

/// Returns whether at least `MANY` parts of a level hold boxes; the parts are then searched before the whole level.
pub fn has_many_parts(parts: &Parts) -> bool {
    parts.parts().iter().filter(|part| part.boxes > 0).count() >= MANY
}

/// Returns useful cuts of a level, best first, each as indices into [`Parts::bridges`]. A level of many parts is cut at
/// all bridges that no box need cross, then at all that separate boxes or goals. A single bridge is a useful cut if at
/// least half of the boxes must cross it, or if it separates two independent puzzles.
pub fn cuts(parts: &Parts) -> Vec<Vec<usize>> {
    let found = candidates(parts);
    let numbers = |is_kept: fn(&&Candidate) -> bool| found.iter().filter(is_kept).map(|one| one.bridge).collect();
    let all: Vec<usize> = numbers(|_| true);
    let boxes: usize = parts.parts().iter().map(|part| part.boxes).sum();
    let is_worth = |one: &&Candidate| 2 * one.flow >= boxes || one.flow == 0 && one.boxes > 1;
    let mut single: Vec<&Candidate> = found.iter().filter(is_worth).collect();
    single.sort_by_key(|one| Reverse((one.flow, one.squares)));
    let single = single.into_iter().take(MOST_SINGLE).map(|one| vec![one.bridge]);
    let together = if has_many_parts(parts) { vec![numbers(|one| one.flow == 0), all.clone()] } else { Vec::new() };
    let cuts = together.into_iter().chain(single).chain((all.len() > 1).then_some(all));
    cuts.filter(|cut| !cut.is_empty()).unique().collect()
}

/// Returns random cuts for comparison: for each cut of [`cuts`] one with as many bridges, drawn from all bridges. Equal
/// seeds give equal cuts.
pub fn random_cuts(parts: &Parts, seed: u64) -> Vec<Vec<usize>> {
    let mut random = Random::new(seed);
    let mut bridges: Vec<usize> = (0..parts.bridges().len()).collect();
    let drawn = cuts(parts).into_iter().map(|cut| {
        random.shuffle(&mut bridges);
        bridges.iter().copied().take(cut.len()).sorted().collect::<Vec<usize>>()
    });
    drawn.unique().collect()
}

/// Returns the cut without those bridges of one part that boxes cross, so that the part is joined to its neighbours. If
/// no box crosses any, the bridges in its shortest corridors are removed, as both sides are probably one puzzle; for a
/// part that `is_slow` to search, only the one to the smallest neighbour. `None` if no bridge is removed, or none is
/// left.
pub fn join_at(board: &Board, cut: &[usize], parts: &Parts, part: usize, is_slow: bool) -> Option<Vec<usize>> {
    let bridge = |place: usize| &parts.bridges()[place];
    let beyond = |&place: &usize| {
        let [first, second] = bridge(place).parts;
        parts.parts()[if first == part { second } else { first }].squares.len()
    };
    let all: Vec<usize> = (0..cut.len()).filter(|&place| bridge(place).parts.contains(&part)).collect();
    let crossed: Vec<usize> = all.iter().copied().filter(|&place| bridge(place).flow != 0).collect();
    let near = || all.iter().copied().min_set_by_key(|&place| corridor(board, bridge(place)));
    let gone = match (crossed.is_empty(), is_slow) {
        (false, _) => crossed,
        (true, false) => near(),
        (true, true) => near().into_iter().min_by_key(beyond).into_iter().collect(),
    };
    let left: Vec<usize> = (0..cut.len()).filter(|place| !gone.contains(place)).map(|place| cut[place]).collect();
    (left.len() < cut.len() && !left.is_empty()).then_some(left)
}

/// Returns the length of the corridor of a bridge: the number of squares in a row, on both sides, with two neighbours.
///
/// ```text
///   #AA#####BB#
///   #AA-----BB#    5
///   #AA#####BB#
/// ```
fn corridor(board: &Board, bridge: &Bridge) -> usize {
    let [first, second] = bridge.squares;
    let next = |&(from, at): &(Square, Square)| {
        let ahead = board.neighbours(at).filter(|&square| square != from).exactly_one().ok()?;
        Some((at, ahead))
    };
    let side = |from: Square, at: Square| std::iter::successors(next(&(from, at)), next).take(board.len()).count();
    side(second, first) + side(first, second)
}

/// Returns the bridges that have boxes or goals, and enough squares, on both sides.
fn candidates(parts: &Parts) -> Vec<Candidate> {
    let candidate = |bridge: usize| {
        let first = parts.first_side(bridge);
        let sum = |is_first: bool, count: fn(&Part) -> usize| -> usize {
            let side = parts.parts().iter().zip(&first).filter(|(_, side)| **side == is_first);
            side.map(|(part, _)| count(part)).sum()
        };
        let least = |count: fn(&Part) -> usize| sum(true, count).min(sum(false, count));
        let (squares, boxes) = (least(|part| part.squares.len()), least(|part| part.boxes));
        let is_worth = squares >= FEWEST_SQUARES && least(|part| part.boxes + part.goals) > 0;
        let flow = parts.bridges()[bridge].flow.unsigned_abs();
        is_worth.then_some(Candidate { bridge, flow, squares, boxes })
    };
    (0..parts.bridges().len()).filter_map(candidate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    /// Three rooms in a row: the middle one is one step from the left one, and far from the right one.
    const NEAR_AND_FAR: &str = "\
####################
#@  #   #######    #
#$.   $.        $. #
#   #   #######    #
####################
";

    #[test]
    fn a_part_is_joined_where_the_corridor_is_shortest() {
        let level = Level::from_xsb("", NEAR_AND_FAR).unwrap();
        let parts = Parts::new(&level.board, &level.start);
        let lengths: Vec<usize> = parts.bridges().iter().map(|bridge| corridor(&level.board, bridge)).collect();
        assert_eq!(lengths, [1, 7]);
        let middle = parts.part_of(level.board.square(2, 6).unwrap());
        for is_slow in [false, true] {
            assert_eq!(join_at(&level.board, &[0, 1], &parts, middle, is_slow), Some(vec![1]));
        }
    }
}
