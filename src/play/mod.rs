//! The game in a terminal, with keys and mouse; the best solutions are saved in the user's data folder. Slow
//! computations run in the background (`aside`, `solving`), so that no key waits.

mod app;
mod aside;
mod asking;
mod board;
mod command;
mod draw;
mod effect;
mod game;
mod help;
mod hint;
mod ink;
mod listing;
mod mouse;
mod panel;
mod playback;
mod progress;
mod solutions;
mod solving;
mod statistics;
mod terminal;
#[cfg(test)]
mod tests;

pub use app::App;
pub use command::Command;
pub use draw::draw;
pub use game::Game;
pub use ink::Palette;
pub use playback::Playback;
pub use progress::Progress;
pub use solutions::Picked;
pub use terminal::run;
