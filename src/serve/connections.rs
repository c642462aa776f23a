//! Connections: a limited number at once (see [`super::seats`]); others wait in the queue of the system. A connection
//! is closed if the head of a request does not arrive in time, or an answer is not read.

use super::seats::{Seat, Seats};
use axum::serve::Listener;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::{interval, sleep};

/// Address from which a request comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Client(pub(super) IpAddr);

/// Listener, with the places of its connections.
#[derive(Debug)]
pub(super) struct Connections {
    listener: TcpListener,
    seats: Seats,
}

/// Stream of a connection that notes when bytes are read or written.
struct Noted {
    stream: TcpStream,
    seat: Arc<Seat>,
}

impl Connections {
    /// Maximum time for the head of a request to arrive, after the connection or the last request.
    const PATIENCE: Duration = Duration::from_secs(10);
    /// Time between two checks for connections that wait too long.
    const GLANCE: Duration = Duration::from_secs(1);
    /// Time between two attempts to get a place for a connection.
    const BEAT: Duration = Duration::from_millis(20);
    /// Size of the send buffer of the system in bytes: a larger one lets more answers be made for clients that do not
    /// read.
    const UNREAD: u32 = 1 << 17;
    /// Number of connections that may wait in the queue of the system.
    const QUEUE: u32 = 1024;

    /// Listens on an address, with places for connections.
    ///
    /// # Errors
    /// An error of the system.
    pub(super) fn listen(address: SocketAddr, seats: Seats) -> io::Result<Self> {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        socket.set_send_buffer_size(Self::UNREAD)?;
        socket.bind(address)?;
        Ok(Self { listener: socket.listen(Self::QUEUE)?, seats })
    }

    /// Returns the address and port on which the server listens.
    ///
    /// # Errors
    /// An error of the system.
    pub(super) fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves requests until the future is ready, then ends after the requests that have come are answered.
    pub(super) async fn serve(mut self, app: Router, until: impl Future<Output = ()>) {
        let (open, mut until) = (GracefulShutdown::new(), pin!(until));
        let mut glance = interval(Self::GLANCE);
        loop {
            let (stream, address) = tokio::select! {
                accepted = Listener::accept(&mut self.listener) => accepted,
                _ = glance.tick() => {
                    self.seats.close_waiting(false);
                    continue;
                }
                () = &mut until => break,
            };
            let taken = tokio::select! {
                taken = Self::place(&self.seats, address.ip()) => taken,
                () = &mut until => break,
            };
            // Answers are short, and an event should be sent before others follow.
            _ = stream.set_nodelay(true);
            let app = app.clone().layer(Extension(Client(address.ip()))).layer(Extension(Arc::clone(&taken.seat)));
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(Self::PATIENCE);
            let noted = Noted { stream, seat: Arc::clone(&taken.seat) };
            let connection = http.serve_connection(TokioIo::new(noted), TowerToHyperService::new(app));
            let connection = open.watch(connection);
            tokio::spawn(async move {
                // A client that has gone is not an error.
                tokio::select! {
                    _ = connection => {}
                    () = taken.seat.closed() => {}
                }
                drop(taken);
            });
        }
        drop(self.listener);
        open.shutdown().await;
    }

    /// Waits for a place for the connection of a client, and returns the place.
    async fn place(seats: &Seats, client: IpAddr) -> super::seats::Taken {
        loop {
            if let Some(taken) = seats.take(client) {
                return taken;
            }
            sleep(Self::BEAT).await;
        }
    }
}

impl Noted {
    fn note<T>(&self, moved: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if matches!(moved, Poll::Ready(Ok(_))) {
            self.seat.moved();
        }
        moved
    }
}

impl AsyncRead for Noted {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, to);
        self.note(read)
    }
}

impl AsyncWrite for Noted {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.note(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.note(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
