//! Random levels for several tests.

use itertools::iproduct;
use proptest::prelude::*;
use sokoplan::level::{Board, Grid, Level, Square, Tile};

/// Small levels of any shape, with decoration, voids and margins; solvable or not.
pub(crate) fn levels() -> impl Strategy<Value = Level> {
    let size = (3usize..10, 3usize..10);
    size.prop_flat_map(|(height, width)| {
        let cells = proptest::collection::vec(any::<u8>(), height * width);
        (Just((height, width)), cells, proptest::collection::vec(any::<prop::sample::Index>(), 0..9))
    })
    .prop_filter_map("no place for the player", |((height, width), cells, picks)| level(height, width, &cells, &picks))
}

fn level(height: usize, width: usize, cells: &[u8], picks: &[prop::sample::Index]) -> Option<Level> {
    let inner = |row: usize, column: usize| (1..height - 1).contains(&row) && (1..width - 1).contains(&column);
    let tile = |row, column| match cells[row * width + column] {
        0..180 if inner(row, column) => Tile::Floor,
        _ => Tile::Wall,
    };
    let rows: Vec<Vec<Tile>> = (0..height).map(|row| (0..width).map(|column| tile(row, column)).collect()).collect();
    let mut grid = Grid::new(&rows);
    let (row, column) = iproduct!(0..height, 0..width).find(|&(row, column)| grid.at(row, column) == Tile::Floor)?;
    grid.set(row, column, Tile::Player);
    let board = Level::from_grid("", grid.clone()).ok()?.board;
    let place = |pick: &prop::sample::Index| board.row_column(Square::from_index(pick.index(board.len())));
    for pair in picks.chunks_exact(2) {
        add(&mut grid, place(&pair[0]), place(&pair[1]));
    }
    loosen(&mut grid, &board, cells);
    Level::from_grid("", grid).ok()
}

/// Puts a box and a goal where there is room for both.
fn add(grid: &mut Grid, on: (usize, usize), goal: (usize, usize)) {
    let (a, b) = (grid.at(on.0, on.1), grid.at(goal.0, goal.1));
    if a.has_box() || a.has_player() || b.has_goal() {
        return;
    }
    grid.set(on.0, on.1, Tile::floor_with(a.has_goal(), true, false));
    let b = grid.at(goal.0, goal.1);
    grid.set(goal.0, goal.1, Tile::floor_with(true, b.has_box(), b.has_player()));
}

/// Takes away some walls that touch no square, and decorates some places that cannot be reached.
fn loosen(grid: &mut Grid, board: &Board, cells: &[u8]) {
    for (row, column) in iproduct!(0..grid.height(), 0..grid.width()) {
        let around = [(row, column), (row + 1, column), (row, column + 1)];
        let before = [(row.wrapping_sub(1), column), (row, column.wrapping_sub(1))];
        let byte = cells[row * grid.width() + column];
        if around.into_iter().chain(before).any(|(row, column)| board.square(row, column).is_some()) {
            continue;
        }
        if byte.is_multiple_of(3) {
            grid.set(row, column, Tile::Floor);
        } else if byte.is_multiple_of(7) {
            grid.set(row, column, Tile::BoxOnGoal);
        }
    }
}
