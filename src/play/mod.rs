//! The game in a terminal.
//!
//! In come levels and keys; out come pictures of cells, and the best solutions in the user's data folder. Everything
//! that takes time is worked out aside (`aside`, `solving`) and shown when it is ready: no key waits for it. What
//! layers are is known to [`crate::assist`], how they look to [`crate::render`].

mod app;
mod aside;
mod asking;
mod command;
mod draw;
mod game;
mod ink;
mod mouse;
mod panel;
mod playback;
mod progress;
mod solving;
mod terminal;
#[cfg(test)]
mod tests;
mod tracking;

pub use app::{App, Picked};
pub use command::Command;
pub use draw::draw;
pub use game::Game;
pub use ink::Palette;
pub use playback::Playback;
pub use progress::Progress;
pub use terminal::run;
