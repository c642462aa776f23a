//! The slider: all moves of the game as a line, with a mark at the present one.
//!
//! ```text
//!    12 ├────────●─────┤ 20
//! ```
//!
//! Playback of a solution: at a speed, by moves, or by steps (transfers and arrangements).

use super::App;
use super::command::Command;
use crate::level::{Direction, Lurd, Position};
use crate::steps::read;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::time::{Duration, Instant};

/// Number of columns for the numbers before and after the line, blanks included.
const BESIDE: u16 = 8;

impl App {
    /// Draws the slider into a row, if moves were made and there is room.
    pub(super) fn draw_slider(&self, row: Rect, screen: &mut Buffer) {
        let (at, all) = (self.game.moves(), self.game.all_moves());
        let line = Rect { x: row.x + BESIDE, width: row.width.saturating_sub(2 * BESIDE), ..row };
        if all == 0 || line.width < 3 {
            self.slider.set(Rect::default());
            return;
        }
        self.slider.set(line);
        let last = usize::from(line.width) - 1;
        let mark = at * last / all;
        let letter = |column| match column {
            _ if column == mark => '●',
            0 => '├',
            _ if column == last => '┤',
            _ => '─',
        };
        let drawn: String = (0..=last).map(letter).collect();
        let text = format!("{at:>7} {drawn} {all}");
        screen.set_stringn(row.x, row.y, text, usize::from(row.width), Style::new());
    }

    /// Goes to the move at a column of the slider; returns whether the place is on the slider.
    pub(super) fn click_slider(&mut self, column: u16, row: u16) -> bool {
        let line = self.slider.get();
        if row != line.y || !(line.x..line.x + line.width).contains(&column) {
            return false;
        }
        let (place, last) = (usize::from(column - line.x), usize::from(line.width) - 1);
        let to = (place * self.game.all_moves()).div_ceil(last.max(1));
        self.change(|game| game.go_to(to));
        true
    }

    /// Goes on or back by a tenth of all moves.
    pub(super) fn slide(&mut self, is_on: bool) {
        let (at, all) = (self.game.moves(), self.game.all_moves());
        let much = all.div_ceil(10);
        let to = if is_on { (at + much).min(all) } else { at.saturating_sub(much) };
        self.change(|game| game.go_to(to));
    }
}

/// Moves of a solution that are played one after the other.
#[derive(Clone, Debug)]
pub struct Playback {
    moves: Vec<Direction>,
    at: usize,
    /// For each step, ascending, the number of moves from the start of the solution to the end of the step.
    ends: Vec<usize>,
    speed: u32,
    /// Time of the next move; `None` while paused.
    due: Option<Instant>,
}

impl Playback {
    const SPEEDS: [u32; 9] = [1, 2, 4, 8, 15, 30, 60, 120, 1000];

    /// Creates a paused playback of moves; `ends` are the numbers of moves up to the end of each step, ascending.
    pub fn new(moves: Lurd, ends: Vec<usize>) -> Self {
        Self { moves: moves.0, at: 0, ends, speed: 8, due: None }
    }

    /// Returns the playback with another number of moves per second.
    #[must_use]
    pub fn at_speed(self, speed: u32) -> Self {
        Self { speed: speed.max(1), ..self }
    }

    /// Starts or continues the playback, or pauses it if it is running.
    pub fn toggle(&mut self, now: Instant) {
        self.due = if self.due.is_some() { None } else { Some(now) };
    }

    /// Returns whether the playback is running.
    pub const fn is_running(&self) -> bool {
        self.due.is_some()
    }

    /// Returns whether all moves were played.
    pub fn is_over(&self) -> bool {
        self.at >= self.moves.len()
    }

    /// Returns the number of moves played, and the number of all moves.
    pub fn place(&self) -> (usize, usize) {
        (self.at, self.moves.len())
    }

    /// Returns the number of moves per second.
    pub const fn speed(&self) -> u32 {
        self.speed
    }

    /// Changes to the next higher or lower speed.
    pub fn change_speed(&mut self, faster: bool) {
        let at = Self::SPEEDS.iter().position(|speed| *speed >= self.speed).unwrap_or(0);
        let at = if faster { (at + 1).min(Self::SPEEDS.len() - 1) } else { at.saturating_sub(1) };
        self.speed = Self::SPEEDS[at];
    }

    /// Returns the next move, and counts it as played; `None` after the last move.
    pub fn step(&mut self) -> Option<Direction> {
        let direction = self.moves.get(self.at).copied()?;
        self.at += 1;
        Some(direction)
    }

    /// Pauses and goes back by one move; returns whether a move had been played.
    pub fn back(&mut self) -> bool {
        self.due = None;
        let is_any = self.at > 0;
        self.at = self.at.saturating_sub(1);
        is_any
    }

    /// Returns the moves from here to the end of the current step, and counts them as played.
    pub fn transfer(&mut self) -> Vec<Direction> {
        let end = self.ends.iter().copied().find(|end| *end > self.at).unwrap_or(self.moves.len());
        let moves = self.moves[self.at..end].to_vec();
        self.at = end;
        moves
    }

    /// Returns the moves that are due at time `now`, and counts them as played.
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

impl App {
    pub(super) fn playback(&self, start: &Position, lurd: &str) -> Playback {
        let moves = lurd.parse::<Lurd>().unwrap_or_default();
        let steps = read(&self.game.level().board, start, &moves, &self.areas).unwrap_or_default();
        Playback::new(moves, steps.into_iter().map(|step| step.moves.end).collect())
    }

    pub(super) fn play(&mut self, command: Command) {
        let Some(playback) = &mut self.playback else {
            self.message = "no solution to show: press s to look for one".to_owned();
            return;
        };
        let moves = match command {
            Command::StepOn => playback.step().into_iter().collect(),
            Command::TransferOn => playback.transfer(),
            Command::StepBack => {
                if playback.back() {
                    self.game.undo();
                    self.moved();
                }
                return;
            }
            _ => {
                playback.toggle(Instant::now());
                return;
            }
        };
        self.show_moves(&moves);
    }

    /// Makes moves that do not count as the player's own.
    pub(super) fn show_moves(&mut self, moves: &[Direction]) {
        for &direction in moves {
            self.game.step(direction);
        }
        self.is_shown |= !moves.is_empty();
        if !moves.is_empty() {
            self.made(moves.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playback_keeps_time_and_follows_transfers() {
        let now = Instant::now();
        let mut playback = Playback::new("rrDDlUUr".parse().expect("good moves"), vec![4, 8]).at_speed(4);
        assert!(playback.due(now).is_empty());
        playback.toggle(now);
        assert_eq!(playback.due(now + Duration::from_millis(600)).len(), 3);
        playback.toggle(now);
        assert_eq!(playback.transfer().len(), 1);
        assert_eq!(playback.transfer().len(), 4);
        assert_eq!(playback.place(), (8, 8));
        assert!(playback.back() && playback.place().0 == 7 && !playback.is_over());
    }
}
