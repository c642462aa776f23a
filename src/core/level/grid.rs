//! Pictures of levels: rows of tiles, unchecked.

use super::Tile;

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
