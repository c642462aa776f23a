//! The board of a join under construction: pieces surrounded by walls, and corridors dug between pieces.
//!
//! ```text
//!   ##########      A corridor (:) has walls on both sides: each of its squares touches only those before and after it,
//!   #A:#######      and the first and the last one square of a piece each. It is a shortest one, so it never passes
//!   ##::::::##      itself.
//!   #######:B#
//!   ##########
//! ```

use crate::level::{Grid, Tile};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Row and column in the picture, from 0.
pub(super) type Place = (usize, usize);

/// Picture of pieces and corridors; all other tiles are walls.
#[derive(Clone, Debug)]
pub(super) struct Canvas {
    grid: Grid,
}

impl Canvas {
    /// Returns a canvas with only walls.
    pub(super) fn new(height: usize, width: usize) -> Self {
        Self { grid: Grid::new(&vec![vec![Tile::Wall; width]; height]) }
    }

    /// Draws a piece with its upper left corner at `corner`, with or without its player.
    pub(super) fn draw(&mut self, picture: &Grid, corner: Place, has_player: bool) {
        for (row, tiles) in picture.rows().enumerate() {
            for (column, &tile) in tiles.iter().enumerate() {
                let left = Tile::floor_with(tile.has_goal(), tile.has_box(), false);
                let tile = if tile.has_player() && !has_player { left } else { tile };
                self.grid.set(corner.0 + row, corner.1 + column, tile);
            }
        }
    }

    /// Digs a shortest corridor between two sets of squares, and returns its squares; `None` if none is possible.
    pub(super) fn dig(&mut self, from: &[Place], to: &[Place]) -> Option<Vec<Place>> {
        let way = self.way(from, |place| self.opens(place).is_some_and(|square| to.contains(&square)))?;
        for &(row, column) in &way {
            self.grid.set(row, column, Tile::Floor);
        }
        Some(way)
    }

    /// Returns the walls to remove for a shortest corridor from a square of `from` to a wall that `is_end` accepts;
    /// `None` if no corridor is possible. Breadth first, so linear in the walls that are nearer than the end.
    pub(super) fn way(&self, from: &[Place], is_end: impl Fn(Place) -> bool) -> Option<Vec<Place>> {
        let mut before: FxHashMap<Place, Place> = FxHashMap::default();
        let mut queue = VecDeque::new();
        for &square in from {
            for wall in around(square).filter(|&wall| self.opens(wall) == Some(square)) {
                before.insert(wall, square);
                queue.push_back(wall);
            }
        }
        while let Some(at) = queue.pop_front() {
            if is_end(at) {
                let way = std::iter::successors(Some(at), |place| before.get(place).copied());
                return Some(way.filter(|&place| self.is_wall(place)).collect());
            }
            for next in around(at).filter(|&next| self.is_shut(next) || is_end(next)) {
                if self.is_wall(next) && !before.contains_key(&next) {
                    before.insert(next, at);
                    queue.push_back(next);
                }
            }
        }
        None
    }

    /// Returns the picture of the canvas.
    pub(super) fn into_grid(self) -> Grid {
        self.grid
    }

    /// Returns whether a place is a wall that is not at the rim and touches no floor.
    fn is_shut(&self, place: Place) -> bool {
        self.is_inner_wall(place) && around(place).all(|other| self.is_wall(other))
    }

    /// Returns the only square that an inner wall touches; `None` if it touches none or several.
    fn opens(&self, place: Place) -> Option<Place> {
        let mut touched = around(place).filter(|&other| !self.is_wall(other));
        let square = touched.next().filter(|_| self.is_inner_wall(place))?;
        touched.next().is_none().then_some(square)
    }

    fn is_inner_wall(&self, (row, column): Place) -> bool {
        let is_inner = row > 0 && column > 0 && row + 1 < self.grid.height() && column + 1 < self.grid.width();
        is_inner && self.is_wall((row, column))
    }

    fn is_wall(&self, (row, column): Place) -> bool {
        self.grid.at(row, column) == Tile::Wall
    }
}

/// Returns the places above, left, right and below a place, without places above or left of the picture.
fn around((row, column): Place) -> impl Iterator<Item = Place> {
    let above = row.checked_sub(1).map(|row| (row, column));
    let left = column.checked_sub(1).map(|column| (row, column));
    [above, left, Some((row, column + 1)), Some((row + 1, column))].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canvas(rows: &[&str]) -> Canvas {
        let tile = |letter| if letter == '#' { Tile::Wall } else { Tile::Floor };
        Canvas { grid: Grid::new(&rows.iter().map(|row| row.chars().map(tile).collect()).collect::<Vec<_>>()) }
    }

    #[test]
    fn a_corridor_is_shortest_and_touches_nothing_but_its_ends() {
        let mut canvas = canvas(&["########", "# ######", "########", "########", "##### ##", "########"]);
        assert_eq!(canvas.dig(&[(1, 1)], &[(4, 5)]).map(|way| way.len()), Some(6), "{}", canvas.grid);
        let floor = canvas.grid.rows().flatten().filter(|&&tile| tile == Tile::Floor).count();
        assert_eq!(floor, 2 + 6, "{}", canvas.grid);
    }

    #[test]
    fn no_corridor_passes_beside_floor() {
        // A row of floor from rim to rim is in the way.
        let mut canvas = canvas(&["#####", "# ###", "#####", "#   #", "#####", "### #", "#####"]);
        assert_eq!(canvas.dig(&[(1, 1)], &[(5, 3)]), None, "{}", canvas.grid);
    }
}
