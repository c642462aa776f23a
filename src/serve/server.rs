//! The server: listens, and ends when a flag is raised.

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

/// Settings of a server.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Address to listen on; with port 0 the system chooses a free port. A token is required unless only this machine
    /// can reach the address.
    pub listen: SocketAddr,
    /// Host names accepted in the header `Host` of a request, besides `localhost` and IP addresses.
    pub names: Vec<String>,
    /// Limits of each request.
    pub limits: Limits,
    /// Number of threads for searches; short computations have further threads.
    pub threads: usize,
    /// Number of requests per second that one address may make; up to five times as many may come at once.
    pub rate: u32,
    /// Levels that the page shows first.
    pub levels: Vec<ShelfRow>,
}

/// Time between two checks of the flag.
const GLANCE: Duration = Duration::from_millis(100);

/// Maximum time for running answers to end after the stop flag was raised.
const GRACE: Duration = Duration::from_secs(3);

/// Maximum number of searches that wait for a thread, each with a text of at most 1 MiB.
const LONG_WAITING: usize = 64;
/// Maximum number of short computations that wait for a thread: 200 pages at once are all answered.
const SHORT_WAITING: usize = 256;
const LARGE_WAITING: usize = 16;

/// Serves until the flag is raised. Calls `ready` with the address to open once the server listens.
///
/// # Errors
/// The address cannot be listened on, or `ready` fails.
pub fn serve(setup: Setup, stop: &StopFlag, ready: impl FnOnce(&str) -> io::Result<()>) -> io::Result<()> {
    let mut runtime = Builder::new_multi_thread();
    // Requests themselves take microseconds; their work has threads of its own.
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
    // Connections that clients keep open do not delay the end.
    _ = timeout(GRACE, serving).await;
    Ok(())
}

/// Waits until the flag is raised; it is polled, since signal handlers set it without a notification.
async fn raised(stop: StopFlag) {
    while !stop.is_raised() {
        sleep(GLANCE).await;
    }
}

/// Returns 128 random bits in hexadecimal digits.
fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
