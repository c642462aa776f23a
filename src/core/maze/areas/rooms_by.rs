//! The definitions by which a board is divided into rooms and tunnels. A [`Cut`] has the tunnel squares, the groups of
//! room squares, and steps between room squares that are openings nevertheless. Areas are formed by [`super::Areas`].

use super::AreaPatterns;
use super::width::by_width;
use crate::level::{Board, Direction, Square};
use std::fmt;
use std::str::FromStr;

/// The definition by which a board is divided into rooms and tunnels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RoomsBy {
    /// Rooms are three squares wide or more; what is narrower between them is tunnel, and ends where it branches.
    #[default]
    Width,
    /// A square is tunnel if a wall pattern fits there, as in LISA and in Botea's planner.
    Lisa,
    /// A square is room if it lies in a 2x3 block of floor, as in FESS; all others are tunnel.
    Blocks,
    /// The whole level is one room, to measure the effect of rooms.
    None,
    /// Random areas, drawn with this seed, with the number and sizes of those of [`Self::Width`]; for comparison.
    Random(u64),
}

impl RoomsBy {
    /// Definitions that divide a level by its shape.
    pub const ALL: [Self; 3] = [Self::Width, Self::Lisa, Self::Blocks];

    /// Returns the name on the command line and in dumps, without the seed of random areas.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Width => "width",
            Self::Lisa => "lisa",
            Self::Blocks => "blocks",
            Self::None => "none",
            Self::Random(_) => "random",
        }
    }

    pub(super) fn cut(self, board: &Board, patterns: &AreaPatterns) -> Cut {
        match self {
            // Random areas are drawn from these, by `Areas::redrawn`.
            Self::Width | Self::Random(_) => by_width(board),
            Self::Lisa => by_patterns(board, patterns),
            Self::Blocks => by_blocks(board),
            Self::None => Cut::new(board, |_| false),
        }
    }
}

impl fmt::Display for RoomsBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random(seed) => write!(f, "{}:{seed}", self.word()),
            _ => f.write_str(self.word()),
        }
    }
}

impl FromStr for RoomsBy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().chain([Self::None, Self::Random(1)]).find(|by| by.word() == text);
        let known = known.or_else(|| text.strip_prefix("random:")?.parse().ok().map(Self::Random));
        known.ok_or_else(|| "expected width, lisa, blocks, none, random or random:SEED".to_owned())
    }
}

/// Which squares are rooms or tunnels by a definition, and which steps separate rooms.
#[derive(Debug)]
pub(super) struct Cut {
    /// Number of the room of each square; `None` for tunnels. Squares with different numbers are never in one area.
    room: Vec<Option<u32>>,
    /// For each square and direction, whether the step between room squares separates rooms.
    parted: Vec<[bool; 4]>,
}

impl Cut {
    fn new(board: &Board, is_tunnel: impl Fn(Square) -> bool) -> Self {
        let room = board.squares().map(|s| if is_tunnel(s) { None } else { Some(0) }).collect();
        Self { room, parted: vec![[false; 4]; board.len()] }
    }

    pub(super) fn of_rooms(room: Vec<Option<u32>>) -> Self {
        let parted = vec![[false; 4]; room.len()];
        Self { room, parted }
    }

    pub(super) fn is_tunnel(&self, square: Square) -> bool {
        self.room[square.index()].is_none()
    }

    /// Returns whether both squares of a step are in one area.
    pub(super) fn joins(&self, from: Square, direction: Direction, to: Square) -> bool {
        let parted = !self.is_tunnel(from) && self.parted[from.index()][direction.index()];
        self.room[from.index()] == self.room[to.index()] && !parted
    }

    fn part(&mut self, from: Square, direction: Direction) {
        self.parted[from.index()][direction.index()] = true;
    }
}

fn by_patterns(board: &Board, patterns: &AreaPatterns) -> Cut {
    let mut cut = Cut::new(board, |s| patterns.tunnel(board, s).is_some());
    for (from, direction, _) in steps(board) {
        if patterns.opening(board, from, direction).is_some() {
            cut.part(from, direction);
            // The step in the opposite direction separates rooms, too.
            if let Some(to) = board.next(from, direction) {
                cut.part(to, direction.opposite());
            }
        }
    }
    cut
}

/// Returns rooms grown from 2x2 blocks that overlap by half; a square that two rooms claim belongs to neither.
///
/// ```text
///   ######
///   #RR###       RR  two blocks, one above the other: a room of 2x3
///   #RR--##      --  no block holds these
///   #RR#--#
///   ####--#      this block stands alone, so it is corridor too
///   #######
/// ```
fn by_blocks(board: &Board) -> Cut {
    let mut room_of_block: Vec<Option<u32>> = vec![None; board.len()];
    let mut rooms = 0;
    for start in board.squares() {
        if room_of_block[start.index()].is_some() || !is_block(board, start) {
            continue;
        }
        let blocks = overlapping_blocks(board, start);
        if blocks.len() > 1 {
            blocks.iter().for_each(|b| room_of_block[b.index()] = Some(rooms));
            rooms += 1;
        }
    }
    let mut cut = Cut::new(board, |_| true);
    cut.room = board.squares().map(|s| only_claim(board, &room_of_block, s)).collect();
    cut
}

/// Returns the four squares of the 2x2 block with this upper left corner; `None` for walls.
fn block(board: &Board, corner: Square) -> [Option<Square>; 4] {
    let right = board.next(corner, Direction::Right);
    let below = board.next(corner, Direction::Down);
    let across = right.and_then(|r| board.next(r, Direction::Down));
    [Some(corner), right, below, across]
}

fn is_block(board: &Board, corner: Square) -> bool {
    block(board, corner).iter().all(Option::is_some)
}

fn corners(board: &Board, square: Square) -> impl Iterator<Item = Square> {
    let left = |s: Square| board.next(s, Direction::Left);
    let above = board.next(square, Direction::Up);
    [Some(square), left(square), above, above.and_then(left)].into_iter().flatten()
}

/// Returns the corners of all blocks that can be reached from one block by overlaps of two squares.
fn overlapping_blocks(board: &Board, start: Square) -> Vec<Square> {
    let reached = board.region(start, |s| !is_block(board, s));
    board.squares().filter(|s| reached[s.index()]).collect()
}

fn only_claim(board: &Board, room_of_block: &[Option<u32>], square: Square) -> Option<u32> {
    let mut claims = corners(board, square).filter_map(|corner| room_of_block[corner.index()]);
    let first = claims.next()?;
    claims.all(|other| other == first).then_some(first)
}

/// Returns every step once, to the right or downwards, as square, direction and square.
fn steps(board: &Board) -> impl Iterator<Item = (Square, Direction, Square)> + '_ {
    let two = [Direction::Right, Direction::Down];
    board.squares().flat_map(move |s| two.into_iter().filter_map(move |d| Some((s, d, board.next(s, d)?))))
}
