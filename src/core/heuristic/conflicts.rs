//! Conflicts: pairs of boxes that cannot both be brought to goals along shortest paths.
//!
//! ```text
//!   #########      Alone both boxes together need eight pushes. But none of them can be pushed left, for one is where
//!   #       #      the player must be, and the other has no room: one must step aside first, and come back into the
//!   #..  $$ #      row later. Two boxes in a line are the well-known case (Junghanns and Schaeffer, 2001); here the
//!   #       #      conflicts of all pairs of boxes of a level are computed.
//!   #########
//! ```
//! For every two-box state and every pair of goals the table holds whether both boxes can be brought there without more pushes than
//! each needs alone. The table is computed from each pair of goals by pulls; each pull must raise the lone distance of the pulled
//! box by one. Boxes that cannot be brought there so need at least two more pushes, since each push changes the colour of a box's
//! square, as on a chess board.

use super::{PairPlace, TwoBoxPatternDatabase};
use crate::level::Square;
use crate::maze::{Maze, PushDistances};
use crate::run::{Meter, Stop};

/// Sets of goals, one bit each, that a box can be assigned to in a matching of minimum cost or 1 more.
#[derive(Clone, Copy, Debug, Default)]
pub struct GoalOptions {
    /// Goals for which the cost stays the minimum.
    pub free: u64,
    /// Goals for which the cost exceeds the minimum by 1.
    pub costly: u64,
}

impl GoalOptions {
    /// True if `free` has a goal.
    pub const fn is_open(self) -> bool {
        self.free != 0
    }
}

/// Table of the pairs of goals that each two boxes can reach without detours.
#[derive(Debug)]
pub struct Conflicts<'a> {
    /// Table of the exact number of pushes of each two boxes.
    pub pairs: &'a TwoBoxPatternDatabase,
    goals: usize,
    /// For each place of a pair, and each goal of the box on the lesser square, the set of goals of the other box such
    /// that both boxes need no detour; the index is the place times the number of goals plus the goal.
    direct: Vec<u64>,
}

/// A pull that raises by one the lone distance of the box to some goal, described as the push that the pull undoes.
#[derive(Clone, Copy, Debug)]
struct DirectPull {
    before: u32,
    /// Whether the pushed box is on the lesser square of the pair after the push.
    moves_lesser: bool,
    /// Whether the push changes which box is on the lesser square.
    swaps: bool,
    /// Goals that the push brings the box nearer to.
    nearer: u64,
}

/// All direct pulls, grouped by the place of the pair of boxes before the pull.
struct DirectPulls {
    first: Vec<u32>,
    all: Vec<DirectPull>,
}

impl<'a> Conflicts<'a> {
    /// Greatest number of two-box states times pairs of goals: trades time before the search against bounds.
    const MOST_WORK: usize = 10_000_000;

    /// Computes all conflicts, in time linear in the states times the pairs of goals. Returns `None` if this takes
    /// too long, or the goals are more than 64.
    pub fn new(maze: &Maze<'_>, pairs: &'a TwoBoxPatternDatabase, meter: &mut Meter) -> Result<Option<Self>, Stop> {
        let goals = maze.board.goals().len();
        let work = pairs.len().saturating_mul(goals * goals / 2);
        // A set of goals is one word of 64 bits.
        if goals > 64 || work > Self::MOST_WORK {
            return Ok(None);
        }
        let pulls = DirectPulls::new(maze, pairs);
        let mut conflicts = Self { pairs, goals, direct: vec![0; pairs.len() * goals] };
        let at = maze.board.goals();
        for one in 0..goals {
            for other in one + 1..goals {
                meter.check_time()?;
                conflicts.pull_from(&pulls, (one, other), pairs.places(at[one], at[other]));
            }
        }
        Ok(Some(conflicts))
    }

    /// Marks all places where a box can be pushed to goal `one` and the other box to goal `other` without detours. Each place on
    /// the stack is paired with whether the first box is on the lesser square.
    fn pull_from(&mut self, pulls: &DirectPulls, (one, other): (usize, usize), ends: impl Iterator<Item = PairPlace>) {
        let mut places: Vec<(u32, bool)> = ends.map(|place| (place.index() as u32, true)).collect();
        for &(place, is_lesser) in &places {
            self.mark(place as usize, is_lesser, one, other);
        }
        while let Some((place, is_lesser)) = places.pop() {
            for pull in pulls.to(place) {
                let goal = if pull.moves_lesser == is_lesser { one } else { other };
                let was_lesser = is_lesser != pull.swaps;
                if pull.nearer >> goal & 1 != 0 && self.mark(pull.before as usize, was_lesser, one, other) {
                    places.push((pull.before, was_lesser));
                }
            }
        }
    }

