//! Levels in a browser: a server of pages, and of answers as the rows that subcommands write. Nothing is fetched from
//! elsewhere, and no path of the file system can be requested. Only this machine is listened to.

mod api;
mod page;
mod problem;
mod server;
mod workers;

pub use page::file;
pub use server::{Setup, serve};
