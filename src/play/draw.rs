//! The window.
//!
//! ```text
//!   file, level, title
//!   board              counts
//!                      layers and their keys
//!                      texts of the layers, the plan
//!   message                                    ? keys
//! ```
//! Draws the state into the cells of the screen. A board that does not fit is drawn with one column per square; if that
//! does not fit either, the part around the player.

use super::App;
use super::command::KEYS;
use super::ink::Palette;
use super::mouse::Placed;
use super::panel::panel;
use crate::render::{Canvas, Cell, LayersView};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Widget, Wrap};
use std::time::Duration;

const SPINNER: [char; 4] = ['|', '/', '-', '\\'];

/// Draws everything.
pub fn draw(app: &App, palette: Palette, frame: &mut Frame<'_>) {
    let area = frame.area();
    if area.width < 8 || area.height < 4 {
        return;
    }
    let body = Rect { y: area.y + 1, height: area.height - 2, ..area };
    let side = panel_width(area.width);
    let board = Rect { width: body.width - side, ..body };
    let screen = frame.buffer_mut();
    screen.set_stringn(area.x, area.y, title(app, area.width), usize::from(area.width), palette.title());
    let (canvas, words) = look(app);
    draw_board(app, &canvas, palette, board, screen);
    let lines = panel(app, words, palette);
    let beside = Rect { x: body.x + board.width, width: side, ..body };
    Paragraph::new(lines).wrap(Wrap { trim: false }).render(beside, screen);
    draw_status(app, palette, Rect { y: area.bottom() - 1, height: 1, ..area }, screen);
    if app.shows_help {
        draw_help(body, screen);
    }
}

/// Returns the panel's width; none on narrow screens.
const fn panel_width(width: u16) -> u16 {
    match width {
        0..56 => 0,
        56..100 => 34,
        _ => 48,
    }
}

fn title(app: &App, width: u16) -> String {
    let level = app.game.level();
    let place = format!("{}, level {} ({} of {})", app.file, app.levels[app.at].number, app.at + 1, app.levels.len());
    let solved = if app.progress.best(level)[0].is_some() { ", solved before" } else { "" };
    let name = if level.title.is_empty() { String::new() } else { format!(": {}", level.title) };
    format!("{:width$}", format!(" {place}{solved}{name}"), width = usize::from(width))
}

/// Returns the board with the marks of its layers, and their text.
fn look(app: &App) -> (Canvas, Vec<String>) {
    let now = app.game.now();
    let mut view = LayersView::new(&now, &app.areas, &app.layers);
    view.hint_pushes = app.hint == super::app::Hint::How;
    (view.canvas(), view.words())
}

fn draw_board(app: &App, canvas: &Canvas, palette: Palette, area: Rect, screen: &mut Buffer) {
    let (rows, columns) = (canvas.rows.len(), canvas.rows.first().map_or(0, Vec::len));
    let cell = if columns * 2 <= usize::from(area.width) { 2 } else { 1 };
    let (seen_rows, seen_columns) = (usize::from(area.height), usize::from(area.width / cell));
    let player = app.game.level().board.row_column(app.game.position().player);
    let first = (scroll(rows, seen_rows, player.0), scroll(columns, seen_columns, player.1));
    let (height, width) = (rows.min(seen_rows), columns.min(seen_columns));
    let fits = |all: u16, used: usize| (all - u16::try_from(used).unwrap_or(all).min(all)) / 2;
    let origin = (area.x + fits(area.width, width * usize::from(cell)), area.y + fits(area.height, height));
    for (y, row) in canvas.rows.iter().skip(first.0).take(height).enumerate() {
        for (x, at) in row.iter().skip(first.1).take(width).enumerate() {
            let place = |n: usize| u16::try_from(n).unwrap_or(0);
            draw_cell(at, palette, cell, (origin.0 + place(x) * cell, origin.1 + place(y)), screen);
        }
    }
    if let Some(taken) = app.selected {
        let (row, column) = app.game.level().board.row_column(taken);
        if let (Some(y), Some(x)) = (row.checked_sub(first.0), column.checked_sub(first.1))
            && y < height
            && x < width
        {
            let place = |n: usize| u16::try_from(n).unwrap_or(0);
            let rect = Rect { x: origin.0 + place(x) * cell, y: origin.1 + place(y), width: cell, height: 1 };
            screen.set_style(rect, ratatui::style::Style::new().add_modifier(Modifier::REVERSED));
        }
    }
    let size = (u16::try_from(width).unwrap_or(0) * cell, u16::try_from(height).unwrap_or(0));
    app.placed.set(Placed { origin, size, cell, first });
}

/// Returns the first visible line, so that the player is in the middle where not all lines fit.
fn scroll(all: usize, seen: usize, player: usize) -> usize {
    player.saturating_sub(seen / 2).min(all.saturating_sub(seen))
}

fn draw_cell(at: &Cell, palette: Palette, cell: u16, (x, y): (u16, u16), screen: &mut Buffer) {
    let letters = [(at.piece, at.piece_ink), (at.mark, at.mark_ink)];
    // In one column the mark is visible only on empty squares; a lost piece is marked by its colour.
    let only = if at.piece == ' ' { &letters[1..] } else { &letters[..1] };
    let letters = if cell == 2 { &letters[..] } else { only };
    for (&(letter, ink), x) in letters.iter().zip(x..) {
        if let Some(place) = screen.cell_mut((x, y)) {
            place.set_char(letter).set_style(palette.style(ink, at.ground));
        }
    }
}

fn draw_status(app: &App, palette: Palette, area: Rect, screen: &mut Buffer) {
    let keys = " ? keys  q quit ";
    let mut status = app.message.clone();
    if let Some(solving) = &app.solving {
        status = format!("{} solving for {} s; Esc stops", spinner(solving.elapsed()), solving.elapsed().as_secs());
    } else if let (Some(playback), true) = (&app.playback, status.is_empty()) {
        let (at, all) = playback.place();
        let what = match (playback.is_over(), playback.is_running()) {
            (true, _) => "shown",
            (_, true) => "running",
            _ => "waiting",
        };
        let keys = "Space run/wait  . , step  t transfer  + - speed  Esc leave";
        status = format!("{what} {at}/{all}, {}/s  {keys}", playback.speed());
    }
    let width = usize::from(area.width);
    screen.set_stringn(area.x, area.y, format!("{:width$}", format!(" {status}")), width, palette.title());
    if status.chars().count() + keys.len() + 1 < width {
        let x = area.right() - u16::try_from(keys.len()).unwrap_or(0);
        screen.set_string(x, area.y, keys, palette.title());
    }
}

/// Returns a spinner that turns four times a second.
pub(super) fn spinner(elapsed: Duration) -> char {
    SPINNER[usize::try_from(elapsed.as_millis() / 250).unwrap_or(0) % SPINNER.len()]
}

fn draw_help(area: Rect, screen: &mut Buffer) {
    let lines: Vec<Line<'_>> = KEYS.iter().map(|(key, what)| Line::from(format!(" {key:16} {what}"))).collect();
    let (width, height) = (48.min(area.width), 22.min(area.height));
    let place = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    Clear.render(place, screen);
    Paragraph::new(lines).block(Block::bordered().title(" keys ")).render(place, screen);
}
