//! Computation of layers in a background thread. A job is a position with the wanted layers; each layer is sent as soon
//! as it is computed, with the number of its job. A new job cancels the old one. Data of the board are computed once.

use crate::assist::{AskError, Assistant, Layer, Layers, Plan};
use crate::deadlock::DeadlockPatterns;
use crate::level::{Level, Square};
use crate::maze::{Areas, Maze};
use crate::run::{Limits, Meter, StopFlag};
use crate::solve::InternalError;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

#[derive(Debug)]
struct Job {
    number: u64,
    question: Question,
    stop: StopFlag,
}

#[derive(Debug)]
pub(super) enum Ready {
    /// Layer that was computed, with its data, which are missing if a limit was met.
    Layer(Layer, Box<Layers>),
    Plan(Box<Option<Plan>>),
    Fault(Box<InternalError>),
}

#[derive(Debug)]
pub(super) struct Aside {
    jobs: Sender<Job>,
    ready: Receiver<(u64, Ready)>,
    number: u64,
    stop: StopFlag,
    /// Number of layers of the request that are not computed yet.
    waiting: usize,
}

#[derive(Debug)]
pub(super) struct Question {
    /// Number of the board, equal for all positions of one level.
    pub(super) board: usize,
    pub(super) level: Level,
    pub(super) layers: Vec<Layer>,
    pub(super) asked: Option<Square>,
    /// Plan from the position, if it was computed already; the inner `None` if there is none.
    pub(super) plan: Option<Option<Plan>>,
}

impl Aside {
    /// Starts the thread, with these limits for each layer; the thread ends when this value is dropped.
    pub(super) fn new(patterns: Arc<DeadlockPatterns>, limits: Limits) -> Self {
        let (jobs, todo) = channel();
        let (done, ready) = channel();
        let work = move || {
            let mut next = todo.recv().ok();
            while let Some(job) = next {
                next = on_board(job, &patterns, limits, &todo, &done);
            }
        };
        // Where the system makes no thread, no layer is shown.
        _ = thread::Builder::new().spawn(work);
        Self { jobs, ready, number: 0, stop: StopFlag::default(), waiting: 0 }
    }

    pub(super) fn ask(&mut self, question: Question) {
        self.cancel();
        self.waiting = question.layers.len();
        if self.waiting > 0 {
            let (number, stop) = (self.number, self.stop.clone());
            // The thread, if there is one, lives as long as this value.
            if self.jobs.send(Job { number, question, stop }).is_err() {
                self.waiting = 0;
            }
        }
    }

    /// Cancels the current request, whose results are then ignored.
    pub(super) fn cancel(&mut self) {
        self.stop.raise();
        self.stop = StopFlag::default();
        self.number += 1;
        self.waiting = 0;
    }

    /// Returns the results that have arrived since the last call; waits at most `wait` for the first result.
    pub(super) fn ready(&mut self, wait: Duration) -> Vec<Ready> {
        let mut all = Vec::new();
        let first = if wait.is_zero() { self.ready.try_recv().ok() } else { self.ready.recv_timeout(wait).ok() };
        for (number, ready) in first.into_iter().chain(self.ready.try_iter()) {
            if number == self.number {
                self.waiting -= usize::from(matches!(ready, Ready::Layer(..)) && self.waiting > 0);
                all.push(ready);
            }
        }
        all
    }

    pub(super) const fn is_busy(&self) -> bool {
        self.waiting > 0
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

/// Runs jobs on one board, always the newest; returns the first job on another board, `None` without further jobs.
fn on_board(
    first: Job,
    patterns: &DeadlockPatterns,
    limits: Limits,
    todo: &Receiver<Job>,
    done: &Sender<(u64, Ready)>,
) -> Option<Job> {
    let (number, board) = (first.question.board, first.question.level.board.clone());
    let mut meter = Meter::new(Limits { time: None, ..limits }, StopFlag::default());
    let Ok(maze) = Maze::new(&board, &mut meter) else { return newest(todo) };
    let areas = Areas::of(&board);
    let mut assistant = Assistant::new(&maze, &areas, patterns, &first.question.level.start);
    let mut next = Some(first);
    while let Some(job) = next {
        if job.question.board != number {
            return Some(job);
        }
        assistant.look(&job.question.level.start);
        work(job, &mut assistant, limits, done)?;
        next = newest(todo);
    }
    None
}

/// Runs one job and sends its results; `None` if the receiver is gone.
fn work(job: Job, assistant: &mut Assistant<'_>, limits: Limits, done: &Sender<(u64, Ready)>) -> Option<()> {
    let Question { level, layers, asked, mut plan, .. } = job.question;
    for layer in layers {
        let (mut layers, had_plan) = (Layers::default(), plan.is_some());
        let mut meter = Meter::new(limits, job.stop.clone());
        let added = layers.add(layer, assistant, &level, asked, &mut plan, &mut meter);
        if job.stop.is_raised() {
            return Some(());
        }
        if let Err(AskError::Internal(error)) = added {
            done.send((job.number, Ready::Fault(Box::new(error)))).ok()?;
        }
        if let Some(plan) = plan.as_ref().filter(|_| !had_plan) {
            done.send((job.number, Ready::Plan(Box::new(plan.clone())))).ok()?;
        }
        done.send((job.number, Ready::Layer(layer, Box::new(layers)))).ok()?;
    }
    Some(())
}

fn newest(todo: &Receiver<Job>) -> Option<Job> {
    let first = todo.recv().ok()?;
    Some(todo.try_iter().last().unwrap_or(first))
}
