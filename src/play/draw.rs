//! The window.
//!
//! ```text
//!   file, level, title
//!   board              counts
//!                      layers and their keys
//!                      texts of the layers, the plan
//!   slider
//!   message                                    ? keys
//! ```
//! Draws the state of the game into the cells of the screen: [`super::board`] draws the board, [`super::list_view`] the
//! list of levels.

use super::App;
use super::board::draw_board;
use super::help::{draw_help, draw_sheet};
use super::ink::Palette;
use super::listing::draw_list;
use super::panel::panel;
use super::statistics::draw_statistics;
use crate::render::{Canvas, LayersView};
use crate::run::safe;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Paragraph, Widget};
use std::time::Duration;

/// Minimum number of rows between title and message with which the slider is shown.
const SLIDER_FROM: u16 = 14;

const SPINNER: [char; 4] = ['|', '/', '-', '\\'];

/// Draws the whole screen.
pub fn draw(app: &App, palette: Palette, frame: &mut Frame<'_>) {
    let area = frame.area();
    if area.width < 8 || area.height < 4 {
        return;
    }
    let body = Rect { y: area.y + 1, height: area.height - 2, ..area };
    let side = panel_width(area.width);
    let slid = u16::from(body.height >= SLIDER_FROM);
    let board = Rect { width: body.width - side, height: body.height - slid, ..body };
    let screen = frame.buffer_mut();
    screen.set_stringn(area.x, area.y, title(app, area.width), usize::from(area.width), palette.title());
    let (canvas, words) = look(app);
    draw_board(app, &canvas, palette, board, screen);
    if slid > 0 {
        app.draw_slider(Rect { y: board.bottom(), height: 1, ..board }, screen);
    }
    let beside = Rect { x: body.x + board.width, width: side, ..body };
    let lines = panel(app, words, palette, (side.into(), beside.height.into()));
    Paragraph::new(lines).render(beside, screen);
    draw_status(app, palette, Rect { y: area.bottom() - 1, height: 1, ..area }, screen);
    if app.shows_help {
        draw_help(app, body, screen);
    } else if let Some(why) = &app.why {
        draw_sheet(" why not? ", &why.lines, &why.from, body, screen);
    } else if app.shows_statistics {
        draw_statistics(app, body, screen);
    } else if let Some(list) = &app.listing {
        draw_list(app, list, palette, body, screen);
    }
}

/// Returns the width of the panel in columns; 0 on narrow screens.
const fn panel_width(width: u16) -> u16 {
    match width {
        0..56 => 0,
        56..100 => 34,
        _ => 48,
    }
}

fn title(app: &App, width: u16) -> String {
    let level = app.game.level();
    let file = app.file.rsplit(['/', '\\']).next().unwrap_or_default();
    let place = format!("{file}, level {} ({} of {})", app.levels[app.at].number, app.at + 1, app.levels.len());
    let solved = if app.progress.best(level)[0].is_some() { ", solved before" } else { "" };
    let name = if level.title.is_empty() { String::new() } else { format!(": {}", safe(&level.title)) };
    format!("{:width$}", format!(" {place}{solved}{name}"), width = usize::from(width))
}

fn look(app: &App) -> (Canvas, Vec<String>) {
    let now = app.game.now();
    let mut view = LayersView::new(&now, &app.areas, &app.layers);
    view.hinted = app.hint.hinted();
    (view.canvas(), view.words())
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

/// Returns the letter of the spinner after the time `elapsed`; the letter changes four times per second.
pub(super) fn spinner(elapsed: Duration) -> char {
    SPINNER[usize::try_from(elapsed.as_millis() / 250).unwrap_or(0) % SPINNER.len()]
}
