//! Progress of long work, on standard error if that is a terminal.
//!
//! ```text
//!   3 of 90, 41s  xsokoban.xsb level 4: 14 pushes left in the best position, fess-by-starts, 23,107 nodes
//!   3 of 90, 41s  planning xsokoban.xsb level 4, 23,107 nodes      other subcommands
//! ```
//!
//! No remaining time is shown, since levels differ too much for any estimate. The line is cleared at the end, and while
//! results are written.

use super::selection::PickedLevel;
use crate::render::{counted, cut_to};
use crate::run::StopFlag;
use crate::solve::SolveProgress;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::Duration;

const RATE: u8 = 5;
/// Minimum duration of work for which the line is drawn: for shorter work it would only flicker.
const LATE: Duration = Duration::from_millis(400);

pub(crate) struct Progress {
    bar: ProgressBar,
    /// Kind of the work, followed by a blank.
    doing: &'static str,
    shown: Arc<Once>,
    /// Flag that counts the nodes that the line shows; `None` if the line shows the nodes of a search or no nodes.
    counting: Arc<Mutex<Option<StopFlag>>>,
}

impl Progress {
    /// Creates a line that is shown once the work takes longer than [`LATE`] or a level is reported; never if
    /// `is_quiet`.
    pub(crate) fn line(doing: &'static str, items: usize, is_quiet: bool) -> Self {
        if is_quiet || is_piped() {
            return Self::hidden();
        }
        let progress = Self::new(doing, items);
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
    pub(crate) fn working(doing: &'static str, is_quiet: bool, stop: &StopFlag) -> Self {
        let progress = Self::line(doing, 1, is_quiet);
        progress.bar.set_message(doing.trim_end());
        progress.count(stop);
        progress
    }

    pub(crate) fn count(&self, stop: &StopFlag) {
        *self.counting.lock().unwrap_or_else(PoisonError::into_inner) = Some(stop.clone());
    }

    fn hidden() -> Self {
        let progress = Self::new("", 0);
        progress.shown.call_once(|| {});
        progress
    }

    fn new(doing: &'static str, items: usize) -> Self {
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
        Self { bar, doing, shown: Arc::new(Once::new()), counting }
    }

    pub(crate) fn began(&self, what: &str) {
        self.bar.set_message(self.cut(&format!("{}{what}", self.doing)));
    }

    pub(crate) fn tell(&self, picked: &PickedLevel, event: SolveProgress) {
        let SolveProgress::Working { strategy, nodes, progress } = event else { return };
        show(&self.bar, &self.shown);
        *self.counting.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let left = progress.best_estimate.map(|left| format!("{} left in the best position, ", counted(left, "push")));
        let (left, nodes) = (left.unwrap_or_default(), HumanCount(nodes));
        self.bar.set_message(self.cut(&format!("{}: {left}{}, {nodes} nodes", level_name(picked), strategy.word())));
    }

    fn cut(&self, line: &str) -> String {
        /// Number of columns for the time, with the words and blanks beside the time, and one free column.
        const TIME: usize = 13;
        let counts = self.bar.length().filter(|items| *items > 1).map_or(0, |items| 2 * items.to_string().len());
        let width = terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| usize::from(width.0));
        cut_to(line, width.saturating_sub(counts + TIME))
    }

    /// Calls `hand_on`, which passes a result on, while the line is hidden, then counts an item as finished.
    pub(crate) fn finished<T>(&self, hand_on: impl FnOnce() -> T) -> T {
        let result = self.aside(hand_on);
        self.bar.inc(1);
        result
    }

    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// True if standard output is a pipe: its reader may write to the terminal between the lines.
#[cfg(unix)]
fn is_piped() -> bool {
    use std::os::unix::fs::FileTypeExt;
    std::fs::metadata("/dev/stdout").is_ok_and(|meta| meta.file_type().is_fifo()) && io::stderr().is_terminal()
}

#[cfg(not(unix))]
const fn is_piped() -> bool {
    false
}

fn show(bar: &ProgressBar, shown: &Once) {
    shown.call_once(|| {
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(RATE));
        bar.enable_steady_tick(Duration::from_secs(1) / u32::from(RATE));
    });
}

/// Returns the name of a level, as `set.xsb level 3`; the file has no folder.
pub(crate) fn level_name(picked: &PickedLevel) -> String {
    let file = picked.file.rsplit(['/', '\\']).next().unwrap_or_default();
    format!("{file} level {}", picked.entry.number)
}
