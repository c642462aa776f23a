//! The server: it listens, and ends when its flag is raised.

use super::api::{self, Api};
use super::claims::Claims;
use super::connections::Connections;
use super::gate::{Gate, guard};
use super::page;
use super::rates::Rates;
use super::seats::Seats;
use super::shelf::ShelfRow;
use super::workers::Workers;
use crate::run::{Limits, StopFlag};
use axum::middleware::from_fn_with_state;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Builder;
use tokio::time::{sleep, timeout};

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The address to listen on; port 0 is a free one. A token is required unless it is one of this machine alone.
    pub listen: SocketAddr,
    /// Names of hosts under which the server may be asked, besides `localhost` and addresses.
    pub names: Vec<String>,
    /// The limits of each request.
    pub limits: Limits,
    /// Searches at once, and as many short computations beside them.
    pub threads: usize,
    /// Requests a second that one address may make; five times as many at once.
    pub rate: u32,
    /// The levels that a page shows first.
    pub levels: Vec<ShelfRow>,
}

/// The interval between two checks of the flag.
const GLANCE: Duration = Duration::from_millis(100);

/// The time in which answers end after the flag was raised.
const GRACE: Duration = Duration::from_secs(3);

/// The most searches, and the most short computations, that wait for a thread. Each holds a text of at most a MiB; 200
/// pages at once are all answered.
const LONG_WAITING: usize = 64;
const SHORT_WAITING: usize = 256;
const LARGE_WAITING: usize = 16;

/// Serves until the flag is raised. Calls `ready` with the address to open once the server listens.
///
/// # Errors
/// The address cannot be listened on, or what `ready` says.
pub fn serve(setup: Setup, stop: &StopFlag, ready: impl FnOnce(&str) -> io::Result<()>) -> io::Result<()> {
    let mut runtime = Builder::new_multi_thread();
    // Requests themselves take microseconds; the work of both kinds has threads of its own.
    let runtime = runtime.worker_threads(2).max_blocking_threads(3 * setup.threads).enable_all().build()?;
    let served = runtime.block_on(listen(setup, stop, ready));
    runtime.shutdown_timeout(GRACE);
    served
}

async fn listen(setup: Setup, stop: &StopFlag, ready: impl FnOnce(&str) -> io::Result<()>) -> io::Result<()> {
    let seats = Seats::new();
    let connections = Connections::listen(setup.listen, seats.clone())?;
    let address = connections.address()?;
    let is_loopback = address.ip().is_loopback();
    let token = if is_loopback { None } else { Some(token()?) };
    let query = token.as_ref().map_or_else(String::new, |token| format!("?token={token}"));
    ready(&format!("http://{address}/{query}"))?;
    let claims = Claims::new(setup.limits.memory.unwrap_or(u64::MAX), seats);
    let gate =
        Gate { is_loopback, names: setup.names, token, port: address.port(), rates: Rates::new(setup.rate), claims };
    let workers = |waiting| Workers::new(setup.threads, waiting, stop);
    let api = Api {
        long: workers(LONG_WAITING),
        short: workers(SHORT_WAITING),
        large: Workers::new(setup.threads.div_ceil(2), LARGE_WAITING, stop),
        limits: setup.limits,
        levels: setup.levels,
    };
    let app = api::routes(Arc::new(api)).fallback(page::asset).layer(from_fn_with_state(Arc::new(gate), guard));
    let serving = tokio::spawn(connections.serve(app, raised(stop.clone())));
    raised(stop.clone()).await;
    // Connections that are held open do not hold up the end.
    _ = timeout(GRACE, serving).await;
    Ok(())
}

/// Polls the flag: signal handlers set it without a notification.
async fn raised(stop: StopFlag) {
    while !stop.is_raised() {
        sleep(GLANCE).await;
    }
}

/// 128 random bits.
fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
