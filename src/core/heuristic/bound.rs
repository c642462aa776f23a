//! Lower bound on the pushes that a position needs. Each box ends on a goal of its own, with at least the pushes that it needs alone
//! on the board, so the cost of a minimum-cost matching is a bound. Two boxes that block each other's paths for every pair of goals
//! ([`Conflicts`]) need more ([`Detours`]): these are pushes of the two boxes, so that disjoint pairs may be added up (linear
//! conflicts: Junghanns and Schaeffer 2001). Each push changes the colour of the box's square, as on a chess board: the number of
//! pushes has the parity of the matching, so an odd sum is rounded up.
//!
//! ```text
//!   #########      Alone both boxes together need eight pushes. But none of them can be pushed left, for one is where
//!   #       #      the player must be, and the other has no room: one must step aside first, and come back into the
//!   #       #      row later. Two boxes in a line are the well-known case (Junghanns and Schaeffer, 2001); here the
//!   #..  $$ #      conflicts of all pairs of boxes of a level are computed. In a hall of three rows both are lost: a
//!   #       #      box beside the wall does not come back.
//!   #       #
//!   #########
//! ```
//! For every two-box state and every pair of goals the table of conflicts holds how many pushes more both boxes need to these goals
//! than each needs alone, computed from each pair of goals by pulls, breadth first: an even number, for the same reason.

use super::{Costs, MinCostMatching, PairPlace, TwoBoxPatternDatabase};
use crate::level::Square;
use crate::maze::{Maze, Place, PushDistances};
use crate::push::BoxSet;
use crate::run::{Meter, Stop};
use std::sync::Arc;

/// Bounds on detours in one level. Clones share the conflicts; each clone has its own working memory.
#[derive(Clone, Debug)]
pub struct Detours<'a> {
    conflicts: Arc<Conflicts<'a>>,
    losses: Vec<u16>,
    options: Vec<GoalOptions>,
    found: Vec<(u32, usize, usize)>,
}

impl<'a> Detours<'a> {
    /// Computes the conflicts of a level; `None` without `pairs`, or if this would take too long.
    pub fn new(
        maze: &Maze<'_>,
        pairs: Option<&'a TwoBoxPatternDatabase>,
        meter: &mut Meter,
    ) -> Result<Option<Self>, Stop> {
        let Some(pairs) = pairs else { return Ok(None) };
        let conflicts = Conflicts::new(maze, pairs, meter)?;
        let new = |conflicts| Self {
            conflicts: Arc::new(conflicts),
            losses: Vec::new(),
            options: Vec::new(),
            found: Vec::new(),
        };
        Ok(conflicts.map(new))
    }

    /// Returns a lower bound on the pushes beyond a minimum-cost matching, an even number. `boxes` are ascending;
    /// `matching` is that matching, on `costs`. Quadratic in the number of boxes.
    pub fn of(&mut self, boxes: &[Square], player: Square, matching: &MinCostMatching, costs: &impl Costs) -> u32 {
        let Self { conflicts, losses, options: own, found } = self;
        matching.write_losses(costs, losses);
        let goals = costs.targets();
        own.clear();
        own.extend(losses.chunks_exact(goals).map(GoalOptions::of));
        found.clear();
        for (n, &a) in boxes.iter().enumerate() {
            for (m, &b) in boxes.iter().enumerate().skip(n + 1) {
                let Some(place) = conflicts.pairs.place(a, b, player) else { continue };
                let more =
                    conflicts.between(place, [own[n], own[m]], [n, m].map(|row| &losses[row * goals..][..goals]));
                if more > 0 {
                    found.push((more, n, m));
                }
            }
        }
        // The most expensive pairs first, each box once: not always the largest sum, but an admissible one.
        found.sort_by_key(|&(more, ..)| std::cmp::Reverse(more));
        found.retain(|&(_, n, m)| {
            let is_disjoint = own[n].is_open() && own[m].is_open();
            if is_disjoint {
                (own[n], own[m]) = (GoalOptions::default(), GoalOptions::default());
            }
            is_disjoint
        });
        self.spent_by_others(usize::MAX).next_multiple_of(2)
    }

    /// Returns how many pushes the pairs of the last position need in which the box with this index is not.
    pub fn spent_by_others(&self, row: usize) -> u32 {
        self.found.iter().filter(|&&(_, n, m)| row != n && row != m).map(|&(more, ..)| more).sum()
    }
}

/// Computes lower bounds on pushes; keeps the matching of the last position.
#[derive(Debug)]
pub struct Bound<'a> {
    maze: &'a Maze<'a>,
    pairs: Option<&'a TwoBoxPatternDatabase>,
    detours: Option<Detours<'a>>,
    boxes: Vec<Square>,
    matching: MinCostMatching,
}

impl<'a> Bound<'a> {
    /// Creates the bounds for a level; without a table of pairs the bound is the matching alone.
    pub fn new(maze: &'a Maze<'a>, pairs: Option<&'a TwoBoxPatternDatabase>, meter: &mut Meter) -> Result<Self, Stop> {
        let detours = Detours::new(maze, pairs, meter)?;
        Ok(Self { maze, pairs, detours, boxes: Vec::new(), matching: MinCostMatching::default() })
    }

