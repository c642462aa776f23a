//! Effects of commands on the state of the game.

use super::command::Command;
use super::hint::{Hint, Why};
use super::listing::Listing;
use super::solving::Solving;
use super::{App, Game};
use crate::assist::Layer;
use crate::level::Direction;
use std::time::Instant;

impl App {
    /// Executes a command of the player.
    pub fn command(&mut self, command: Command) {
        self.message.clear();
        match command {
            Command::Go(direction) => self.go(&[direction]),
            Command::Undo => self.change(Game::undo),
            Command::Redo => self.change(Game::redo),
            Command::UndoPush => self.change(Game::undo_push),
            Command::RedoPush => self.change(Game::redo_push),
            Command::Restart => self.restart(),
            Command::RedoAll => self.change(|game| {
                while game.redo() {}
                true
            }),
            Command::Back | Command::On => self.slide(command == Command::On),
            Command::List => self.listing = Some(Listing::of(self.at)),
            Command::Save => self.write_solutions(),
            Command::Recorded => self.show_recorded(),
            Command::NextLevel => self.turn_to(self.at.checked_add(1)),
            Command::PreviousLevel => self.turn_to(self.at.checked_sub(1)),
            Command::Toggle(layer) => self.toggle(layer),
            Command::TogglePlan => {
                self.shows_plan = !self.shows_plan;
                self.ask();
            }
            Command::NextBox => self.next_box(),
            Command::Solve => self.solve(),
            Command::Run | Command::StepOn | Command::StepBack | Command::TransferOn => self.play(command),
            Command::Faster | Command::Slower => {
                if let Some(playback) = &mut self.playback {
                    playback.change_speed(command == Command::Faster);
                }
            }
            Command::Cancel => self.cancel(),
            Command::Statistics => {
                self.keep();
                self.shows_statistics = !self.shows_statistics;
            }
            Command::Why => self.why = if self.why.is_some() { None } else { Some(Why::new(self.game.now())) },
            Command::Help => self.shows_help = !self.shows_help,
            Command::Quit => {
                self.keep();
                self.is_over = true;
            }
        }
    }

    pub(super) fn go(&mut self, directions: &[Direction]) {
        self.playback = None;
        let before = self.game.pushes();
        let made = directions.iter().filter(|&&direction| self.game.step(direction)).count();
        self.spent.act(Instant::now(), made, self.game.pushes() - before);
        if made > 0 {
            self.made(made);
        }
    }

    pub(super) fn change(&mut self, change: impl FnOnce(&mut Game) -> bool) {
        self.playback = None;
        self.spent.act(Instant::now(), 0, 0);
        if change(&mut self.game) {
            self.made(1);
        }
    }

    fn restart(&mut self) {
        self.change(|game| {
            game.restart();
            true
        });
        self.is_shown = false;
    }

    pub(super) fn turn_to(&mut self, at: Option<usize>) {
        match at.filter(|at| *at < self.levels.len()) {
            Some(at) => {
                self.keep();
                self.load(at);
            }
            None => self.message = "there is no other level".to_owned(),
        }
    }

    fn toggle(&mut self, layer: Layer) {
        if layer == Layer::Hint {
            self.hint = self.hint.next();
        }
        let is_on = if layer == Layer::Hint { self.hint != Hint::Off } else { !self.on.contains(&layer) };
        if is_on {
            self.on.insert(layer);
        } else {
            self.on.remove(&layer);
            self.layers.forget(layer);
        }
        self.answered.remove(&layer);
        self.ask();
    }

    fn next_box(&mut self) {
        let boxes = &self.game.position().boxes;
        let now = self.asked.or_else(|| self.layers.box_reach.iter().flatten().next().map(|reach| reach.of));
        let next = now.map_or(0, |now| boxes.partition_point(|b| *b <= now)) % boxes.len().max(1);
        let next = boxes.get(next).copied();
        self.on.insert(Layer::BoxReach);
        self.point_at(next);
    }

    fn solve(&mut self) {
        self.playback = None;
        if self.game.is_solved() {
            self.message = "it is solved".to_owned();
        } else {
            match Solving::new(self.game.now()) {
                Ok(solving) => self.solving = Some(solving),
                Err(error) => self.message = format!("no thread can be made: {error}"),
            }
        }
    }

    fn cancel(&mut self) {
        if self.shows_help || self.shows_statistics || self.why.is_some() {
            (self.shows_help, self.shows_statistics, self.why) = (false, false, None);
        } else if self.solving.take().is_some() {
            self.message = "stopped".to_owned();
        } else if self.playback.take().is_some() {
            self.message = "go on from here".to_owned();
        } else if self.slow.is_busy() {
            self.slow.cancel();
            // These layers are computed again only after boxes have moved.
            self.answered.extend(super::asking::SLOW);
            self.message = "stopped".to_owned();
        }
        self.select(None);
    }
}
