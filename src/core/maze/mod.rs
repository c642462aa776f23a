//! What is known of a level before the first push? Dead squares, push distances and areas.

mod areas;
mod sides;

use crate::level::{Board, Direction, Square};
use crate::run::{Meter, Stop, reserve};
pub use areas::{Area, AreaFacts, AreaId, AreaKind, AreaPatterns, Areas, BoxUse, Connectivity, Opening, RoomsBy};
pub(crate) use areas::{components, read_picture};
use itertools::Itertools;
pub(crate) use sides::Cuts;
pub use sides::PlayerSides;

/// A board with the sides of boxes and the push distances, as every search uses it.
#[derive(Debug)]
pub struct Maze<'a> {
    /// Board with its squares, walls and goals.
    pub board: &'a Board,
    /// For a box on each square, which of its sides the player can walk between.
    pub sides: PlayerSides,
    /// Push distances of a lone box to each goal.
    pub distances: PushDistances,
}

impl<'a> Maze<'a> {
    /// Computes the sides of boxes and the push distances of a board.
    pub fn new(board: &'a Board, meter: &mut Meter) -> Result<Self, Stop> {
        let sides = PlayerSides::new(board);
        let distances = PushDistances::new(board, &sides, meter)?;
        Ok(Self { board, sides, distances })
    }

    /// Computes the sides of boxes and which places are dead, but no distance to any goal: linear in the board.
    pub fn without_distances(board: &'a Board) -> Self {
        let sides = PlayerSides::new(board);
        let distances = PushDistances::none(board, &sides);
        Self { board, sides, distances }
    }

    /// Returns the place (square and side of the player) of a box on `square`, given the square of the player.
    #[inline]
    pub fn place(&self, square: Square, player: Square) -> Place {
        self.distances.place(square, self.sides.towards(self.board, square, player))
    }

    /// Returns the place of a box that was just pushed to `to` in a direction: the player is behind it.
    #[inline]
    pub fn place_pushed(&self, to: Square, direction: Direction) -> Place {
        self.distances.place(to, self.sides.group(to, direction.opposite()))
    }
}

/// Number of a place of a box: its square, and the group of sides on which the player is; see [`PushDistances::place`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub u32);

impl Place {
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Push distances of a lone box from every place to every goal, and which places and squares are dead.
#[derive(Debug)]
pub struct PushDistances {
    /// Number of the first place of each square, whose places are consecutive; at the end the number of places.
    first: Vec<u32>,
    goals: usize,
    /// Length of a row; the columns after the goals hold [`PushDistances::NEVER`].
    stride: usize,
    /// Distance from each place (row) to each goal (column); [`PushDistances::NEVER`] without a path.
    table: Vec<u16>,
    dead_place: Vec<bool>,
    dead_square: Vec<bool>,
}

impl PushDistances {
    /// Value for the distance to a goal that cannot be reached.
    pub const NEVER: u16 = u16::MAX;

    /// The length of a padded row is a multiple of this number, so that loops over a row become vector operations.
    pub const LANES: usize = 8;

    /// Computes the distances by one breadth-first search by pulls from each goal: O(goals × places).
    pub fn new(board: &Board, sides: &PlayerSides, meter: &mut Meter) -> Result<Self, Stop> {
        let mut distances = Self::none(board, sides);
        let goals = board.goals().len();
        let stride = goals.next_multiple_of(Self::LANES);
        let before = befores(board, sides, &distances.first);
        let mut table = Self::unreached(distances.all_places() * stride, meter)?;
        for (index, some) in board.goals().chunks(BLOCK).enumerate() {
            let mut columns = Vec::with_capacity(BLOCK);
            for &goal in some {
                meter.check()?;
                columns.push(pulls_from([goal], &distances.first, &before));
            }
            // Columns are written together, so that each row is brought into the cache once for many goals.
            for (place, row) in table.chunks_exact_mut(stride).enumerate() {
                let row = &mut row[index * BLOCK..];
                row.iter_mut().zip(&columns).for_each(|(entry, column)| *entry = column[place]);
            }
        }
        (distances.goals, distances.stride, distances.table) = (goals, stride, table);
        Ok(distances)
    }

    /// Returns which places and squares are dead, with distances to no goal: one search from all goals, O(places).
    pub(crate) fn none(board: &Board, sides: &PlayerSides) -> Self {
        let counts = board.squares().map(|square| u32::from(sides.groups(square).max(1)));
        let ends = counts.scan(0, |end, count| {
            *end += count;
            Some(*end)
        });
        let first: Vec<u32> = std::iter::once(0).chain(ends).collect();
        let pulls = pulls_from(board.goals().iter().copied(), &first, &befores(board, sides, &first));
        let dead_place = pulls.into_iter().map(|pulls| pulls == Self::NEVER).collect();
        let mut distances = Self { first, goals: 0, stride: 0, table: Vec::new(), dead_place, dead_square: Vec::new() };
        let is_dead = |square| distances.dead_place[distances.places(square)].iter().all(|&dead| dead);
        distances.dead_square = board.squares().map(is_dead).collect();
        distances
    }

