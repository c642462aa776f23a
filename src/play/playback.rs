//! Showing a solution: at a speed, move by move, or transfer by transfer.

use crate::level::{Direction, Lurd};
use crate::planner::Realised;
use std::time::{Duration, Instant};

/// Moves that are shown one after the other.
#[derive(Clone, Debug)]
pub struct Playback {
    moves: Vec<Direction>,
    /// How many were shown.
    at: usize,
    /// Where transfers end, ascending; the last is the end.
    ends: Vec<usize>,
    /// Moves a second.
    speed: u32,
    /// When the next move is due; `None` while it waits.
    due: Option<Instant>,
}

impl Playback {
    const SPEEDS: [u32; 9] = [1, 2, 4, 8, 15, 30, 60, 120, 1000];

    /// Shows moves whose pushes are in upper case. Where no steps of a plan are known, a transfer is what is done with
    /// one box in a row.
    pub fn new(lurd: &str, steps: Option<&[Realised]>) -> Self {
        let moves = lurd.parse::<Lurd>().map(|lurd| lurd.0).unwrap_or_default();
        let ends = steps.map_or_else(|| box_changes(lurd), |steps| step_ends(lurd, steps));
        Self { moves, at: 0, ends, speed: 8, due: None }
    }

    /// The same, with so many moves a second.
    #[must_use]
    pub fn at_speed(self, speed: u32) -> Self {
        Self { speed: speed.max(1), ..self }
    }

    /// Begins or goes on at its speed, or waits.
    pub fn toggle(&mut self, now: Instant) {
        self.due = if self.due.is_some() { None } else { Some(now) };
    }

    /// Is it running?
    pub const fn is_running(&self) -> bool {
        self.due.is_some()
    }

    /// Was all shown?
    pub fn is_over(&self) -> bool {
        self.at >= self.moves.len()
    }

    /// Shown, and all.
    pub fn place(&self) -> (usize, usize) {
        (self.at, self.moves.len())
    }

    /// Moves a second.
    pub const fn speed(&self) -> u32 {
        self.speed
    }

    /// The next speed up or down.
    pub fn change_speed(&mut self, faster: bool) {
        let at = Self::SPEEDS.iter().position(|speed| *speed >= self.speed).unwrap_or(0);
        let at = if faster { (at + 1).min(Self::SPEEDS.len() - 1) } else { at.saturating_sub(1) };
        self.speed = Self::SPEEDS[at];
    }

    /// The next move, shown by itself.
    pub fn step(&mut self) -> Option<Direction> {
        let direction = self.moves.get(self.at).copied()?;
        self.at += 1;
        Some(direction)
    }

    /// One move back.
    pub fn back(&mut self) -> bool {
        self.due = None;
        let is_any = self.at > 0;
        self.at = self.at.saturating_sub(1);
        is_any
    }

    /// The moves up to the end of the transfer.
    pub fn transfer(&mut self) -> Vec<Direction> {
        let end = self.ends.iter().copied().find(|end| *end > self.at).unwrap_or(self.moves.len());
        let moves = self.moves[self.at..end].to_vec();
        self.at = end;
        moves
    }

    /// The moves that are due by now.
    pub fn due(&mut self, now: Instant) -> Vec<Direction> {
        let mut moves = Vec::new();
        while let Some(due) = self.due.filter(|due| *due <= now) {
            match self.step() {
                Some(direction) => moves.push(direction),
                None => self.due = None,
            }
            self.due = self.due.map(|_| due + Duration::from_secs(1) / self.speed);
        }
        moves
    }
}

/// Where the pushes of each step end, in moves.
fn step_ends(lurd: &str, steps: &[Realised]) -> Vec<usize> {
    let pushes: Vec<usize> = push_ends(lurd);
    let mut made = 0;
    let ends = steps.iter().filter_map(|step| {
        made += step.pushes.len();
        pushes.get(made.checked_sub(1)?).copied()
    });
    ends.collect()
}

/// The number of moves after each push.
fn push_ends(lurd: &str) -> Vec<usize> {
    lurd.chars().zip(1..).filter(|(letter, _)| letter.is_uppercase()).map(|(_, end)| end).collect()
}

/// After each row of pushes that is followed by a walk.
fn box_changes(lurd: &str) -> Vec<usize> {
    let letters: Vec<char> = lurd.chars().collect();
    push_ends(lurd).into_iter().filter(|&end| letters.get(end).is_none_or(|next| next.is_lowercase())).collect()
}
