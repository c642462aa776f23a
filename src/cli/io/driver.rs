//! The loop over levels that all subcommands use: several levels in parallel, faults and limits as messages. A result is passed on
//! once the results of all earlier levels are. After a signal, levels that are not begun are left out. The progress is shown on
//! standard error if that is a terminal.
//!
//! ```text
//!   3 of 90, 41s  xsokoban.xsb level 4: 14 pushes left in the best position, fess-by-starts, 23,107 nodes
//!   3 of 90, 41s  planning xsokoban.xsb level 4, 23,107 nodes      other subcommands
//! ```
//!
//! No remaining time is shown, since levels differ too much for any estimate.

use super::destination::Output;
use super::limits::ThreadArgs;
use super::message::{self, ExitStatus, Failure, Result};
use super::row::{self, Counts, NoAnswerRow};
use super::selection::{PickedLevel, Selection};
use super::signals::interruptible;
use crate::level::Level;
use crate::render::{counted, cut_to};
use crate::run::{Stop, StopFlag};
use crate::solve::SolveProgress;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError, mpsc};
use std::time::Duration;

pub(crate) struct Driver {
    threads: usize,
    pub(crate) stop: StopFlag,
    pub(crate) progress: Progress,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RunSummary {
    /// Number of levels with a result, or with a reason for its absence; faults are not counted.
    pub(crate) levels: usize,
    pub(crate) is_interrupted: bool,
    /// Combined status of the selection, faults, results, missing results and a signal.
    pub(crate) exit: ExitStatus,
}

pub(crate) enum NoResult {
    /// The level has no result, for this reason; the other levels still run.
    Of(NoAnswerRow),
    Ends(Failure),
}

impl From<Stop> for NoResult {
    fn from(stop: Stop) -> Self {
        Self::Of(stop.into())
    }
}

impl From<Failure> for NoResult {
    fn from(failure: Failure) -> Self {
        Self::Ends(failure)
    }
}

impl RunSummary {
    /// Writes the last row, if rows are written, closes the output and returns the status.
    pub(crate) fn conclude(self, mut out: Output, has_rows: bool, counts: impl Serialize) -> Result<ExitStatus> {
        if has_rows {
            row::summary(&mut out, Counts { levels: self.levels, counts, interrupted: self.is_interrupted })?;
        }
        out.close()?;
        Ok(self.exit)
    }
}

impl Driver {
    /// Begins work on `items`, with a line of progress that names what it is `doing`; the line is hidden if `is_quiet`.
    pub(crate) fn begin(threads: ThreadArgs, doing: &'static str, items: usize, is_quiet: bool) -> Result<Self> {
        let stop = interruptible()?;
        let progress = Progress::line(doing, items, is_quiet);
        progress.count(&stop);
        Ok(Self { threads: threads.threads().unwrap_or(1), stop, progress })
    }

    /// Runs `work` on the picked levels and passes each result to `done` in order, with the output. Faults and missing
    /// results are reported on standard error, and also as rows if rows are written.
    pub(crate) fn rows<'p, T: Send>(
        &self,
        selection: &'p Selection,
        out: &mut Output,
        has_rows: bool,
        work: impl Fn(&PickedLevel, &Level) -> Result<T, NoResult> + Sync,
        mut done: impl FnMut(&mut Output, &'p PickedLevel, T) -> Result<ExitStatus>,
    ) -> Result<RunSummary> {
        let mut ran = RunSummary { exit: selection.exit, ..RunSummary::default() };
        self.each(&selection.entries, work, |picked, result| {
            ran.levels += usize::from(result.is_some());
            let rows = has_rows.then_some(&mut *out);
            ran.exit = ran.exit.and(match result {
                None => row::fault(rows, picked)?,
                Some(Err(NoResult::Of(unanswered))) => unanswered.report(rows, picked)?,
                Some(Err(NoResult::Ends(failure))) => return Err(failure),
                Some(Ok(result)) => done(out, picked, result)?,
            });
            Ok(())
        })?;
        ran.is_interrupted = self.stop.is_raised();
        ran.exit = ran.exit.and(ExitStatus::from(&self.stop));
        Ok(ran)
    }

