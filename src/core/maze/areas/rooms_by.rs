//! The definitions of rooms and tunnels, and boards divided by them.

use super::AreaPatterns;
use super::graph::{Areas, Cut};
use super::width::{block, by_width};
use crate::level::{Board, Direction, Level, Square};
use crate::run::{Meter, Stop};
use itertools::Itertools;
use std::fmt;
use std::str::FromStr;

/// Definition of rooms and tunnels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RoomsBy {
    /// Rooms are three squares wide or more; narrower parts between them are tunnels, which end at branches.
    #[default]
    Width,
    /// A square is tunnel if a wall pattern fits there: the definition of LISA and of Botea's planner.
    Lisa,
    /// A square is room if it lies in a 2x3 block of floor, else tunnel: the definition of FESS.
    Blocks,
    /// The whole level is one room, to measure the effect of rooms.
    None,
    /// Random areas, drawn with this seed, equal in number and sizes to the areas of [`Self::Width`]; for comparison.
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

impl Level {
    /// Returns the rooms and tunnels of the level, by the default definition.
    pub fn rooms(&self) -> Areas {
        Areas::of(&self.board)
    }
}

impl Areas {
    /// Divides a board into areas by a definition of rooms.
    pub fn new(board: &Board, by: RoomsBy, patterns: &AreaPatterns) -> Self {
        Self::drawn(board, by, Self::of_cut(board, &by.cut(board, patterns)))
    }

    /// Divides a board into areas for exact plans: small areas are joined to neighbours. Random areas are drawn after that,
    /// so that they have the sizes of the joined areas.
    pub fn joined(board: &Board, by: RoomsBy, patterns: &AreaPatterns) -> Self {
        Self::drawn(board, by, Self::of_cut(board, &by.cut(board, patterns)).merged(board))
    }

    fn drawn(board: &Board, by: RoomsBy, areas: Self) -> Self {
        if let RoomsBy::Random(seed) = by { areas.redrawn(board, seed) } else { areas }
    }

    /// Divides a board into areas by a definition of rooms, with a check of the limits before and after.
    pub fn within(board: &Board, by: RoomsBy, patterns: &AreaPatterns, meter: &Meter) -> Result<Self, Stop> {
        meter.check()?;
        let areas = Self::new(board, by, patterns);
        meter.check().map(|()| areas)
    }

    /// Divides a board into areas by the default definition.
    pub fn of(board: &Board) -> Self {
        Self::new(board, RoomsBy::default(), &AreaPatterns::default())
    }

    /// Divides a board into areas by the built-in wall patterns alone.
    pub fn by_patterns(board: &Board) -> Self {
        Self::new(board, RoomsBy::Lisa, &AreaPatterns::default())
    }
}

fn by_patterns(board: &Board, patterns: &AreaPatterns) -> Cut {
    let mut cut = Cut::new(board, |s| patterns.has_tunnel(board, s));
    for (from, direction) in board.squares().cartesian_product([Direction::Right, Direction::Down]) {
        if let Some(to) = board.next(from, direction)
            && patterns.has_opening(board, from, direction)
        {
            // The step in the opposite direction separates rooms, too.
            cut.parted[from.index()][direction.index()] = true;
            cut.parted[to.index()][direction.opposite().index()] = true;
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
    let is_block = |corner: Square| block(board, corner, 2).all(|square| square.is_some());
    let mut room_of_block: Vec<Option<u32>> = vec![None; board.len()];
    for (room, start) in (0..).zip(board.squares()) {
        if room_of_block[start.index()].is_some() || !is_block(start) {
            continue;
        }
        // The corners of all blocks that can be reached by overlaps of two squares.
        let reached = board.region(start, |s| !is_block(s));
        let blocks = board.squares().filter(|s| reached[s.index()]).collect_vec();
        if blocks.len() > 1 {
            blocks.iter().for_each(|b| room_of_block[b.index()] = Some(room));
        }
    }
    let only_claim = |square: Square| {
        let corners = (-1..=0).cartesian_product(-1..=0).filter_map(|by| board.offset(square, by));
        corners.filter_map(|corner| room_of_block[corner.index()]).all_equal_value().ok()
    };
    Cut::of_rooms(board.squares().map(only_claim).collect())
}
