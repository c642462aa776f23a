//! Exact pushes of every two boxes, and the lost pairs (a pattern database: after Pereira, Ritt and Buriol 2013).
//!
//! ```text
//!   ######      The upper box must go up, pushed from below, and then it closes the upper row, the only path to the right
//!   # .  #      side of the other. The lower box must go left, and then it is where the player must be to push
//!   #@$# #      the first. Alone each of them could reach a goal; a search of just these two boxes proves, for all
//!   # .$ #      positions that contain them, that both cannot.
//!   ######
//! ```
//! For every two squares with boxes and every region that they leave to the player the table holds the fewest pushes that bring
//! both boxes to two goals: by pulls from all pairs of goals at once. If no pushes do, the pair is dead, and so is every position
//! that contains the pair: a solution of the position, with walks in place of the pushes of other boxes, solves the pair. So the
//! pushes of the pair are a lower bound for the pushes of these two boxes.

use crate::level::{Board, Direction, Square};
use crate::maze::Maze;
use crate::push::BoxSet;
use crate::run::{Meter, Stop, table};
use std::collections::VecDeque;

/// Number of a state of two boxes: the squares of the boxes, and a region of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairPlace(u32);

impl PairPlace {
    /// Returns the index into tables over pair places.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One pull of a box of a pair, described as the push that the pull undoes.
#[derive(Clone, Copy, Debug)]
pub struct Pull {
    /// State of the two boxes before the push.
    pub before: PairPlace,
    /// Square of the pushed box before the push, and square of the other box.
    pub boxes: (Square, Square),
}

/// Table of the fewest pushes that bring any two boxes to two goals.
#[derive(Debug)]
pub struct TwoBoxPatternDatabase {
    squares: usize,
    /// Number of each square among the live squares; [`DEAD`] for dead squares.
    number: Vec<u16>,
    live: Vec<Square>,
    /// For each pair of squares of boxes, and for each square, the number of the player's region with the square.
    region: Vec<u8>,
    /// Number of the first place of each pair; the places of all regions of a pair are consecutive.
    first: Vec<u32>,
    pushes: Vec<u16>,
    /// For each square and direction of a push onto it, the squares on which another box is lost with the pushed box.
    lost_with: Vec<u64>,
    words: usize,
}

const DEAD: u16 = u16::MAX;
const NO_REGION: u8 = u8::MAX;

impl TwoBoxPatternDatabase {
    /// Value in place of the number of pushes of a lost pair.
    pub const NEVER: u16 = u16::MAX;
    /// Bytes of a pair besides its regions: its first place, up to eight places, and its entry in the queue.
    const EACH: usize = size_of::<u32>() + size_of::<[u16; 8]>() + 12;
    /// Maximum size of the table in bytes: about 400 squares with few dead ones fit.
    const MOST_BYTES: usize = 32 << 20;

    /// Computes the table, breadth first by pulls; `None` if this would take too much memory, or the goals are fewer
    /// than two. Takes time quadratic in the squares that are not dead, times the number of squares.
    pub fn new(maze: &Maze<'_>, meter: &mut Meter) -> Result<Option<Self>, Stop> {
        let board = maze.board;
        let live: Vec<Square> = board.squares().filter(|&s| !maze.distances.is_dead(s)).collect();
        let pairs = live.len() * live.len().saturating_sub(1) / 2;
        let lost = board.len() * 4 * BoxSet::words_for(board.len()) * size_of::<u64>();
        let bytes = pairs * (board.len() + Self::EACH) + lost;
        if board.goals().len() < 2 || bytes > Self::MOST_BYTES {
            return Ok(None);
        }
        let mut number = vec![DEAD; board.len()];
        for (n, square) in (0..DEAD).zip(&live) {
            number[square.index()] = n;
        }
        let mut table = Self {
            squares: board.len(),
            number,
            live,
            region: table(NO_REGION, pairs * board.len())?,
            first: Vec::with_capacity(pairs + 1),
            pushes: Vec::new(),
            lost_with: Vec::new(),
            words: BoxSet::words_for(board.len()),
        };
        table.find_regions(board, meter)?;
        table.pull_from_goals(maze, meter)?;
        table.collect_lost(board);
        Ok(Some(table))
    }

    fn find_regions(&mut self, board: &Board, meter: &Meter) -> Result<(), Stop> {
        let mut places = 0;
        let mut stack = Vec::with_capacity(board.len());
        for (n, &a) in self.live.iter().enumerate() {
            meter.check_time()?;
            for &b in &self.live[n + 1..] {
                let here = self.first.len() * self.squares;
                self.first.push(places);
                places += u32::from(flood(board, (a, b), &mut self.region[here..here + self.squares], &mut stack));
            }
        }
        self.first.push(places);
        self.pushes = vec![Self::NEVER; places as usize];
        Ok(())
    }

    fn pull_from_goals(&mut self, maze: &Maze<'_>, meter: &Meter) -> Result<(), Stop> {
        let goals = maze.board.goals();
        let mut queue = VecDeque::new();
        for (n, &a) in goals.iter().enumerate() {
            for &b in &goals[n + 1..] {
                for place in self.places(a, b) {
                    self.pushes[place.index()] = 0;
                    queue.push_back((place, a, b));
                }
            }
        }
        let mut expanded = 0u32;
        while let Some((place, a, b)) = queue.pop_front() {
            expanded += 1;
            if expanded.is_multiple_of(4096) {
                meter.check_time()?;
            }
            let pushes = self.pushes[place.index()].saturating_add(1).min(Self::NEVER - 1);
            let pulls: Vec<Pull> = self.pulls(maze, place, a, b).collect();
            for Pull { before, boxes: (one, other), .. } in pulls {
                if self.pushes[before.index()] == Self::NEVER {
                    self.pushes[before.index()] = pushes;
                    queue.push_back((before, one, other));
                }
            }
        }
        Ok(())
    }

