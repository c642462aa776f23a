//! Boards with blanks or tabs between all cells, as printed arrays have them: the cells alone become the rows.

use super::Lines;
use super::rows::Row;
use crate::level::{Fault, Tile};

/// Returns the rows of cells where the same number of blanks, or a tab, stands between all cells of all rows; the
/// rows as they are where they are not spread. A tab elsewhere between the letters of a row is a fault.
pub(super) fn joined(lines: &Lines<'_>, rows: Vec<Row>) -> Result<Vec<Row>, Fault> {
    let cells: Vec<Vec<Cell>> = rows.iter().map(|row| cells(lines, row)).collect();
    let inner =
        |cells: &Vec<Cell>| cells.iter().skip_while(|cell| cell.is_blank()).find(|cell| cell.letter == '\t').copied();
    let tab = cells.iter().zip(&rows).find_map(|(cells, row)| Some((row.line, inner(cells)?.column)));
    let tiles: Option<Vec<Vec<(Tile, usize)>>> = match tab {
        Some(_) => cells.iter().map(|cells| between_tabs(cells)).collect(),
        None => between_blanks(&cells),
    };
    match (tiles, tab) {
        (Some(tiles), _) => Ok(rows.iter().zip(tiles).map(|(row, tiles)| Row { line: row.line, tiles }).collect()),
        (None, Some((line, tab))) => Err(lines.fault(line, tab, "a tab between the letters of a row", ONE_CELL)),
        (None, None) => Ok(rows),
    }
}

const ONE_CELL: &str = "a letter for each cell, and between all cells of all rows nothing, a tab, or as many blanks";

#[derive(Clone, Copy)]
struct Cell {
    letter: char,
    tile: Tile,
    column: usize,
}

impl Cell {
    fn is_blank(self) -> bool {
        self.letter.is_whitespace() && self.tile == Tile::Floor
    }
}

/// Returns the letters of a row; none if letters stand for several tiles each.
fn cells(lines: &Lines<'_>, row: &Row) -> Vec<Cell> {
    let mut letters = lines.all.get(row.line).into_iter().flat_map(|line| line.chars()).enumerate();
    let cell = |tiles: &[(Tile, usize)]| {
        let (tile, column) = tiles[0];
        let (_, letter) = letters.find(|(at, _)| *at == column)?;
        (tiles.len() == 1 || letter == '\t').then_some(Cell { letter, tile, column })
    };
    row.tiles.chunk_by(|one, other| one.1 == other.1).map(cell).collect::<Option<_>>().unwrap_or_default()
}

/// Returns the cells between tabs; `None` if two letters stand between two tabs.
fn between_tabs(cells: &[Cell]) -> Option<Vec<(Tile, usize)>> {
    let cell = |field: &[Cell]| {
        let mut letters = field.iter().filter(|cell| !cell.is_blank());
        let first = letters.next();
        let column = field.first().map_or(0, |cell| cell.column);
        letters.next().is_none().then(|| first.map_or((Tile::Floor, column), |cell| (cell.tile, cell.column)))
    };
    cells.split(|cell| cell.letter == '\t').map(cell).collect()
}

/// Returns the cells of all rows if they are at least two columns apart, with blanks alone between them.
fn between_blanks(rows: &[Vec<Cell>]) -> Option<Vec<Vec<(Tile, usize)>>> {
    let places = || rows.iter().flat_map(|cells| (0..cells.len()).filter(|at| !cells[*at].is_blank()));
    let first = places().min()?;
    let step = places().fold(0, |step, place| gcd(step, place - first));
    let picked =
        |cells: &Vec<Cell>| cells.iter().skip(first).step_by(step).map(|cell| (cell.tile, cell.column)).collect();
    (step > 1).then(|| rows.iter().map(picked).collect())
}

const fn gcd(one: usize, other: usize) -> usize {
    if other == 0 { one } else { gcd(other, one % other) }
}
