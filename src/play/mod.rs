//! The game in a terminal.
//!
//! Levels are played with keys and mouse; the best solutions are saved in the user's data folder. Slow computations run
//! in the background (`aside`, `solving`), so no key waits for them. The layers are computed by [`crate::assist`] and
//! drawn by [`crate::render`].

mod app;
mod aside;
mod asking;
mod board;
mod command;
mod draw;
mod effect;
mod effort;
mod game;
mod help;
mod hint;
mod ink;
mod list_view;
mod listing;
mod mouse;
mod panel;
mod picked;
mod playback;
mod progress;
mod slider;
mod solutions;
mod solving;
mod statistics;
mod terminal;
#[cfg(test)]
mod tests;
mod tracking;
mod why;

pub use app::App;
pub use command::Command;
pub use draw::draw;
pub use game::Game;
pub use ink::Palette;
pub use picked::Picked;
pub use playback::Playback;
pub use progress::Progress;
pub use terminal::{give_back, run};