    /// Returns the pulls of one of two boxes, on `a` and `b`, in a place, each as the push that the pull undoes.
    ///
    /// ```text
    ///   @ y x      A push right took a box from y to x and the player to y. Backwards: with the player on y the box on
    ///              x may have come from y, and the player stood one further back.
    /// ```
    pub fn pulls<'s>(
        &'s self,
        maze: &'s Maze<'_>,
        place: PairPlace,
        a: Square,
        b: Square,
    ) -> impl Iterator<Item = Pull> + 's {
        [(a, b), (b, a)].into_iter().flat_map(move |(x, other)| {
            Direction::ALL.into_iter().filter_map(move |direction| {
                let (board, back) = (maze.board, direction.opposite());
                let y = board.next(x, back).filter(|&y| y != other && self.place(a, b, y) == Some(place))?;
                let z = board.next(y, back).filter(|&z| z != other)?;
                let before = self.place(y, other, z)?;
                Some(Pull { before, boxes: (y, other) })
            })
        })
    }

    /// Returns the places of boxes on two squares, one for each region of the player; none if a square is dead.
    pub fn places(&self, a: Square, b: Square) -> impl Iterator<Item = PairPlace> + use<> {
        let range = self.pair(a, b).map_or(0..0, |pair| self.first[pair]..self.first[pair + 1]);
        range.map(PairPlace)
    }

    /// Returns the place of two boxes and the player on three different squares; `None` if a box is on a dead square.
    #[inline]
    pub fn place(&self, a: Square, b: Square, player: Square) -> Option<PairPlace> {
        let pair = self.pair(a, b)?;
        let region = self.region[pair * self.squares + player.index()];
        (region != NO_REGION).then(|| PairPlace(self.first[pair] + u32::from(region)))
    }

    /// Returns the number of a pair of different squares, in any order; `None` if one of the squares is dead.
    #[inline]
    fn pair(&self, a: Square, b: Square) -> Option<usize> {
        let (a, b) = (self.number[a.index()], self.number[b.index()]);
        let (a, b) = (a.min(b) as usize, a.max(b) as usize);
        (b != DEAD as usize && a != b).then(|| a * (2 * self.live.len() - a - 1) / 2 + b - a - 1)
    }

    /// Returns the live squares: boxes of pairs are on these.
    pub fn live(&self) -> &[Square] {
        &self.live
    }

    /// Returns the number of two-box states in the table.
    pub const fn states(&self) -> usize {
        self.pushes.len()
    }

    /// Returns the fewest pushes of both boxes until they are on two goals; [`Self::NEVER`] if they are lost.
    #[inline]
    pub fn pushes(&self, place: PairPlace) -> u16 {
        self.pushes[place.index()]
    }

    /// True if one of `boxes` is lost together with the box just pushed to `to` in `direction`.
    #[inline]
    pub fn is_dead(&self, boxes: &BoxSet, to: Square, direction: Direction) -> bool {
        let lost = &self.lost_with[(to.index() * 4 + direction.index()) * self.words..][..self.words];
        boxes.words().iter().zip(lost).any(|(boxes, lost)| boxes & lost != 0)
    }

    fn collect_lost(&mut self, board: &Board) {
        self.lost_with = vec![0; self.squares * 4 * self.words];
        for &to in &self.live {
            for direction in Direction::ALL {
                let Some(player) = board.next(to, direction.opposite()) else { continue };
                let is_lost = |&&b: &&Square| self.place(to, b, player).is_some_and(|p| self.pushes(p) == Self::NEVER);
                let lost = BoxSet::of(self.squares, self.live.iter().filter(is_lost).copied());
                let from = (to.index() * 4 + direction.index()) * self.words;
                self.lost_with[from..from + self.words].copy_from_slice(lost.words());
            }
        }
    }
}

fn flood(board: &Board, (a, b): (Square, Square), region: &mut [u8], stack: &mut Vec<Square>) -> u8 {
    let mut regions = 0;
    // Every region touches one of the boxes, since the board is connected.
    for start in board.neighbours(a).chain(board.neighbours(b)) {
        if start == a || start == b || region[start.index()] != NO_REGION {
            continue;
        }
        region[start.index()] = regions;
        stack.push(start);
        while let Some(at) = stack.pop() {
            for next in board.neighbours(at) {
                if next != a && next != b && region[next.index()] == NO_REGION {
                    region[next.index()] = regions;
                    stack.push(next);
                }
            }
        }
        regions += 1;
    }
    regions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn boards_with_one_goal_and_too_large_ones_have_no_table() {
        let room = |side: usize| {
            let (wall, row) = ("#".repeat(side + 2), format!("#{}#\n", " ".repeat(side)));
            let boxes = format!("#@$. $.{}#\n", " ".repeat(side - 6));
            format!("{wall}\n{}{boxes}{}{wall}\n", row.repeat(side / 2), row.repeat(side / 2))
        };
        for (text, is_built) in [(room(8), true), (room(60), false), ("#####\n#@$.#\n#####\n".to_owned(), false)] {
            let level = Level::from_xsb("", &text).unwrap();
            let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
            assert_eq!(
                TwoBoxPatternDatabase::new(&maze, &mut Meter::unlimited()).unwrap().is_some(),
                is_built,
                "{text}"
            );
        }
    }
}
