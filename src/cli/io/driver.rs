//! The loop over levels that all subcommands use: several levels in parallel, faults and limits as messages. A result
//! is passed on once the results of all earlier levels are. After a signal, levels that are not begun are left out.

use super::destination::Output;
use super::limits::ThreadArgs;
use super::message::{self, ExitStatus, Failure};
use super::progress::{Progress, level_name};
use super::row::{self, Counts, NoAnswerRow};
use super::selection::{PickedLevel, Selection};
use super::signals::interruptible;
use crate::level::Level;
use crate::run::{Stop, StopFlag};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

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

impl From<NoAnswerRow> for NoResult {
    fn from(reason: NoAnswerRow) -> Self {
        Self::Of(reason)
    }
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
    pub(crate) fn conclude(
        self,
        mut out: Output,
        has_rows: bool,
        counts: impl Serialize,
    ) -> Result<ExitStatus, Failure> {
        if has_rows {
            row::summary(&mut out, Counts { levels: self.levels, counts, interrupted: self.is_interrupted })?;
        }
        out.close()?;
        Ok(self.exit)
    }
}

impl Driver {
    /// Begins work on `items`, with a line of progress that names what it is `doing`; the line is hidden if `is_quiet`.
    pub(crate) fn begin(
        threads: ThreadArgs,
        doing: &'static str,
        items: usize,
        is_quiet: bool,
    ) -> Result<Self, Failure> {
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
        mut done: impl FnMut(&mut Output, &'p PickedLevel, T) -> Result<ExitStatus, Failure>,
    ) -> Result<RunSummary, Failure> {
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
        done: impl FnMut(&'p PickedLevel, Option<T>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
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
        mut done: impl FnMut(&'i I, T) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
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
            let mut deliver = |index, result| self.progress.finished(|| done(&items[index], result));
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

/// Passes results on in order of their index, each once all results of smaller indices have come; after the last result also the
/// results after a missing index.
fn in_order<T>(
    receiver: &mpsc::Receiver<(usize, T)>,
    mut deliver: impl FnMut(usize, T) -> Result<(), Failure>,
) -> Result<(), Failure> {
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
