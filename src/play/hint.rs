//! Strengths of hints, and proofs of why a position is lost, searched for in the background.

use crate::assist::refutation;
use crate::level::Level;
use crate::proof::Attempt;
use crate::render::{Hinted, counted};
use crate::run::{Limits, Meter, StopFlag};
use std::cell::Cell;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// Strength of the hint that is shown, in ascending order; each press of the key goes to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Hint {
    #[default]
    Off,
    /// The box of the next push and its next square.
    Box,
    /// The way of the box of the next push, with the areas from which and to which the step leads.
    Way,
    /// All pushes of the step, and the player's moves.
    Moves,
}

impl Hint {
    pub(super) const fn next(self) -> Self {
        match self {
            Self::Off => Self::Box,
            Self::Box => Self::Way,
            Self::Way => Self::Moves,
            Self::Moves => Self::Off,
        }
    }

    /// Returns which of the pushes are drawn at this strength.
    pub(super) const fn hinted(self) -> Hinted {
        match self {
            Self::Off | Self::Box => Hinted::Next,
            Self::Way => Hinted::Way,
            Self::Moves => Hinted::All,
        }
    }

    /// Returns a line of words of the layer `hint` without the parts that this strength hides.
    pub(super) fn told(self, line: String) -> String {
        if self == Self::Box && line.starts_with("hint (>)") {
            return "hint (>): the marked box, one square; 0 shows more".to_owned();
        }
        line
    }
}

#[derive(Debug)]
pub(super) struct Why {
    attempt: Option<Receiver<Attempt>>,
    stop: StopFlag,
    pub(super) lines: Vec<String>,
    pub(super) from: Cell<usize>,
}

impl Why {
    /// Limits on the search for a proof: most proofs are found within a second.
    const LIMITS: Limits = Limits { time: Some(Duration::from_secs(30)), nodes: None, memory: Some(2 << 30) };

    /// Starts a search for a proof that the level's start has no solution, which ends when this value is dropped.
    pub(super) fn new(level: Level) -> Self {
        let (done, attempt) = channel();
        let stop = StopFlag::default();
        let mut meter = Meter::new(Self::LIMITS, stop.clone());
        // The proof is dropped if the receiver is gone.
        let work = move || _ = done.send(refutation(&level, "dead", &mut meter));
        let (attempt, line) = match thread::Builder::new().spawn(work) {
            Ok(_) => (Some(attempt), " looking for a proof ... (Esc stops)".to_owned()),
            Err(error) => (None, format!(" no proof: no thread can be made: {error}")),
        };
        Self { attempt, stop, lines: vec![line], from: Cell::default() }
    }

    pub(super) const fn is_busy(&self) -> bool {
        self.attempt.is_some()
    }

    /// Takes the proof once it is found; returns whether anything changed.
    pub(super) fn tick(&mut self) -> bool {
        let Some(attempt) = self.attempt.as_ref().and_then(|attempt| attempt.try_recv().ok()) else { return false };
        self.attempt = None;
        self.lines = told(&attempt);
        true
    }
}

impl Drop for Why {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

/// Returns the lines of an attempt to prove: each statement of the proof with its pictures below, or why it failed.
fn told(attempt: &Attempt) -> Vec<String> {
    let Some(proof) = &attempt.proof else {
        return vec![format!(" no proof: {}", attempt.unproved.as_deref().unwrap_or("unknown"))];
    };
    let head = format!(" no solution: proved by {}, and checked", counted(proof.pictures, "picture"));
    // The first picture is the position, which the board shows.
    let claims = |line: &&str| !line.starts_with(|c: char| c.is_ascii_lowercase()) || line.starts_with("claim");
    let statements = proof.text.lines().skip(2).skip_while(claims);
    let lines = statements.map(|line| match said(line) {
        Some(words) => format!(" {words}"),
        None => format!("   {line}"),
    });
    [head, String::new()].into_iter().chain(lines).collect()
}

/// Returns the statement in a line of a proof, in words; `None` for a line of a picture.
fn said(line: &str) -> Option<String> {
    let mut words = line.split(' ');
    match words.next() {
        Some("zone") => Some(match words.next() {
            Some("0") => "no box leaves x, and no goal is there:".to_owned(),
            goals => format!("no box leaves x X, with goals for {}:", goals.unwrap_or("?")),
        }),
        Some("dead" | "core") => Some("these never come to goals (o O: free):".to_owned()),
        _ => None,
    }
}
