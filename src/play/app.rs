//! State of the game's window, independent of the terminal, so that tests play without one.

use super::aside::Aside;
use super::command::Command;
use super::hint::{Hint, Why};
use super::listing::Listing;
use super::mouse::Placed;
use super::solutions::Tracking;
use super::solving::{Counter, Solving};
use super::{Game, Picked, Playback, Progress};
use crate::assist::{Layer, Layers};
use crate::deadlock::DeadlockPatterns;
use crate::level::{Direction, Square};
use crate::maze::Areas;
use ratatui::layout::Rect;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Number of moves between two saves of the game: a few lost moves are soon made again.
const KEPT_EVERY: usize = 10;

/// State of the game: the levels, the current game, its layers and plan, and what is shown.
#[derive(Debug)]
pub struct App {
    pub(super) file: String,
    pub(super) levels: Vec<Picked>,
    pub(super) at: usize,
    pub(super) game: Game,
    pub(super) areas: Areas,
    pub(super) on: BTreeSet<Layer>,
    pub(super) hint: Hint,
    pub(super) shows_plan: bool,
    pub(super) shows_help: bool,
    pub(super) help_from: Cell<usize>,
    pub(super) shows_statistics: bool,
    pub(super) listing: Option<Listing>,
    pub(super) layers: Layers,
    /// Layers computed for the present squares of the boxes, including layers with nothing to show.
    pub(super) answered: BTreeSet<Layer>,
    /// Squares of the boxes for which `layers` are computed.
    pub(super) layers_of: Option<Vec<Square>>,
    pub(super) slow_asked: Vec<Layer>,
    pub(super) quick: Aside,
    pub(super) slow: Aside,
    pub(super) tracking: Option<Tracking>,
    /// Whether a search from the current position found no plan.
    pub(super) is_planless: bool,
    pub(super) solving: Option<Solving>,
    pub(super) why: Option<Why>,
    pub(super) playback: Option<Playback>,
    /// Whether moves of a solution were shown, so that the game does not count as solved by the player.
    pub(super) is_shown: bool,
    pub(super) selected: Option<Square>,
    /// Square of the box whose reach the layer box-reach shows.
    pub(super) asked: Option<Square>,
    pub(super) message: String,
    pub(super) progress: Progress,
    pub(super) unkept: usize,
    /// Moves, pushes and time spent on the level since the last save.
    pub(super) spent: Counter,
    pub(super) is_over: bool,
    pub(super) placed: Cell<Placed>,
    pub(super) slider: Cell<Rect>,
}

impl App {
    /// Creates the state at the first of `levels` with its saved game; `None` without levels.
    pub fn new(file: String, levels: Vec<Picked>, progress: Progress, patterns: DeadlockPatterns) -> Option<Self> {
        let first = levels.first()?.level.clone();
        let patterns = Arc::new(patterns);
        let mut app = Self {
            file,
            levels,
            at: 0,
            areas: Areas::of(&first.board),
            game: Game::new(first),
            on: BTreeSet::new(),
            hint: Hint::Off,
            shows_plan: false,
            shows_help: false,
            help_from: Cell::default(),
            shows_statistics: false,
            listing: None,
            layers: Layers::default(),
            answered: BTreeSet::new(),
            layers_of: None,
            slow_asked: Vec::new(),
            quick: Aside::new(Arc::clone(&patterns), super::asking::LIMITS),
            slow: Aside::new(patterns, super::asking::LIMITS),
            tracking: None,
            is_planless: false,
            solving: None,
            why: None,
            playback: None,
            is_shown: false,
            selected: None,
            asked: None,
            message: String::new(),
            progress,
            unkept: 0,
            spent: Counter::default(),
            is_over: false,
            placed: Cell::default(),
            slider: Cell::default(),
        };
        app.load(0);
        if let Some(news) = app.progress.news() {
            app.message = news;
        }
        Some(app)
    }

    /// Plays `lurd` from the start of the first level, at `speed` moves per second.
    pub fn show(&mut self, lurd: &str, speed: u32) {
        self.game.restart();
        self.moved();
        let start = self.game.level().start.clone();
        self.playback = Some(self.playback(&start, lurd).at_speed(speed));
        self.is_shown = true;
        self.command(Command::Run);
    }

    /// Returns whether the player has quit.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns the game of the current level.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn load(&mut self, at: usize) {
        self.at = at;
        let level = self.levels[at].level.clone();
        self.areas = Areas::of(&level.board);
        let left = self.progress.of(&level).map(|record| record.game.clone()).unwrap_or_default();
        self.game = Game::new(level);
        for direction in left.chars().filter_map(Direction::from_letter) {
            self.game.step(direction);
        }
        self.message =
            if left.is_empty() { String::new() } else { "as you left it; Home goes to the start".to_owned() };
        self.layers = Layers::default();
        self.answered.clear();
        (self.tracking, self.solving, self.playback, self.is_shown) = (None, None, None, false);
        self.layers_of = None;
        self.moved();
    }

    /// Saves the game and the effort in the progress; shows a message if saving fails.
    pub(super) fn keep(&mut self) {
        self.unkept = 0;
        self.progress.spend(self.game.level(), &self.file, self.spent.take());
        if self.is_shown && self.game.is_solved() {
            return;
        }
        self.progress.keep(self.game.level(), &self.game.lurd());
        if let Err(error) = self.progress.save() {
            self.message = format!("not saved: {error}");
        }
        if let Some(news) = self.progress.news() {
            self.message = news;
        }
    }

    pub(super) fn made(&mut self, moves: usize) {
        self.unkept += moves;
        self.moved();
    }

    /// Saves the game after ten moves or more, since the program may be killed at any time; returns whether it did.
    pub(super) fn keep_if_due(&mut self) -> bool {
        let is_due = self.unkept >= KEPT_EVERY;
        if is_due {
            self.keep();
        }
        is_due
    }
}
