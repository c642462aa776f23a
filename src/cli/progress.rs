//! Progress of long work, on standard error if that is a terminal.
//!
//! ```text
//!   3 of 90, 41s  xsokoban.xsb level 4: 14 of 20 boxes home, fess-by-starts, 23,107 nodes
//!      #######            the best position so far: `solve` alone draws it, where the
//!      #  $@ #            terminal has room for all of it
//!   2 steps done: A > b > C, A > a > B     those of a plan that led there, the last ones where they are many
//! ```
//!
//! `solve` shows the search; other subcommands show the kind of work, its level, and the nodes of all levels so far:
//!
//! ```text
//!   3 of 90, 41s  planning xsokoban.xsb level 4, 23,107 nodes
//! ```
//!
//! No remaining time is shown, since levels differ too much for any estimate. The lines are cleared at the end, and
//! while results are written.

use super::select::Picked;
use crate::level::{Level, Position, Square, Tile};
use crate::maze::Areas;
use crate::render::{area_names, counted, cut_to};
use crate::run::StopFlag;
use crate::solve::SolveProgress;
use anstyle::{AnsiColor, Style};
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use itertools::Itertools;
use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::Duration;

const RATE: u8 = 5;
/// Minimum duration of work for which the line is drawn: for shorter work it would only flicker.
const LATE: Duration = Duration::from_millis(400);

pub(super) struct Progress {
    bar: ProgressBar,
    /// Kind of the work, followed by a blank.
    doing: &'static str,
    draws_boards: bool,
    shown: Arc<Once>,
    /// Flag that counts the nodes that the line shows; `None` if the line shows the nodes of a search or no nodes.
    counting: Arc<Mutex<Option<StopFlag>>>,
    best: Mutex<Option<Best>>,
}

/// Best position found on a level: the level about which the last report was.
struct Best {
    file: String,
    number: usize,
    home: usize,
    position: Position,
    steps: String,
}

impl Progress {
    /// Creates a line that is shown once the work takes longer than [`LATE`] or a level is reported; never if
    /// `is_quiet`.
    pub(super) fn line(doing: &'static str, items: usize, is_quiet: bool) -> Self {
        if is_quiet {
            return Self::hidden();
        }
        let progress = Self::new(doing, items, false);
        if io::stderr().is_terminal() {
            let (bar, shown) = (progress.bar.clone(), Arc::clone(&progress.shown));
            let show_late = move || {
                std::thread::sleep(LATE);
                if !bar.is_finished() {
                    show(&bar, &shown);
                }
            };
            // Without a thread the line is shown once a level is reported.
            _ = std::thread::Builder::new().spawn(show_late);
        }
        progress
    }

    /// Creates a line for work that is not on levels, as `checking proofs`; the line is shown until the value is
    /// dropped.
    pub(super) fn working(doing: &'static str, is_quiet: bool, stop: &StopFlag) -> Self {
        let progress = Self::line(doing, 1, is_quiet);
        progress.bar.set_message(doing.trim_end());
        progress.count(stop);
        progress
    }

    pub(super) fn count(&self, stop: &StopFlag) {
        *self.counting.lock().unwrap_or_else(PoisonError::into_inner) = Some(stop.clone());
    }

    /// Creates a line for solving; the best position found so far is drawn below the line.
    pub(super) fn boards(items: usize, is_quiet: bool) -> Self {
        let mut progress = Self::line("solving ", items, is_quiet);
        progress.draws_boards = true;
        progress
    }

    fn hidden() -> Self {
        let progress = Self::new("", 0, false);
        progress.shown.call_once(|| {});
        progress
    }

    fn new(doing: &'static str, items: usize, draws_boards: bool) -> Self {
        let counting: Arc<Mutex<Option<StopFlag>>> = Arc::default();
        let template = if items > 1 { "{pos} of {len}, {elapsed}  {msg}{nodes}" } else { "{elapsed}  {msg}{nodes}" };
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let counted = Arc::clone(&counting);
        let style = style.with_key("nodes", move |_: &ProgressState, to: &mut dyn fmt::Write| {
            let stop = counted.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(nodes) = stop.as_ref().map(StopFlag::nodes).filter(|nodes| *nodes > 0) {
                _ = write!(to, ", {} nodes", HumanCount(nodes));
            }
        });
        let bar = ProgressBar::with_draw_target(Some(items as u64), ProgressDrawTarget::hidden()).with_style(style);
        Self { bar, doing, draws_boards, shown: Arc::new(Once::new()), counting, best: Mutex::new(None) }
    }

    pub(super) fn began(&self, what: &str) {
        self.bar.set_message(self.cut(&format!("{}{what}", self.doing)));
    }

    pub(super) fn tell(&self, picked: &Picked, level: &Level, told: SolveProgress) {
        let SolveProgress::Working { strategy, nodes, progress, nearest, steps } = told else { return };
        show(&self.bar, &self.shown);
        *self.counting.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let best = self.better(picked, level, nearest, &steps);
        let so_far = match (&best, progress.best_estimate) {
            (Some((home, ..)), _) => format!("{home} of {} home, ", counted(level.start.boxes.len(), "box")),
            (None, Some(estimate)) => format!("at least {} to go, ", counted(estimate, "push")),
            (None, None) => String::new(),
        };
        let line = format!("{}: {so_far}{}, {} nodes", name(picked), strategy.word(), HumanCount(nodes));
        let board = best.filter(|_| self.draws_boards).and_then(|(_, position, steps)| {
            let steps = if steps.is_empty() { steps } else { format!("\n{}", self.cut(&steps)) };
            Some(Board::of(level, position)?.text() + &steps)
        });
        self.bar.set_message(self.cut(&line) + &board.unwrap_or_default());
    }

