//! The picture of a deadlock: boxes and walls on a small frame.
//!
//! ```text
//!   ##?      `$` a box, or a wall in its place: fewer pushes are possible then
//!   $$?      `#` a wall
//!   ???      `-` any tile
//! ```

use crate::level::{Grid, Symmetry, Tile};
use crate::maze::{PatternFault, read_picture};
use std::fmt;

/// A picture of boxes and walls; floor matches any tile. Rows and columns are limited to [`Picture::MOST`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Picture(Grid);

impl Picture {
    /// Greatest number of rows and of columns, so that a picture with a rim fits into 64 bits.
    pub const MOST: usize = 6;

    /// Reads the lines of a picture, each with its number in the file; `head` is the number of the line above.
    pub(super) fn parse(head: usize, lines: &[(usize, &str)]) -> Result<Self, PatternFault> {
        let fault = |what, expected| Err(PatternFault { line: head, column: 1, what, expected });
        let width = lines.first().map_or(0, |(_, row)| row.chars().count());
        if lines.len() > Self::MOST || width > Self::MOST {
            return fault(format!("{} rows of {width}", lines.len()), "at most 6 rows of 6");
        }
        let tile = |letter| match letter {
            '#' => Some(Tile::Wall),
            '$' => Some(Tile::Box),
            '-' => Some(Tile::Floor),
            _ => None,
        };
        let rows = read_picture(lines, tile, "#, $ or -")?;
        let picture = Self(Grid::new(&rows));
        if picture.boxes().next().is_none() {
            return fault("a picture without a box".to_owned(), "at least one `$`");
        }
        Ok(picture)
    }

    /// Returns the number of rows.
    pub const fn height(&self) -> usize {
        self.0.height()
    }

    /// Returns the number of columns.
    pub const fn width(&self) -> usize {
        self.0.width()
    }

    /// Returns the tile that the picture requires at a row and column; floor matches any tile.
    pub fn at(&self, row: usize, column: usize) -> Tile {
        self.0.at(row, column)
    }

    fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let width = self.width();
        (0..self.height()).flat_map(move |row| (0..width).map(move |column| (row, column)))
    }

    /// Returns the places that require a box or a wall, each with the required tile.
    pub fn demands(&self) -> impl Iterator<Item = ((usize, usize), Tile)> + '_ {
        self.places().map(|(row, column)| ((row, column), self.at(row, column))).filter(|(_, t)| *t != Tile::Floor)
    }

    /// Returns the places of the boxes, as row and column.
    pub fn boxes(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.demands().filter(|(_, tile)| tile.has_box()).map(|(place, _)| place)
    }

    /// Returns this picture and its rotations and reflections, equal pictures once: at most eight.
    pub fn forms(&self) -> Vec<Self> {
        let mut forms: Vec<Self> = Symmetry::all().map(|symmetry| Self(symmetry.of_grid(&self.0))).collect();
        forms.sort();
        forms.dedup();
        forms
    }
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.0.rows() {
            let letter = |tile: &Tile| if *tile == Tile::Floor { '-' } else { tile.xsb() };
            writeln!(f, "{}", row.iter().map(letter).collect::<String>())?;
        }
        Ok(())
    }
}