    /// Runs `work` on the picked levels and passes each entry to `done` in order: a level with the result of `work`.
    pub(crate) fn each<'p, T: Send>(
        &self,
        picked: &'p [PickedLevel],
        work: impl Fn(&PickedLevel, &Level) -> T + Sync,
        done: impl FnMut(&'p PickedLevel, Option<T>) -> Result<()>,
    ) -> Result<()> {
        let work = |picked: &PickedLevel| {
            let level = picked.level()?;
            self.progress.began(&level_name(picked));
            Some(work(picked, level))
        };
        self.side_by_side(picked, work, done)
    }

    /// Runs `work` on any items and passes each result to `done` in the order of the items.
    pub(crate) fn side_by_side<'i, I: Sync, T: Send>(
        &self,
        items: &'i [I],
        work: impl Fn(&I) -> T + Sync,
        mut done: impl FnMut(&'i I, T) -> Result<()>,
    ) -> Result<()> {
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            // Workers wait while results are written more slowly than they are found, so that few are in memory.
            let (sender, receiver) = mpsc::sync_channel(self.threads);
            let threads = self.threads.min(items.len());
            let made = (0..threads).map_while(|_| {
                let (sender, next, work) = (sender.clone(), &next, &work);
                let run = move || {
                    while let Some((index, item)) = self.take(items, next) {
                        if sender.send((index, work(item))).is_err() {
                            return;
                        }
                    }
                };
                std::thread::Builder::new().spawn_scoped(scope, run).ok()
            });
            let made = made.count();
            drop(sender);
            if made < threads {
                message::note(&format!("only {made} of {threads} threads can be made: the run continues with them"));
            }
            // The line is hidden while a result is passed on.
            let mut deliver = |index, result| {
                let done = self.progress.aside(|| done(&items[index], result));
                self.progress.bar.inc(1);
                done
            };
            let mut here = std::iter::from_fn(|| if made == 0 { self.take(items, &next) } else { None });
            let result = here
                .try_for_each(|(index, item)| deliver(index, work(item)))
                .and_then(|()| in_order(&receiver, deliver));
            if result.is_err() {
                self.stop.raise();
            }
            self.progress.clear();
            result
        })
    }

    fn take<'i, I>(&self, items: &'i [I], next: &AtomicUsize) -> Option<(usize, &'i I)> {
        if self.stop.is_raised() {
            return None;
        }
        let index = next.fetch_add(1, Ordering::Relaxed);
        Some((index, items.get(index)?))
    }
}

/// Passes results on in order of their index, each once all before it have come; at the end also those after a missing one.
fn in_order<T>(receiver: &mpsc::Receiver<(usize, T)>, mut deliver: impl FnMut(usize, T) -> Result<()>) -> Result<()> {
    let mut waiting = BTreeMap::new();
    let mut due = 0;
    for (index, result) in receiver {
        waiting.insert(index, result);
        while let Some(result) = waiting.remove(&due) {
            deliver(due, result)?;
            due += 1;
        }
    }
    waiting.into_iter().try_for_each(|(index, result)| deliver(index, result))
}

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
    /// Creates a line that is shown once the work takes longer than [`LATE`] or a level is reported, unless `is_quiet`.
    pub(crate) fn line(doing: &'static str, items: usize, is_quiet: bool) -> Self {
        let progress = Self::new(doing, items);
        if is_quiet || is_piped() {
            // It counts as shown already, so that nothing shows it.
            progress.shown.call_once(|| {});
        } else if io::stderr().is_terminal() {
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

    /// Creates a line for work that is not on levels, as `checking proofs`, shown until the value is dropped.
    pub(crate) fn working(doing: &'static str, is_quiet: bool, stop: &StopFlag) -> Self {
        let progress = Self::line(doing, 1, is_quiet);
        progress.bar.set_message(doing.trim_end());
        progress.count(stop);
        progress
    }

    pub(crate) fn count(&self, stop: &StopFlag) {
        *self.counting.lock().unwrap_or_else(PoisonError::into_inner) = Some(stop.clone());
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