    /// Returns a lower bound on the pushes of a position; `None` if it is proved lost. Cubic in the number of boxes.
    pub fn of(&mut self, boxes: &BoxSet, player: Square, meter: &Meter) -> Result<Option<u32>, Stop> {
        let Some(matched) = self.matched(boxes, player, meter)? else { return Ok(None) };
        let detours = self.detours.as_mut();
        Ok(Some(matched + detours.map_or(0, |d| d.of(&self.boxes, player, &self.matching, &self.maze.distances))))
    }

    /// Returns the cost in pushes of the minimum-cost matching of a position; `None` if no matching exists.
    pub fn matched(&mut self, boxes: &BoxSet, player: Square, meter: &Meter) -> Result<Option<u32>, Stop> {
        self.boxes.clear();
        self.boxes.extend(boxes.iter());
        let places = self.boxes.iter().map(|&b| self.maze.place(b, player));
        self.matching.solve(&self.maze.distances, places, meter)
    }

    /// Returns the cost of the matching after `pushes` pushes of the box on `from` in the last position to `to`; `None`
    /// if no matching exists. One augmentation: at most quadratic in the number of boxes.
    pub fn after(&mut self, from: Square, to: Place, pushes: u32) -> Option<u32> {
        let row = self.boxes.binary_search(&from).ok()?;
        self.matching.moved(&self.maze.distances, row, to, Some(pushes))
    }

    /// Returns the number of two-box states in the table of pairs; `None` if there is no table.
    pub fn pairs(&self) -> Option<usize> {
        self.pairs.map(TwoBoxPatternDatabase::states)
    }

    /// Returns the table of pairs; `None` if there is no table.
    pub const fn table(&self) -> Option<&'a TwoBoxPatternDatabase> {
        self.pairs
    }
}

/// Sets of goals, one bit each, that a box can be assigned to in a matching of minimum cost or 1 more.
#[derive(Clone, Copy, Debug, Default)]
struct GoalOptions {
    /// Goals for which the cost stays the minimum.
    free: u64,
    /// Goals for which the cost exceeds the minimum by 1.
    costly: u64,
}

impl GoalOptions {
    /// Returns the options of a box by its losses: what each goal costs beyond the minimum.
    fn of(losses: &[u16]) -> Self {
        let set = |most| losses.iter().enumerate().fold(0, |set, (goal, &loss)| set | u64::from(loss == most) << goal);
        Self { free: set(0), costly: set(1) }
    }

    const fn is_open(self) -> bool {
        self.free != 0
    }
}

/// For every two boxes and every pair of goals: how many more pushes both boxes need together than each needs alone.
#[derive(Debug)]
struct Conflicts<'a> {
    /// Table of the exact number of pushes of each two boxes.
    pairs: &'a TwoBoxPatternDatabase,
    goals: usize,
    /// Extra pushes, at most [`MOST`], or [`FAR`] if a box cannot reach its goal. The indices are the place of the pair, the goal of
    /// the box on the lesser square, and the goal of the other box.
    more: Vec<u8>,
    /// For each place of a pair and goal of its lesser square, the goals of the other box for which `more` is 0.
    direct: Vec<u64>,
}

const FAR: u8 = u8::MAX;
const MOST: u16 = 254;

/// All pulls, grouped by the place of the pair of boxes before the pull.
struct Pulls {
    first: Vec<u32>,
    /// Place after the pull, and whether the pull changes which box is on the lesser square.
    all: Vec<(u32, bool)>,
    /// For each place of a pair, the places of the box on the lesser square and of the other box in tables of lone boxes.
    lone: Vec<[Place; 2]>,
}

impl<'a> Conflicts<'a> {
    /// Greatest number of two-box states times pairs of goals: trades time before the search against bounds.
    const MOST_WORK: usize = 10_000_000;

    /// Computes all conflicts, linear in states times pairs of goals; `None` if that is too long, or goals exceed 64.
    fn new(maze: &Maze<'_>, pairs: &'a TwoBoxPatternDatabase, meter: &mut Meter) -> Result<Option<Self>, Stop> {
        let goals = maze.board.goals().len();
        let work = pairs.states().saturating_mul(goals * goals / 2);
        // A set of goals is one word of 64 bits.
        if goals > 64 || work > Self::MOST_WORK {
            return Ok(None);
        }
        let (more, direct) = (vec![FAR; pairs.states() * goals * goals], vec![0; pairs.states() * goals]);
        let (mut conflicts, pulls) = (Self { pairs, goals, more, direct }, Pulls::new(maze, pairs));
        let mut pushes = vec![u16::MAX; pairs.states() * 2];
        for one in 0..goals {
            for other in one + 1..goals {
                meter.check_time()?;
                pushes.fill(u16::MAX);
                conflicts.pull_from(maze, &pulls, [one, other], &mut pushes);
            }
        }
        Ok(Some(conflicts))
    }

