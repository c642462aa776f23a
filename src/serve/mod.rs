//! Levels in a browser: a server of pages, and of answers as the rows that subcommands write. Nothing is fetched from
//! elsewhere, and no path of the file system can be requested. The server listens on this machine only, unless another
//! address is given; then a token is required.

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