    /// Returns a table filled with [`PushDistances::NEVER`], made in pieces so that limits are checked in time.
    pub(crate) fn unreached(length: usize, meter: &Meter) -> Result<Vec<u16>, Stop> {
        meter.fits(length.saturating_mul(size_of::<u16>()))?;
        let mut table = Vec::new();
        reserve(&mut table, length)?;
        while table.len() < length {
            meter.check()?;
            // In pieces, so that limits are met on a board with gigabytes of distances.
            table.resize(length.min(table.len() + (1 << 22)), Self::NEVER);
        }
        Ok(table)
    }

    /// Returns for each square whether it is dead, without computing distances: O(places).
    pub fn dead_squares_of(board: &Board, sides: &PlayerSides) -> Vec<bool> {
        Self::none(board, sides).dead_square
    }

    pub(crate) fn places(&self, square: Square) -> std::ops::Range<usize> {
        self.first[square.index()] as usize..self.first[square.index() + 1] as usize
    }

    pub(crate) const fn all_places(&self) -> usize {
        self.dead_place.len()
    }

    /// Returns the place of a box on `square` with the player on this group of its sides.
    #[inline]
    pub fn place(&self, square: Square, group: u8) -> Place {
        Place(self.first[square.index()] + u32::from(group))
    }

    /// Returns the number of pushes from a place to each goal, in the order of [`Board::goals`].
    #[inline]
    pub fn to_goals(&self, place: Place) -> &[u16] {
        &self.padded(place)[..self.goals]
    }

    /// Returns [`Self::to_goals`], and then [`Self::NEVER`] until the length is a multiple of [`Self::LANES`].
    #[inline]
    pub fn padded(&self, place: Place) -> &[u16] {
        &self.table[place.0 as usize * self.stride..][..self.stride]
    }

    /// Returns the number of goals.
    pub const fn goals(&self) -> usize {
        self.goals
    }

    /// True if a box in this place can never reach a goal.
    #[inline]
    pub fn is_dead_place(&self, place: Place) -> bool {
        self.dead_place[place.0 as usize]
    }

    /// True if a box on this square can never reach a goal, for any place of the player.
    #[inline]
    pub fn is_dead(&self, square: Square) -> bool {
        self.dead_square[square.index()]
    }

    /// Returns for each square whether it is dead.
    pub fn dead_squares(&self) -> &[bool] {
        &self.dead_square
    }

    /// Returns the minimum number of pushes from a square to goal number `column`, over all sides of the player.
    pub fn minimum(&self, square: Square, column: usize) -> u16 {
        self.places(square).map(|p| self.table[p * self.stride + column]).min().unwrap_or(Self::NEVER)
    }
}

/// Number of goals whose distances are written together: 32 goals fill a cache line.
const BLOCK: usize = 32;

const NO_PLACE: u32 = u32::MAX;

/// Returns for each place of a lone box its predecessors by one push, by direction; [`NO_PLACE`] if no push is possible.
///
/// ```text
///   @ b t      A push right takes a box from b to t and the player to b. Backwards: a box on t with the player
///              on its left may have come from b with the player on its left.
/// ```
fn befores(board: &Board, sides: &PlayerSides, first: &[u32]) -> Vec<[u32; 4]> {
    let mut before = vec![[NO_PLACE; 4]; first[board.len()] as usize];
    let at = |square: Square, side: Direction| first[square.index()] + u32::from(sides.group(square, side));
    for (t, direction) in board.squares().cartesian_product(Direction::ALL) {
        let back = direction.opposite();
        // The player needs a square behind the box to have pushed it.
        let Some(b) = board.next(t, back).filter(|&b| board.next(b, back).is_some()) else { continue };
        before[at(t, back) as usize][direction.index()] = at(b, back);
    }
    before
}

/// Returns for each place the minimum number of pulls to it from any place of the given squares.
fn pulls_from(squares: impl IntoIterator<Item = Square>, first: &[u32], before: &[[u32; 4]]) -> Vec<u16> {
    let mut pulls = vec![PushDistances::NEVER; before.len()];
    let mut queue: Vec<u32> =
        squares.into_iter().flat_map(|square| first[square.index()]..first[square.index() + 1]).collect();
    queue.iter().for_each(|&place| pulls[place as usize] = 0);
    let mut at = 0;
    while let Some(&place) = queue.get(at) {
        at += 1;
        // Longer ways than 16 bits hold are capped: they are still ways, and the bound stays a lower one.
        let one_more = pulls[place as usize].saturating_add(1).min(PushDistances::NEVER - 1);
        for &before in before[place as usize].iter().filter(|&&before| before != NO_PLACE) {
            let entry = &mut pulls[before as usize];
            if *entry == PushDistances::NEVER {
                *entry = one_more;
                queue.push(before);
            }
        }
    }
    pulls
}
