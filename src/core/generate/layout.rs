//! Layouts of generated levels: a connected floor of rooms and tunnels inside walls, without boxes and goals.

use crate::level::{Grid, Tile};
use crate::run::Random;

/// A rectangular room: its upper left corner and its size, without walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    row: usize,
    column: usize,
    height: usize,
    width: usize,
}

impl Block {
    const fn touches(&self, other: &Self) -> bool {
        self.row <= other.row + other.height
            && other.row <= self.row + self.height
            && self.column <= other.column + other.width
            && other.column <= self.column + self.width
    }

    const fn some_place(&self, random: &mut Random) -> (usize, usize) {
        (self.row + random.below(self.height), self.column + random.below(self.width))
    }
}

/// Returns a random layout; `None` if the rooms drawn did not fit. `width` and `height` include the outer walls; sides
/// of rooms are drawn up to a length at which a room holds `goals` goals.
pub(super) fn layout([width, height]: [usize; 2], rooms: usize, goals: usize, random: &mut Random) -> Option<Grid> {
    let mut grid = Grid::new(&vec![vec![Tile::Wall; width]; height]);
    // Among many rooms, one of two squares' width looks like a corridor.
    let least = if rooms > 2 { 3 } else { 2 };
    let usual = if rooms == 1 { 7 } else { 5 };
    let most = [usual, goals.isqrt() + 2, width.min(height) / (2 + rooms.isqrt())].into_iter().max()?;
    let blocks = blocks([width, height], rooms, [least, most], random)?;
    blocks.iter().for_each(|block| dig_block(&mut grid, block));
    for (index, block) in blocks.iter().enumerate().skip(1) {
        let other = random.below(index);
        dig_tunnel(&mut grid, block.some_place(random), blocks[other].some_place(random), random);
    }
    // Every other layout has a cycle.
    if rooms > 2 && random.below(2) == 0 {
        let (from, to) = (blocks[0].some_place(random), blocks[rooms - 1].some_place(random));
        dig_tunnel(&mut grid, from, to, random);
    }
    Some(grid)
}

/// Returns random rooms that do not touch, with sides of `sides[0]` to `sides[1]` squares; `None` if they do not fit.
fn blocks(size: [usize; 2], rooms: usize, sides: [usize; 2], random: &mut Random) -> Option<Vec<Block>> {
    let mut blocks: Vec<Block> = Vec::new();
    for _ in 0..rooms * 40 {
        let block = block(size, sides, random)?;
        if blocks.iter().all(|other| !block.touches(other)) {
            blocks.push(block);
        }
        if blocks.len() == rooms {
            return Some(blocks);
        }
    }
    None
}

fn block([width, height]: [usize; 2], [least, most]: [usize; 2], random: &mut Random) -> Option<Block> {
    let (high, wide) = (random.between(least, most), random.between(least, most));
    let row = height.checked_sub(high + 2)?;
    let column = width.checked_sub(wide + 2)?;
    Some(Block { row: random.between(1, row + 1), column: random.between(1, column + 1), height: high, width: wide })
}

fn dig_block(grid: &mut Grid, block: &Block) {
    for row in block.row..block.row + block.height {
        (block.column..block.column + block.width).for_each(|column| grid.set(row, column, Tile::Floor));
    }
}

fn dig_tunnel(grid: &mut Grid, from: (usize, usize), to: (usize, usize), random: &mut Random) {
    let corner = if random.below(2) == 0 { (from.0, to.1) } else { (to.0, from.1) };
    for (a, b) in [(from, corner), (corner, to)] {
        for row in a.0.min(b.0)..=a.0.max(b.0) {
            (a.1.min(b.1)..=a.1.max(b.1)).for_each(|column| grid.set(row, column, Tile::Floor));
        }
    }
}

/// Returns the picture with walls that touch no floor removed, and without the margins that are then empty.
pub(super) fn tidy(grid: &Grid) -> Grid {
    let (height, width) = (grid.height(), grid.width());
    let around = |row: usize, column: usize| {
        let rows = row.saturating_sub(1)..(row + 2).min(height);
        rows.flat_map(move |r| (column.saturating_sub(1)..(column + 2).min(width)).map(move |c| (r, c)))
    };
    let needed = |row, column| around(row, column).any(|(r, c)| grid.at(r, c) != Tile::Wall);
    let rows: Vec<usize> = (0..height).filter(|&row| (0..width).any(|column| needed(row, column))).collect();
    let columns: Vec<usize> = (0..width).filter(|&column| (0..height).any(|row| needed(row, column))).collect();
    let tile = |row, column| if needed(row, column) { grid.at(row, column) } else { Tile::Floor };
    // Only margins are empty: the floor is connected, so no inner row or column is.
    Grid::new(&rows.iter().map(|&row| columns.iter().map(|&column| tile(row, column)).collect()).collect::<Vec<_>>())
}