    /// Enters the pushes that bring a first and a second box to two goals. `pushes` holds for each place, with the second box on the
    /// lesser square and then with the first one, the fewest pushes of both boxes: [`u16::MAX`] before.
    fn pull_from(&mut self, maze: &Maze<'_>, pulls: &Pulls, goals: [usize; 2], pushes: &mut [u16]) {
        let [one, other] = goals.map(|goal| maze.board.goals()[goal]);
        let is_lesser = one < other;
        let mut queue: Vec<(u32, bool)> =
            self.pairs.places(one, other).map(|place| (place.index() as u32, is_lesser)).collect();
        for &(place, is_lesser) in &queue {
            pushes[place as usize * 2 + usize::from(is_lesser)] = 0;
        }
        let mut next = 0;
        while let Some(&(place, is_lesser)) = queue.get(next) {
            next += 1;
            let so_far = pushes[place as usize * 2 + usize::from(is_lesser)];
            self.enter(maze, place as usize, pulls.lone[place as usize], goals, is_lesser, so_far);
            for &(before, swaps) in pulls.to(place) {
                let was_lesser = is_lesser != swaps;
                let entry = &mut pushes[before as usize * 2 + usize::from(was_lesser)];
                if *entry == u16::MAX {
                    *entry = so_far.saturating_add(1).min(u16::MAX - 1);
                    queue.push((before, was_lesser));
                }
            }
        }
    }

    /// Enters the `pushes` that both boxes need from a place to two goals. `is_lesser`: whether the first box is on the lesser square.
    fn enter(
        &mut self,
        maze: &Maze<'_>,
        place: usize,
        lone: [Place; 2],
        [one, other]: [usize; 2],
        is_lesser: bool,
        pushes: u16,
    ) {
        let (row, column) = if is_lesser { (one, other) } else { (other, one) };
        let alone = [maze.distances.to_goals(lone[0])[row], maze.distances.to_goals(lone[1])[column]];
        if alone.contains(&PushDistances::NEVER) {
            return;
        }
        let more = pushes.saturating_sub(alone[0].saturating_add(alone[1]));
        self.more[(place * self.goals + row) * self.goals + column] = more.min(MOST) as u8;
        self.direct[place * self.goals + row] |= u64::from(more == 0) << column;
    }

    /// Returns a lower bound on the pushes that two boxes need beyond the cost of the matching, for each box with its losses by
    /// goal; the first box is the one on the lesser square.
    #[inline]
    fn between(&self, place: PairPlace, options: [GoalOptions; 2], losses: [&[u16]; 2]) -> u32 {
        let rows = &self.direct[place.index() * self.goals..][..self.goals];
        let meets = |ones: u64, others: u64| bits(ones).any(|goal| rows[goal] & others != 0);
        let [lesser, other] = options;
        // For most pairs the sets of goals decide, without the table of extra pushes.
        if meets(lesser.free, other.free) {
            0
        } else if meets(lesser.free, other.costly) || meets(lesser.costly, other.free) {
            1
        } else {
            self.least(place, losses)
        }
    }

    /// Returns the least cost over all pairs of goals: the losses of both boxes, plus their extra pushes.
    fn least(&self, place: PairPlace, [lesser, other]: [&[u16]; 2]) -> u32 {
        let rows = self.more[place.index() * self.goals * self.goals..].chunks_exact(self.goals);
        let mut least = MOST;
        for (row, &loss) in rows.zip(lesser) {
            // Neither of the other terms is negative.
            if loss < least {
                let sums = row.iter().zip(other).filter(|&(&more, _)| more != FAR);
                least = sums.fold(least, |least, (&more, &also)| {
                    least.min(loss.saturating_add(also).saturating_add(more.into()))
                });
            }
        }
        least.into()
    }
}

impl Pulls {
    fn new(maze: &Maze<'_>, pairs: &TwoBoxPatternDatabase) -> Self {
        let mut pulls = Self {
            first: Vec::with_capacity(pairs.states() + 1),
            all: Vec::new(),
            lone: vec![[Place(0); 2]; pairs.states()],
        };
        let live = pairs.live();
        for (n, &a) in live.iter().enumerate() {
            for &b in &live[n + 1..] {
                for player in maze.board.squares().filter(|&square| square != a && square != b) {
                    if let Some(place) = pairs.place(a, b, player) {
                        pulls.lone[place.index()] = [a, b].map(|square| maze.place(square, player));
                    }
                }
                for place in pairs.places(a, b) {
                    pulls.first.push(pulls.all.len() as u32);
                    pulls.all.extend(pairs.pulls(maze, place, a, b).map(|pull| {
                        let (from, still) = pull.boxes;
                        (pull.before.index() as u32, (still == b) != (from < still))
                    }));
                }
            }
        }
        pulls.first.push(pulls.all.len() as u32);
        pulls
    }

    fn to(&self, place: u32) -> &[(u32, bool)] {
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

    /// True if the table is computed for a room of rows of 8 squares, with this number of filled goals.
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
