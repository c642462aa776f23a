//! Boards with blanks or tabs between all cells, as printed arrays have them: the cells alone become the rows.

use super::Lines;
use super::rows::Row;
use crate::level::{Fault, Tile};

/// Returns the rows of cells where the same number of blanks, or a tab, stands between all cells of all rows; the
/// rows as they are where they are not spread. A tab elsewhere between the letters of a row is a fault.
pub(super) fn joined(lines: &Lines<'_>, rows: Vec<Row>) -> Result<Vec<Row>, Fault> {
    let cells: Vec<Vec<Cell>> = rows.iter().map(|row| cells(lines, row)).collect();
    let Some((row, tab)) = cells.iter().zip(&rows).find_map(|(cells, row)| Some((row, inner_tab(cells)?))) else {
        return Ok(between_blanks(&cells).map_or(rows.clone(), |of| with_tiles(&rows, of)));
    };
    match cells.iter().map(|cells| between_tabs(cells)).collect::<Option<Vec<_>>>() {
        Some(of) => Ok(with_tiles(&rows, of)),
        None => Err(lines.fault(row.line, tab, "a tab between the letters of a row", ONE_CELL)),
    }
}

/// Returns the fault of a board that is none, if blanks between the letters of its first row are the reason.
pub(super) fn fault(lines: &Lines<'_>, rows: &[Row]) -> Option<Fault> {
    let row = rows.first()?;
    let cells = cells(lines, row);
    let drawn: Vec<usize> = (0..cells.len()).filter(|at| !cells[*at].is_blank()).collect();
    let is_spread = drawn.len() >= 3 && drawn.windows(2).all(|pair| pair[1] > pair[0] + 1);
    is_spread
        .then(|| lines.fault(row.line, cells[drawn[0] + 1].column, "blanks between the letters of a row", ONE_CELL))
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
    let first = row.tiles.first().map_or(0, |(_, column)| *column);
    let letters = lines.all.get(row.line).into_iter().flat_map(|line| line.chars()).skip(first).zip(first..);
    let mut tiles = row.tiles.iter().peekable();
    let mut cells = Vec::new();
    for (letter, column) in letters {
        let Some((tile, _)) = tiles.next_if(|tile| tile.1 == column) else { continue };
        let repeated = std::iter::from_fn(|| tiles.next_if(|tile| tile.1 == column)).count();
        if repeated > 0 && letter != '\t' {
            return Vec::new();
        }
        cells.push(Cell { letter, tile: *tile, column });
    }
    if tiles.next().is_some() { Vec::new() } else { cells }
}

fn inner_tab(cells: &[Cell]) -> Option<usize> {
    Some(cells.iter().skip_while(|cell| cell.is_blank()).find(|cell| cell.letter == '\t')?.column)
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

fn with_tiles(rows: &[Row], tiles: Vec<Vec<(Tile, usize)>>) -> Vec<Row> {
    rows.iter().zip(tiles).map(|(row, tiles)| Row { line: row.line, tiles }).collect()
}

#[cfg(test)]
mod tests {
    use crate::level::{InputFormat, ReadOptions, read};

    const BOARD: &str = "#######\n#     #\n# @$ .#\n#     #\n#######\n";

    fn read_as(text: &str, format: InputFormat) -> Vec<Result<String, String>> {
        let entries = read(text.as_bytes(), ReadOptions { format, strict: false }).entries;
        let body = |entry: crate::level::Entry| {
            entry
                .body
                .map(|level| level.grid.to_string())
                .map_err(|fault| format!("{}:{}: {}", fault.line, fault.column, fault.what))
        };
        entries.into_iter().map(body).collect()
    }

    #[test]
    fn a_board_with_the_same_blanks_or_a_tab_between_all_cells_is_the_board_of_its_cells() {
        for floor in ["_", "-", " "] {
            for between in [" ", "  ", "   ", "\t", "\u{a0}"] {
                for ends in [["", ""], ["", between], ["    ", ""]] {
                    if ends[0] == "    " && between == "\t" {
                        continue;
                    }
                    let row = |line: &str| {
                        let cells: Vec<String> = line.chars().map(|c| c.to_string().replace(' ', floor)).collect();
                        format!("{}{}{}\n", ends[0], cells.join(between), ends[1])
                    };
                    let text: String = BOARD.lines().map(row).collect();
                    assert_eq!(read_as(&text, InputFormat::Auto), [Ok(BOARD.to_owned())], "{text:?}");
                    let own = InputFormat::Own("+*?@&X_".parse().expect("letters"));
                    let other = text.chars().map(|c| match c {
                        '#' => '+',
                        '@' => '*',
                        '$' => '@',
                        '.' => 'X',
                        other => other,
                    });
                    if floor != "-" {
                        assert_eq!(read_as(&other.collect::<String>(), own), [Ok(BOARD.to_owned())], "{text:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn blanks_and_tabs_between_some_cells_are_named() {
        for (text, fault) in [
            ("# # # # #\n#@ $ . #\n# # # # #\n", "1:2: blanks between the letters of a row"),
            ("# #  # #\n# @ $ .#\n# # # #\n", "1:2: blanks between the letters of a row"),
            ("######\n#@\t$.#\n######\n", "2:3: a tab between the letters of a row"),
        ] {
            assert_eq!(read_as(text, InputFormat::Auto), [Err(fault.to_owned())], "{text:?}");
        }
        let beside = "# # #\n#####\n#@$.#\n#####\n";
        assert!(matches!(read_as(beside, InputFormat::Auto)[..], [Ok(_)]), "decoration is read as before");
    }
}
