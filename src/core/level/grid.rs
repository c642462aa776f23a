//! Pictures of levels: rows of tiles, unchecked.

use super::Alphabet;

/// Tile at one place of a picture. Floor and the outside are one tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tile {
    /// Floor, or the outside.
    #[default]
    Floor,
    /// A wall.
    Wall,
    /// An empty goal.
    Goal,
    /// A box off goal.
    Box,
    /// A box on a goal.
    BoxOnGoal,
    /// The player off goal.
    Player,
    /// The player on a goal.
    PlayerOnGoal,
}

impl Tile {
    /// All tiles, in the order of declaration.
    pub const ALL: [Self; 7] =
        [Self::Floor, Self::Wall, Self::Goal, Self::Box, Self::BoxOnGoal, Self::Player, Self::PlayerOnGoal];

    /// Returns the XSB letter of the tile.
    pub const fn xsb(self) -> char {
        Alphabet::Xsb.letter(self)
    }

    /// True if the tile shows a goal.
    pub const fn has_goal(self) -> bool {
        matches!(self, Self::Goal | Self::BoxOnGoal | Self::PlayerOnGoal)
    }

    /// True if the tile shows a box.
    pub const fn has_box(self) -> bool {
        matches!(self, Self::Box | Self::BoxOnGoal)
    }

    /// True if the tile shows the player.
    pub const fn has_player(self) -> bool {
        matches!(self, Self::Player | Self::PlayerOnGoal)
    }

    /// Returns the tile of a floor square with these contents; a box hides the player.
    pub const fn floor_with(goal: bool, has_box: bool, player: bool) -> Self {
        match (goal, has_box, player) {
            (false, false, false) => Self::Floor,
            (true, false, false) => Self::Goal,
            (false, true, _) => Self::Box,
            (true, true, _) => Self::BoxOnGoal,
            (false, false, true) => Self::Player,
            (true, false, true) => Self::PlayerOnGoal,
        }
    }
}

/// Picture of a level: rows of tiles, all of one width.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid {
    width: usize,
    height: usize,
    tiles: Vec<Tile>,
}

impl Grid {
    /// Creates the picture of rows of any lengths; short rows are filled with floor.
    pub fn new(rows: &[Vec<Tile>]) -> Self {
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut tiles = Vec::with_capacity(width * rows.len());
        for row in rows {
            tiles.extend_from_slice(row);
            tiles.resize(tiles.len() + width - row.len(), Tile::Floor);
        }
        Self { width, height: rows.len(), tiles }
    }

    /// Returns the number of columns of the picture.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows of the picture.
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Returns the tile at a row and column; floor outside the picture.
    pub fn at(&self, row: usize, column: usize) -> Tile {
        if row < self.height && column < self.width { self.tiles[row * self.width + column] } else { Tile::Floor }
    }

    /// Sets the tile at a row and column; ignores a place outside the picture.
    pub fn set(&mut self, row: usize, column: usize, tile: Tile) {
        if row < self.height && column < self.width {
            self.tiles[row * self.width + column] = tile;
        }
    }

    /// Returns the rows of the picture, top to bottom.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[Tile]> + ExactSizeIterator {
        self.tiles.chunks_exact(self.width.max(1))
    }
}

impl std::fmt::Display for Grid {
    /// Writes the picture in XSB without trailing blanks, each row ended by a line feed.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in self.rows() {
            let line: String = row.iter().map(|t| t.xsb()).collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