    /// Marks that in this place the first box reaches goal `one` and the second box goal `other` without detours;
    /// returns false if this was marked. `is_lesser`: whether the first box is on the lesser square.
    fn mark(&mut self, place: usize, is_lesser: bool, one: usize, other: usize) -> bool {
        let (row, bit) = if is_lesser { (one, other) } else { (other, one) };
        let entry = &mut self.direct[place * self.goals + row];
        let is_new = *entry >> bit & 1 == 0;
        *entry |= 1 << bit;
        is_new
    }

    /// Returns a lower bound, at most 2, on the pushes that two boxes need beyond the cost of the matching; `lesser`
    /// are the options of the box on the lesser square.
    #[inline]
    pub fn between(&self, place: PairPlace, lesser: GoalOptions, other: GoalOptions) -> u32 {
        let rows = &self.direct[place.index() * self.goals..][..self.goals];
        let meets = |ones: u64, others: u64| bits(ones).any(|goal| rows[goal] & others != 0);
        if meets(lesser.free, other.free) {
            0
        } else if meets(lesser.free, other.costly) || meets(lesser.costly, other.free) {
            1
        } else {
            2
        }
    }
}

impl DirectPulls {
    fn new(maze: &Maze<'_>, pairs: &TwoBoxPatternDatabase) -> Self {
        let mut pulls = Self { first: Vec::with_capacity(pairs.len() + 1), all: Vec::new() };
        let live = pairs.live();
        for (n, &a) in live.iter().enumerate() {
            for &b in &live[n + 1..] {
                for place in pairs.places(a, b) {
                    pulls.first.push(pulls.all.len() as u32);
                    pulls.add(maze, pairs, place, (a, b));
                }
            }
        }
        pulls.first.push(pulls.all.len() as u32);
        pulls
    }

    fn add(&mut self, maze: &Maze<'_>, pairs: &TwoBoxPatternDatabase, place: PairPlace, (a, b): (Square, Square)) {
        for pull in pairs.pulls(maze, place, a, b) {
            let (from, still) = pull.boxes;
            let [before, after] = [pull.lone.0, pull.lone.1].map(|lone| maze.distances.to_goals(lone));
            let nearer = before.iter().zip(after).enumerate();
            let nearer = nearer
                .filter(|(_, (before, after))| {
                    **before != PushDistances::NEVER && after.checked_add(1) == Some(**before)
                })
                .fold(0, |m, (g, _)| m | 1 << g);
            if nearer != 0 {
                let moves_lesser = still == b;
                let was_lesser = from < still;
                let before = pull.before.index() as u32;
                self.all.push(DirectPull { before, moves_lesser, swaps: moves_lesser != was_lesser, nearer });
            }
        }
    }

    fn to(&self, place: u32) -> &[DirectPull] {
        &self.all[self.first[place as usize] as usize..self.first[place as usize + 1] as usize]
    }
}

fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    /// True if the table is computed for a room of rows of 8 squares, with this number of filled goals beside a player, a box and a
    /// goal.
    fn is_computed(rows: usize, filled: usize) -> bool {
        let squares = format!("{:1$}", format!("@$.{}", "*".repeat(filled)), 8 * rows);
        let rows = squares.as_bytes().chunks(8).map(|row| format!("#{}#", String::from_utf8_lossy(row)));
        let wall = "#".repeat(10);
        let picture: Vec<String> = [wall.clone()].into_iter().chain(rows).chain([wall]).collect();
        let level = Level::from_xsb("", &picture.join("\n")).unwrap();
        let meter = &mut Meter::unlimited();
        let maze = Maze::new(&level.board, meter).unwrap();
        let pairs = TwoBoxPatternDatabase::new(&maze, meter).unwrap().unwrap();
        Conflicts::new(&maze, &pairs, meter).unwrap().is_some()
    }

    #[test]
    fn there_is_a_bit_for_each_goal_up_to_64_and_beyond_nothing_is_computed() {
        assert_eq!([62, 63, 64].map(|filled| is_computed(9, filled)), [true, true, false]);
    }
}
