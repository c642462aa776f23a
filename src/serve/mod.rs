//! Levels in a browser: a server of pages and answers on one machine.
//!
//! Input: levels, limits, and an address to listen on. Output: pages with scripts, and the answers of the program as the rows
//! that its subcommands write. Nothing is fetched from elsewhere, and no path of the file system can be asked for. Only
//! this machine is listened to unless another address is given; then a token is required. Solving, planning and drawing are
//! left to the folders above.

mod api;
mod claims;
mod connections;
mod gate;
mod page;
mod problem;
mod rates;
mod request;
mod seats;
mod server;
mod shelf;
mod workers;

pub use server::{Setup, serve};
pub use shelf::ShelfRow;
