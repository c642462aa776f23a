//! Connections: a fixed number at once, others wait in the queue of the system. Each is closed where the head of a request
//! does not come to its end in time.

use axum::serve::Listener;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The address that a request comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Client(pub(super) IpAddr);

/// A listener with a fixed number of places.
#[derive(Debug)]
pub(super) struct Connections {
    listener: TcpListener,
    places: Arc<Semaphore>,
}

impl Connections {
    /// At most this number at once. Not tuned: a browser opens six, and each costs some KiB.
    const MOST: usize = 512;

    /// The time within which the head of a request must have come, the first after it was connected, or the next.
    /// Not tuned.
    const PATIENCE: Duration = Duration::from_secs(10);

    pub(super) fn new(listener: TcpListener) -> Self {
        Self { listener, places: Arc::new(Semaphore::new(Self::MOST)) }
    }

    /// Serves until the future is ready, and then until the requests that have come are answered.
    pub(super) async fn serve(mut self, app: Router, until: impl Future<Output = ()>) {
        let (open, mut until) = (GracefulShutdown::new(), pin!(until));
        loop {
            let (stream, address, place) = tokio::select! {
                accepted = self.accept() => accepted,
                () = &mut until => break,
            };
            // Answers are short, and events should not wait for more.
            _ = stream.set_nodelay(true);
            let app = app.clone().layer(Extension(Client(address.ip())));
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(Self::PATIENCE);
            let connection = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(app));
            let connection = open.watch(connection);
            tokio::spawn(async move {
                // A client that has gone is no fault of ours.
                _ = connection.await;
                drop(place);
            });
        }
        drop(self.listener);
        open.shutdown().await;
    }

    async fn accept(&mut self) -> (TcpStream, SocketAddr, Option<OwnedSemaphorePermit>) {
        let place = Arc::clone(&self.places).acquire_owned().await.ok();
        let (stream, address) = Listener::accept(&mut self.listener).await;
        (stream, address, place)
    }
}
