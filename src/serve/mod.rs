//! Levels in a browser: a server of pages, and of answers as the rows that subcommands write. Nothing is fetched from
//! elsewhere, and no path of the file system can be requested. The server listens on this machine only, unless another
//! address is given; then a token is required.

mod api;
mod gate;
mod page;
mod problem;
mod request;
mod server;
mod workers;

pub use api::ShelfRow;
pub use server::{Setup, serve};
