//! The statistics on the screen: solved levels and effort by collection.
//!
//! ```text
//!   collection   solved       best   moves  pushes    time
//!   test.xsb     1 of 2      10/6       14       7    0:12
//!   other.xsb         3   120/48      500     120   12:40
//!   all               4   130/54      514     127   12:52
//! ```
//! The best is the sum over the solved levels of fewest moves, and of fewest pushes.

use super::App;
use super::progress::Record;
use super::solving::Effort;
use crate::render::{Column, Table, TableCell};
use anstream::adapter::strip_str;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Widget};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::ops::AddAssign;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    solved: usize,
    moves: usize,
    pushes: usize,
    spent: Effort,
}

impl Sums {
    fn of(record: &Record) -> Self {
        let length = |lurd: &Option<String>| lurd.as_ref().map_or(0, String::len);
        let pushes = record.best_pushes.iter().flat_map(|lurd| lurd.chars()).filter(char::is_ascii_uppercase).count();
        let solved = usize::from(record.best_pushes.is_some());
        Self { solved, moves: length(&record.best_moves), pushes, spent: record.spent }
    }

    fn cells(&self, name: &str, levels: Option<usize>) -> Vec<TableCell> {
        let solved = levels.map_or_else(|| self.solved.to_string(), |levels| format!("{} of {levels}", self.solved));
        let best = if self.solved > 0 { format!("{}/{}", self.moves, self.pushes) } else { "-".to_owned() };
        [name.to_owned(), solved, best, self.spent.moves.to_string(), self.spent.pushes.to_string(), clock(self.spent)]
            .map(TableCell::plain)
            .into()
    }
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Self) {
        self.solved += other.solved;
        self.moves += other.moves;
        self.pushes += other.pushes;
        self.spent += other.spent;
    }
}

fn clock(spent: Effort) -> String {
    let seconds = spent.milliseconds / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

pub(super) fn statistics(app: &App, width: usize) -> String {
    let (mut here, mut others, mut all) = (Sums::default(), BTreeMap::<&str, Sums>::new(), Sums::default());
    let open: FxHashSet<String> = app.levels.iter().map(|picked| picked.level.grid.to_string()).collect();
    for (key, record) in app.progress.records() {
        let sums = Sums::of(record);
        all += sums;
        match record.collection.as_str() {
            name if name == app.file || open.contains(key) => here += sums,
            "" => *others.entry("(others)").or_default() += sums,
            name => *others.entry(name).or_default() += sums,
        }
    }
    let mut rows = vec![here.cells(&app.file, Some(app.levels.len()))];
    rows.extend(others.iter().map(|(name, sums)| sums.cells(name, None)));
    if !others.is_empty() {
        rows.push(all.cells("all", None));
    }
    let columns = vec![
        Column::words("collection", 0).cut_to(8),
        Column::figure("solved", 0),
        Column::figure("best", 1),
        Column::figure("moves", 3),
        Column::figure("pushes", 4),
        Column::figure("time", 2),
    ];
    // Heads are bold on standard output; the screen has styles of its own.
    strip_str(&Table::text(columns, &rows, Some(width))).to_string()
}

pub(super) fn draw_statistics(app: &App, area: Rect, screen: &mut Buffer) {
    let width = 72.min(area.width);
    let text = statistics(app, usize::from(width.saturating_sub(4)));
    let lines: Vec<Line<'_>> = text.lines().map(|line| Line::from(format!(" {line}"))).collect();
    let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX).min(area.height);
    let place = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    Clear.render(place, screen);
    let title = " statistics (best, sums: moves/pushes) ";
    Paragraph::new(lines).block(Block::bordered().title(title)).render(place, screen);
}