    /// Keeps the position if it is the best of this level so far; returns the best, its number of boxes on goals, its
    /// steps.
    fn better(
        &self,
        picked: &Picked,
        level: &Level,
        nearest: Option<Position>,
        steps: &[Vec<Square>],
    ) -> Option<(usize, Position, String)> {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        let number = picked.entry.number;
        let known = best.take().filter(|best| best.file == picked.file && best.number == number);
        let found = nearest.map(|position| Best {
            file: picked.file.clone(),
            number,
            home: position.boxes.iter().filter(|square| level.board.is_goal(**square)).count(),
            position,
            steps: if self.draws_boards { words(level, steps) } else { String::new() },
        });
        *best = match (known, found) {
            (Some(known), Some(found)) if known.home > found.home => Some(known),
            (known, found) => found.or(known),
        };
        best.as_ref().map(|best| (best.home, best.position.clone(), best.steps.clone()))
    }

    fn cut(&self, line: &str) -> String {
        /// Number of columns for the time, with the words and blanks beside the time, and one free column.
        const TIME: usize = 13;
        let counts = self.bar.length().filter(|items| *items > 1).map_or(0, |items| 2 * items.to_string().len());
        let width = terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| usize::from(width.0));
        cut_to(line, width.saturating_sub(counts + TIME))
    }

    /// Calls `hand_on`, which passes a result on, while nothing is drawn, then counts an item as finished.
    pub(super) fn finished<T>(&self, hand_on: impl FnOnce() -> T) -> T {
        let result = self.aside(hand_on);
        self.bar.inc(1);
        result
    }

    /// Writes output while nothing is drawn.
    pub(super) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

fn show(bar: &ProgressBar, shown: &Once) {
    shown.call_once(|| {
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(RATE));
        bar.enable_steady_tick(Duration::from_secs(1) / u32::from(RATE));
    });
}

/// Returns the name of a level, as `set.xsb level 3`; the file has no folder.
pub(super) fn name(picked: &Picked) -> String {
    let file = picked.file.rsplit(['/', '\\']).next().unwrap_or_default();
    format!("{file} level {}", picked.entry.number)
}

struct Board {
    level: Level,
    is_coloured: bool,
}

impl Board {
    /// Number of lines of the terminal that the board leaves free: one above it, one for steps, one below.
    const OTHER_LINES: usize = 3;

    fn of(level: &Level, position: Position) -> Option<Self> {
        let (width, height) = terminal_size::terminal_size_of(io::stderr())?;
        let fits = level.grid.width() < usize::from(width.0)
            && level.grid.height() + Self::OTHER_LINES <= usize::from(height.0);
        let is_coloured = anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never;
        fits.then(|| Self { level: level.at(position), is_coloured })
    }

    fn text(&self) -> String {
        let row = |tiles: &[Tile]| -> String { tiles.iter().map(|&tile| self.letter(tile)).collect() };
        self.level.grid.rows().map(|tiles| format!("\n{}", row(tiles))).collect()
    }

    fn letter(&self, tile: Tile) -> String {
        let letter = tile.xsb();
        let style = match letter {
            '#' => Style::new().fg_color(Some(AnsiColor::BrightBlack.into())),
            '$' => Style::new().fg_color(Some(AnsiColor::Yellow.into())).bold(),
            '*' => Style::new().fg_color(Some(AnsiColor::Green.into())).bold(),
            '.' | '+' => Style::new().fg_color(Some(AnsiColor::Red.into())),
            '@' => Style::new().fg_color(Some(AnsiColor::BrightBlue.into())).bold(),
            _ => Style::new(),
        };
        if self.is_coloured && style != Style::new() { format!("{style}{letter}{style:#}") } else { letter.to_string() }
    }
}

const NAMED: usize = 4;

/// Returns `7 steps done: ... B > c > C, A > b > C`; empty without steps. Each step is given as one square of each area
/// on its way; a step without squares was carried out by a push search.
fn words(level: &Level, steps: &[Vec<Square>]) -> String {
    if steps.is_empty() {
        return String::new();
    }
    let areas = Areas::of(&level.board);
    let names = area_names(&areas);
    let name = |square: &Square| names[areas.area_of(*square).index()].as_str();
    let step = |squares: &Vec<Square>| match squares.as_slice() {
        [] => "push search".to_owned(),
        [square] => format!("within {}", name(square)),
        squares => squares.iter().map(name).join(" > "),
    };
    let before = if steps.len() > NAMED { "... " } else { "" };
    let last = steps[steps.len().saturating_sub(NAMED)..].iter().map(step).join(", ");
    format!("{} done: {before}{last}", counted(steps.len(), "step"))
}

#[cfg(test)]
mod tests {
    use super::words;
    use crate::level::Level;

    #[test]
    fn the_last_steps_are_named_by_the_areas_of_their_squares() {
        let text = "###########\n#   ###   #\n# $@    . #\n#   ###   #\n###########";
        let level = Level::from_xsb("", text).unwrap();
        let [left, tunnel, right] =
            [(1, 1), (2, 5), (1, 9)].map(|(row, column)| level.board.square(row, column).unwrap());
        let across = vec![left, tunnel, right];
        assert_eq!(words(&level, &[]), "");
        assert_eq!(words(&level, std::slice::from_ref(&across)), "1 step done: A > a > B");
        let many = [vec![], across.clone(), vec![left], vec![right], vec![], across];
        assert_eq!(words(&level, &many), "6 steps done: ... within A, within B, push search, A > a > B");
    }
}
