//! The board on the screen: one, two, four or six columns for each square, as fits.
//!
//! ```text
//!   1x1   2x1    4x2         6x3
//!   $     $!     ┌$!┐        ┌────┐     The letters are those of one size for all: the piece, and the mark of the
//!                └──┘        │ $! │     layers beside it. So nothing depends on colours alone.
//!                            └────┘
//! ```

use super::App;
use super::ink::Palette;
use super::mouse::Placed;
use crate::level::Level;
use crate::render::{Canvas, Cell, Ink};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// Numbers of columns and rows for each square, the largest first.
const SIZES: [(u16, u16); 4] = [(6, 3), (4, 2), (2, 1), (1, 1)];

/// Draws the board in the middle of an area; of a larger board the part around the player.
pub(super) fn draw_board(app: &App, canvas: &Canvas, palette: Palette, area: Rect, screen: &mut Buffer) {
    let (rows, columns) = (canvas.rows.len(), canvas.rows.first().map_or(0, Vec::len));
    let cell = size(rows, columns, area);
    let (seen_rows, seen_columns) = (usize::from(area.height / cell.1), usize::from(area.width / cell.0));
    let player = app.game.level().board.row_column(app.game.position().player);
    let first = (scroll(rows, seen_rows, player.0), scroll(columns, seen_columns, player.1));
    let (height, width) = (rows.min(seen_rows), columns.min(seen_columns));
    let cells = |number: usize, cell: u16| u16::try_from(number).unwrap_or(0) * cell;
    let size = (cells(width, cell.0), cells(height, cell.1));
    let origin = (area.x + (area.width - size.0.min(area.width)) / 2, area.y + (area.height - size.1) / 2);
    let place = |x: usize, y: usize| (origin.0 + cells(x, cell.0), origin.1 + cells(y, cell.1));
    for (y, row) in canvas.rows.iter().skip(first.0).take(height).enumerate() {
        for (x, at) in row.iter().skip(first.1).take(width).enumerate() {
            draw_cell(at, palette, cell, place(x, y), screen);
        }
    }
    if let Some(taken) = app.selected {
        let (row, column) = app.game.level().board.row_column(taken);
        if let (Some(y), Some(x)) = (row.checked_sub(first.0), column.checked_sub(first.1))
            && y < height
            && x < width
        {
            let (x, y) = place(x, y);
            let square = Rect { x, y, width: cell.0, height: cell.1 };
            screen.set_style(square, Style::new().add_modifier(Modifier::REVERSED));
        }
    }
    app.placed.set(Placed { origin, size, cell, first });
}

/// Returns the largest numbers of columns and rows for a square with which the board fits; the smallest if none does.
fn size(rows: usize, columns: usize, area: Rect) -> (u16, u16) {
    let fits = |&(width, height): &(u16, u16)| {
        columns * usize::from(width) <= usize::from(area.width)
            && rows * usize::from(height) <= usize::from(area.height)
    };
    // A board that is only too high keeps two columns for each square.
    let is_slim = columns * 2 <= usize::from(area.width);
    SIZES.into_iter().find(fits).unwrap_or(if is_slim { SIZES[2] } else { SIZES[3] })
}

/// Returns the index of the first visible of `all` lines: if only `seen` fit, line `player` is near the middle.
fn scroll(all: usize, seen: usize, player: usize) -> usize {
    player.saturating_sub(seen / 2).min(all.saturating_sub(seen))
}

fn draw_cell(at: &Cell, palette: Palette, (width, height): (u16, u16), (x, y): (u16, u16), screen: &mut Buffer) {
    let style = palette.style(at.piece_ink, at.ground);
    for (line, row) in (y..).zip(frame(at, width, height)) {
        for (column, letter) in (x..).zip(row) {
            if let Some(place) = screen.cell_mut((column, line)) {
                place.set_char(letter).set_style(style);
            }
        }
    }
    // In one column a mark is visible only on empty squares; a box of a deadlock has a colour of its own.
    let (left, top) = (x + (width - 1) / 2, y + (height - 1) / 2);
    let letters = [(at.piece, style), (at.mark, palette.mark(at))];
    let shown = match (width, at.piece) {
        (1, ' ') => &letters[1..],
        (1, _) => &letters[..1],
        _ => &letters[..],
    };
    for (&(letter, style), column) in shown.iter().zip(left..) {
        if let Some(place) = screen.cell_mut((column, top)) {
            place.set_char(letter).set_style(style);
        }
    }
}

/// Returns the letters of a square without its piece and mark, row by row: walls are full, large boxes have an edge.
fn frame(at: &Cell, width: u16, height: u16) -> Vec<Vec<char>> {
    let (width, height) = (usize::from(width), usize::from(height));
    let is_box = matches!(at.piece, '$' | '*');
    let fill = if at.piece_ink == Ink::Wall || at.piece == '#' { '#' } else { ' ' };
    let mut rows = vec![vec![fill; width]; height];
    if is_box && width > 2 {
        let (right, bottom) = (width - 1, height - 1);
        rows[0][1..right].fill('─');
        rows[bottom][1..right].fill('─');
        rows.iter_mut().for_each(|row| (row[0], row[right]) = ('│', '│'));
        (rows[0][0], rows[0][right]) = ('┌', '┐');
        (rows[bottom][0], rows[bottom][right]) = ('└', '┘');
    }
    rows
}

/// Draws a level small: one column for each square, or if it is too high, two rows in one, only in colours.
pub(super) fn thumbnail(level: &Level, palette: Palette, area: Rect, screen: &mut Buffer) {
    let rows = Canvas::of(level).rows;
    if rows.len() <= usize::from(area.height) || !palette.has_colour() {
        for (y, row) in (area.y..area.bottom()).zip(&rows) {
            (area.x..area.right()).zip(row).for_each(|(x, cell)| draw_cell(cell, palette, (1, 1), (x, y), screen));
        }
        return;
    }
    for (y, pair) in (area.y..area.bottom()).zip(rows.chunks(2)) {
        let spot = |row: usize, place: usize| {
            let cell = pair.get(row).and_then(|row| row.get(place));
            palette.spot(cell.map_or(Ink::Plain, |cell| cell.piece_ink))
        };
        for (place, x) in (0..pair[0].len()).zip(area.x..area.right()) {
            if let Some(cell) = screen.cell_mut((x, y)) {
                cell.set_char('▀').set_style(Style::new().fg(spot(0, place)).bg(spot(1, place)));
            }
        }
    }
}
